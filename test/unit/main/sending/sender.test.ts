/** What the sender claims, sends, looks up and records, and that each of these is one commit. */
import { describe, expect, it } from 'vitest';
import type { WriteOutcome } from '../../../../src/main/api/client.ts';
import type { Core, ServiceClient } from '../../../../src/main/outbox/core.ts';
import type { EntryFields } from '../../../../src/main/db/outbox-storage.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const late = 600_000;

interface Says {
  read?: (name: string) => unknown;
  write?: (name: string, body: unknown) => WriteOutcome<unknown>;
}

function desk(says: Says = {}, given: Partial<Core> = {}) {
  const asked: string[] = [];
  const service = {
    read: async (name: string) => {
      asked.push(name);
      await Promise.resolve();
      if (says.read === undefined) throw new AppError('service.not-found');
      return says.read(name);
    },
    write: async (name: string, { body }: { body: unknown }) => {
      asked.push(name);
      await Promise.resolve();
      return says.write?.(name, body) ?? { kind: 'not-sent', error: new AppError('line.unreachable') };
    },
  } as unknown as ServiceClient;
  const all = coreInMemory({ service, ...given });
  let commits = 0;
  const commit = all.disk.commit.bind(all.disk);
  all.disk.commit = (changes) => {
    commits += 1;
    commit(changes);
  };
  const stop = (number = 1, set: Partial<EntryFields> = {}): string => {
    const { entryId } = all.intake.create('stops.create', planId, {
      address: { addressLineOne: `Quay ${number}` },
    });
    if (Object.keys(set).length > 0) all.put(entryId, set);
    return entryId ?? '';
  };
  const entry = (id: string) => {
    const found = all.storage.find(id);
    if (found === undefined) throw new Error('it is not kept');
    return found;
  };
  /** How often something is written. */
  const commitsOf = async (work: () => unknown): Promise<number> => {
    const before = commits;
    await work();
    return commits - before;
  };
  const sendAll = async () => {
    for (const group of all.outbox.groups()) await all.outbox.send(group);
  };
  return { ...all, asked, stop, entry, commitsOf, sendAll };
}

type Desk = ReturnType<typeof desk>;

const answered = (id: string): WriteOutcome<unknown> => ({ kind: 'answered', value: { id } });
const editOf = ({ intake, entry }: Desk, id: string) =>
  intake.edit('stops.update', entry(id).recordId, planId, { notes: 'mine' }, { notes: null });

describe('what was in flight when the app ended', () => {
  it('is in doubt at the next start, all of it in one commit', async () => {
    const all = desk();
    const ids = [1, 2].map((number) => all.stop(number, { state: 'sending' }));
    expect(await all.commitsOf(() => expect(all.outbox.recover()).toBe(2))).toBe(1);
    for (const id of ids) {
      expect(all.entry(id)).toMatchObject({
        ...{ state: 'in-doubt', notBefore: 0, doubtUntil: all.system.now() + late },
        reason: { code: 'outbox.stopped-while-sending', detail: {} },
      });
    }
    const other = desk();
    expect(await other.commitsOf(() => expect(other.outbox.recover()).toBe(0)), 'nothing to write').toBe(0);
  });

  it.each([499, 500, 501, 1_000])('is found however much there is: %d entries', (count) => {
    const all = desk();
    const ids = Array.from({ length: count }, (_, number) => all.stop(number, { state: 'sending' }));
    expect(all.outbox.recover()).toBe(count);
    expect(new Set(ids.map((id) => all.entry(id).state))).toEqual(new Set(['in-doubt']));
  });

  it('counts its waits again after a wrong clock, in one commit before the others', async () => {
    const all = desk();
    const now = all.system.now();
    for (const number of [1, 2]) all.stop(number, { state: 'in-doubt', doubtUntil: now + late, lastAttemptAt: now });
    all.system.setClock(30 * 86_400_000);
    expect(await all.commitsOf(() => all.outbox.recover())).toBe(1);
  });
});

