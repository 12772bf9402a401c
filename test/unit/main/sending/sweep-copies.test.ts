/** What a search for late copies finds, deletes, asks about, and when it comes again: the changes that it returns. */
import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../../src/main/outbox/core.ts';
import type { EntryFields, StorageChange } from '../../../../src/main/db/outbox-storage.ts';
import { sweep } from '../../../../src/main/sending/sweep.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const minute = 60_000;

type Fields = Record<string, unknown>;
type Creating = 'stops.create' | 'stops.liveCreate' | 'orders.create' | 'unassignedStops.create';

const contents: Record<Creating, Fields> = {
  'stops.create': { address: { addressLineOne: 'Quay 1' }, notes: 'ring twice' },
  'stops.liveCreate': { address: { addressLineOne: 'Quay 1' }, notes: 'ring twice' },
  'unassignedStops.create': { address: { addressLineOne: 'Quay 1' }, notes: 'ring twice' },
  'orders.create': { notes: 'ring twice' },
};

interface Given {
  kind?: Creating;
  /** The marker that a person typed. */
  typed?: string;
  /** What is on the service: ids, and what differs from what was sent. */
  found?: [id: string, differs?: Fields][];
  plan?: Fields;
  /** How a deletion ends. */
  deletion?: unknown;
  /** During the search, and during each deletion. */
  searching?: (all: ReturnType<typeof searched>) => unknown;
  deleting?: (all: ReturnType<typeof searched>) => void;
}

/** An entry whose search is due, and a service with these records. */
function searched(given: Given, set: Partial<EntryFields> = {}, serverId: string | null = null) {
  const { kind = 'stops.create', found = [], typed, deletion = { kind: 'answered', value: {} } } = given;
  const { plan = { id: planId, writable: true, distributed: false } } = given;
  const asked: string[] = [];
  const deleted: unknown[] = [];
  const service = {
    read: async (name: string) => {
      asked.push(name);
      if (name === 'plans.get') return plan;
      await given.searching?.(all);
      const views = found.map(([id, differs]) => ({ ...(JSON.parse(all.entry().content) as Fields), id, ...differs }));
      return { [name.replace('.list', '')]: views };
    },
    write: async (name: string, { path }: { path: Fields }) => {
      deleted.push([name, path]);
      given.deleting?.(all);
      return deletion;
    },
  } as unknown as ServiceClient;
  const parts = coreInMemory({ service });
  const parent = kind === 'stops.create' || kind === 'stops.liveCreate' ? planId : '';
  const content = typed === undefined ? contents[kind] : { ...contents[kind], recipient: { externalId: typed } };
  const { entryId } = parts.intake.create(kind, parent, content);
  const id = entryId ?? '';
  const entry = () => parts.storage.find(id)!;
  const now = parts.system.now();
  const due = { state: 'acknowledged', doubtUntil: now + 10 * minute, sweepAt: now } as const;
  parts.put(id, { ...due, progress: { doubts: 2 }, knownIds: [], ...set });
  const { recordId } = entry();
  if (serverId !== null) parts.storage.commit([{ do: 'change-record', id: recordId, set: { serverId } }]);
  const all = { ...parts, id, entry, asked, deleted, now, recordId, run: () => sweep(parts.core, entry()) };
  return all;
}

const stop = (name: string) => `${planId}/stops/${name}`;
const path = (name: string) => ['stops.delete', { planId: 'p1', stopId: name }];
const fields = (id: string, set: Partial<EntryFields>): StorageChange => ({ do: 'change-entry', id, set });
const severalFound = (id: string, count: number) =>
  fields(id, { state: 'decision', reason: { code: 'outbox.several-found', detail: { count } }, sweepAt: null });

/** The only change: the next search, this many milliseconds from now. */
function nextSearch(changes: StorageChange[], { id, system }: ReturnType<typeof searched>): number {
  expect(changes).toEqual([fields(id, { sweepAt: expect.any(Number) as number })]);
  const [change] = changes;
  return (change?.do === 'change-entry' ? (change.set.sweepAt ?? 0) : 0) - system.now();
}

/** The pause before another try. */
function expectsPause(milliseconds: number): void {
  expect(milliseconds).toBeGreaterThanOrEqual(2_000);
  expect(milliseconds).toBeLessThanOrEqual(4_000);
}

