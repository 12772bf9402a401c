import { beforeEach, describe, expect, it } from 'vitest';
import type { CachedFacts, ServiceClient } from '../../../../src/main/outbox/core.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { EntryFields, StoredEntry } from '../../../../src/main/db/outbox-storage.ts';
import { nothingKnown } from '../../../fixtures/core-parts.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const content = { address: { addressLineOne: 'Quay 1' }, recipient: { name: 'Jette Harms' }, notes: 'first' };
const settle = 120_000;
const late = 600_000;
const gone = () => Promise.reject(new AppError('service.not-found'));

/** The service's answer to each read. */
let says: Record<string, () => unknown>;
/** What was put into the cache, and what runs meanwhile. */
let put: unknown[][];
let whilePut: () => void;
let all: ReturnType<typeof coreInMemory>;
let now: number;

beforeEach(() => {
  says = {};
  put = [];
  whilePut = () => undefined;
  all = office();
  now = all.system.now();
});

function office(pendingStopsShow = false) {
  const known: CachedFacts = {
    ...nothingKnown,
    put: (noun, parentId, view) => {
      put.push([noun, parentId, view.id]);
      whilePut();
      return Promise.resolve();
    },
  };
  const read = (name: string) => Promise.resolve().then(() => (says[name] ?? gone)());
  const service = { read, write: gone } as unknown as ServiceClient;
  return coreInMemory({ service, cached: known, pendingStopsShow });
}

function found(id: string): StoredEntry {
  const one = all.storage.find(id);
  if (one === undefined) throw new Error('it is not kept');
  return one;
}

const doubt = { state: 'in-doubt', attempts: 1, attemptId: 'a1' } as const;

/** Sets fields of an entry and looks it up once. */
async function looked(entryId: string | null, set: Partial<EntryFields>): Promise<StoredEntry> {
  all.put(entryId, { lastAttemptAt: now, ...set });
  await all.outbox.reconcile(found(entryId ?? ''));
  return found(entryId ?? '');
}

const stop = () => all.intake.create('stops.create', 'plans/p1', content).entryId;
const liveStop = () => all.intake.create('stops.liveCreate', 'plans/p1', content).entryId;
const command = (kind: 'plans.distribute' | 'plans.redistribute' | 'plans.optimize') =>
  all.intake.command(kind, 'plans/p1', {}).entryId;
const submit = () => all.intake.command('orders.submit', 'orders/o1', { courierId: 'couriers/1' }).entryId;
const liveEdit = (notes: string) =>
  all.intake.edit('stops.liveUpdate', 'plans/p1/stops/s1', 'plans/p1', { notes }, { notes: 'first' }).entryId;

const page = (of: string, ...views: object[]) => ({ [of]: views, nextPageToken: null });
const listed = (id: string, entryId: string | null, more: object = {}) => ({
  ...{ id, ...content, ...more },
  recipient: { name: 'Jette Harms', externalId: found(entryId ?? '').marker },
});

/** Expects a wait between half and the whole of the maximum. */
function expectRest({ notBefore }: StoredEntry, most: number): void {
  expect(notBefore - now).toBeGreaterThanOrEqual(most / 2);
  expect(notBefore - now).toBeLessThanOrEqual(most);
}

