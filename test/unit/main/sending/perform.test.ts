import { beforeEach, describe, expect, it } from 'vitest';
import type { WriteOutcome } from '../../../../src/main/api/client.ts';
import type { ServiceClient } from '../../../../src/main/outbox/core.ts';
import { perform } from '../../../../src/main/sending/perform.ts';
import { AppError, type ErrorDetail } from '../../../../src/shared/errors.ts';
import type { Outcome } from '../../../../src/shared/outbox.ts';
import type { EntryFields, StoredEntry } from '../../../../src/main/db/outbox-storage.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const content = { recipient: { name: 'Jette Harms' }, notes: 'first' };
const stopId = 'plans/p1/stops/s1';
const stopPath = { planId: 'p1', stopId: 's1' };

type Answer = WriteOutcome<unknown>;
const answered = (value: unknown): Answer => ({ kind: 'answered', value });
const refused = (serviceCode: string, detail: ErrorDetail = {}): Answer => ({
  kind: 'refused',
  error: new AppError('service.refused', { detail: { serviceCode, ...detail } }),
});
const notFound: Answer = { kind: 'refused', error: new AppError('service.not-found') };

/** The requests written, in order, and the service's answers to them. */
let written: unknown[];
let answers: Answer[];
/** The requests read, and the service's answers to them. */
let asked: unknown[];
let reads: Record<string, () => unknown>;
let all: ReturnType<typeof coreInMemory>;

beforeEach(() => {
  written = [];
  answers = [];
  asked = [];
  reads = {};
  const service = {
    read: (name: string, { path }: { path: object }) => {
      asked.push([name, path]);
      return Promise.resolve().then(() => reads[name]?.());
    },
    write: (name: string, { priority, ...call }: { priority: string }) => {
      written.push(priority === 'outbox' ? [name, call] : 'of another priority');
      return Promise.resolve(answers.shift() ?? answered({ id: 'made/1' }));
    },
  } as unknown as ServiceClient;
  all = coreInMemory({ service });
});

function entry(id: string | null, set: Partial<EntryFields> & { serverId?: string } = {}): StoredEntry {
  all.put(id, { state: 'sending', attempts: 1, ...set });
  const one = all.storage.find(id ?? '');
  if (one === undefined) throw new Error('it is not kept');
  return one;
}

const send = (entries: readonly StoredEntry[], body = {}): Promise<Outcome[]> =>
  perform(
    all.core,
    entries.map((one) => ({ entry: one, body })),
  );

async function sendOne(id: string | null, ...says: Answer[]): Promise<Outcome | undefined> {
  answers = says;
  const [outcome] = await send([entry(id)], { notes: 'changed' });
  return outcome;
}

const stop = (more: object = {}) => all.intake.create('stops.create', 'plans/p1', { ...content, ...more }).entryId;
const edit = (kind: 'stops.update' | 'stops.liveUpdate') =>
  all.intake.edit(kind, stopId, 'plans/p1', { notes: 'changed' }, { notes: 'first' }).entryId;
const remove = (kind: 'stops.delete' | 'stops.liveDelete' | 'unassignedStops.delete' | 'orders.delete', id: string) =>
  all.intake.remove(kind, id, 'plans/p1').entryId;
type Command = 'optimize' | 'reoptimize' | 'distribute' | 'redistribute' | 'save';
const command = (kind: Command) => all.intake.command(`plans.${kind}`, 'plans/p1', {}).entryId;
const orders = (kind: 'submit' | 'withdraw', ...ids: string[]) =>
  ids.map((id) => all.intake.command(`orders.${kind}`, id, { courierId: 'couriers/1' }).entryId);
/** A move to another plan with its first step done. */
function halfMoved(oldId: string, set: Partial<EntryFields> = {}): StoredEntry {
  const id = all.intake.move(oldId, 'plans/p1', 'plans/p2', content).entryId;
  const { progress } = entry(id);
  return entry(id, { progress: { ...progress, moved: 'created' }, ...set });
}

