/**
 * An open list shows every change: after each call, every list with different content has been notified. Each list
 * follows the same changes as in the window.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { GestureName } from '../../../src/shared/contract.ts';
import type { EntryQuery } from '../../../src/shared/entries.ts';
import { follows } from '../../../src/shared/follows.ts';
import type { EntryChoice } from '../../../src/shared/outbox-decisions.ts';
import type { StorageChange } from '../../../src/main/db/outbox-storage.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { deskWithoutLine, stopOf, type Desk } from './gesture-desk.ts';
import { rows, transferRows, type Row } from './gesture-rows.ts';

type List = keyof typeof follows;
type Calls = Record<string, Record<string, (argument: object) => Promise<unknown>>>;

interface Open {
  list: List;
  /** The plan whose stops the list shows, or null if it is not a list of stops. */
  planId: string | null;
  read: () => Promise<unknown>;
}

/** Leaves out when a list was read and whether it is being read, which the readers report themselves. */
const plainly = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, field: unknown) => (key === 'asOf' || key === 'refreshing' ? null : field)));

/** Every list of the window, and the stops of two plans. */
function listsOf({ app, there }: Desk): Open[] {
  const { handlers } = app;
  const query: EntryQuery = { group: 'open', noun: null, planId: null, order: 'typed', words: [], cursor: null };
  const lists: Record<Exclude<List, 'stops'>, () => Promise<unknown>> = {
    plans: () => handlers.plans.list(),
    unassignedStops: () => handlers.unassignedStops.list({ cursor: null }),
    drivers: () => handlers.drivers.list(),
    orders: () => handlers.orders.list({ cursor: null }),
    outbox: async () => [await handlers.outbox.overview(), await handlers.outbox.list(query)],
    drafts: () => handlers.drafts.list(),
    imports: () => handlers.imports.list(),
    sentImports: () => handlers.imports.sent(),
    batches: () => handlers.batches.list(),
  };
  return [
    ...Object.entries(lists).map(([list, read]) => ({ list: list as List, planId: null, read })),
    ...there.plans.slice(0, 2).map((planId) => ({
      ...{ list: 'stops' as const, planId, read: () => handlers.stops.list({ planId, cursor: null }) },
    })),
  ];
}

/** Runs the work and waits until every list that changed has been notified. @returns the lists that changed */
async function told(desk: Desk, name: string, work: () => Promise<unknown>): Promise<string[]> {
  const lists = listsOf(desk);
  const before = await Promise.all(lists.map(async ({ read }) => plainly(await read())));
  const { changes } = desk.app;
  const from = changes.length;
  await work();
  await waitFor('the batches to rest', async () =>
    (await desk.app.handlers.batches.list()).every(({ state }) => state !== 'printing'),
  );
  const isTold = ({ list, planId }: Open) =>
    changes.slice(from).some((change) => {
      const isOfAnother = planId !== null && change.planId !== null && change.planId !== planId;
      return !isOfAnother && follows[list].some((what) => (change.what as readonly string[]).includes(what));
    });
  let others: Open[] = [];
  const untold = () => others.filter((one) => !isTold(one)).map(({ list }) => list);
  const look = async () => {
    const after = await Promise.all(lists.map(async ({ read }) => plainly(await read())));
    others = lists.filter((_, at) => !isDeepStrictEqual(before[at], after[at]));
    return untold().length === 0;
  };
  await waitFor('the window to be told', look, 3_000).catch(() => expect(untold(), `not told: ${name}`).toEqual([]));
  return others.map(({ list }) => list);
}

const calling = ({ app }: Desk, name: string) => {
  const [group = '', call = ''] = name.split('.');
  return (app.handlers as unknown as Calls)[group]![call]!;
};