describe('a failed lookup', () => {
  it('rests and keeps the reason', async () => {
    says['stops.list'] = () => Promise.reject(new AppError('line.timeout'));
    const entry = await looked(stop(), { ...doubt, attempts: 2 });
    expect(entry).toMatchObject({ state: 'in-doubt', reason: { code: 'line.timeout' } });
    expectRest(entry, 8_000);
  });

  const forbidden = () => Promise.reject(new AppError('service.forbidden'));

  it('needs a decision if the service refuses it, once nothing can be in flight', async () => {
    says['stops.list'] = forbidden;
    says['plans.get'] = forbidden;
    const resting = await looked(stop(), { ...doubt, lastAttemptAt: now - settle + 1 });
    expect(resting).toMatchObject({ state: 'in-doubt', reason: { code: 'service.forbidden' } });
    expectRest(resting, 4_000);
    const asking = { state: 'decision', reason: { code: 'outbox.cannot-look', detail: {} }, notBefore: 0 };
    const doubtUntil = now + late - settle;
    expect(await looked(stop(), { ...doubt, doubtUntil, lastAttemptAt: now - settle })).toMatchObject({
      // It is settled without the user if the list can be read again and shows it.
      ...{ ...asking, sweepAt: now + 180_000 },
    });
    expect(await looked(liveEdit('x'), { state: 'pending', lastAttemptAt: now - settle })).toMatchObject(asking);
  });

  it('does not ask about an entry that was settled or sent again meanwhile', async () => {
    for (const meanwhile of [{ state: 'refused' }, { attemptId: 'a2' }] as const) {
      const entryId = stop();
      says['stops.list'] = () => {
        all.put(entryId, meanwhile);
        return forbidden();
      };
      const entry = await looked(entryId, { ...doubt, lastAttemptAt: now - settle });
      expect(entry).toMatchObject({ state: 'in-doubt', reason: null, ...meanwhile });
    }
  });

  it('throws on bugs', async () => {
    says['stops.list'] = () => Promise.reject(new TypeError('a mistake'));
    await expect(looked(stop(), doubt)).rejects.toThrow('a mistake');
    says['plans.get'] = says['stops.list'];
    await expect(looked(liveEdit('x'), { state: 'pending' })).rejects.toThrow('a mistake');
  });
});

describe('an edit or a deletion in doubt', () => {
  it('is sent again after a rest', async () => {
    for (const entryId of [liveEdit('x'), all.intake.remove('stops.delete', 'plans/p1/stops/s2', 'plans/p1').entryId]) {
      const entry = await looked(entryId, { ...doubt, attempts: 3 });
      expect(entry.state).toBe('queued');
      expectRest(entry, 16_000);
    }
  });
});

describe('an order that may have been submitted', () => {
  it('is settled by its state on the service', async () => {
    says['orders.get'] = () => ({ id: 'orders/o1', submitted: true });
    expect(await looked(submit(), doubt)).toMatchObject({
      ...{ state: 'acknowledged', reason: null, settledAt: now, serverId: 'orders/o1' },
    });
  });

  it('is submitted again if it was not, and rejected if it is gone', async () => {
    says['orders.get'] = () => ({ id: 'orders/o1', submitted: false });
    const entryId = submit();
    expect(await looked(entryId, doubt)).toMatchObject({ state: 'queued' });
    says['orders.get'] = gone;
    expect(await looked(entryId, doubt)).toMatchObject({ state: 'refused', reason: { code: 'service.not-found' } });
  });
});

describe('a plan whose drivers may have been notified', () => {
  it('counts as distributed if the service says so, the first time', async () => {
    says['plans.get'] = () => ({ id: 'plans/p1', distributed: true });
    expect(await looked(command('plans.distribute'), doubt)).toMatchObject({ state: 'acknowledged', settledAt: now });
  });

  it.each([
    ['plans.redistribute', true],
    ['plans.distribute', false],
  ] as const)('waits for a request that may be in flight, then needs a decision: %s', async (kind, distributed) => {
    says['plans.get'] = () => ({ id: 'plans/p1', distributed });
    const entryId = command(kind);
    const reason = (waitMilliseconds: number) => ({ code: 'outbox.settling', detail: { waitMilliseconds } });
    expect(await looked(entryId, { ...doubt, lastAttemptAt: now - 10_000 })).toMatchObject({
      ...{ state: 'in-doubt', reason: reason(settle - 10_000), notBefore: now + settle - 10_000 },
    });
    // The clock was set back since, and the wait does not become longer.
    expect(await looked(entryId, { ...doubt, lastAttemptAt: now + 60_000 })).toMatchObject({
      ...{ state: 'in-doubt', notBefore: now + settle },
    });
    expect((await looked(entryId, { ...doubt, lastAttemptAt: now - settle + 1 })).state).toBe('in-doubt');
    expect(await looked(entryId, { ...doubt, lastAttemptAt: now - settle, notBefore: 7 })).toMatchObject({
      ...{ state: 'decision', reason: { code: 'outbox.cannot-tell' }, notBefore: 0 },
    });
  });

  it('uses the attempt recorded after the plan was read', async () => {
    const entryId = command('plans.distribute');
    says['plans.get'] = () => {
      all.put(entryId, { lastAttemptAt: now - settle });
      return { id: 'plans/p1', distributed: false };
    };
    expect((await looked(entryId, doubt)).state).toBe('decision');
  });
});

