/** A file of stops for a distributed plan: sent as imports, looked at together, found with the plan's list. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { WriteOutcome } from '../../../../src/main/api/client.ts';
import type { CachedFacts, ServiceClient } from '../../../../src/main/outbox/core.ts';
import { learnIds } from '../../../../src/main/refresh/learned-ids.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { nothingKnown } from '../../../fixtures/core-parts.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const plan = { id: planId, writable: false, distributed: true };
type Body = { recipient: { name: string; externalId: string }; notes: string };

let written: { name: string; items: number }[];
let read: string[];
/** The answer to the next write; default: everything is pending. */
let answer: ((items: readonly Body[]) => WriteOutcome<unknown>) | null;
/** The state of the plan and the stops that its list shows. */
let optimization: string;
let listed: { id: string; recipient: Body['recipient'] }[];
let imported: string[];
let all: ReturnType<typeof coreInMemory>;

const answered = (value: unknown): WriteOutcome<unknown> => ({ kind: 'answered', value });
const idsFor = (items: readonly unknown[]) => items.map((_item, at) => `${planId}/stops/x${at}`);

beforeEach(() => {
  [written, read, imported, listed] = [[], [], [], []];
  answer = null;
  optimization = 'editing';
  const service = {
    read: (name: string) => {
      read.push(name);
      if (name === 'plans.get') return Promise.resolve({ ...plan, optimization });
      return Promise.resolve({ stops: listed, nextPageToken: null });
    },
    write: (name: string, { body }: { body: Body | Body[] }) => {
      const items = Array.isArray(body) ? body : [body];
      written.push({ name, items: items.length });
      if (answer !== null) return Promise.resolve(answer(items));
      const [id] = idsFor(items);
      const value = Array.isArray(body)
        ? { success: idsFor(items), failed: [], pending: true }
        : { stop: { id }, pending: true };
      return Promise.resolve(answered(value));
    },
  } as unknown as ServiceClient;
  const known: CachedFacts = {
    ...nothingKnown,
    readList: () => {
      read.push('the list');
      const found = listed.map((view) => ({ marker: view.recipient.externalId, view }));
      learnIds(all.core, found, planId, 'stops');
      return Promise.resolve();
    },
  };
  all = coreInMemory({
    service,
    cached: known,
    settledAtOnce: 500,
    imported: (parentId: string) => void imported.push(parentId),
  });
});

const content = (number: number) => ({
  address: { addressLineOne: `Quay ${number}` },
  recipient: { name: `#${number}` },
  notes: 'first',
});

/** Stops of a file, waiting to be sent. */
const typed = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, number) => all.intake.create('stops.liveCreate', planId, content(number)).entryId ?? '',
  );

async function sendNext(together = true): Promise<void> {
  const [group] = all.outbox.groups({ lanes: 1, isBusy: () => false, together });
  if (group !== undefined) await all.outbox.send(group);
}

const stateOf = (id: string | undefined) => all.storage.find(id ?? '');

async function lookAt(id: string | undefined): Promise<void> {
  all.put(id ?? '', { notBefore: 0 });
  const entry = stateOf(id);
  if (entry !== undefined) await all.outbox.reconcile(entry);
}

describe('new stops of a distributed plan', () => {
  it('are sent one by one while they are few, because an import names no ids', async () => {
    const ids = typed(9);
    await sendNext();
    expect(written).toEqual([{ name: 'stops.liveCreate', items: 1 }]);
    expect(stateOf(ids[0])).toMatchObject({ state: 'pending', serverId: `${planId}/stops/x0` });
    expect(stateOf(ids[1])?.state).toBe('queued');
  });

  it('are imported together from ten on, at most a hundred at once', async () => {
    const ids = typed(110);
    await sendNext();
    await sendNext();
    expect(written).toEqual([
      { name: 'stops.liveImport', items: 100 },
      { name: 'stops.liveImport', items: 10 },
    ]);
    expect(new Set(ids.map((id) => stateOf(id)?.state))).toEqual(new Set(['pending']));
    expect(imported).toEqual([planId, planId]);
  });

  it('pass an import of another plan one by one', async () => {
    typed(2);
    await sendNext(false);
    expect(written).toEqual([{ name: 'stops.liveCreate', items: 1 }]);
  });
});