describe('what is kept', () => {
  it('is nothing if nothing is found, and the search comes again after three minutes', async () => {
    const all = searched({});
    expect(nextSearch(await all.run(), all)).toBe(3 * minute);
    expect(all.deleted).toEqual([]);
  });

  it('is the only record, whose id is learnt', async () => {
    const all = searched({ found: [[stop('s1')]] });
    expect(await all.run()).toEqual([
      { do: 'change-record', id: all.recordId, set: { serverId: stop('s1') } },
      fields(all.id, { sweepAt: all.now + 3 * minute }),
    ]);
    expect(all.deleted).toEqual([]);
  });

  it('is the record with the first id, which is stored before a copy is deleted', async () => {
    const all = searched({ found: [[stop('s3')], [stop('s1')], [stop('s2')]] });
    expect(await all.run()).toEqual([
      { do: 'change-record', id: all.recordId, set: { serverId: stop('s1') } },
      fields(all.id, { sweepAt: all.now }),
    ]);
    expect(all.deleted).toEqual([]);
  });

  it('is the record with the known id', async () => {
    const all = searched({ found: [[stop('s1')], [stop('s2')], [stop('s3')]] }, {}, stop('s2'));
    expect(nextSearch(await all.run(), all)).toBe(3 * minute);
    expect(all.deleted).toEqual([path('s1'), path('s3')]);
  });

  it('is nothing if the record with the known id is gone: its copies go too', async () => {
    const all = searched({ found: [[stop('s1')], [stop('s2')]] }, {}, stop('s9'));
    await all.run();
    expect(all.deleted).toEqual([path('s1'), path('s2')]);
  });

  it.each<[string, Partial<EntryFields>]>([
    ['was discarded', { state: 'given-up' }],
    ['has moved away', { progress: { movedAway: true } }],
  ])('is nothing of a record that %s, and its own id is not deleted again', async (_what, set) => {
    const all = searched({ found: [[stop('s1')], [stop('s2')]] }, set, stop('s1'));
    expect(nextSearch(await all.run(), all)).toBe(3 * minute);
    expect(all.deleted).toEqual([path('s2')]);
  });

  it.each<[string, Partial<EntryFields>]>([
    ['was discarded', { state: 'given-up' }],
    ['has moved away', { progress: { movedAway: true } }],
  ])('is nothing of a record that %s before its id was known: the late one is deleted', async (_what, set) => {
    const all = searched({ found: [[stop('s1')]] }, set);
    expect(nextSearch(await all.run(), all)).toBe(3 * minute);
    expect(all.deleted).toEqual([path('s1')]);
  });

  it.each([
    ['acknowledged', [path('s1')]],
    ['queued', []],
  ] as const)('is nothing of a record whose deletion is acknowledged: %s', async (state, deleted) => {
    const all = searched({ found: [[stop('s1')]] });
    const deletion = { kind: 'stops.delete', lane: planId, body: null, base: null, progress: null } as const;
    all.storage.commit([
      { do: 'add-entry', entry: { ...deletion, id: 'deletion', recordId: all.recordId, createdAt: all.now } },
      fields('deletion', { state }),
    ]);
    await all.run();
    expect(all.deleted).toEqual(deleted);
  });
});

describe('an entry that asks or was refused', () => {
  const asking = { state: 'refused', reason: { code: 'service.refused', detail: {} }, notBefore: 5_000 } as const;

  it('is settled if its record is found after all', async () => {
    const all = searched({ found: [[stop('s1')]] }, asking);
    all.storage.commit(await all.run());
    expect(all.entry()).toMatchObject({
      ...{ state: 'acknowledged', reason: null, notBefore: 0, settledAt: all.now, serverId: stop('s1') },
    });
  });

  it('stays as it is if the record with its id is gone', async () => {
    const all = searched({ found: [[stop('s1')]] }, asking, stop('s9'));
    all.storage.commit(await all.run());
    expect(all.entry()).toMatchObject(asking);
  });

  it('stays as it is if it is about the second step of a move', async () => {
    const set = { ...asking, progress: { doubts: 2, moved: 'created' } } as const;
    const all = searched({ found: [[stop('s1')]] }, set, stop('s1'));
    all.storage.commit(await all.run());
    expect(all.entry()).toMatchObject(asking);
  });

  it('of a live stop is read back soon', async () => {
    const all = searched({ kind: 'stops.liveCreate', found: [[stop('s1')]] }, asking);
    all.storage.commit(await all.run());
    expect(all.entry()).toMatchObject({ state: 'pending', serverId: stop('s1') });
    expect(all.entry().notBefore - all.now).toBeGreaterThanOrEqual(1_000);
    expect(all.entry().notBefore - all.now).toBeLessThanOrEqual(2_000);
  });
});

