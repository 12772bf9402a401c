/** Finds the app's screens as a user does: by visible text and roles, with the texts of the message files. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ElectronApplication, Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import { gestureNames } from '../../src/shared/contract.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import type { StopRow } from '../../src/shared/stops.ts';
import type { App } from './app.ts';
import type { ServiceAccess, ServicePlan } from './plain-client.ts';

/** Enters a key into a key field through the clipboard, because keys are never typed into the renderer. */
export async function pasteKey(window: Page, electron: ElectronApplication, name: string, key: string): Promise<void> {
  await electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), key);
  await keyField(window, name).focus();
  await window.keyboard.press('Control+V');
  const length = t('connections.keyLength', { count: key.trim().length });
  await keyField(window, name).getByText(length).waitFor();
}

/** A key field; it shows how many characters main holds, never the key. */
export const keyField = (window: Page, name: string): Locator => window.getByRole('textbox', { name, exact: true });

export const addressField = (window: Page): Locator => window.getByLabel(t('connections.address'));

/** Fills in the connection form and connects. */
export async function connect(window: Page, electron: ElectronApplication, service: ServiceAccess): Promise<void> {
  await addressField(window).fill(service.address);
  await pasteKey(window, electron, t('connections.planningKey'), service.planningKey);
  await pasteKey(window, electron, t('connections.ordersKey'), service.ordersKey);
  await fillAuthority(window, readFileSync(service.authorityFile, 'utf8'));
  await connectButton(window).click();
}

/** Connects and waits for the list of plans. */
export async function openConnected({ window, electron }: App, service: ServiceAccess): Promise<void> {
  await connect(window, electron, service);
  await planList(window).waitFor();
}

export const connectButton = (window: Page): Locator =>
  window.getByRole('button', { name: t('connections.connect'), exact: true });

/** Enters a certificate authority into the form, where the field is hidden at first. */
export async function fillAuthority(window: Page, pem: string): Promise<void> {
  const field = window.getByLabel(t('connections.authority'));
  if (!(await field.isVisible())) await window.getByRole('button', { name: t('connections.advanced') }).click();
  await field.fill(pem);
}

/** The list of plans, once it is usable. */
export const planList = (window: Page): Locator =>
  window.locator('[data-ready="true"]').getByRole('grid', { name: t('plans.table') });

/**
 * Presses keys as the operating system delivers them: through main, which may keep a key from the renderer.
 * Playwright's own keyboard sends keys directly to the renderer.
 */
export async function pressKeys(electron: ElectronApplication, text: string): Promise<void> {
  await electron.evaluate(({ BrowserWindow }, keys) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    for (const keyCode of keys) {
      for (const type of ['keyDown', 'char', 'keyUp'] as const) contents?.sendInputEvent({ type, keyCode });
    }
  }, text);
}

/** The status bar with connectivity and outbox. */
export const statusBar = (window: Page): Locator => window.getByRole('status', { name: t('shell.status') });

/**
 * A plan to work on: writable, of today or later, with a unique title.
 * @param now overrides the computer's date
 */
export function choosePlan(plans: readonly ServicePlan[], now = new Date()): ServicePlan {
  const today = new Date(now.toDateString());
  const fits = ({ title, writable, starts }: ServicePlan) =>
    writable &&
    new Date(starts.year, starts.month - 1, starts.day) >= today &&
    plans.filter((other) => other.title === title).length === 1;
  const plan = plans.find(fits);
  if (!plan) throw new Error('the training data has no writable plan of today or later with a unique title');
  return plan;
}

/** Opens a plan from the list. */
export async function openPlan(window: Page, title: string): Promise<void> {
  const cell = planList(window).getByRole('gridcell', { name: title, exact: true });
  // A row that is rendered again meanwhile is looked for again.
  await expect(() => cell.scrollIntoViewIfNeeded({ timeout: 2_000 })).toPass({ timeout: 30_000 });
  // Scrolling shows other rows in the same elements, one frame later.
  await window.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await cell.dblclick();
  await window.getByRole('heading', { name: title }).waitFor();
}

export interface TypedStop {
  name: string;
  phone: string;
  street: string;
  zip: string;
  city: string;
  notes: string;
  /** The window, as it is typed into the field of the earliest time. */
  hours?: string;
}

/** Calls main as the renderer does; only to look something up, never instead of a user action. */
export async function callBackend<Result>(
  window: Page,
  group: string,
  name: string,
  argument?: unknown,
): Promise<Result> {
  const isGesture = gestureNames.some((each) => each === `${group}.${name}`);
  const own = isGesture ? { gesture: randomUUID(), ...(argument as object) } : argument;
  const answer = await window.evaluate(
    (given) =>
      (globalThis as unknown as { backend: { call: (...all: unknown[]) => Promise<unknown> } }).backend.call(...given),
    [group, name, own],
  );
  const { ok, value, error } = answer as { ok: boolean; value: Result; error?: { code: string } };
  if (!ok) throw new Error(`${group}.${name}: ${error?.code ?? 'failed'}`);
  return value;
}