const acknowledged = (serverId: string | null = null): Outcome => ({ kind: 'acknowledged', serverId });
const pending = { kind: 'pending', serverId: null, operationId: null, waitMilliseconds: 5_000 };

describe('a request', () => {
  it('creates a stop and returns its id', async () => {
    const id = stop();
    expect(await sendOne(id, answered({ id: stopId }))).toEqual(acknowledged(stopId));
    const { marker } = entry(id);
    const body = { ...content, recipient: { ...content.recipient, externalId: marker } };
    expect(written).toEqual([['stops.create', { path: { planId: 'p1' }, body }]]);
  });

  it('edits and deletes a stop in place', async () => {
    await sendOne(edit('stops.update'));
    expect(await sendOne(remove('stops.delete', stopId), answered(null))).toEqual(acknowledged());
    await sendOne(remove('unassignedStops.delete', 'unassignedStops/u1'), answered(null));
    expect(written).toEqual([
      ['stops.update', { path: stopPath, body: { notes: 'changed' } }],
      ['stops.delete', { path: stopPath }],
      ['unassignedStops.delete', { path: { unassignedStopId: 'u1' } }],
    ]);
  });

  it('counts a missing record as deleted, but no other error', async () => {
    expect(await sendOne(remove('stops.delete', stopId), notFound)).toEqual(acknowledged());
    expect(await sendOne(remove('stops.delete', 'plans/p1/stops/s2'), refused('other'))).toMatchObject({
      kind: 'refused',
    });
  });

  it('of a move deletes at the old place, which may be unassigned by now', async () => {
    answers = [answered(null), answered(null)];
    expect(await send([halfMoved(stopId)])).toEqual([acknowledged()]);
    const kept = all.intake.create('unassignedStops.create', '', content);
    all.storage.commit([{ do: 'change-record', id: kept.recordId, set: { serverId: 'unassignedStops/u1' } }]);
    await send([halfMoved(kept.recordId)]);
    expect(written).toEqual([
      ['stops.delete', { path: stopPath }],
      ['unassignedStops.delete', { path: { unassignedStopId: 'u1' } }],
    ]);
  });

  it('of a move deletes in the old plan even if the id does not contain it', async () => {
    const { recordId } = all.intake.create('stops.create', 'plans/p1', content);
    all.storage.commit([{ do: 'change-record', id: recordId, set: { serverId: 'stops/s7' } }]);
    answers = [answered(null)];
    await send([halfMoved(recordId)]);
    expect(written).toEqual([['stops.delete', { path: { planId: 'p1', stopId: 's7' } }]]);
  });

  it('of a move deletes nothing if the stop never existed at the old place', async () => {
    const { recordId } = all.intake.create('stops.create', 'plans/p1', content);
    const move = halfMoved(stopId);
    const old = { id: recordId, planId: 'plans/p1' };
    const never = entry(move.id, { progress: { ...move.progress, old } });
    expect(await send([never])).toEqual([acknowledged()]);
    expect(written).toEqual([]);
  });

  it('keeps the reason when it was not sent or not answered', async () => {
    const error = new AppError('service.busy', { detail: { waitMilliseconds: 7_000 } });
    const reason = { code: 'service.busy', detail: { waitMilliseconds: 7_000 } };
    expect(await sendOne(stop(), { kind: 'not-sent', error })).toEqual({
      ...{ kind: 'later', reason, waitMilliseconds: 7_000 },
    });
    const none = new AppError('line.timeout');
    expect(await sendOne(stop(), { kind: 'not-sent', error: none })).toMatchObject({ waitMilliseconds: 0 });
    expect(await sendOne(stop(), { kind: 'key-refused', error })).toEqual({ kind: 'key-refused', reason });
    expect(await sendOne(stop(), { kind: 'in-doubt', error })).toEqual({ kind: 'in-doubt', reason });
    expect(await sendOne(stop(), refused('bad'))).toMatchObject({ kind: 'refused' });
  });

  it('is rejected when the client refuses it, and throws on bugs', async () => {
    const id = stop();
    for (const code of ['input.invalid', 'connection.version'] as const) {
      all.core.service.write = () => Promise.reject(new AppError(code));
      expect(await send([entry(id)])).toEqual([{ kind: 'refused', reason: { code, detail: {} } }]);
    }
    all.core.service.write = () => Promise.reject(new AppError('input.invalid'));
    expect(await send(orders('submit', 'orders/o9').map((one) => entry(one)))).toMatchObject([{ kind: 'refused' }]);
    for (const error of [new AppError('line.interrupted'), new TypeError('a mistake')]) {
      all.core.service.write = () => Promise.reject(error);
      await expect(send([entry(id)])).rejects.toBe(error);
    }
  });

  const later: Outcome = { kind: 'later', reason: { code: 'outbox.waits', detail: {} }, waitMilliseconds: 1_000 };
  it.each<[string, boolean[]]>([
    ['1.notes', [false, true, false]],
    ['orders.2.address.zip', [false, false, true]],
    ['0', [true, false, false]],
    ['0.allowedDrivers.2', [true, false, false]],
    // Nobody, or nobody who is there: the others must not wait for ever.
    ['3.notes', [true, true, true]],
    ['depot', [true, true, true]],
    ['', [true, true, true]],
  ])('of several rejects only the one that the client names, and the others go next: %s', async (field, isRejected) => {
    const detail: ErrorDetail = field === '' ? {} : { field };
    all.core.service.write = () => Promise.reject(new AppError('input.invalid', { detail }));
    const outcomes = await send([stop(), stop(), stop()].map((id) => entry(id)));
    const rejected: Outcome = { kind: 'refused', reason: { code: 'input.invalid', detail } };
    expect(outcomes).toEqual(isRejected.map((is) => (is ? rejected : later)));
  });

  it('of one is rejected whatever the client names', async () => {
    const detail = { field: 'allowedDrivers.1' };
    all.core.service.write = () => Promise.reject(new AppError('input.invalid', { detail }));
    expect(await send([entry(stop())])).toEqual([{ kind: 'refused', reason: { code: 'input.invalid', detail } }]);
  });

  it('without entries has no outcome', async () => {
    expect(await send([])).toEqual([]);
  });
});

