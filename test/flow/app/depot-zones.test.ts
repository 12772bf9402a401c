/** Times of depots in other zones than the computer's, through the training service and back. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { buildStop } from '../../../src/renderer/stops/stop-build.ts';
import { emptyFields, fieldsFromStop } from '../../../src/renderer/stops/stop-fields.ts';
import { planZone } from '../../../src/shared/depot-zones.ts';
import { contentOf } from '../../../src/shared/stop-content.ts';
import type { TimeOfDay } from '../../../src/shared/shapes.ts';
import { timeText } from '../../../src/shared/time.ts';
import { clockText, computerZone, type DepotClock } from '../../../src/shared/zones.ts';
import { startService, type RunningService } from '../../../src/training/server.ts';
import { connect, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { innerTraining } from '../../fixtures/training-launcher.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, readList } from './office.ts';

/** The computer's zone is none of the depots', and is a day ahead of some. */
const computer = 'Asia/Tokyo';
const usual = process.env['TZ'];
beforeEach(() => {
  process.env['TZ'] = computer;
});
afterEach(() => {
  process.env['TZ'] = usual;
});

/** What is typed on both days of a zone. */
interface ChangeDays {
  zone: string;
  spring: { day: string; skipped: string; problem: string; windows: readonly (readonly [string, string])[] };
  autumn: { day: string; windows: readonly (readonly [string, string])[] };
}

const skips = (from: string, to: string) =>
  `The clock skips ${from} to ${to} that day. Enter ${to} or later, or before ${from}.`;
const lateEvening = ['23:30', '23:59'] as const;
const zones: readonly ChangeDays[] = [
  {
    zone: 'Europe/Berlin',
    spring: {
      ...{ day: '2026-03-29', skipped: '02:30', problem: skips('02:00', '03:00') },
      windows: [['01:59', '03:00'], ['00:00', '01:00'], lateEvening],
    },
    autumn: { day: '2026-10-25', windows: [['02:30', '03:00'], ['01:00', '02:00'], lateEvening] },
  },
  {
    zone: 'Europe/Lisbon',
    spring: {
      ...{ day: '2026-03-29', skipped: '01:30', problem: skips('01:00', '02:00') },
      // The clock skips 02:30 in Berlin, but not here.
      windows: [['00:59', '02:00'], ['02:30', '02:45'], lateEvening],
    },
    autumn: { day: '2026-10-25', windows: [['01:30', '02:00'], ['02:30', '03:00'], lateEvening] },
  },
  {
    zone: 'America/New_York',
    spring: {
      ...{ day: '2026-03-08', skipped: '02:30', problem: skips('02:00', '03:00') },
      windows: [['01:59', '03:00'], lateEvening],
    },
    autumn: { day: '2026-11-01', windows: [['01:30', '02:00'], lateEvening] },
  },
  {
    // Half an hour.
    zone: 'Australia/Lord_Howe',
    spring: {
      ...{ day: '2026-10-04', skipped: '02:15', problem: skips('02:00', '02:30') },
      windows: [['01:59', '02:30'], lateEvening],
    },
    autumn: { day: '2026-04-05', windows: [['01:45', '02:00'], lateEvening] },
  },
];

async function openOffice(
  folder = temporaryFolder(),
  more: Pick<Parameters<typeof startApp>[0], 'desktop' | 'saveTo'> = {},
): Promise<{ app: TestApp; service: RunningService }> {
  const time = { now: Date.parse('2026-06-15T04:00:00Z') };
  const service = await startService({ folder: temporaryFolder(), seed: 1, time });
  onTestFinished(() => service.close());
  const app = await startApp({ folder, ...more });
  await connect(app, accessOf(service));
  await waitFor('the depots', async () => (await app.handlers.depots.list()).rows.length >= 3);
  return { app, service };
}

const dateOf = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date };
};

/** Makes a plan of a depot. @returns its id, and the clock on which the form reads what is typed */
async function planOn(app: TestApp, day: string, depot: string): Promise<{ id: string; clock: DepotClock }> {
  const plan = await app.handlers.plans.create({
    plan: { title: `On ${day}`, starts: dateOf(day), depot, drivers: [] },
    draftId: null,
  });
  const { rows } = await app.handlers.depots.list();
  return { id: plan.id, clock: { zone: planZone(rows, plan.depot, computerZone()), day } };
}

const typed = (name: string, earliest: string, latest: string) => ({
  ...{ ...emptyFields(), recipientName: name, addressLineOne: 'Güterstraße 52', city: 'Aldermünde' },
  ...{ earliest, latest },
});

/** Types the windows for a plan, as the form does. */
async function enter(app: TestApp, planId: string, clock: DepotClock, windows: ChangeDays['autumn']['windows']) {
  for (const [earliest, latest] of windows) {
    const { stop, problems } = buildStop(typed(earliest, earliest, latest), clock);
    expect(problems).toEqual({});
    await app.handlers.stops.add({ planId, stop: stop!, draftId: null });
  }
}

/** The windows of a plan's stops as the service has them, and as list and form show them. */
async function windowsOf({ app, service }: { app: TestApp; service: RunningService }, planId: string) {
  interface Read {
    timing: { earliestAttemptTime: TimeOfDay; latestAttemptTime: TimeOfDay } | null;
  }
  const { id } = await app.handlers.plans.get({ planId });
  const there = await readList<Read>(service, `${id}/stops`, 'stops');
  const { rows } = await app.handlers.stops.list({ planId: id, cursor: null });
  const forms = await Promise.all(
    rows.map(async (row) => {
      const { stop, draft } = await app.handlers.stops.get({ planId: id, id: row.id });
      const { earliest, latest } = fieldsFromStop(draft ?? contentOf(stop!));
      return [earliest, latest];
    }),
  );
  return {
    service: there
      .map(({ timing }) => [timeText(timing!.earliestAttemptTime), timeText(timing!.latestAttemptTime)])
      .sort(),
    list: rows.map(({ earliest, latest }) => [earliest, latest]).sort(),
    form: forms.sort(),
  };
}

