import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../../src/main/outbox/core.ts';
import { Transfer } from '../../../../src/main/outbox/transfer.ts';
import { readTransferFile } from '../../../../src/main/outbox/transfer-file.ts';
import { learnIds } from '../../../../src/main/refresh/learned-ids.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';
import { ServiceModel } from '../../../campaigns/sim/service-model.ts';
import type { Body } from '../../../campaigns/sim/held.ts';

const content = { address: { addressLineOne: 'Quay 1' }, recipient: { name: 'Jette Harms' } };
const open = { writable: true, distributed: false, optimization: 'creating' };

let model: ServiceModel;
let core: ReturnType<typeof coreInMemory>;
/** Runs while a lookup is in flight, and whether the service applies its filter. */
let whileAsked: () => Promise<void>;
let filters: boolean;
/** Whether the service answers a write with an error of its own. */
let fails: (call: object) => boolean;

beforeEach(() => {
  whileAsked = () => Promise.resolve();
  filters = true;
  fails = () => false;
  core = coreInMemory({ service: service() });
  model = new ServiceModel(() => core.system.now());
  model.put(model.plans, { id: 'plans/p1', title: 'Tour 1', ...open });
});

function service(): ServiceClient {
  return {
    read: (async (name: string, { query, ...call }: { query?: Record<string, string> }) => {
      const { value, status } = model.apply(name, filters && query !== undefined ? { ...call, query } : call);
      await whileAsked();
      if (status === 404) throw new AppError('service.not-found');
      return value;
    }) as unknown as ServiceClient['read'],
    write: ((name: string, call: object) => {
      if (fails(call)) return Promise.resolve({ kind: 'in-doubt', error: new AppError('service.failed') });
      return Promise.resolve({ kind: 'answered', value: model.apply(name, call).value });
    }) as unknown as ServiceClient['write'],
  };
}

/** A stop whose request failed to get an answer just now. */
function stopInDoubt(): string {
  const id = core.intake.create('stops.create', 'plans/p1', content).entryId ?? '';
  const now = core.system.now();
  const doubt = { doubtUntil: now + 600_000, progress: { doubts: 1 } };
  core.put(id, { state: 'in-doubt', attempts: 1, lastAttemptAt: now, ...doubt });
  return id;
}

async function lookUp(id: string) {
  const entry = core.storage.find(id);
  if (entry !== undefined) await core.outbox.reconcile(entry);
  return core.storage.find(id);
}

it('dates an absence by the start of the lookup, however late the answer', async () => {
  const id = stopInDoubt();
  await core.system.advance(10_000);
  whileAsked = () => core.system.advance(180_000);
  expect(await lookUp(id)).toMatchObject({ state: 'in-doubt', reason: { code: 'outbox.settling' } });
  whileAsked = () => Promise.resolve();
  expect(await lookUp(id)).toMatchObject({ state: 'queued' });
});

it('does not take another stop for its own if the service ignores the filter of the lookup', async () => {
  const id = stopInDoubt();
  const stranger: Body = { ...content, recipient: { name: 'Jette Harms', externalId: 'another' }, plan: 'plans/p1' };
  model.add(model.stops, 'plans/p1/stops/s', stranger);
  filters = false;
  expect(await lookUp(id)).toMatchObject({ state: 'in-doubt', serverId: null });
});

it('waits longer for an entry from a file, whose request may have been in flight all the time', async () => {
  const starts = { day: 16, month: 6, year: 2026 };
  const id = core.intake.create('plans.create', '', { title: 'Tour 2', starts }).entryId ?? '';
  core.put(id, { state: 'sending', attempts: 1, lastAttemptAt: core.system.now(), knownIds: ['plans/p1'] });
  const transfer = new Transfer(core.core, () => [id]);
  let text = '';
  const head = { writtenAt: 0, mode: 'connected', origin: 'https://example.com', witnesses: [] } as const;
  await transfer.takeOut({ ...head, witnesses: [] }, async (parts) => void (text = [...parts].join('')));
  expect(transfer.takeIn(readTransferFile(text))).toEqual({ taken: 1, known: 0 });
  await core.system.advance(600_000);
  expect(await lookUp(id)).toMatchObject({ state: 'in-doubt', reason: { code: 'outbox.settling' } });
  // The request was given up after a minute at the latest.
  await core.system.advance(60_000);
  expect(await lookUp(id)).toMatchObject({ state: 'queued' });
});