describe('a stop for a plan that is not writable', () => {
  const notWritable = refused('plan_not_writable', { status: 409 });

  it('checks the plan that the step changes', async () => {
    reads['plans.get'] = () => ({ writable: false, optimization: 'optimized' });
    await sendOne(stop(), notWritable);
    await sendOne(all.intake.edit('plans.update', 'plans/p3', '', { title: 'x' }, { title: 'y' }).entryId, notWritable);
    answers = [notWritable, notWritable];
    await send([entry(all.intake.move(stopId, 'plans/p1', 'plans/p2', content).entryId)]);
    await send([halfMoved('plans/p1/stops/s2')]);
    expect(asked).toEqual(['p1', 'p3', 'p2', 'p1'].map((planId) => ['plans.get', { planId }]));
  });

  it('waits while the plan is optimised, and needs a decision otherwise', async () => {
    const plan = { writable: false, optimization: 'optimizing' };
    reads['plans.get'] = () => plan;
    expect(await sendOne(stop(), notWritable)).toMatchObject({
      ...{ kind: 'later', reason: { code: 'outbox.plan-not-writable' }, waitMilliseconds: 0 },
    });
    plan.optimization = 'optimized';
    expect(await sendOne(stop(), notWritable)).toEqual({
      kind: 'decision',
      reason: { code: 'outbox.plan-not-writable', detail: { serviceCode: 'plan_not_writable', status: 409 } },
    });
  });
});