describe('22: a clock that is set', () => {
  it.each([
    ['a read that succeeds', { read: () => ({ stops: [], nextPageToken: null }) }],
    ['a read that fails', {}],
  ])('during %s carries the waits along before anything is written', async (_, says) => {
    let moved = 0;
    const all = desk(
      { ...says, read: () => (all.system.setClock(3_600_000), 'read' in says ? says.read() : fails()) },
      { clockMoved: () => (moved += 1) },
    );
    const id = all.stop(1, { state: 'in-doubt', attempts: 1, lastAttemptAt: all.system.now() });
    const others = [2, 3].map((number) => all.stop(number, { notBefore: all.system.now() + 60_000 }));
    all.outbox.doubtful();
    await all.outbox.reconcile(all.entry(id));
    expect(moved).toBe(1);
    for (const other of others) expect(all.entry(other).notBefore).toBe(all.system.now() + 60_000);
  });

  it('by three days of sleep during a request neither sends it again nor ends its doubt', async () => {
    let moved = 0;
    const all = desk(
      {
        write: () => {
          all.system.setClock(3 * 86_400_000);
          return { kind: 'in-doubt', error: new AppError('line.timeout') };
        },
      },
      { clockMoved: () => (moved += 1) },
    );
    const id = all.stop();
    await all.sendAll();
    expect(moved).toBe(1);
    expect(all.entry(id)).toMatchObject({ state: 'in-doubt', doubtUntil: all.system.now() + late });
    await all.sendAll();
    expect(all.asked.filter((name) => name === 'stops.create')).toHaveLength(1);
  });

  it('is one commit, or none when nothing waits', async () => {
    const all = desk();
    all.outbox.doubtful();
    all.system.setClock(3_600_000);
    expect(await all.commitsOf(() => all.outbox.watchClock())).toBe(0);
    for (const number of [1, 2]) all.stop(number, { notBefore: all.system.now() + 60_000 });
    all.system.setClock(3_600_000);
    expect(await all.commitsOf(() => all.outbox.watchClock())).toBe(1);
    expect(await all.commitsOf(() => all.outbox.watchClock())).toBe(0);
  });
});

const fails = (): never => {
  throw new AppError('line.timeout');
};

describe('what is looked up', () => {
  it('is a pending entry also behind one that waits, but one in doubt only after it', () => {
    const all = desk();
    const id = `${planId}/stops/s1`;
    const edit = (notes: string) =>
      all.intake.edit('stops.liveUpdate', id, planId, { notes }, { notes: 'first' }).entryId ?? '';
    const first = edit('one');
    all.put(first, { state: 'sending' });
    const second = edit('two');
    all.put(second, { state: 'pending', notBefore: 0 });
    expect(all.outbox.doubtful().map((entry) => entry.id)).toEqual([second]);
    all.put(second, { state: 'in-doubt' });
    expect(all.outbox.doubtful()).toEqual([]);
    all.put(first, { state: 'acknowledged' });
    expect(all.outbox.doubtful().map((entry) => entry.id)).toEqual([second]);
  });

  it('is asked for at its time, and searched for copies in between', async () => {
    const all = desk({ read: (name) => (name === 'plans.get' ? fails() : { stops: [], nextPageToken: null }) });
    const now = all.system.now();
    const { entryId } = all.intake.create('stops.liveCreate', planId, { address: { addressLineOne: 'Quay 1' } });
    const id = entryId ?? '';
    const look = async (set: Partial<EntryFields>) => {
      all.put(id, { state: 'pending', doubtUntil: now + late, ...set });
      all.asked.length = 0;
      await all.outbox.reconcile(all.entry(id));
      return all.asked;
    };
    expect(await look({ notBefore: now, sweepAt: now }), 'it is due itself').toEqual(['plans.get']);
    expect(await look({ notBefore: now + 1, sweepAt: now })).toEqual(['stops.list']);
    expect(await look({ notBefore: now + 1, sweepAt: now + 1 })).toEqual(['plans.get']);
    expect(await look({ notBefore: now + 1, sweepAt: null })).toEqual(['plans.get']);
  });

  it('is not what rests in doubt, even if the search for copies of an earlier request is due', () => {
    const all = desk();
    const now = all.system.now();
    const id = all.stop(1, { state: 'in-doubt', notBefore: now + 1, sweepAt: now });
    expect(all.outbox.doubtful()).toEqual([]);
    all.put(id, { notBefore: now });
    expect(all.outbox.doubtful().map((entry) => entry.id)).toEqual([id]);
    all.put(id, { state: 'acknowledged', notBefore: now + 1 });
    expect(all.outbox.doubtful().map((entry) => entry.id)).toEqual([id]);
  });

  it('asks a person if it cannot be read any more', async () => {
    const all = desk();
    const id = all.stop(1, { state: 'in-doubt' });
    expect(await all.commitsOf(() => all.outbox.reconcile({ ...all.entry(id), intact: false }))).toBe(1);
    expect(all.entry(id)).toMatchObject({ state: 'decision' });
    expect(all.asked).toEqual([]);
  });

  it('is recorded in one commit', async () => {
    const all = desk({
      read: (name) => ({ id: planId, distributed: true, name, writable: false, optimization: 'editing' }),
    });
    const pending = [1, 2].map((number) => {
      const { entryId } = all.intake.edit(
        ...(['stops.liveUpdate', `${planId}/stops/s${number}`, planId, { notes: 'x' }, { notes: 'y' }] as const),
      );
      all.put(entryId, { state: 'pending', attempts: 1, lastAttemptAt: all.system.now() });
      return entryId ?? '';
    });
    expect(await all.commitsOf(() => all.outbox.reconcile(all.entry(pending[0] ?? '')))).toBe(1);
    for (const id of pending) expect(all.entry(id).attempts).toBe(2);
  });
});