it('searches for copies of a discarded entry while its request may still arrive', () => {
  const id = stopInDoubt();
  core.put(id, { state: 'queued' });
  expect(core.choices.giveUp(id)).toBe(true);
  const entry = core.storage.find(id);
  expect(entry).toMatchObject({ state: 'given-up' });
  expect(entry?.sweepAt).toBeGreaterThan(core.system.now());
});

it('moves the stops of a new plan to the lane of its id, so that it is optimised after them', async () => {
  const plan = core.intake.create('plans.create', '', { title: 'Tour 2', starts: { day: 16, month: 6, year: 2026 } });
  const stop = core.intake.create('stops.create', plan.recordId, content);
  for (const group of core.outbox.groups()) await core.outbox.send(group);
  const planId = core.storage.record(plan.recordId)?.serverId ?? '';
  expect(planId).toMatch(/^plans\//);
  expect(core.storage.find(stop.entryId ?? '')).toMatchObject({ state: 'queued', lane: planId });
  core.intake.command('plans.optimize', planId, {});
  const kinds = core.outbox.groups().map((group) => group.map(({ kind }) => kind));
  expect(kinds).toEqual([['stops.create']]);
});

it('does not take over an operation that a later entry started', async () => {
  const [earlier = '', later = ''] = ['plans.optimize', 'plans.reoptimize'].map(
    (kind) => core.intake.command(kind as 'plans.optimize', 'plans/p1', {}).entryId ?? '',
  );
  const { value } = model.apply('plans.reoptimize', { path: { planId: 'p1' } });
  core.put(later, { state: 'pending', progress: { operationId: (value as Body)['id'] as string } });
  const now = core.system.now();
  core.put(earlier, { state: 'in-doubt', attempts: 1, lastAttemptAt: now, doubtUntil: now + 600_000, knownIds: [] });
  expect(await lookUp(earlier)).toMatchObject({ state: 'in-doubt', reason: { code: 'outbox.settling' } });
  await core.system.advance(700_000);
  expect(await lookUp(earlier)).toMatchObject({ state: 'queued' });
});

it('tells a late copy from another stop with the same external id when the user sends it again', async () => {
  const recipient = { name: 'Jette Harms', externalId: 'A-1' };
  model.put(model.stops, { id: 'plans/p1/stops/s1', plan: 'plans/p1', recipient: { ...recipient, name: 'Other' } });
  const id = core.intake.create('stops.create', 'plans/p1', { ...content, recipient }).entryId ?? '';
  core.put(id, { state: 'in-doubt', attempts: 1, lastAttemptAt: core.system.now(), doubtUntil: 1, knownIds: null });
  expect(await lookUp(id)).toMatchObject({ state: 'decision', reason: { code: 'outbox.other-content' } });
  core.choices.decide([id], { way: 'send-again' });
  core.put(id, { state: 'in-doubt' });
  model.put(model.stops, { ...content, id: 'plans/p1/stops/s2', plan: 'plans/p1', recipient });
  expect(await lookUp(id)).toMatchObject({ state: 'acknowledged', serverId: 'plans/p1/stops/s2' });
});

it('finds the stop that the user confirmed among others with its external id, for a later edit', async () => {
  const recipient = { name: 'Jette Harms', externalId: 'A-1' };
  const others = { plan: 'plans/p1', recipient: { ...recipient, name: 'Other' } };
  model.put(model.stops, { ...others, id: 'plans/p1/stops/s1' });
  model.put(model.stops, { ...content, id: 'plans/p1/stops/s2', plan: 'plans/p1', recipient });
  const { entryId, recordId } = core.intake.create('stops.create', 'plans/p1', { ...content, recipient });
  const id = entryId ?? '';
  core.put(id, { state: 'in-doubt', attempts: 1, lastAttemptAt: core.system.now(), doubtUntil: 1, knownIds: null });
  core.intake.edit('stops.update', recordId, 'plans/p1', { notes: 'Ring twice' }, { notes: null });
  expect(await lookUp(id)).toMatchObject({ state: 'decision', reason: { code: 'outbox.other-content' } });
  core.choices.decide([id], { way: 'on-service' });
  for (const entry of core.outbox.doubtful()) await core.outbox.reconcile(entry);
  for (const group of core.outbox.groups()) await core.outbox.send(group);
  expect(core.storage.find(id)).toMatchObject({ state: 'acknowledged', serverId: 'plans/p1/stops/s2' });
});

it('has nothing to delete after a stop was deleted with its plan before its id was known', async () => {
  const { recordId } = core.intake.create('stops.create', 'plans/p1', content);
  core.put(core.storage.entriesOf(recordId)[0]?.id ?? '', { state: 'acknowledged' });
  const { entryId } = core.intake.move(recordId, 'plans/p1', 'plans/p2', content);
  const moved = { ...core.storage.find(entryId ?? '')?.progress, moved: 'created' as const };
  core.put(entryId, { progress: moved });
  model.remove(model.plans, 'plans/p1');
  await core.outbox.send([core.storage.find(entryId ?? '')!]);
  expect(core.storage.find(entryId ?? '')).toMatchObject({ state: 'acknowledged' });
});

describe('what the service fails each time', () => {
  const sendAll = async () => {
    for (const group of core.outbox.groups()) await core.outbox.send(group);
  };

  /** Sends it and looks it up again, until the service has failed it five times. */
  async function failsFiveTimes(id: string, wait: number): Promise<void> {
    fails = () => true;
    for (let failures = 1; failures <= 5; failures += 1) {
      await sendAll();
      expect(core.storage.find(id)).toMatchObject({ state: 'in-doubt', progress: { doubts: failures, failures } });
      await core.system.advance(wait);
      await lookUp(id);
    }
  }

  it('needs a decision, and holds up its plan no longer', async () => {
    const id = core.intake.command('plans.optimize', 'plans/p1', {}).entryId ?? '';
    const later = core.intake.create('stops.create', 'plans/p1', content).entryId;
    await failsFiveTimes(id, 660_000);
    expect(core.storage.find(id)).toMatchObject({ state: 'decision', reason: { code: 'outbox.fails-each-time' } });
    expect(core.choices.decision(id)?.ways).toEqual(['on-service', 'send-again', 'give-up']);
    expect(core.outbox.groups().flatMap((group) => group.map((entry) => entry.id))).toEqual([later]);
  });

  it('may fail as often again when the user sends it again', async () => {
    const id = core.intake.create('stops.create', 'plans/p1', content).entryId ?? '';
    await failsFiveTimes(id, 120_000);
    core.choices.decide([id], { way: 'send-again' });
    expect(core.storage.find(id)).toMatchObject({ state: 'queued' });
    expect(core.storage.find(id)?.progress).toEqual({ doubts: 5 });
    await sendAll();
    await core.system.advance(120_000);
    expect(await lookUp(id)).toMatchObject({ state: 'queued', progress: { doubts: 6, failures: 1 } });
  });

  it('is sent alone from the third time on, and those that were with it are sent', async () => {
    const made = ['Jette Harms', 'Ole Brandt', 'Imke Voss'].map((name) =>
      core.intake.create('stops.create', 'plans/p1', { ...content, recipient: { name } }),
    );
    const ids = made.map(({ entryId }) => entryId ?? '');
    fails = (call) => JSON.stringify(call).includes('Ole Brandt');
    for (let failures = 1; failures <= 5; failures += 1) {
      await sendAll();
      await core.system.advance(120_000);
      for (const { id } of core.outbox.doubtful()) await lookUp(id);
    }
    const reasons = ids.map((id) => core.storage.find(id)?.reason?.code);
    expect(core.states()).toEqual(['stops.create acknowledged', 'stops.create decision', 'stops.create acknowledged']);
    expect(reasons).toEqual([undefined, 'outbox.fails-each-time', undefined]);
    expect(model.stops.size).toBe(2);
  });

  it('is settled without a decision if it comes late after all', async () => {
    const { entryId, recordId } = core.intake.create('stops.create', 'plans/p1', content);
    const id = entryId ?? '';
    await failsFiveTimes(id, 120_000);
    expect(core.storage.find(id)).toMatchObject({ state: 'decision' });
    const externalId = core.storage.record(recordId)?.marker ?? '';
    const recipient = { name: 'Jette Harms', externalId };
    const late = model.add(model.stops, 'plans/p1/stops/s', { ...content, recipient, plan: 'plans/p1' });
    await lookUp(id);
    expect(core.storage.find(id)).toMatchObject({ state: 'acknowledged', serverId: late.id });
  });
});

describe('two stops with one typed number, told apart by their addresses alone', () => {
  const at = (quay: string) => ({
    address: { addressLineOne: quay },
    recipient: { name: 'Schmidt bakery', externalId: 'K-1' },
  });
  const s2 = 'plans/p1/stops/s2';

  /** The first is in doubt; the service has the second one's record. */
  function twins(second: Parameters<typeof core.put>[1], quay = 'Quay 2') {
    const now = core.system.now();
    const [one, two] = [at('Quay 1'), at(quay)].map((each) => core.intake.create('stops.create', 'plans/p1', each));
    const sent = { attempts: 1, lastAttemptAt: now, knownIds: [] };
    const inDoubt = { state: 'in-doubt', doubtUntil: now + 600_000, progress: { doubts: 1 } } as const;
    core.put(one?.entryId ?? '', { ...sent, ...inDoubt });
    core.put(two?.entryId ?? '', { ...sent, ...inDoubt, doubtUntil: 0, ...second });
    model.put(model.stops, { ...at(quay), id: s2, plan: 'plans/p1' });
    return { first: one?.entryId ?? '', recordId: two?.recordId ?? '' };
  }

  it('are not taken for each other while the id of the other is not known yet', async () => {
    const now = core.system.now();
    const { first, recordId } = twins({ state: 'acknowledged', settledAt: now, progress: null });
    expect(await lookUp(first)).toMatchObject({
      ...{ state: 'in-doubt', serverId: null, reason: { code: 'outbox.settling' }, notBefore: now + 30_000 },
    });
    learnIds(core.core, [{ marker: 'K-1', view: { ...at('Quay 2'), id: s2 } }], 'plans/p1', 'stops');
    expect(core.storage.record(recordId)?.serverId).toBe(s2);
    await core.system.advance(120_000);
    expect(await lookUp(first)).toMatchObject({ state: 'queued', serverId: null });
  });

  it('wait for the answer to the other, and need a decision if no list tells them apart', async () => {
    const { first, recordId } = twins({ state: 'sending' });
    expect(await lookUp(first)).toMatchObject({ state: 'in-doubt', serverId: null });
    const [second] = core.storage.entriesOf(recordId);
    core.put(second?.id ?? '', { state: 'acknowledged', settledAt: core.system.now() });
    await core.system.advance(599_999);
    expect(await lookUp(first)).toMatchObject({ state: 'in-doubt', serverId: null });
    await core.system.advance(1);
    expect(await lookUp(first)).toMatchObject({ state: 'decision', reason: { code: 'outbox.other-content' } });
  });

  it('need a decision if both are in doubt', async () => {
    const { first } = twins({ doubtUntil: core.system.now() + 600_000 });
    expect(await lookUp(first)).toMatchObject({ state: 'decision', reason: { code: 'outbox.other-content' } });
  });

  it('need no decision if they are equal in all', async () => {
    const { first } = twins({ doubtUntil: core.system.now() + 600_000 }, 'Quay 1');
    expect(await lookUp(first)).toMatchObject({ state: 'acknowledged', serverId: s2 });
  });

  it.each<[string, Parameters<typeof core.put>[1]]>([
    ['was never sent', { state: 'queued', progress: null }],
    ['was discarded, and no copy of it is searched for', { state: 'given-up', sweepAt: null }],
    ['was there before', { state: 'acknowledged', knownIds: [s2] }],
    ['was moved away', { state: 'acknowledged', progress: { movedAway: true } }],
  ])('are no twins if the other %s', async (_what, second) => {
    const { first } = twins(second);
    expect(await lookUp(first)).toMatchObject({ state: 'acknowledged', serverId: s2 });
  });
});