describe('a lookup by marker', () => {
  it('is recorded with the id found, and cached before that', async () => {
    const entryId = stop();
    const others = [listed('plans/p1/stops/s8', entryId), listed('plans/p1/stops/s9', entryId)];
    all.put(entryId, { serverId: 'plans/p1/stops/s9' } as Partial<EntryFields>);
    says['stops.list'] = () => page('stops', ...others);
    expect((await looked(entryId, { ...doubt, progress: { doubts: 2 } })).state).toBe('acknowledged');
    expect(put.at(-1)).toEqual(['stops', 'plans/p1', 'plans/p1/stops/s9']);
  });

  it('does not change an entry that was settled meanwhile or while caching', async () => {
    const entryId = stop();
    const giveUp = () => all.put(entryId, { state: 'refused' });
    says['stops.list'] = () => {
      giveUp();
      return page('stops', listed('plans/p1/stops/s9', entryId));
    };
    expect(await looked(entryId, doubt)).toMatchObject({ state: 'refused', serverId: null });
    says['stops.list'] = () => page('stops', listed('plans/p1/stops/s9', entryId));
    whilePut = giveUp;
    expect(await looked(entryId, doubt)).toMatchObject({ state: 'refused', serverId: null });
  });

  it('does not resend an entry that was settled during the lookup', async () => {
    const entryId = stop();
    says['stops.list'] = () => {
      all.put(entryId, { state: 'refused' });
      return page('stops');
    };
    expect(await looked(entryId, { ...doubt, lastAttemptAt: now - settle })).toMatchObject({ state: 'refused' });
  });

  it('resends immediately after a long enough absence, and keeps the known ids', async () => {
    says['stops.list'] = () => page('stops');
    const entryId = stop();
    const absent = { ...doubt, lastAttemptAt: now - settle };
    expect(await looked(entryId, { ...absent, notBefore: 7 })).toMatchObject({
      ...{ state: 'queued', reason: null, notBefore: 0, knownIds: [] },
    });
    const known = ['plans/p1/stops/s1'];
    expect((await looked(entryId, { ...absent, knownIds: known })).knownIds).toEqual(known);
    expect(await looked(entryId, { ...doubt, lastAttemptAt: now - 1_000, knownIds: null })).toMatchObject({
      ...{ state: 'in-doubt', notBefore: now + settle - 1_000, knownIds: null },
    });
  });

  it('counts an absence without a recorded attempt', async () => {
    says['stops.list'] = () => page('stops');
    expect((await looked(stop(), { ...doubt, lastAttemptAt: null })).state).toBe('queued');
    // The clock was set back, so this counts as sent just now.
    expect((await looked(stop(), { ...doubt, lastAttemptAt: now + 60_000 })).notBefore).toBe(now + settle);
  });

  it('needs a decision if a stop with the entered external id has other content', async () => {
    const typed = { ...content, recipient: { name: 'Jette Harms', externalId: '4711' } };
    const { entryId } = all.intake.create('stops.create', 'plans/p1', typed);
    says['stops.list'] = () => page('stops', listed('plans/p1/stops/s9', entryId, { notes: 'other' }));
    expect(await looked(entryId, doubt)).toMatchObject({
      ...{ state: 'decision', reason: { code: 'outbox.other-content' }, knownIds: ['plans/p1/stops/s9'] },
    });
  });
});

describe('a driver in doubt', () => {
  const driver = { name: 'Ole Brandt', email: 'ole@depot.example' };
  const make = () => all.intake.create('drivers.create', '', driver).entryId;
  const there = { id: 'drivers/d7', ...driver };

  it('is identified by the e-mail address, and cached before it is settled', async () => {
    says['drivers.list'] = () =>
      page('drivers', { id: 'drivers/d6', name: 'Another', email: 'a@depot.example' }, there);
    const entryId = make();
    whilePut = () => expect(found(entryId ?? '').state).toBe('in-doubt');
    const settled = await looked(entryId, { ...doubt, knownIds: [] });
    expect(settled).toMatchObject({ state: 'acknowledged', serverId: 'drivers/d7' });
    expect(put).toEqual([['drivers', '', 'drivers/d7']]);
  });

  it('does not change an entry that was settled while caching', async () => {
    says['drivers.list'] = () => page('drivers', there);
    const entryId = make();
    whilePut = () => all.put(entryId, { state: 'refused' });
    expect(await looked(entryId, { ...doubt, knownIds: [] })).toMatchObject({ state: 'refused', serverId: null });
  });
});