describe('an import into a distributed plan', () => {
  it('is acknowledged where the service makes the stops at once', async () => {
    const ids = typed(10);
    answer = (items) => answered({ success: idsFor(items), failed: [], pending: false });
    await sendNext();
    expect(ids.map((id) => stateOf(id)?.state)).toEqual(ids.map(() => 'acknowledged'));
  });

  it('is rejected for the stops that the service rejects', async () => {
    const ids = typed(10);
    answer = ([first, ...others]) =>
      answered({ success: idsFor(others), failed: [{ stop: first, error: { message: 'no' } }], pending: true });
    await sendNext();
    expect(stateOf(ids[0])).toMatchObject({ state: 'refused', reason: { detail: { serviceMessage: 'no' } } });
    expect(stateOf(ids[9])?.state).toBe('pending');
  });

  it('is in doubt if the counts do not add up', async () => {
    const ids = typed(10);
    answer = (items) => answered({ success: idsFor(items.slice(1)), failed: [], pending: true });
    await sendNext();
    expect(new Set(ids.map((id) => stateOf(id)?.state))).toEqual(new Set(['in-doubt']));
  });

  it('waits while the plan is being optimised', async () => {
    const ids = typed(10);
    const error = new AppError('service.refused', { detail: { serviceCode: 'plan_optimization_in_progress' } });
    answer = () => ({ kind: 'refused', error });
    await sendNext();
    const now = all.system.now();
    for (const id of ids) {
      const { notBefore = 0, ...entry } = stateOf(id) ?? {};
      expect(entry).toMatchObject({ state: 'queued', reason: { code: 'service.refused' } });
      expect(notBefore - now, 'after seconds, not at once').toBeGreaterThanOrEqual(1_000);
    }
  });
});

describe('the pending stops of an import', () => {
  it('wait together after one look at the plan', async () => {
    const ids = typed(10);
    await sendNext();
    for (const id of ids) all.put(id, { notBefore: 0 });
    const { entryId } = all.intake.command('plans.reoptimize', planId, {});
    all.put(entryId, { state: 'pending', progress: { operationId: 'operations/o1' } });
    read = [];
    await lookAt(ids[1]);
    expect(read).toEqual(['plans.get']);
    expect(ids.every((id) => (stateOf(id)?.notBefore ?? 0) > all.system.now())).toBe(true);
    expect(stateOf(entryId ?? '')?.notBefore).toBe(0);
  });

  it('get their ids while they are pending if the list shows them', async () => {
    const ids = typed(10);
    await sendNext();
    listed = ids.map((id, at) => ({
      id: `${planId}/stops/x${at}`,
      recipient: { name: `#${at}`, externalId: stateOf(id)?.marker ?? '' },
    }));
    learnIds(all.core, [{ marker: listed[3]?.recipient.externalId ?? '', view: listed[3] ?? { id: '' } }], planId);
    expect(stateOf(ids[3])).toMatchObject({ state: 'pending', serverId: `${planId}/stops/x3` });
  });

  it('are found with one reading of the list once they were applied, and asked about if they were dropped', async () => {
    const ids = typed(10);
    await sendNext();
    optimization = 'optimized';
    listed = ids.slice(1).map((id, at) => ({
      id: `${planId}/stops/x${at}`,
      recipient: { name: `#${at}`, externalId: stateOf(id)?.marker ?? '' },
    }));
    read = [];
    await lookAt(ids[1]);
    expect(read).toEqual(['plans.get', 'the list']);
    expect(stateOf(ids[1])).toMatchObject({ state: 'acknowledged', serverId: `${planId}/stops/x0` });
    expect(stateOf(ids[9])?.serverId).toBe(`${planId}/stops/x8`);
    listed = [];
    await lookAt(ids[0]);
    expect(stateOf(ids[0])).toMatchObject({ state: 'decision', reason: { code: 'outbox.discarded' } });
  });
});
