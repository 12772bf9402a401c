/** What a dispatcher does to one plan of 150 stops in the course of a day. */
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import { button, dayFrom, ownTitle, typedStop, type Day } from './day.ts';
import { confirmOptimisation, newStop, statusBar, stopRow, typeStop } from './screens.ts';
import { planReached } from './service-times.ts';
import * as sights from './sights.ts';
import { watchFor } from './stopwatch.ts';
import { control } from './training-service.ts';
import { dialogButton } from './twice.ts';

/**
 * Opens a plan of tomorrow, saves, marks and deletes a stop, and refreshes what a colleague has changed.
 *
 * @returns the plan
 */
export async function changeStops(day: Day): Promise<PlanRow> {
  const { window, stopwatch } = day;
  const { keyboard } = window;
  const isMeant = ({ starts, optimization }: PlanRow) => starts === dayFrom(1) && optimization === 'editing';
  const plan = (await day.plans()).find(isMeant)!;
  await day.openByName(plan.title);
  await day.loaded(150);

  const name = 'Evening Caller';
  await day.filterBox().fill(name);
  await newStop(window);
  await stopwatch.press('Save a stop', {
    felt: [sights.buttonBusy('aside'), sights.said(t('stops.saved', { name }))],
    press: () => typeStop(window, { ...typedStop, name }),
    result: { shown: sights.stopRowIs(name, t('stops.planned')), had: day.taken('POST', /\/stops$/) },
  });
  await keyboard.press('Escape');
  await (await stopRow(window, name)).click();
  await stopwatch.press('Mark a stop', { felt: [sights.stopsMarked(1)], press: () => keyboard.press('Space') });
  await keyboard.press('Escape');
  await stopwatch.press('Delete a stop', {
    felt: [sights.saidDeleted(name), sights.stopStruck(name)],
    press: () => keyboard.press('Delete'),
    result: { shown: sights.noStopRow(name), had: day.taken('DELETE', /\/stops\/[^/]+$/) },
  });
  await day.filterBox().fill('');

  // F5 reads the plan itself as well as its stops.
  const renamed = `${plan.title} north`;
  await day.colleague.patch(plan.id, { title: renamed });
  await stopwatch.press('F5', { felt: [sights.refreshing], press: () => keyboard.press('F5') });
  await expect(day.heading(renamed)).toBeVisible({ timeout: 15_000 });
  await day.refreshed();
  return plan;
}

