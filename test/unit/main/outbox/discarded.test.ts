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
/** Bodies of live edits as they were sent. */
let sent: Body[];
/** What happens while a live edit is on its way. */
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

/** The service that the simulation knows, without a line that fails. */
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

/** Two live edits of one stop, both taken by the service. */
async function twoEdits(): Promise<[string, string]> {
  const first = edit(stopId, { notes: 'mine', recipient: { phone: '+49 1' } }, { notes: 'old' });
  await sendAll();
  const second = edit(stopId, { notes: 'mine, later' }, { notes: 'mine' });
  await sendAll();
  for (const id of [first, second]) core.put(id, pending);
  return [first, second];
}

describe('live changes that a colleague discarded', () => {
  it('ask together, so that none of them seems to be pending in the session that sending again opens', async () => {
    const [first, second] = await twoEdits();
    model.live.discard(planId);
    await lookAt(second);
    expect([find(first), find(second)]).toMatchObject([
      { state: 'decision', reason: discarded },
      { state: 'decision', reason: discarded },
    ]);
  });

  it('ask after the later one of the same stop is known, where that is under way', async () => {
    const [first, second] = await twoEdits();
    model.live.discard(planId);
    core.put(second, { state: 'sending' });
    await lookAt(first);
    expect(find(first)).toMatchObject({ state: 'pending' });
  });

  it('are not said to be discarded, where a later one that is sent again may have been taken the first time', async () => {
    const [first, second] = await twoEdits();
    // Taken without an answer, and refused while the plan was optimised; with that both were carried out.
    core.put(second, { state: 'queued', progress: { doubts: 1 } });
    Object.assign(model.stops.get(stopId) ?? {}, { notes: 'mine, later', recipient: { phone: '+49 1' } });
    Object.assign(model.plans.get(planId) ?? {}, isOut);
    await lookAt(first);
    expect(find(first)).toMatchObject({ state: 'pending' });
  });

  it('are carried out where the service says what a later one wrote, that was taken back while in doubt', async () => {
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
  ])('are discarded where the service says %s', async (_, { notes, phone }, doubts) => {
    const [first, second] = await twoEdits();
    core.put(second, { state: 'given-up', progress: doubts === undefined ? {} : { doubts } });
    Object.assign(model.stops.get(stopId) ?? {}, { notes, recipient: { phone } });
    Object.assign(model.plans.get(planId) ?? {}, isOut);
    await lookAt(first);
    expect(find(first)).toMatchObject({ state: 'decision', reason: discarded });
  });

  it('are sent again without the fields that were typed again since', async () => {
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

  it('are sent again with what is pending of a later one, where an object goes whole', async () => {
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

describe('a live stop that a colleague discarded', () => {
  async function made() {
    const { entryId, recordId } = core.intake.create('stops.liveCreate', planId, content);
    await sendAll();
    return { create: entryId ?? '', recordId };
  }

  it('is not found by the id that it had', async () => {
    const { create } = await made();
    model.live.discard(planId);
    core.put(create, { state: 'decision', reason: discarded, sweepAt: 0, doubtUntil: core.system.now() + 60_000 });
    await lookAt(create);
    expect(find(create)).toMatchObject({ state: 'decision', reason: discarded });
  });

  it('is read back, when the search for copies finds it pending after all', async () => {
    const { create } = await made();
    core.put(create, { state: 'decision', reason: discarded, sweepAt: 0, doubtUntil: core.system.now() + 60_000 });
    model.live.pendingShow = true;
    await lookAt(create);
    expect(find(create)).toMatchObject({ state: 'pending' });
  });

  it('holds an edit of it that was refused because it is gone', async () => {
    const { create, recordId } = await made();
    const change = edit(recordId, { notes: 'second' }, { notes: 'first' });
    model.live.discard(planId);
    // Found to be discarded while the edit is on its way.
    meanwhile = () => core.put(create, { state: 'decision', reason: discarded });
    await sendAll();
    expect(find(change)).toMatchObject({ state: 'queued', reason: { code: 'outbox.waits' } });
    meanwhile = () => undefined;
    core.system.setClock(600_000);
    expect(core.outbox.groups()).toEqual([]);
  });
});
