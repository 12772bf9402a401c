import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../../src/main/outbox/core.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';
import { ServiceModel } from '../../../campaigns/sim/service-model.ts';
import type { Body } from '../../../campaigns/sim/held.ts';

const content = { address: { addressLineOne: 'Quay 1' }, recipient: { name: 'Jette Harms' }, notes: 'first' };
const isOut = { writable: false, distributed: true, optimization: 'optimized' };
const discarded = { code: 'outbox.discarded', detail: {} } as const;
const pending = { state: 'pending', notBefore: 0 } as const;

let model: ServiceModel;
let planId: string;
let stopId: string;
/** The bodies of live edits as they were sent. */
let sent: Body[];
/** Runs while a live edit is in flight. */
let meanwhile: () => void;
let core: ReturnType<typeof coreInMemory>;

beforeEach(() => {
  sent = [];
  meanwhile = () => undefined;
  core = coreInMemory({ service: service() });
  model = new ServiceModel(() => core.system.now());
  planId = model.add(model.plans, 'plans/p', { title: 'Tour 1', ...isOut }).id;
  stopId = model.add(model.stops, `${planId}/stops/s`, { ...content, notes: 'old', plan: planId }).id;
});

/** The simulated service without connection faults. */
function service(): ServiceClient {
  return {
    read: ((name: string, call: object) => {
      const { status, value } = model.apply(name, call);
      return status < 300 ? Promise.resolve(value) : Promise.reject(new AppError('service.not-found'));
    }) as ServiceClient['read'],
    write: ((name: string, call: { body?: Body }) => {
      const { status, value } = model.apply(name, call);
      meanwhile();
      if (name === 'stops.liveUpdate') sent.push(call.body ?? {});
      return Promise.resolve(
        status < 300
          ? { kind: 'answered', value }
          : { kind: 'refused', error: new AppError('service.not-found', { detail: { status } }) },
      );
    }) as unknown as ServiceClient['write'],
  };
}

const edit = (id: string, mine: Body, base: Body) =>
  core.intake.edit('stops.liveUpdate', id, planId, mine, base).entryId ?? '';
const find = (id: string) => core.storage.find(id);

async function lookAt(id: string): Promise<void> {
  const entry = find(id);
  if (entry !== undefined) await core.outbox.reconcile(entry);
}

async function sendAll(): Promise<void> {
  for (const group of core.outbox.groups()) await core.outbox.send(group);
}

/** Two live edits of one stop, both accepted by the service. */
async function twoEdits(): Promise<[string, string]> {
  const first = edit(stopId, { notes: 'mine', recipient: { phone: '+49 1' } }, { notes: 'old' });
  await sendAll();
  const second = edit(stopId, { notes: 'mine, later' }, { notes: 'mine' });
  await sendAll();
  for (const id of [first, second]) core.put(id, pending);
  return [first, second];
}