it('reads stops back as they were typed for both days of a clock change, in four zones', async () => {
  const office = await openOffice();
  const { app } = office;
  expect(computerZone()).toBe(computer);
  const { rows: depots } = await app.handlers.depots.list();
  const plans: { id: string; windows: ChangeDays['autumn']['windows'] }[] = [];
  for (const [at, { zone, spring, autumn }] of zones.entries()) {
    const depot = depots[at % depots.length]!.id;
    await app.handlers.depots.setZone({ depotId: depot, choice: zone });
    const first = await planOn(app, spring.day, depot);
    expect(first.clock).toEqual({ zone, day: spring.day });
    expect(buildStop(typed('Never', spring.skipped, ''), first.clock)).toEqual({
      ...{ stop: null, problems: { earliest: spring.problem } },
    });
    const second = await planOn(app, autumn.day, depot);
    await enter(app, first.id, first.clock, spring.windows);
    await enter(app, second.id, second.clock, autumn.windows);
    plans.push({ id: first.id, windows: spring.windows }, { id: second.id, windows: autumn.windows });
  }
  const isSent = async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged');
  await waitFor('all sent', isSent, 50_000);
  for (const { id, windows } of plans) {
    const expected = windows.map(([earliest, latest]) => [earliest, latest]).sort();
    expect(await windowsOf(office, id)).toEqual({ service: expected, list: expected, form: expected });
  }
}, 120_000);

it('derives the zone of a depot from its country, and keeps a chosen one over a restart', async () => {
  const folder = temporaryFolder();
  const { app } = await openOffice(folder);
  const [depot, other] = (await app.handlers.depots.list()).rows;
  expect(depot).toMatchObject({ country: 'DE', zone: 'Europe/Berlin', zoneChoice: null });

  app.changes.length = 0;
  await app.handlers.depots.setZone({ depotId: depot!.id, choice: 'Europe/Lisbon' });
  await waitFor('the windows to hear of it', () => app.changes.some(({ what }) => what.includes('depots')));
  await app.handlers.depots.setZone({ depotId: other!.id, choice: 'computer' });
  await app.close();

  const again = await startApp({ folder });
  const zonesOf = async () => (await again.handlers.depots.list()).rows.slice(0, 2).map(({ zone }) => zone);
  expect(await zonesOf()).toEqual(['Europe/Lisbon', computer]);
  await again.handlers.depots.setZone({ depotId: depot!.id, choice: null });
  await again.handlers.depots.setZone({ depotId: other!.id, choice: null });
  expect(await zonesOf()).toEqual(['Europe/Berlin', 'Europe/Berlin']);
});

it('is in the training depot on the clock of the computer, as its service is, unless a zone is chosen', async () => {
  const time = { now: Date.parse('2026-06-15T04:00:00Z') };
  const training = innerTraining({ folder: temporaryFolder(), seed: 1, time });
  const app = await startApp({ folder: temporaryFolder(), training });
  await app.handlers.session.startTraining();
  const { depots, plans, stops } = app.handlers;
  const plan = await waitFor('an optimised plan with its depot', async () => {
    const { rows } = await plans.list();
    const found = rows.find(({ optimization, distributed }) => optimization === 'optimized' && !distributed);
    return (await depots.list()).rows.some(({ id }) => id === found?.depot) ? found : undefined;
  });
  const zoneNow = async () => planZone((await depots.list()).rows, plan.depot, 'UTC');
  expect((await depots.list()).rows.map(({ country, zone }) => [country, zone])).toEqual(
    Array(3).fill(['DE', computer]),
  );

  await plans.show({ planId: plan.id });
  const arrivals = await waitFor('its arrivals', async () => {
    const { rows } = await stops.list({ planId: plan.id, cursor: null });
    const found = rows.flatMap(({ type, estimatedArrivalAt }) =>
      type === 'stop' && estimatedArrivalAt !== null ? [estimatedArrivalAt] : [],
    );
    return found.length > 0 && found;
  });
  // The drivers begin at 07:30 or 08:00. In Germany it is night then.
  const zone = await zoneNow();
  const first = clockText(Math.min(...arrivals), zone);
  expect(first >= '07:30' && first < '10:00', first).toBe(true);

  await depots.setZone({ depotId: plan.depot!, choice: 'Europe/Lisbon' });
  expect(await zoneNow()).toBe('Europe/Lisbon');
});

it('prints the times of a plan in the zone of its depot', async () => {
  const folder = temporaryFolder();
  const drawn: string[] = [];
  const drawPaper = (html: string) => {
    drawn.push(html);
    return Promise.resolve(new Uint8Array());
  };
  const { app } = await openOffice(folder, { desktop: { drawPaper }, saveTo: join(folder, 'sheet.pdf') });
  const [depot] = (await app.handlers.depots.list()).rows;
  await app.handlers.depots.setZone({ depotId: depot!.id, choice: 'America/New_York' });
  const plan = await planOn(app, '2026-06-20', depot!.id);
  await enter(app, plan.id, plan.clock, [['09:00', '12:00']]);
  await app.handlers.papers.save({ planId: plan.id, kind: 'driver-sheet', driverId: null });
  expect(drawn[0]).toContain('Times in New York');
  expect(drawn[0]).toContain('09:00–12:00');
});