describe('with a number that a person typed', () => {
  const found: [string][] = [[stop('s1')], [stop('s2')], [stop('s3')]];

  it.each([
    [1, 3, true],
    [2, 3, false],
    [0, 2, true],
    [1, 2, false],
  ])('after %i requests without an answer, %i records: asks: %s', async (doubts, count, asks) => {
    const all = searched({ typed: 'A-1', found: found.slice(0, count) }, { progress: { doubts } }, stop('s1'));
    const changes = await all.run();
    if (asks) expect(changes).toEqual([severalFound(all.id, count)]);
    else expect(nextSearch(changes, all)).toBe(3 * minute);
    expect(all.deleted).toHaveLength(asks ? 0 : count - 1);
  });
});

describe('a copy', () => {
  const two: [string, Fields?][] = [[stop('s1')], [stop('s2')], [stop('s3')]];

  it('with other content is asked about', async () => {
    const all = searched({ found: [[stop('s1')], [stop('s2'), { notes: 'changed' }]] }, {}, stop('s1'));
    expect(await all.run()).toEqual([severalFound(all.id, 2)]);
    expect(all.deleted).toEqual([]);
  });

  it.each<[string, Fields]>([
    ['is distributed', { writable: true, distributed: true }],
    ['cannot be changed', { writable: false, distributed: false }],
    ['is distributed and cannot be changed', { writable: false, distributed: true, optimization: 'optimized' }],
  ])('in a plan that %s is asked about', async (_what, plan) => {
    const all = searched({ found: two, plan }, {}, stop('s1'));
    expect(await all.run()).toEqual([severalFound(all.id, 3)]);
    expect(all.deleted).toEqual([]);
  });

  it('in a plan that is being optimised is deleted later', async () => {
    const all = searched({ found: two, plan: { writable: false, optimization: 'optimizing' } }, {}, stop('s1'));
    expectsPause(nextSearch(await all.run(), all));
    expect(all.deleted).toEqual([]);
  });

  it('is deleted later if the answer to its deletion does not come', async () => {
    const all = searched({ found: two, deletion: { kind: 'in-doubt' } }, {}, stop('s1'));
    expectsPause(nextSearch(await all.run(), all));
    expect(all.deleted).toEqual([path('s2')]);
  });

  it('that is gone already counts as deleted', async () => {
    const deletion = { kind: 'refused', error: new AppError('service.not-found') };
    const all = searched({ found: two, deletion }, {}, stop('s1'));
    expect(nextSearch(await all.run(), all)).toBe(3 * minute);
    expect(all.deleted).toEqual([path('s2'), path('s3')]);
  });

  it('whose deletion is refused is asked about', async () => {
    const deletion = { kind: 'refused', error: new AppError('service.refused') };
    const all = searched({ found: two, deletion }, {}, stop('s1'));
    expect(await all.run()).toEqual([severalFound(all.id, 3)]);
    expect(all.deleted).toEqual([path('s2')]);
  });

  it('of an order is deleted unless it was handed over, and no plan is read', async () => {
    const orders = (submitted: boolean) =>
      searched({ kind: 'orders.create', found: [['orders/o1'], ['orders/o2', { submitted }]] }, {}, 'orders/o1');
    const open = orders(false);
    expect(nextSearch(await open.run(), open)).toBe(3 * minute);
    expect(open.deleted).toEqual([['orders.delete', { id: 'o2' }]]);
    expect(open.asked).toEqual(['orders.list']);
    const handedOver = orders(true);
    expect(await handedOver.run()).toEqual([severalFound(handedOver.id, 2)]);
    expect(handedOver.deleted).toEqual([]);
  });

  it('of an unassigned stop is deleted, and no plan is read', async () => {
    const found: [string][] = [['unassignedStops/u1'], ['unassignedStops/u2']];
    const all = searched({ kind: 'unassignedStops.create', found }, {}, 'unassignedStops/u1');
    await all.run();
    expect(all.deleted).toEqual([['unassignedStops.delete', { unassignedStopId: 'u2' }]]);
    expect(all.asked).toEqual(['unassignedStops.list']);
  });
});