describe('live changes discarded by a colleague', () => {
  it('need a decision together, so that none looks pending in the new live session', async () => {
    const [first, second] = await twoEdits();
    model.live.discard(planId);
    await lookAt(second);
    expect([find(first), find(second)]).toMatchObject([
      { state: 'decision', reason: discarded },
      { state: 'decision', reason: discarded },
    ]);
  });

  it('need a decision only after a later one of the same stop, if that is in flight', async () => {
    const [first, second] = await twoEdits();
    model.live.discard(planId);
    core.put(second, { state: 'sending' });
    await lookAt(first);
    expect(find(first)).toMatchObject({ state: 'pending' });
  });

  it('stay pending while a later queued one may have been accepted at its first attempt', async () => {
    const [first, second] = await twoEdits();
    // Accepted without an answer, then refused while the plan was optimised. After that both were applied.
    core.put(second, { state: 'queued', progress: { doubts: 1 } });
    Object.assign(model.stops.get(stopId) ?? {}, { notes: 'mine, later', recipient: { phone: '+49 1' } });
    Object.assign(model.plans.get(planId) ?? {}, isOut);
    await lookAt(first);
    expect(find(first)).toMatchObject({ state: 'pending' });
  });

  it('count as applied if the service has the values of a later one discarded while in doubt', async () => {
    const [first, second] = await twoEdits();
    core.put(second, { state: 'given-up', progress: { doubts: 1 } });
    Object.assign(model.stops.get(stopId) ?? {}, { notes: 'mine, later', recipient: { phone: '+49 1' } });
    Object.assign(model.plans.get(planId) ?? {}, isOut);
    await lookAt(first);
    expect(find(first)).toMatchObject({ state: 'acknowledged' });
  });

  it.each([
    ['what a later one wrote, which cannot have left', { notes: 'mine, later', phone: '+49 1' }, 0],
    ['what a later one wrote, of which no attempt is known', { notes: 'mine, later', phone: '+49 1' }, undefined],
    ['neither of both', { notes: 'of somebody else', phone: '+49 1' }, 1],
    ['what a later one in doubt wrote, and of the rest something else', { notes: 'mine, later', phone: '+49 9' }, 1],
  ])('count as discarded if the service has %s', async (_, { notes, phone }, doubts) => {
    const [first, second] = await twoEdits();
    core.put(second, { state: 'given-up', progress: doubts === undefined ? {} : { doubts } });
    Object.assign(model.stops.get(stopId) ?? {}, { notes, recipient: { phone } });
    Object.assign(model.plans.get(planId) ?? {}, isOut);
    await lookAt(first);
    expect(find(first)).toMatchObject({ state: 'decision', reason: discarded });
  });

  it('are sent again without fields that were edited since', async () => {
    const [first, second] = await twoEdits();
    core.put(first, { state: 'decision', reason: discarded });
    core.put(second, { state: 'acknowledged' });
    Object.assign(model.stops.get(stopId) ?? {}, { notes: 'mine, later' });
    sent = [];
    core.choices.decide([first], { way: 'send-again' });
    await sendAll();
    expect(sent).toEqual([{ recipient: { name: 'Jette Harms', phone: '+49 1' } }]);
    expect(find(first)).toMatchObject({ state: 'pending' });
  });

  it('are sent again with the pending fields of a later one if an object is sent whole', async () => {
    const first = edit(stopId, { recipient: { phone: '+49 1' } }, {});
    await sendAll();
    const second = edit(stopId, { recipient: { email: 'jette@depot.example' } }, {});
    await sendAll();
    core.put(first, { state: 'decision', reason: discarded });
    sent = [];
    core.choices.decide([first], { way: 'send-again' });
    await sendAll();
    expect(find(second)).toMatchObject({ state: 'pending' });
    const recipient = { name: 'Jette Harms', email: 'jette@depot.example', phone: '+49 1' };
    expect(sent).toEqual([{ recipient }]);
  });
});

describe('a live stop discarded by a colleague', () => {
  async function made() {
    const { entryId, recordId } = core.intake.create('stops.liveCreate', planId, content);
    await sendAll();
    return { create: entryId ?? '', recordId };
  }

  it('is not found by its former id', async () => {
    const { create } = await made();
    model.live.discard(planId);
    core.put(create, { state: 'decision', reason: discarded, sweepAt: 0, doubtUntil: core.system.now() + 60_000 });
    await lookAt(create);
    expect(find(create)).toMatchObject({ state: 'decision', reason: discarded });
  });

  it('is pending again if the search for copies finds it pending', async () => {
    const { create } = await made();
    core.put(create, { state: 'decision', reason: discarded, sweepAt: 0, doubtUntil: core.system.now() + 60_000 });
    model.live.pendingShow = true;
    await lookAt(create);
    expect(find(create)).toMatchObject({ state: 'pending' });
  });

  it('holds back an edit that was rejected because the stop is gone', async () => {
    const { create, recordId } = await made();
    const change = edit(recordId, { notes: 'second' }, { notes: 'first' });
    model.live.discard(planId);
    // The stop turns out to be discarded while the edit is in flight.
    meanwhile = () => core.put(create, { state: 'decision', reason: discarded });
    await sendAll();
    expect(find(change)).toMatchObject({ state: 'queued', reason: { code: 'outbox.waits' } });
    meanwhile = () => undefined;
    core.system.setClock(600_000);
    expect(core.outbox.groups()).toEqual([]);
  });
});