describe('a live stop in doubt', () => {
  const absent = { ...doubt, lastAttemptAt: Date.UTC(2026, 5, 15, 6) - late };

  it('needs a decision if pending stops may not be listed', async () => {
    says['stops.list'] = () => page('stops');
    const entryId = liveStop();
    expect((await looked(entryId, { ...absent, lastAttemptAt: absent.lastAttemptAt + 1 })).state).toBe('in-doubt');
    // It knows for the next attempt what is not its own, which an entry from a file did not.
    expect(await looked(entryId, { ...absent, knownIds: null })).toMatchObject({
      ...{ state: 'decision', reason: { code: 'outbox.cannot-tell' }, knownIds: [] },
    });
  });

  it('is sent again if pending stops are listed', async () => {
    all = office(true);
    says['stops.list'] = () => page('stops');
    expect((await looked(liveStop(), absent)).state).toBe('queued');
  });

  it('is pending if it is listed', async () => {
    const entryId = liveStop();
    says['stops.list'] = () => page('stops', listed('plans/p1/stops/s9', entryId));
    const entry = await looked(entryId, doubt);
    expect(entry).toMatchObject({ state: 'pending', serverId: 'plans/p1/stops/s9' });
    expectRest(entry, 2_000);
  });
});

describe('an operation', () => {
  const started = (id: string) => ({
    id,
    type: 'plan_optimization',
    metadata: { targetPlanId: 'plans/p1', startedBy: 'api' },
  });
  const running = { state: 'pending', attempts: 4, progress: { operationId: 'operations/o1' } } as const;

  it('is checked until it is done once it was found', async () => {
    says['operations.list'] = () => page('operations', started('operations/o1'));
    const entryId = command('plans.optimize');
    const entry = await looked(entryId, { ...doubt, knownIds: [] });
    expect(entry).toMatchObject({ state: 'pending', serverId: 'plans/p1', progress: { operationId: 'operations/o1' } });
    expectRest(entry, 2_000);
    expect(put.filter(([noun]) => noun === 'plans')).toEqual([]);
  });

  it('is checked at increasing intervals while it runs', async () => {
    says['operations.get'] = () => ({ id: 'operations/o1', done: false });
    const waits = [1_000, 2_100, 4_000, 6_000, 200_000].map(async (elapsed) => {
      const entry = await looked(command('plans.optimize'), { ...running, lastAttemptAt: now - elapsed });
      expect(entry).toMatchObject({ state: 'pending' });
      return entry.notBefore - now;
    });
    // At 2, 3, 5 and 8 seconds after the request, later every half minute.
    expect(await Promise.all(waits)).toEqual([1_000, 900, 1_000, 2_000, 30_000]);
  });

  it('is settled when it is done', async () => {
    says['operations.get'] = () => ({ id: 'operations/o1', done: true, result: { numOptimizedStops: 1 } });
    const before = { reason: { code: 'outbox.pending', detail: {} }, notBefore: now - 1 } as const;
    expect(await looked(command('plans.optimize'), { ...running, ...before })).toMatchObject({
      ...{ state: 'acknowledged', reason: null, notBefore: 0, settledAt: now },
    });
  });

  it('is rejected with the message of the service when it failed', async () => {
    const result = { code: 'no_drivers', message: 'The plan has no drivers.' };
    says['operations.get'] = () => ({ id: 'operations/o1', done: true, result });
    const detail = { serviceCode: 'no_drivers', serviceMessage: 'The plan has no drivers.' };
    expect(await looked(command('plans.optimize'), running)).toMatchObject({
      ...{ state: 'refused', reason: { code: 'service.refused', detail } },
    });
  });

  it('needs a decision if it is gone with its plan', async () => {
    expect(await looked(command('plans.optimize'), running)).toMatchObject({
      ...{ state: 'decision', reason: { code: 'outbox.cannot-tell' } },
    });
  });
});

