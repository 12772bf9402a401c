/**
 * The office of the day's test: the large training data, one app that reads it for the first time, another desk, and a
 * stopwatch. With the ways of finding things on the app's screens.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import type { StopRow } from '../../src/shared/stops.ts';
import { startApp, temporaryFolder, type App } from './app.ts';
import { PlainClient } from './plain-client.ts';
import { callBackend, goTo, openConnected, planList } from './screens.ts';
import { requestDone } from './service-times.ts';
import { Stopwatch } from './stopwatch.ts';
import { control, startTrainingService, type TrainingService } from './training-service.ts';

const oneDay = 86_400_000;

/** A plan that is made in the test. */
export const ownTitle = 'Late tour north';
/** All of a stop but its name. */
export const typedStop = { phone: '1', street: 'Lindenallee 3', zip: '41731', city: 'Aldermünde', notes: '' };

/** As the service writes a day, `2026-06-15`. */
export const dayFrom = (days: number): string => new Intl.DateTimeFormat('sv-SE').format(Date.now() + days * oneDay);

/** A button by its whole name. */
export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** Those with a name that is in no other name, so that a filter finds them alone. */
export const alone = <Row extends object>(
  rows: readonly Row[],
  nameOf: (row: Row) => string | null,
): (Row & { name: string })[] => {
  const names = rows.map(nameOf);
  return rows.flatMap((row, at) => {
    const name = names[at];
    if (name == null || name === '') return [];
    return names.filter((other) => other?.includes(name) === true).length === 1 ? [{ ...row, name }] : [];
  });
};

export class Day {
  readonly service: TrainingService;
  /** Acts as the other desks do. */
  readonly colleague: PlainClient;
  readonly stopwatch: Stopwatch;
  /** The app that runs. */
  app: App;
  readonly #apps: App[];
  /** What ends with the day, in the order in which it began. */
  readonly #ends: readonly (() => unknown)[];

  private constructor(service: TrainingService, app: App, ends: readonly (() => unknown)[]) {
    this.service = service;
    this.colleague = new PlainClient(service);
    this.stopwatch = new Stopwatch(app.window, service);
    this.app = app;
    this.#apps = [app];
    this.#ends = ends;
  }

  /** Starts the service and the app, and waits for the list of plans. */
  static async begin(): Promise<Day> {
    const folders = [temporaryFolder('day-service'), temporaryFolder('day-profile')] as const;
    const ends: (() => unknown)[] = folders.map(({ remove }) => remove);
    try {
      const service = await startTrainingService(folders[0].path, ['--size', 'large'], 60_000);
      ends.push(service.kill);
      const profile = folders[1].path;
      writeFileSync(join(profile, 'settings.json'), JSON.stringify({ desksBehindThisAddress: 1 }));
      const app = await startDesk(profile);
      ends.push(app.kill);
      const day = new Day(service, app, ends);
      await openConnected(app, service);
      return day;
    } catch (error) {
      for (const end of ends.reverse()) await end();
      throw error;
    }
  }

  /** How often the app was started. */
  get starts(): number {
    return this.#apps.length;
  }

  /** Cuts the power of the desk, and starts the app again days later, when the service can be reached. */
  async wakeLater(days: number): Promise<void> {
    await this.app.kill();
    await control(this.service, 'DELETE', '/faults');
    this.app = await startDesk(this.app.profile, days * oneDay);
    this.#apps.push(this.app);
  }

  /** Ends everything. @returns uncaught errors of the windows */
  async end(): Promise<string[]> {
    this.colleague.close();
    await this.app.kill();
    for (const end of this.#ends.toReversed()) await end();
    return this.#apps.flatMap((app) => app.windowErrors());
  }

  get window(): Page {
    return this.app.window;
  }

  main = (): Locator => this.window.getByRole('main');
  pane = (): Locator => this.window.getByRole('complementary');
  dialog = (): Locator => this.window.getByRole('dialog');
  messages = (): Locator => this.window.getByRole('region', { name: t('common.notifications') });
  /** The buttons that close a message each. */
  dismiss = (): Locator => this.messages().getByRole('button', { name: t('common.dismiss') });
  field = (name: string): Locator => this.window.getByLabel(name, { exact: true });
  filterBox = (): Locator => this.window.getByRole('textbox', { name: t('common.filter') });
  /** The name of the hit, at the end of the filter box. */
  hit = (): Locator => this.window.getByRole('search').getByText(/^↵ /);
  heading = (title: string): Locator => this.window.getByRole('heading', { name: title, exact: true, level: 1 });
  /** `12 of 5,000`, above a list that is narrowed. */
  shownOf = (count: number | string): Locator =>
    this.window.getByText(new RegExp(`^${t('common.rowsOf', { shown: count, total: '[\\d,]+' })}$`));

  /** The plans that a title finds alone. */
  async plans(): Promise<(PlanRow & { name: string })[]> {
    const { rows } = await callBackend<{ rows: PlanRow[] }>(this.window, 'plans', 'list');
    return alone(rows, ({ title }) => title);
  }

  /** The stops of a plan that a name finds alone. */
  async stopsOf(planId: string): Promise<(StopRow & { name: string })[]> {
    const { rows } = await callBackend<{ rows: StopRow[] }>(this.window, 'stops', 'list', { planId, cursor: null });
    const stops = rows.filter(({ type }) => type === 'stop');
    return alone(stops, ({ recipientName }) => recipientName);
  }

  /** Opens the list of plans from any screen: a second press leaves an open plan. */
  async openList(): Promise<void> {
    await goTo(this.window, 'plans');
    if (!(await planList(this.window).isVisible())) await goTo(this.window, 'plans');
    await expect(planList(this.window)).toBeVisible();
  }

  /** Finds a plan by its title, and opens it with Enter. */
  async openByName(title: string): Promise<void> {
    await this.openList();
    await this.filterBox().fill(title);
    await expect(this.hit()).toContainText(title);
    await this.window.keyboard.press('Enter');
    await expect(this.heading(title)).toBeVisible();
  }

  /** Waits until the stops of the open plan are there. */
  async loaded(count: number): Promise<void> {
    await expect(this.window.getByText(t('stops.count', { count }))).toBeVisible({ timeout: 30_000 });
  }

  /** Waits until a refresh is over. */
  async refreshed(): Promise<void> {
    await expect(this.window.getByText(t('common.refreshing'))).toHaveCount(0, { timeout: 15_000 });
  }

  /** For the stopwatch: when the service has done what a request asked for. */
  taken(method: string, path: RegExp): (since: number) => Promise<number> {
    return (since) => requestDone(this.service, since, method, path);
  }

  /** The service's time runs faster during the work, so that nobody waits for an optimisation of nine seconds. */
  async faster<Value>(work: () => Promise<Value>): Promise<Value> {
    await control(this.service, 'PUT', '/clock', { speed: 3 });
    try {
      return await work();
    } finally {
      await control(this.service, 'PUT', '/clock', { speed: 1, now: Date.now() });
    }
  }
}

/** Starts the app without a printer: what would be printed can be read without one. */
const startDesk = (profile: string, clockAhead?: number): Promise<App> =>
  startApp({ profile, env: { CUPS_SERVER: 'localhost:9' }, ...(clockAhead === undefined ? {} : { clockAhead }) });