describe('a deleted order', () => {
  const id = 'orders/o1';
  const withdrawn = answered({ success: [id], failed: [] });
  const submitted = refused('order_submitted');
  const deletion = ['orders.delete', { path: { id: 'o1' } }];
  const withdrawal = ['orders.withdraw', { body: { orderIds: [id] } }];
  const agreed = () => all.intake.remove('orders.delete', id, '', undefined, { withdraws: true }).entryId;

  it.each<[string, Answer[], object, unknown[]]>([
    ['a draft is deleted', [answered(null)], acknowledged(), [deletion]],
    ['one that is gone is deleted', [notFound], acknowledged(), [deletion]],
    ['a submitted one is withdrawn before', [submitted, withdrawn], acknowledged(), [deletion, withdrawal, deletion]],
    ['one on its way stays', [refused('order_read_only')], { kind: 'refused' }, [deletion]],
    [
      'one that the key may not delete stays with its courier',
      [{ kind: 'refused', error: new AppError('service.forbidden') }],
      { kind: 'refused', reason: { code: 'service.forbidden' } },
      [deletion],
    ],
    [
      'one that cannot be withdrawn stays, for the reason of the deletion',
      [submitted, answered({ success: [], failed: [] })],
      { kind: 'refused', reason: { detail: { serviceCode: 'order_submitted' } } },
      [deletion, withdrawal],
    ],
    [
      'one that was withdrawn meanwhile is deleted',
      [submitted, answered({ success: [], failed: [{ orderId: id, error: { code: 'order_not_submitted' } }] })],
      acknowledged(),
      [deletion, withdrawal, deletion],
    ],
    [
      'a withdrawal without an answer is in doubt',
      [submitted, { kind: 'in-doubt', error: new AppError('line.timeout') }],
      { kind: 'in-doubt' },
      [deletion, withdrawal],
    ],
    [
      'a deletion without an answer is in doubt',
      [{ kind: 'in-doubt', error: new AppError('line.timeout') }],
      { kind: 'in-doubt' },
      [deletion],
    ],
    [
      'a second deletion that does not leave is in doubt: the order is withdrawn',
      [submitted, withdrawn, { kind: 'not-sent', error: new AppError('line.timeout') }],
      { kind: 'in-doubt', reason: { code: 'line.timeout' } },
      [deletion, withdrawal, deletion],
    ],
    [
      'a second deletion whose key is refused is in doubt',
      [submitted, withdrawn, { kind: 'key-refused', error: new AppError('service.key-refused') }],
      { kind: 'in-doubt', reason: { code: 'service.key-refused' } },
      [deletion, withdrawal, deletion],
    ],
    [
      'a second deletion that is refused says why',
      [submitted, withdrawn, refused('other')],
      { kind: 'refused', reason: { detail: { serviceCode: 'other' } } },
      [deletion, withdrawal, deletion],
    ],
  ])('%s', async (_, says, outcome, calls) => {
    const [first, ...others] = says;
    const rest = calls.length > says.length ? [...others, answered(null)] : others;
    expect(await sendOne(agreed(), ...(first === undefined ? [] : [first]), ...rest)).toMatchObject(outcome);
    expect(written).toEqual(calls);
  });

  it('that was a draft for the user stays with the courier whom somebody else gave it to', async () => {
    const reason = { detail: { serviceCode: 'order_submitted' } };
    expect(await sendOne(remove('orders.delete', id), submitted)).toMatchObject({ kind: 'refused', reason });
    expect(written).toEqual([deletion]);
  });

  it.each([answered(null), notFound])('that was a draft for the user is deleted: $kind', async (says) => {
    expect(await sendOne(remove('orders.delete', id), says)).toEqual(acknowledged());
    expect(written).toEqual([deletion]);
  });
});