describe('operations of a plan that is idle', () => {
  it('are asked about at once, and nothing else of the plan is', async () => {
    const all = desk();
    const later = all.system.now() + 30_000;
    const running = { state: 'pending', progress: { operationId: 'operations/o1' }, notBefore: later } as const;
    const command = (set: Partial<EntryFields>) => {
      const { entryId } = all.intake.command('plans.reoptimize', planId, {});
      all.put(entryId, set);
      return entryId ?? '';
    };
    const ids = [command(running), command(running)];
    const others = [
      command({ ...running, state: 'acknowledged' }),
      command({ ...running, progress: null }),
      command({ ...running, progress: null, state: 'queued' }),
    ];
    expect(await all.commitsOf(() => all.outbox.pollNow(planId))).toBe(1);
    for (const id of ids) expect(all.entry(id).notBefore).toBe(0);
    for (const id of others) expect(all.entry(id).notBefore).toBe(later);
    expect(await all.commitsOf(() => all.outbox.pollNow(planId)), 'they are due already').toBe(0);
    expect(await all.commitsOf(() => all.outbox.pollNow('plans/unknown'))).toBe(0);
  });
});

describe('the end of a wait', () => {
  it('is one commit for all, or none', async () => {
    const all = desk();
    expect(await all.commitsOf(() => all.outbox.wakeQueued())).toBe(0);
    for (const number of [1, 2]) all.stop(number, { notBefore: all.system.now() + 60_000 });
    expect(await all.commitsOf(() => all.outbox.wakeQueued())).toBe(1);
  });
});

describe('sending', () => {
  it('commits what is about to leave before it leaves', async () => {
    let seen: unknown;
    const all = desk({
      write: () => {
        seen = all.storage.find(id);
        return answered(`${planId}/stops/s1`);
      },
    });
    const id = all.stop(1, { reason: { code: 'line.unreachable', detail: {} }, attempts: 2 });
    expect(await all.commitsOf(all.sendAll), 'the claim and the outcome').toBe(2);
    expect(seen).toMatchObject({
      ...{ state: 'sending', attempts: 3, reason: null, lastAttemptAt: all.system.now() },
      attemptId: expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
    });
    expect(all.entry(id)).toMatchObject({ state: 'acknowledged', serverId: `${planId}/stops/s1` });
    expect(await all.commitsOf(all.sendAll), 'nothing is left').toBe(0);
  });

  it.each([
    ['paused', (all: Desk, id: string) => all.choices.pause([id])],
    ['edited', (all: Desk, id: string) => editOf(all, id)],
    ['deleted', (all: Desk, id: string) => all.intake.remove('stops.delete', all.entry(id).recordId, planId)],
  ])('sends nothing of a stop that is %s while it is looked up', async (_, act) => {
    let meanwhile = () => undefined as unknown;
    const all = desk({
      read() {
        meanwhile();
        return { stops: [], nextPageToken: null };
      },
    });
    const recipient = { name: 'Ada', externalId: 'A-1' };
    const { entryId } = all.intake.create('stops.create', planId, { address: { addressLineOne: 'Quay' }, recipient });
    meanwhile = () => act(all, entryId ?? '');
    await all.sendAll();
    expect(all.asked).toEqual(['stops.list']);
    expect(all.entry(entryId ?? '').state).not.toBe('sending');
  });

  it('counts an attempt when it learns beforehand that it has to wait', async () => {
    const all = desk();
    const id = `${planId}/stops/s1`;
    const { entryId } = all.intake.edit('stops.update', id, planId, { notes: 'mine' }, { notes: 'first' });
    all.put(entryId, { attempts: 4, progress: { doubts: 1 } });
    const failing = desk({ read: fails });
    const other = failing.intake.edit('stops.update', id, planId, { notes: 'mine' }, { notes: 'first' }).entryId ?? '';
    failing.put(other, { attempts: 4, progress: { doubts: 1 } });
    expect(await failing.commitsOf(failing.sendAll)).toBe(1);
    expect(failing.entry(other)).toMatchObject({ state: 'queued', attempts: 5, reason: { code: 'line.timeout' } });
    await all.sendAll();
    expect(all.entry(entryId ?? ''), 'gone: it is settled, not tried').toMatchObject({ attempts: 4 });
  });
});