describe('an open list', () => {
  it('shows the changes of every gesture', { timeout: 120_000 }, async () => {
    const open = await deskWithoutLine();
    const silent: string[] = [];
    for (const table of [rows, transferRows]) {
      const desk = await open();
      for (const [name, { asked, makes }] of Object.entries(table as Record<string, Row<GestureName>>)) {
        const argument = await asked(desk);
        const others = await told(desk, name, () => calling(desk, name)(argument));
        const isOfOutbox = Object.keys(makes).some((what) => /queued|refused|batches/.test(what));
        if (isOfOutbox && others.length === 0) silent.push(name);
      }
    }
    // A gesture that changes nothing proves nothing.
    expect(silent).toEqual([]);
  });

  it('shows the result of every decision for entries of every kind', { timeout: 120_000 }, async () => {
    const asked: { name: string; entryId: string; choice: EntryChoice }[] = [];
    const open = await deskWithoutLine(async (app, { plans: [planId = '', other = ''], stops: [stopId = ''] }) => {
      const changes: StorageChange[] = [];
      const decides = (name: string, entryId: string | null | undefined, choice: EntryChoice, set: object) => {
        asked.push({ name, entryId: entryId ?? '', choice });
        changes.push({ do: 'change-entry', id: entryId ?? '', set: { attempts: 1, ...set } });
      };
      const { stops, unassignedStops, drivers, orders } = app.handlers;
      const refused = { state: 'refused', reason: { code: 'service.refused', detail: {} } };
      const asks = (code: string) => ({ state: 'decision', reason: { code, detail: {} } });
      const stop = async (name: string) => (await stops.add({ planId, stop: stopOf(name), draftId: null })).entryId;
      const typed: Record<string, (name: string) => Promise<string | null | undefined>> = {
        stops: stop,
        unassignedStops: async (name) =>
          (await unassignedStops.add({ stop: stopOf(name), depot: null, draftId: null })).entryId,
        drivers: async (name) => {
          const row = await drivers.create({ driver: { name, email: `${name}@example.com` }, draftId: null });
          return row.entryId;
        },
        orders: async (name) => (await orders.add({ order: stopOf(name), draftId: null })).change?.entryId,
      };
      for (const [noun, type] of Object.entries(typed)) {
        decides(`${noun}: sent again`, await type('again'), { way: 'send-again' }, refused);
        decides(`${noun}: given up`, await type('never'), { way: 'give-up' }, refused);
        decides(`${noun}: seen`, await type('seen'), { way: 'on-service' }, asks('outbox.in-doubt'));
      }
      decides('to another plan', await stop('other'), { way: 'other-plan', planId: other }, refused);
      decides('without a plan', await stop('none'), { way: 'unassigned', depot: null }, refused);
      decides('made live', await stop('live'), { way: 'live' }, asks('outbox.plan-not-writable'));
      const { entryId } = await stops.edit({
        ...{ planId, id: stopId, change: { notes: 'mine' }, base: { notes: null }, draftId: null },
      });
      const conflicts = [{ field: 'notes', base: null, mine: 'mine', theirs: 'theirs' }];
      const theirs: EntryChoice = { way: 'resolve', fields: {}, others: 'theirs' };
      decides('theirs', entryId, theirs, { ...asks('outbox.conflict'), progress: { conflicts } });
      return changes;
    });
    const desk = await open();
    const alone: string[] = [];
    for (const { name, entryId, choice } of asked) {
      const others = await told(desk, name, () => desk.app.handlers.outbox.decide({ entryIds: [entryId], choice }));
      // Each changes its row of the outbox, and most also change a row of their own list.
      if (others.length < 2) alone.push(`${name}: ${others.join(' ')}`);
    }
    expect(alone).toEqual([]);
  });

  it('shows form drafts as they are saved and removed', { timeout: 60_000 }, async () => {
    const open = await deskWithoutLine();
    const desk = await open();
    const { drafts } = desk.app.handlers;
    const draft = { id: randomUUID(), form: 'stop', planId: desk.there.plans[0]!, fields: { name: 'Half' } } as const;
    expect(await told(desk, 'kept', () => drafts.save(draft))).toEqual(['drafts']);
    expect(await told(desk, 'thrown away', () => drafts.remove({ id: draft.id }))).toEqual(['drafts']);
  });
});
