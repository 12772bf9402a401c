/** The dispatcher's evening: what is entered for tomorrow, and what the service must have of it at the end. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { t } from '../../src/messages/index.ts';
import type { PlanRow } from '../../src/shared/plans.ts';
import { waitFor } from './processes.ts';
import { callBackend, statusBar, type TypedStop } from './screens.ts';
import { control, type TrainingService } from './training-service.ts';
import { readBack } from './twice.ts';

const stop = (name: string, number: number, hours = '9-12'): TypedStop & { hours: string } => ({
  ...{ name, phone: `030 55501${number}`, street: `Lindenallee ${number}`, zip: '41731', city: 'Aldermünde' },
  ...{ notes: `Bell ${number}`, hours },
});

/** Typed while the service answers. */
export const earlyStops = [stop('Evening Anna', 11), stop('Evening Bruno', 13), stop('Evening Carla', 15)];
/** No driver is at work in this window, so that the first optimisation leaves the stop out. */
export const nightStop = stop('Evening Night', 17, '3:00-4:00');
export const lateStops = [stop('Evening Doris', 19), nightStop, stop('Evening Emil', 21)];

/**
 * The safe times after an unconfirmed change, shortened (docs/decisions/shortened-waits.md): ten minutes until no late
 * copy is expected become two seconds, and the service stays away for longer than that.
 */
const shortened = { settle: 500, late: 2_000 };
/** The environment of an app that waits so. */
export const shortenedWaits: Readonly<Record<string, string>> = {
  DEPOT_DESK_SETTLE_MS: String(shortened.settle),
  DEPOT_DESK_LATE_MS: String(shortened.late),
};

/** Makes an empty profile that of the only desk behind its address, which may use all of the service's limits. */
export function asOnlyDesk(profile: string): string {
  writeFileSync(join(profile, 'settings.json'), JSON.stringify({ desksBehindThisAddress: 1 }));
  return profile;
}

/** Waits until everything that was entered has reached the service. */
export const allSent = (window: Page, timeout = 90_000): Promise<void> =>
  expect(statusBar(window), 'all changes are sent').toContainText(t('shell.allSent'), { timeout });

/** Waits until the app says that it is offline. */
export const isOffline = (window: Page): Promise<void> =>
  expect(statusBar(window), 'the app says that it is offline').toContainText(/offline/i, { timeout: 60_000 });

/**
 * Waits until the service has been away for longer than the safe time. What was entered is still here, and nothing
 * claims that it was sent.
 *
 * @param since when it stopped, by `performance.now()`
 */
export async function staysAway(window: Page, since: number): Promise<void> {
  await isOffline(window);
  await expect(statusBar(window), 'nothing claims that all is sent').not.toContainText(t('shell.allSent'));
  await expect
    .poll(() => performance.now() - since, {
      message: 'the service was away for longer than the safe time',
      timeout: shortened.late * 5,
    })
    .toBeGreaterThan(shortened.late);
}

/** The plan with this title, as the window has it. */
async function planCalled(window: Page, title: string): Promise<PlanRow | undefined> {
  const { rows } = await callBackend<{ rows: PlanRow[] }>(window, 'plans', 'list');
  return rows.find((plan) => plan.title === title);
}

/** Waits until the plan is on the service, and nothing is under way for it. */
export const planIs = (
  window: Page,
  title: string,
  { what, fits }: { what: string; fits: (plan: PlanRow) => boolean },
): Promise<PlanRow> =>
  waitFor(
    what,
    async () => {
      const plan = await planCalled(window, title);
      return plan?.change === null && plan.work === null && fits(plan) ? plan : undefined;
    },
    90_000,
  );

/**
 * The service has the plan distributed, and each stop of the evening once, with its content and on a route.
 * @param assigned the stop that only one driver may get
 */
export async function expectEvening(
  service: TrainingService,
  title: string,
  assigned: { name: string; driverId: string },
): Promise<void> {
  const { plans, stops } = await readBack(service, async (reader) => {
    const called = (await reader.plans()).filter((plan) => plan.title === title);
    return { plans: called, stops: (await Promise.all(called.map(({ id }) => reader.stops(id)))).flat() };
  });
  expect(plans.map(({ distributed }) => distributed)).toEqual([true]);
  const found = stops
    .filter(({ recipient }) => recipient?.name != null && recipient.name !== '')
    .map(({ recipient, address, notes, packageCount, timing, allowedDrivers }) => ({
      name: recipient!.name,
      street: address.addressLineOne,
      ...{ notes, packageCount },
      window: [timing?.earliestAttemptTime?.hour, timing?.latestAttemptTime?.hour],
      drivers: recipient!.name === assigned.name ? allowedDrivers : [],
    }));
  const expected = [...earlyStops, ...lateStops].map(({ name, street, notes }) => ({
    ...{ name, street, notes, packageCount: 1, window: [9, 12] },
    drivers: name === assigned.name ? [assigned.driverId] : [],
  }));
  const byName = (one: { name: string | null }, other: { name: string | null }) =>
    String(one.name).localeCompare(String(other.name));
  expect(found.toSorted(byName)).toEqual(expected.toSorted(byName));
  const unrouted = stops.filter(({ type, route }) => type === 'stop' && route === null);
  expect(unrouted, 'every stop is on a route').toEqual([]);
}

/**
 * Lets the service's time stand still until an optimisation was seen to begin, and run fast after that. It takes a few
 * seconds of the service's time, in which a busy computer may draw no picture.
 *
 * @param press asks for the optimisation of the open plan
 */
export async function seenToBegin(window: Page, service: TrainingService, press: () => Promise<void>): Promise<void> {
  await control(service, 'PUT', '/clock', { speed: 0 });
  await press();
  await expect(window.locator('main .banner .seconds'), 'the optimisation has begun').toBeVisible({ timeout: 30_000 });
  await control(service, 'PUT', '/clock', { speed: 30 });
}