describe('what happens meanwhile', () => {
  it.each<[string, Partial<EntryFields>]>([
    ['another state', { state: 'given-up' }],
    ['another time of the search', { sweepAt: 1 }],
  ])('to the entry while a copy is deleted makes the search begin again: %s', async (_what, set) => {
    const found: [string][] = [[stop('s1')], [stop('s2')], [stop('s3')]];
    const all = searched({ found, deleting: ({ put, id }) => put(id, set) }, {}, stop('s1'));
    expect(await all.run()).toEqual([]);
    expect(all.deleted).toEqual([path('s2')]);
  });

  it.each<[string, Partial<EntryFields>]>([
    ['is sent again', { state: 'sending' }],
    ['needs no search any more', { sweepAt: null }],
  ])('to an entry that %s during the search ends it', async (_what, set) => {
    const found: [string][] = [[stop('s1')], [stop('s2')]];
    const all = searched({ found, searching: ({ put, id }) => put(id, set) }, {}, stop('s1'));
    expect(await all.run()).toEqual([]);
    expect(all.deleted).toEqual([]);
  });
});

describe('a record that may be that of another stop with the same typed number', () => {
  /** The other stop was accepted, and its id is not known. */
  function besideAnother() {
    const found: [string][] = [[stop('s1')], [stop('s2')]];
    const all = searched({ typed: 'A-1', found }, { progress: { doubts: 1 } }, stop('s1'));
    const content = { address: { addressLineOne: 'Quay 2' }, notes: 'ring twice', recipient: { externalId: 'A-1' } };
    const other = all.intake.create('stops.create', planId, content);
    all.put(other.entryId, { state: 'acknowledged', settledAt: all.now, knownIds: [] });
    return { ...all, other };
  }

  it('is not deleted, and searched for again when its id may be known', async () => {
    const all = besideAnother();
    expect(nextSearch(await all.run(), all)).toBe(3 * minute);
    expect(all.deleted).toEqual([]);
    all.storage.commit([{ do: 'change-record', id: all.other.recordId, set: { serverId: stop('s2') } }]);
    expect(nextSearch(await all.run(), all)).toBe(3 * minute);
    expect(all.deleted).toEqual([]);
  });

  it('needs a decision if its id has not become known', async () => {
    const all = besideAnother();
    all.put(all.id, { doubtUntil: all.now - 10 * minute - 1_000 });
    expect(nextSearch(await all.run(), all)).toBe(3 * minute);
    all.put(all.id, { doubtUntil: all.now - 10 * minute - 1_001 });
    expect(await all.run()).toEqual([severalFound(all.id, 2)]);
    expect(all.deleted).toEqual([]);
  });
});

describe('the next search', () => {
  it('comes after the last moment at which a request may arrive', async () => {
    const all = searched({});
    all.put(all.id, { doubtUntil: all.now + minute });
    expect(nextSearch(await all.run(), all)).toBe(minute + 1_000);
  });

  it('is not needed after one that began later than that', async () => {
    const all = searched({});
    all.put(all.id, { doubtUntil: all.now - 1_000 });
    expect(await all.run()).toEqual([fields(all.id, { sweepAt: null })]);
  });

  it('is needed after one that began before that and took longer', async () => {
    const all = searched({ searching: ({ system }) => system.advance(2_000) });
    all.put(all.id, { doubtUntil: all.now });
    expect(nextSearch(await all.run(), all)).toBe(0);
  });

  const failing = (error: Error) =>
    searched({
      searching: () => {
        throw error;
      },
    });

  it('comes after minutes if the service refuses it, and not at all once that has lasted an hour', async () => {
    const refused = failing(new AppError('service.forbidden'));
    expect(nextSearch(await refused.run(), refused)).toBe(3 * minute);
    refused.put(refused.id, { doubtUntil: refused.now - 60 * minute });
    expect(nextSearch(await refused.run(), refused)).toBe(3 * minute);
    refused.put(refused.id, { doubtUntil: refused.now - 60 * minute - 1 });
    expect(await refused.run()).toEqual([fields(refused.id, { sweepAt: null })]);
  });

  it('comes after minutes if the service fails, however long that lasts', async () => {
    const failed = failing(new AppError('service.failed'));
    failed.put(failed.id, { doubtUntil: failed.now - 100 * minute });
    expect(nextSearch(await failed.run(), failed)).toBe(3 * minute);
  });

  it('does not begin again if it was ended while it failed', async () => {
    const ended = searched({
      searching: ({ put, id }) => {
        put(id, { sweepAt: null });
        throw new AppError('line.timeout');
      },
    });
    expect(await ended.run()).toEqual([]);
  });

  it('comes when the service says after a read that failed', async () => {
    const told = failing(new AppError('service.busy', { detail: { waitMilliseconds: 7_000 } }));
    expect(nextSearch(await told.run(), told)).toBe(7_000);
    const untold = failing(new AppError('line.timeout'));
    expectsPause(nextSearch(await untold.run(), untold));
    await expect(failing(new TypeError('a mistake')).run()).rejects.toThrow('a mistake');
  });
});