describe('requests for several at once', () => {
  const many = (count: number, value: (bodies: unknown[]) => unknown, given: Partial<Core> = {}) => {
    const imported: string[] = [];
    const all = desk(
      { write: (_, body) => ({ kind: 'answered', value: value(body as unknown[]) }) },
      { imported: (parentId) => void imported.push(parentId), ...given },
    );
    const ids = Array.from({ length: count }, (_, number) => all.stop(number));
    return { ...all, ids, imported };
  };
  const taken = (bodies: unknown[]) => ({ success: bodies.map((_, at) => `${planId}/stops/s${at}`), failed: [] });

  it('record all outcomes in one commit, and have the list read for the ids', async () => {
    const { ids, sendAll, commitsOf, entry, imported } = many(20, taken);
    expect(await commitsOf(sendAll)).toBe(2);
    expect(new Set(ids.map((id) => entry(id).state))).toEqual(new Set(['acknowledged']));
    expect(imported).toEqual([planId]);
  });

  it('have the list read although one was rejected, and not when all were', async () => {
    const error = { message: 'no' };
    const one = many(20, ([first, ...others]) => ({ ...taken(others), failed: [{ stop: first, error }] }));
    await one.sendAll();
    expect(one.entry(one.ids[0] ?? '').state).toBe('refused');
    expect(one.imported).toEqual([planId]);
    const none = many(20, (bodies) => ({ success: [], failed: bodies.map((stop) => ({ stop, error })) }));
    await none.sendAll();
    expect(none.entry(none.ids[0] ?? '').state).toBe('refused');
    expect(none.imported).toEqual([]);
  });

  it('have no list read for one stop, whose answer names its id', async () => {
    const imported: string[] = [];
    const all = desk(
      { write: () => answered(`${planId}/stops/s1`) },
      { imported: (parentId) => void imported.push(parentId) },
    );
    all.stop();
    await all.sendAll();
    expect(imported).toEqual([]);
  });
});

describe('an outcome that cannot be stored', () => {
  it('is in doubt at the next look, once, and only if the entry is still in flight', async () => {
    const all = desk({ write: () => answered(`${planId}/stops/s1`) });
    const commit = all.disk.commit.bind(all.disk);
    const sendFailing = async (id: string) => {
      let writes = 0;
      all.disk.commit = (changes) => {
        writes += 1;
        if (writes === 2) throw new Error('disk full');
        commit(changes);
      };
      await expect(all.sendAll()).rejects.toThrow('disk full');
      all.disk.commit = commit;
      expect(all.entry(id).state).toBe('sending');
    };
    const first = all.stop(1);
    await sendFailing(first);
    all.put(first, { notBefore: all.system.now() + 5_000 });
    expect(await all.commitsOf(() => all.outbox.doubtful())).toBe(1);
    expect(all.entry(first)).toMatchObject({
      ...{ state: 'in-doubt', notBefore: 0, reason: { code: 'internal', detail: {} } },
      ...{ doubtUntil: all.system.now() + late, progress: { doubts: 1 } },
    });
    all.put(first, { state: 'sending' });
    expect(await all.commitsOf(() => all.outbox.doubtful()), 'it was noted once').toBe(0);
    all.put(first, { state: 'acknowledged' });

    const second = all.stop(2);
    await sendFailing(second);
    all.put(second, { state: 'refused' });
    expect(await all.commitsOf(() => all.outbox.doubtful())).toBe(0);
    expect(all.entry(second).state).toBe('refused');
  });
});
