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

/** What the service says to each read. */
let says: Record<string, () => unknown>;
/** What was put into the cache, and what happens while it is. */
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

/** Put into a state, and looked at once. */
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

/** Between a half and the whole of what so many attempts lead to. */
function expectRest({ notBefore }: StoredEntry, most: number): void {
  expect(notBefore - now).toBeGreaterThanOrEqual(most / 2);
  expect(notBefore - now).toBeLessThanOrEqual(most);
}

describe('a look that fails', () => {
  it('rests, and says why', async () => {
    says['stops.list'] = () => Promise.reject(new AppError('line.timeout'));
    const entry = await looked(stop(), { ...doubt, attempts: 2 });
    expect(entry).toMatchObject({ state: 'in-doubt', reason: { code: 'line.timeout' } });
    expectRest(entry, 8_000);
  });

  it('by a mistake of the program is said to whoever asked', async () => {
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

describe('an order that was perhaps submitted', () => {
  it('says so itself', async () => {
    says['orders.get'] = () => ({ id: 'orders/o1', submitted: true });
    expect(await looked(submit(), doubt)).toMatchObject({
      ...{ state: 'acknowledged', reason: null, settledAt: now, serverId: 'orders/o1' },
    });
  });

  it('is submitted again where it says that it is not, and refused where it is gone', async () => {
    says['orders.get'] = () => ({ id: 'orders/o1', submitted: false });
    const entryId = submit();
    expect(await looked(entryId, doubt)).toMatchObject({ state: 'queued' });
    says['orders.get'] = gone;
    expect(await looked(entryId, doubt)).toMatchObject({ state: 'refused', reason: { code: 'service.not-found' } });
  });
});

describe('a plan whose people were perhaps told', () => {
  it('is known to be out by its own word, the first time', async () => {
    says['plans.get'] = () => ({ id: 'plans/p1', distributed: true });
    expect(await looked(command('plans.distribute'), doubt)).toMatchObject({ state: 'acknowledged', settledAt: now });
  });

  it.each([
    ['plans.redistribute', true],
    ['plans.distribute', false],
  ] as const)('waits for what may be under way, and is asked about then: %s', async (kind, distributed) => {
    says['plans.get'] = () => ({ id: 'plans/p1', distributed });
    const entryId = command(kind);
    const reason = (waitMilliseconds: number) => ({ code: 'outbox.settling', detail: { waitMilliseconds } });
    expect(await looked(entryId, { ...doubt, lastAttemptAt: now - 10_000 })).toMatchObject({
      ...{ state: 'in-doubt', reason: reason(settle - 10_000), notBefore: now + settle - 10_000 },
    });
    // The clock was set back since: nobody waits longer than that.
    expect(await looked(entryId, { ...doubt, lastAttemptAt: now + 60_000 })).toMatchObject({
      ...{ state: 'in-doubt', notBefore: now + settle },
    });
    expect((await looked(entryId, { ...doubt, lastAttemptAt: now - settle + 1 })).state).toBe('in-doubt');
    expect(await looked(entryId, { ...doubt, lastAttemptAt: now - settle, notBefore: 7 })).toMatchObject({
      ...{ state: 'decision', reason: { code: 'outbox.cannot-tell' }, notBefore: 0 },
    });
  });

  it('counts from what is written of it after the plan was read', async () => {
    const entryId = command('plans.distribute');
    says['plans.get'] = () => {
      all.put(entryId, { lastAttemptAt: now - settle });
      return { id: 'plans/p1', distributed: false };
    };
    expect((await looked(entryId, doubt)).state).toBe('decision');
  });
});

describe('what is looked up by its marker', () => {
  it('is written down as it was found, and is in the cache before', async () => {
    const entryId = stop();
    const others = [listed('plans/p1/stops/s8', entryId), listed('plans/p1/stops/s9', entryId)];
    all.put(entryId, { serverId: 'plans/p1/stops/s9' } as Partial<EntryFields>);
    says['stops.list'] = () => page('stops', ...others);
    expect((await looked(entryId, { ...doubt, progress: { doubts: 2 } })).state).toBe('acknowledged');
    expect(put.at(-1)).toEqual(['stops', 'plans/p1', 'plans/p1/stops/s9']);
  });

  it('stays what it became while it was looked up, or while that was put into the cache', async () => {
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

  it('is not sent again when it was given up while its absence was seen', async () => {
    const entryId = stop();
    says['stops.list'] = () => {
      all.put(entryId, { state: 'refused' });
      return page('stops');
    };
    expect(await looked(entryId, { ...doubt, lastAttemptAt: now - settle })).toMatchObject({ state: 'refused' });
  });

  it('is sent again when it was absent for long enough: at once, with what is there known', async () => {
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

  it('was absent after the question, also where no attempt is written down', async () => {
    says['stops.list'] = () => page('stops');
    expect((await looked(stop(), { ...doubt, lastAttemptAt: null })).state).toBe('queued');
    // The clock was set back: as if it had been sent this moment.
    expect((await looked(stop(), { ...doubt, lastAttemptAt: now + 60_000 })).notBefore).toBe(now + settle);
  });

  it('is a question where a typed number is there with other content, and what is there is none of it', async () => {
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

  it('is known by the e-mail, and is in the cache before it is known to be ours', async () => {
    says['drivers.list'] = () =>
      page('drivers', { id: 'drivers/d6', name: 'Another', email: 'a@depot.example' }, there);
    const entryId = make();
    whilePut = () => expect(found(entryId ?? '').state).toBe('in-doubt');
    const settled = await looked(entryId, { ...doubt, knownIds: [] });
    expect(settled).toMatchObject({ state: 'acknowledged', serverId: 'drivers/d7' });
    expect(put).toEqual([['drivers', '', 'drivers/d7']]);
  });

  it('stays what it became while it was put into the cache', async () => {
    says['drivers.list'] = () => page('drivers', there);
    const entryId = make();
    whilePut = () => all.put(entryId, { state: 'refused' });
    expect(await looked(entryId, { ...doubt, knownIds: [] })).toMatchObject({ state: 'refused', serverId: null });
  });
});

describe('a live stop in doubt', () => {
  const absent = { ...doubt, lastAttemptAt: Date.UTC(2026, 5, 15, 6) - late };

  it('is asked about where pending stops are not known to be listed', async () => {
    says['stops.list'] = () => page('stops');
    const entryId = liveStop();
    expect((await looked(entryId, { ...absent, lastAttemptAt: absent.lastAttemptAt + 1 })).state).toBe('in-doubt');
    expect(await looked(entryId, absent)).toMatchObject({ state: 'decision', reason: { code: 'outbox.cannot-tell' } });
  });

  it('is sent again where they are', async () => {
    all = office(true);
    says['stops.list'] = () => page('stops');
    expect((await looked(liveStop(), absent)).state).toBe('queued');
  });

  it('is pending where it is listed', async () => {
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

  it('that was started is looked at until it is done', async () => {
    says['operations.list'] = () => page('operations', started('operations/o1'));
    const entryId = command('plans.optimize');
    const entry = await looked(entryId, { ...doubt, knownIds: [] });
    expect(entry).toMatchObject({ state: 'pending', serverId: 'plans/p1', progress: { operationId: 'operations/o1' } });
    expectRest(entry, 2_000);
    expect(put.filter(([noun]) => noun === 'plans')).toEqual([]);
  });

  it('is looked at later and later while it runs', async () => {
    says['operations.get'] = () => ({ id: 'operations/o1', done: false });
    const entry = await looked(command('plans.optimize'), { ...running, attempts: 1 });
    expect(entry).toMatchObject({ state: 'pending', attempts: 2 });
    expectRest(entry, 8_000);
  });

  it('that is done is settled', async () => {
    says['operations.get'] = () => ({ id: 'operations/o1', done: true, result: { numOptimizedStops: 1 } });
    const before = { reason: { code: 'outbox.pending', detail: {} }, notBefore: now - 1 } as const;
    expect(await looked(command('plans.optimize'), { ...running, ...before })).toMatchObject({
      ...{ state: 'acknowledged', reason: null, notBefore: 0, settledAt: now },
    });
  });

  it('that failed is refused with the words of the service', async () => {
    const result = { code: 'no_drivers', message: 'The plan has no drivers.' };
    says['operations.get'] = () => ({ id: 'operations/o1', done: true, result });
    const detail = { serviceCode: 'no_drivers', serviceMessage: 'The plan has no drivers.' };
    expect(await looked(command('plans.optimize'), running)).toMatchObject({
      ...{ state: 'refused', reason: { code: 'service.refused', detail } },
    });
  });

  it('that is gone with its plan is asked about', async () => {
    expect(await looked(command('plans.optimize'), running)).toMatchObject({
      ...{ state: 'decision', reason: { code: 'outbox.cannot-tell' } },
    });
  });
});

describe('a live change that was taken', () => {
  const taken = { state: 'pending', attempts: 1, attemptId: 'a1' } as const;
  const isOut = { id: 'plans/p1', writable: false, distributed: true, optimization: 'optimized' };

  it.each(['editing', 'optimizing', 'preview'])('is not looked for while its plan is %s', async (optimization) => {
    says['plans.get'] = () => ({ ...isOut, optimization });
    const entry = await looked(liveEdit('mine'), taken);
    expect(entry).toMatchObject({ state: 'pending', attempts: 2 });
    expectRest(entry, 8_000);
  });

  it('is looked for by its marker where it has no id yet', async () => {
    says['plans.get'] = () => isOut;
    const entryId = liveStop();
    says['stops.list'] = () => page('stops', listed('plans/p1/stops/s9', entryId));
    expect(await looked(entryId, taken)).toMatchObject({ state: 'acknowledged', serverId: 'plans/p1/stops/s9' });
    says['stops.list'] = () => page('stops');
    expect(await looked(liveStop(), taken)).toMatchObject({ state: 'decision', reason: { code: 'outbox.discarded' } });
  });

  it('without an id is not read by one', async () => {
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

  it('of before is asked about with it, unless it was carried out, is over, or was sent again meanwhile', async () => {
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
      // Over, so that the next ones begin from nothing.
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

  it.each([
    [{ state: 'decision', progress: { doubts: 1 } }, 'pending'],
    [{ state: 'given-up', progress: { doubts: 1 } }, 'decision'],
    [{ state: 'decision', progress: null }, 'decision'],
  ] as const)(
    'of a stop that is not there waits for a deletion that may have taken it away: %o',
    async (later, state) => {
      says['plans.get'] = () => isOut;
      const entryId = liveEdit('mine');
      all.put(entryId, taken);
      const removal = all.intake.remove('stops.liveDelete', 'plans/p1/stops/s1', 'plans/p1').entryId;
      all.put(removal, later);
      expect((await looked(entryId, taken)).state).toBe(state);
    },
  );
});