describe('a live change', () => {
  it('is pending or done, as the answer says', async () => {
    const liveStop = () => all.intake.create('stops.liveCreate', 'plans/p1', content).entryId;
    const says = (isPending: boolean) => answered({ pending: isPending, stop: { id: stopId } });
    expect(await sendOne(liveStop(), says(true))).toEqual({ ...pending, serverId: stopId });
    expect(await sendOne(liveStop(), says(false))).toEqual(acknowledged(stopId));
    expect(await sendOne(edit('stops.liveUpdate'), answered({ pending: true, stop: null }))).toEqual(pending);
    expect(await sendOne(remove('stops.liveDelete', stopId), answered({ pending: true }))).toEqual(pending);
    expect(written.slice(1)).toEqual([
      ['stops.liveCreate', { path: { planId: 'p1' }, body: expect.objectContaining({ notes: 'first' }) as object }],
      ['stops.liveUpdate', { path: stopPath, body: { notes: 'changed' } }],
      ['stops.liveDelete', { path: stopPath }],
    ]);
  });

  it('stays pending if a deletion finds its stop gone, until the plan is read', async () => {
    expect(await sendOne(remove('stops.liveDelete', stopId), notFound)).toEqual(pending);
  });

  it('waits for an earlier one if its stop is gone, and is rejected without one', async () => {
    const first = edit('stops.liveUpdate');
    expect(await sendOne(first, notFound)).toMatchObject({ kind: 'refused' });
    all.put(first, { state: 'pending' });
    expect(await sendOne(edit('stops.liveUpdate'), notFound)).toEqual({
      kind: 'later',
      reason: { code: 'outbox.waits', detail: {} },
      waitMilliseconds: 0,
    });
  });

  it('waits while a colleague optimises the plan', async () => {
    const busy = refused('plan_optimization_in_progress');
    expect(await sendOne(edit('stops.liveUpdate'), busy)).toEqual({
      kind: 'later',
      reason: { code: 'service.refused', detail: { serviceCode: 'plan_optimization_in_progress' } },
      waitMilliseconds: 0,
    });
    expect(await sendOne(edit('stops.liveUpdate'), refused('other'))).toMatchObject({ kind: 'refused' });
  });
});

describe('a plan command', () => {
  const path = { planId: 'p1' };

  it('that starts an operation is pending', async () => {
    const started = { ...pending, operationId: 'operations/o1', waitMilliseconds: 1_000 };
    expect(await sendOne(command('optimize'), answered({ id: 'operations/o1' }))).toEqual(started);
    expect(await sendOne(command('reoptimize'), answered({ id: 'operations/o1' }))).toEqual(started);
    expect(await sendOne(command('optimize'), refused('other'))).toMatchObject({ kind: 'refused' });
    expect(written.slice(0, 2)).toEqual([
      ['plans.optimize', { path }],
      ['plans.reoptimize', { path, body: { notes: 'changed' } }],
    ]);
  });

  it.each(['distribute', 'redistribute', 'save'] as const)(
    'that notifies drivers or saves is done with its answer: %s',
    async (kind) => {
      expect(await sendOne(command(kind), answered({ id: 'plans/p1' }))).toEqual(acknowledged());
      expect(await sendOne(command(kind), refused('other'))).toMatchObject({ kind: 'refused' });
      expect(written[0]).toEqual([`plans.${kind}`, { path }]);
    },
  );

  it.each([
    ['distribute', 'plan_already_distributed'],
    ['redistribute', 'plan_already_distributed'],
    ['optimize', 'plan_already_optimized'],
    ['reoptimize', 'plan_already_optimized'],
  ] as const)('is done when the plan is as %s leaves it: %s', async (kind, code) => {
    expect(await sendOne(command(kind), refused(code))).toEqual(acknowledged());
  });
});

describe('several entries together', () => {
  const both = answered({ success: ['a/1', 'a/2'], failed: [] });

  it('are imported by their kind', async () => {
    const make = (kind: 'orders.create' | 'unassignedStops.create' | 'stops.create', more: object) =>
      entry(all.intake.create(kind, kind === 'stops.create' ? 'plans/p1' : '', { ...content, ...more }).entryId);
    for (const kind of ['orders.create', 'unassignedStops.create', 'stops.create'] as const) {
      const depot = kind === 'unassignedStops.create' ? { depot: 'depots/1' } : {};
      answers = [both];
      expect(await send([make(kind, depot), make(kind, depot)])).toEqual([acknowledged(), acknowledged()]);
    }
    const stopsOf = (call: unknown) => (call as [string, { body: unknown[] }])[1].body;
    expect(written).toMatchObject([
      ['orders.import', { body: { orders: [content, content] } }],
      ['unassignedStops.import', { body: { depot: 'depots/1', unassignedStops: [content, content] } }],
      ['stops.import', { path: { planId: 'p1' } }],
    ]);
    expect(JSON.stringify(written[1]).match(/depots/g)).toHaveLength(1);
    expect(stopsOf(written[2])).toMatchObject([content, content]);
  });

  it('are imported without a depot if none is chosen', async () => {
    const make = () => entry(all.intake.create('unassignedStops.create', '', content).entryId);
    answers = [both];
    await send([make(), make()]);
    expect(JSON.stringify(written)).not.toContain('depot');
  });

  it('have the outcome of their request', async () => {
    answers = [refused('other')];
    expect(await send([entry(stop()), entry(stop())])).toMatchObject([{ kind: 'refused' }, { kind: 'refused' }]);
  });
});