async function choose({ window }: Day, item: string): Promise<void> {
  await button(window, t('plans.menu')).click();
  await window.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Optimises the open plan, cancels that, and optimises it again. */
export async function optimise(day: Day, { id }: PlanRow): Promise<void> {
  const { window, stopwatch } = day;
  const command = {
    felt: [sights.planWork, sights.menuBusy],
    async press() {
      await choose(day, t('plans.optimize'));
      await confirmOptimisation(window);
    },
  };
  await stopwatch.press('Optimise', command);
  await expect(day.main().locator('.below'), 'the head says it').toContainText(t('plans.stateOptimizing'));
  const cancel = button(window, t('plans.workCancel'));
  await expect(cancel).toBeVisible();
  await stopwatch.press('Cancel the optimisation', {
    felt: [sights.buttonBusy('main .banner'), sights.said(t('plans.workCanceled'))],
    press: () => cancel.click(),
    result: { shown: sights.planIs(t('plans.stateEditing')), had: day.taken('POST', /:cancel$/) },
  });
  await expect(window.locator(sights.planWork.selector)).toHaveCount(0);

  const listed = await watchFor(window, sights.stopRowIs(t('stops.start')));
  const optimised = await stopwatch.press('Optimise 150 stops', {
    ...command,
    result: {
      shown: sights.planIs(t('plans.stateOptimized')),
      had: () => planReached(day.service, id, ({ optimization }) => optimization === 'optimized'),
    },
  });
  // Ten stops a page, and ten reads a second (planning-api, Limits).
  await stopwatch.note('  and the list of its stops', (await listed()).at - optimised!, 1_500);
}

/** Distributes the open plan. A second time is not offered, neither meanwhile nor afterwards. */
export async function distribute(day: Day, { id }: PlanRow): Promise<void> {
  const { window, stopwatch } = day;
  const { keyboard } = window;
  // The service is slow, so that there is time to look.
  const slow = { kind: 'latency', direction: 'up', least: 2_000, most: 2_000 };
  await control(day.service, 'PUT', '/faults', {
    rules: [{ hits: { operations: ['plans.distribute'] }, fault: slow }],
  });
  await choose(day, t('plans.distribute'));
  const again = window.getByRole('menuitem', { name: t('plans.distribute') });
  await stopwatch.press('Distribute', {
    felt: [sights.dialogClosed],
    press: async () => {
      await dialogButton(window, t('plans.distribute')).click();
      await button(window, t('plans.menu')).click();
      await expect(again, 'it is not offered, and why').toContainText(t('plans.whyWorking'));
      await expect(again).toHaveAttribute('data-disabled');
      await keyboard.press('Escape');
    },
    result: {
      shown: sights.planIs(t('plans.stateDistributed')),
      had: () => planReached(day.service, id, ({ distributed }) => distributed),
    },
  });
  await control(day.service, 'DELETE', '/faults');
  await button(window, t('plans.menu')).click();
  await expect(window.getByRole('menuitem', { name: t('plans.redistribute') })).toBeVisible();
  await expect(again).toHaveCount(0);
  await keyboard.press('Escape');
  await expect(window.locator(sights.planWork.selector), 'what succeeded leaves no banner').toHaveCount(0);
  await expect(day.main().getByRole('alert')).toHaveCount(0);
  await expect(day.messages().getByRole('alert')).toBeEmpty();
}

/** Changes one stop of the open, distributed plan and deletes another. Both stay in sight as what they are. */
export async function changeLive(day: Day, { id }: PlanRow): Promise<void> {
  const { window, stopwatch } = day;
  const { keyboard } = window;
  const [edited, deleted] = (await day.stopsOf(id)).filter(({ driverName }) => driverName !== null);
  await (await stopRow(window, edited!.name)).click();
  await keyboard.press('F2');
  await expect(day.field(t('stopForm.recipientName'))).toBeFocused();
  await day.field(t('stopForm.notes')).fill('Ring twice');
  await stopwatch.press('Change a stop live', {
    felt: [sights.buttonBusy('aside'), sights.said(t('stops.saved', { name: edited!.name }))],
    press: () => keyboard.press('Control+Enter'),
    result: {
      shown: sights.stopRowIs(edited!.name, t('stops.editPending')),
      had: day.taken('POST', /:liveUpdate$/),
    },
  });
  await expect(statusBar(window), 'the service has it').toContainText(t('shell.pending', { count: 1 }));
  await expect(statusBar(window)).not.toContainText(/waiting/i);

  const row = await stopRow(window, deleted!.name);
  await row.click();
  await stopwatch.press('Delete a stop live', {
    felt: [sights.saidDeleted(deleted!.name), sights.stopStruck(deleted!.name)],
    press: () => keyboard.press('Delete'),
    result: {
      shown: sights.stopRowIs(deleted!.name, t('stops.deletePending')),
      had: day.taken('POST', /:liveDelete$/),
    },
  });
  await keyboard.press('F5');
  await day.refreshed();
  await expect(row, 'it stays in the list').toContainText(t('stops.deletePending'));
  await expect(row).toHaveClass(/\bstruck\b/);
  await expect(day.pane()).toContainText(t('stops.changePending'));
}

/** Takes the steps that the open plan offers after live changes, until drivers have them. */
export async function sendLive(day: Day, { id }: PlanRow): Promise<void> {
  const { window, stopwatch } = day;
  const banner = (text: string) => day.main().locator('.banner').filter({ hasText: text });
  await button(banner(t('plans.livePending')), t('plans.reoptimize')).click();
  await day.faster(() =>
    stopwatch.press('Re-optimise', {
      felt: [sights.dialogClosed],
      press: () => dialogButton(window, t('plans.reoptimize')).click(),
      result: {
        shown: sights.planIs(t('plans.stateLivePreview')),
        had: () => planReached(day.service, id, ({ optimization }) => optimization === 'preview'),
      },
    }),
  );
  await button(banner(t('plans.liveOptimised')), t('plans.redistribute')).click();
  await stopwatch.press('Send changes to drivers', {
    felt: [sights.dialogClosed],
    press: () => dialogButton(window, t('plans.redistribute')).click(),
    result: { shown: sights.planIs(t('plans.stateDistributed')), had: day.taken('POST', /:redistribute$/) },
  });
}

/** Types half a stop for a plan that is deleted elsewhere, and saves it in another plan. */
export async function moveHalfTyped(day: Day): Promise<void> {
  const { window, stopwatch } = day;
  const { keyboard } = window;
  const all = await day.plans();
  const going = all.find(({ title, optimization }) => title !== ownTitle && optimization === 'creating')!;
  const other = all.find(({ title, writable }) => writable && title.endsWith('market day tour 2'))!;
  await day.openByName(going.title);
  await day.loaded(150);
  const [gone] = await day.stopsOf(going.id);
  await (await stopRow(window, gone!.name)).click();
  await expect(day.pane().getByRole('heading', { name: gone!.name })).toBeVisible();
  await day.colleague.remove(gone!.id);
  await keyboard.press('F5');
  await expect(day.pane().getByText(t('stops.stopGone'))).toBeVisible({ timeout: 30_000 });
  await button(day.pane(), t('common.close'))
    .filter({ hasText: t('common.close') })
    .click();

  const name = 'Half Typed';
  await newStop(window);
  await keyboard.type(name);
  await day.colleague.remove(going.id);
  await keyboard.press('F5');
  await expect(day.pane().getByText(t('stopForm.planGone'))).toBeVisible({ timeout: 30_000 });
  await expect(day.field(t('stopForm.recipientName')), 'it is kept').toHaveValue(name);
  await button(window, t('stopForm.moveTyped')).click();
  await expect(day.dialog().getByRole('combobox', { name: t('stops.moveTo') })).toBeFocused();
  await keyboard.press('ArrowDown');
  const choices = window.locator('.option');
  await expect(choices.first()).toBeVisible();
  await keyboard.type(other.title);
  await expect(choices.first(), 'the best match comes first').toContainText(`${other.title} · `);
  await choices.first().click();
  await dialogButton(window, t('stops.moveConfirm')).click();
  await expect(day.heading(other.title)).toBeVisible();
  await expect(day.field(t('stopForm.recipientName'))).toHaveValue(name);
  await day.filterBox().fill(name);
  await day.field(t('stopForm.addressLineOne')).fill(typedStop.street);
  await day.field(t('stopForm.zip')).fill(typedStop.zip);
  await day.field(t('stopForm.city')).fill(typedStop.city);
  await stopwatch.press('Save a stop in the other plan', {
    felt: [sights.buttonBusy('aside'), sights.said(t('stops.saved', { name }))],
    press: () => keyboard.press('Control+Enter'),
    result: {
      shown: sights.stopRowIs(name, t('stops.planned')),
      had: day.taken('POST', new RegExp(`/${other.id}/stops$`)),
    },
  });
  await keyboard.press('Escape');
}