describe('an accepted live change', () => {
  const taken = { state: 'pending', attempts: 1, attemptId: 'a1' } as const;
  const isOut = { id: 'plans/p1', writable: false, distributed: true, optimization: 'optimized' };

  it.each(['editing', 'optimizing', 'preview'])('is not looked for while its plan is %s', async (optimization) => {
    says['plans.get'] = () => ({ ...isOut, optimization });
    const entry = await looked(liveEdit('mine'), taken);
    expect(entry).toMatchObject({ state: 'pending', attempts: 2 });
    expectRest(entry, 8_000);
  });

  it('is looked for by its marker if it has no id yet', async () => {
    says['plans.get'] = () => isOut;
    const entryId = liveStop();
    says['stops.list'] = () => page('stops', listed('plans/p1/stops/s9', entryId));
    expect(await looked(entryId, taken)).toMatchObject({ state: 'acknowledged', serverId: 'plans/p1/stops/s9' });
    says['stops.list'] = () => page('stops');
    expect(await looked(liveStop(), taken)).toMatchObject({ state: 'decision', reason: { code: 'outbox.discarded' } });
  });

  it('is not read by id if it has none', async () => {
    says['plans.get'] = () => isOut;
    says['stops.get'] = () => Promise.reject(new AppError('line.timeout'));
    const { recordId } = all.intake.create('stops.create', 'plans/p1', content);
    const { entryId } = all.intake.edit(
      'stops.liveUpdate',
      recordId,
      'plans/p1',
      { notes: 'mine' },
      { notes: 'first' },
    );
    expect(await looked(entryId, taken)).toMatchObject({ state: 'decision', reason: { code: 'outbox.discarded' } });
  });

  it('is gone with its plan', async () => {
    expect(await looked(liveEdit('mine'), taken)).toMatchObject({ reason: { code: 'outbox.discarded' } });
    expect(await looked(liveStop(), taken)).toMatchObject({ reason: { code: 'outbox.discarded' } });
    const { entryId } = all.intake.remove('stops.liveDelete', 'plans/p1/stops/s3', 'plans/p1');
    expect(await looked(entryId, taken)).toMatchObject({ state: 'acknowledged' });
  });

  it('goes with the plan that was deleted here, and a stop that was created live with its later changes', async () => {
    const edit = liveEdit('mine');
    const created = all.intake.create('stops.liveCreate', 'plans/p1', content);
    all.put(created.entryId, taken);
    const later = all.intake.edit(
      ...(['stops.liveUpdate', created.recordId, 'plans/p1', { notes: 'later' }, { notes: 'first' }] as const),
    ).entryId;
    all.put(later, { state: 'queued' });
    const { entryId: deletion } = all.intake.remove('plans.delete', 'plans/p1', '');
    all.put(deletion, { state: 'sending' });
    expect((await looked(edit, taken)).state).toBe('decision');
    all.put(deletion, { state: 'acknowledged' });
    for (const id of [edit, created.entryId]) {
      expect(await looked(id, taken)).toMatchObject({ state: 'given-up', reason: null, settledAt: now });
    }
    expect(found(later ?? '').state).toBe('given-up');
  });

  it('needs a decision with a later one, unless it was applied, settled or sent again meanwhile', async () => {
    says['plans.get'] = () => isOut;
    const reread = async (meanwhile: Partial<EntryFields>, notes = 'first') => {
      const before = liveEdit('earlier');
      all.put(before, taken);
      const last = liveEdit('mine');
      says['stops.get'] = () => {
        all.put(before, meanwhile);
        return { id: 'plans/p1/stops/s1', ...content, notes };
      };
      await looked(last, taken);
      const { state } = found(before ?? '');
      // Settled, so that the next ones start fresh.
      for (const id of [before, last]) all.put(id, { state: 'acknowledged' });
      return state;
    };
    expect(await reread({})).toBe('decision');
    expect(await reread({}, 'earlier')).toBe('pending');
    expect(await reread({ state: 'refused' })).toBe('refused');
    expect(await reread({ attemptId: 'a2' })).toBe('pending');
  });

  it.each([
    ['queued, and was perhaps taken before', { state: 'queued', progress: { doubts: 1 } }, 'pending'],
    ['queued, and never left', { state: 'queued', progress: null }, 'decision'],
    ['refused, and was perhaps taken before', { state: 'refused', progress: { doubts: 1 } }, 'decision'],
    ['on its way', { state: 'sending' }, 'pending'],
  ] as const)('waits for a later one that is %s', async (_, later, state) => {
    says['plans.get'] = () => isOut;
    says['stops.get'] = () => ({ id: 'plans/p1/stops/s1', ...content });
    const first = liveEdit('mine');
    all.put(first, taken);
    all.put(liveEdit('later'), later);
    expect((await looked(first, taken)).state).toBe(state);
  });

  /** A live change, an edit that is none, and a later live change, of one stop. @param put in which the later one is */
  function threeChanges(put: Partial<EntryFields>, makeLater = () => liveEdit('later')) {
    const first = liveEdit('mine');
    all.put(first, taken);
    const { entryId: between } = all.intake.edit(
      ...(['stops.update', 'plans/p1/stops/s1', 'plans/p1', { packageCount: 2 }, { packageCount: 1 }] as const),
    );
    const later = makeLater();
    all.put(later, put);
    return { first, between, later };
  }

  const perhapsTaken = { ...doubt, progress: { doubts: 1 } };

  it.each([
    ['is there, which settles both', 'later', 'acknowledged'],
    ['is not there either', 'of a colleague', 'decision'],
  ])('waits for no later one that waits for it, behind an edit that is no live change: it %s', async (_, notes, by) => {
    says['plans.get'] = () => isOut;
    says['stops.get'] = () => ({ id: 'plans/p1/stops/s1', ...content, notes });
    const { first, between } = threeChanges(perhapsTaken);
    all.put(between, { state: 'sending' });
    expect((await looked(first, taken)).state).toBe('pending');
    all.put(between, { state: 'queued' });
    expect((await looked(first, taken)).state).toBe(by);
  });

  it.each([
    ['queued', { state: 'queued', progress: { doubts: 1 } }, 'acknowledged'],
    ['on its way, which waits for nothing', { state: 'sending' }, 'pending'],
    ['pending itself, which waits for nothing', taken, 'pending'],
  ] as const)('behind an edit that is no live change, minds a later one that is %s', async (_, later, by) => {
    says['plans.get'] = () => isOut;
    says['stops.get'] = () => ({ id: 'plans/p1/stops/s1', ...content, notes: 'later' });
    const { first, between } = threeChanges(later);
    all.put(between, { state: 'queued' });
    expect((await looked(first, taken)).state).toBe(by);
  });

  it('waits for a later one that stands before an edit that is no live change', async () => {
    says['plans.get'] = () => isOut;
    says['stops.get'] = () => ({ id: 'plans/p1/stops/s1', ...content, notes: 'later' });
    const first = liveEdit('mine');
    all.put(first, taken);
    all.put(liveEdit('later'), perhapsTaken);
    const { entryId: after } = all.intake.edit(
      ...(['stops.update', 'plans/p1/stops/s1', 'plans/p1', { packageCount: 2 }, { packageCount: 1 }] as const),
    );
    all.put(after, { state: 'queued' });
    expect((await looked(first, taken)).state).toBe('pending');
  });

  it.each([
    [
      'of two fields, of which one is there',
      () =>
        all.intake.edit(
          'stops.liveUpdate',
          'plans/p1/stops/s1',
          'plans/p1',
          { notes: 'later', packageCount: 5 },
          { notes: 'mine', packageCount: 1 },
        ).entryId,
    ],
    ['that deletes the stop', () => all.intake.remove('stops.liveDelete', 'plans/p1/stops/s1', 'plans/p1').entryId],
  ])('is not settled by a later one %s', async (_, makeLater) => {
    says['plans.get'] = () => isOut;
    says['stops.get'] = () => ({ id: 'plans/p1/stops/s1', ...content, notes: 'later' });
    const { first, between } = threeChanges(perhapsTaken, makeLater);
    for (const [id, state] of [
      [first, 'pending'],
      [between, 'queued'],
    ] as const)
      all.put(id, { state });
    expect((await looked(first, taken)).state).toBe('decision');
  });

  it.each([
    [{ state: 'decision', progress: { doubts: 1 } }, 'pending'],
    [{ state: 'given-up', progress: { doubts: 1 } }, 'decision'],
    [{ state: 'decision', progress: null }, 'decision'],
  ] as const)('of a missing stop waits for a deletion that may have removed it: %o', async (later, state) => {
    says['plans.get'] = () => isOut;
    const entryId = liveEdit('mine');
    all.put(entryId, taken);
    const removal = all.intake.remove('stops.liveDelete', 'plans/p1/stops/s1', 'plans/p1').entryId;
    all.put(removal, later);
    expect((await looked(entryId, taken)).state).toBe(state);
  });
});