/** The driver of the first group of an optimised plan's table: groups follow the order of the plan's drivers. */
export async function firstDriver(window: Page, planId: string, rows: readonly StopRow[]): Promise<string> {
  const { driverIds } = await callBackend<PlanRow>(window, 'plans', 'get', { planId });
  const names = driverIds.flatMap((id) => rows.find(({ driverId }) => driverId === id)?.driverName ?? []);
  if (names[0] === undefined) throw new Error('no driver of the plan has a stop');
  return names[0];
}

/** Opens the form for a new stop of the open plan. */
export async function newStop(window: Page): Promise<void> {
  // The shortcut works once the plan is loaded.
  await expect(window.getByRole('button', { name: t('stops.newStop') })).toBeEnabled();
  await window.keyboard.press('Control+N');
  await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toBeFocused();
}

interface TypingOptions {
  /** Delay between two keystrokes, in milliseconds. */
  keystroke?: number;
  /** Called when everything is typed. */
  beforeSaving?: () => Promise<void>;
}

/** Fills in the open stop form by keyboard alone, from its first field, and saves with Ctrl+Enter. */
export async function typeStop(window: Page, stop: TypedStop, options: TypingOptions = {}): Promise<void> {
  await expect(window.getByLabel(t('stopForm.recipientName'), { exact: true })).toBeFocused();
  const { keyboard } = window;
  const delay = { delay: options.keystroke ?? 0 };
  for (const text of [stop.name, stop.phone, stop.street, '', stop.zip, stop.city, stop.hours ?? '9-12']) {
    await keyboard.type(text, delay);
    await keyboard.press('Tab', delay);
  }
  // Skips the latest time and the number of packages.
  await keyboard.press('Tab', delay);
  await keyboard.press('Tab', delay);
  await keyboard.type(stop.notes, delay);
  await options.beforeSaving?.();
  await keyboard.press('Control+Enter');
  await window.getByText(t('stops.saved', { name: stop.name })).waitFor();
}

/** The only row of the open plan with this recipient, found through the filter. */
export async function stopRow(window: Page, recipient: string): Promise<Locator> {
  await window.getByRole('textbox', { name: t('common.filter') }).fill(recipient);
  const rows = window
    .getByRole('grid', { name: t('stops.table'), exact: true })
    .locator('[role="row"][aria-selected]')
    .filter({ hasText: recipient });
  await expect(rows).toHaveCount(1);
  return rows;
}

/** Opens a screen through the navigation. */
export async function goTo(
  window: Page,
  screen: 'plans' | 'drivers' | 'orders' | 'labels' | 'dayClose' | 'outbox' | 'settings' | 'training',
): Promise<void> {
  const navigation = window.getByRole('navigation', { name: t('shell.navigation') });
  await navigation.getByRole('button', { name: t(`shell.${screen}`) }).click();
}

/**
 * Opens the label of an order through the orders screen, its filter, the row, and the button.
 * @param name the order's external ID
 */
export async function openLabel(window: Page, name: string): Promise<void> {
  await goTo(window, 'orders');
  await window.getByRole('textbox', { name: t('common.filter') }).fill(name);
  await window
    .getByRole('grid', { name: t('orders.table') })
    .locator('[role="row"][aria-selected]')
    .filter({ hasText: name })
    .first()
    .click();
  await window
    .getByRole('button', { name: t('orders.label'), exact: true })
    .first()
    .click();
  await window.getByRole('dialog').getByText(t('labels.found')).waitFor();
}

/** Chooses the printer in the open label dialog. */
export async function choosePrinter(window: Page, printer: string): Promise<void> {
  await window
    .getByRole('dialog')
    .getByLabel(new RegExp(`^${t('labels.printer')}`))
    .click();
  await window.getByRole('option', { name: printer }).first().click();
}

/**
 * After Optimise was chosen in the menu of a plan: answers the question that comes first where stops would be left out.
 *
 * @param press presses the button that confirms it
 */
export async function confirmOptimisation(
  window: Page,
  press: (window: Page, button: Locator) => Promise<void> = (_window, button) => button.click(),
): Promise<void> {
  const anyway = window.getByRole('dialog').getByRole('button', { name: t('refusals.optimiseAnyway'), exact: true });
  await anyway.or(window.locator('main .banner .seconds')).first().waitFor({ timeout: 30_000 });
  if (await anyway.isVisible()) await press(window, anyway);
}