describe('orders to submit or withdraw', () => {
  const ids = ['orders/o1', 'orders/o2'];

  it('are sent together with their courier', async () => {
    answers = [answered({ success: ids, failed: [] }), answered({ success: ids, failed: [] })];
    const body = { courierId: 'couriers/1' };
    expect(
      await send(
        orders('submit', ...ids).map((id) => entry(id)),
        body,
      ),
    ).toEqual([acknowledged(), acknowledged()]);
    await send(
      orders('withdraw', ...ids).map((id) => entry(id)),
      body,
    );
    expect(written).toEqual([
      ['orders.submit', { body: { orderIds: ids, ...body } }],
      ['orders.withdraw', { body: { orderIds: ids } }],
    ]);
  });

  it('are sent with their courier even alone, and are not checked when they succeed', async () => {
    answers = [answered({ success: ['orders/o1'], failed: [] })];
    const [id] = orders('submit', 'orders/o1');
    expect(await send([entry(id ?? null, { doubtUntil: 1 })], { courierId: 'couriers/1' })).toEqual([acknowledged()]);
    expect(written).toEqual([['orders.submit', { body: { orderIds: ['orders/o1'], courierId: 'couriers/1' } }]]);
    expect(asked).toEqual([]);
  });

  it('have the outcome of their request', async () => {
    answers = [refused('other')];
    const outcomes = await send(orders('submit', ...ids).map((id) => entry(id)));
    expect(outcomes).toMatchObject([{ kind: 'refused' }, { kind: 'refused' }]);
  });

  const failed = { orderId: 'orders/o1', error: { code: 'order_submitted', message: 'Submitted already.' } };
  const failing = () => answered({ success: [], failed: [failed] });

  it.each([
    ['submit', 1, true, acknowledged()],
    ['submit', 1, false, { kind: 'refused' }],
    ['withdraw', 1, false, acknowledged()],
    ['withdraw', 1, true, { kind: 'refused' }],
    // Without an earlier doubt, no check is needed.
    ['submit', 0, true, { kind: 'refused' }],
  ] as const)(
    'that are rejected after a doubt are checked for their state: %s',
    async (kind, doubtUntil, submitted, outcome) => {
      reads['orders.get'] = () => ({ id: 'orders/o1', submitted });
      answers = [failing()];
      const [id] = orders(kind, 'orders/o1');
      expect(await send([entry(id ?? null, { doubtUntil })])).toMatchObject([outcome]);
    },
  );

  it('are in doubt if their state cannot be read, and rejected if the order is gone', async () => {
    const [id] = orders('submit', 'orders/o1');
    const after = async (error: Error) => {
      reads['orders.get'] = () => Promise.reject(error);
      answers = [failing()];
      return send([entry(id ?? null, { doubtUntil: 1 })]);
    };
    expect(await after(new AppError('line.timeout'))).toMatchObject([
      { kind: 'in-doubt', reason: { code: 'line.timeout' } },
    ]);
    expect(await after(new AppError('service.not-found'))).toMatchObject([{ kind: 'refused' }]);
    await expect(after(new TypeError('a mistake'))).rejects.toThrow('a mistake');
  });
});
