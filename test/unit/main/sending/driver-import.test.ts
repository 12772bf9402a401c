/** Drivers of a file: sent as imports, looked up with one list, and given the ids that the answer does not name. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { WriteOutcome } from '../../../../src/main/api/client.ts';
import type { ServiceClient } from '../../../../src/main/outbox/core.ts';
import { learnDriverIds } from '../../../../src/main/sending/driver-ids.ts';
import { driver, type Driver } from '../../../../src/shared/drivers.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';
import { nothingKnown } from '../../../fixtures/core-parts.ts';

type Body = Record<string, unknown>;

const late = 600_000;
const answered = (value: unknown): WriteOutcome<unknown> => ({ kind: 'answered', value });
const lost: WriteOutcome<unknown> = { kind: 'in-doubt', error: new AppError('line.timeout', { retry: 'later' }) };
const mail = (number: number) => `mia.${number}@depot.example`;
const content = (number: number): Body => ({ name: `Mia ${number}`, email: mail(number) });

/** What the service has, the requests in order, and what is answered to the next writes. */
let there: Driver[];
let plans: Body[];
let asked: string[];
let answers: WriteOutcome<unknown>[];
let isReadable: boolean;
let imported: string[];
/** Runs while a record is put into the cache. */
let whilePut: (id: string) => Promise<void> | void;
let all: ReturnType<typeof coreInMemory>;

beforeEach(() => {
  [there, plans, asked, answers, imported] = [[], [], [], [], []];
  isReadable = true;
  whilePut = () => undefined;
  const service = {
    read: (name: string) => {
      asked.push(name);
      return isReadable
        ? Promise.resolve({ drivers: there, plans, nextPageToken: null })
        : Promise.reject(new AppError('line.timeout'));
    },
    write: (name: string, { body }: { body: Body | Body[] }) => {
      const items = Array.isArray(body) ? body : [body];
      asked.push(`${name} ${items.length}`);
      const ids = items.map((_item, at) => `drivers/x${at}`);
      const made = Array.isArray(body) ? { success: ids.toReversed(), failed: [] } : { id: 'drivers/x0', ...body };
      return Promise.resolve(answers.shift() ?? answered(made));
    },
  } as unknown as ServiceClient;
  const put = async (_noun: string, _parentId: string, { id }: { id: string }) => whilePut(id);
  const cached = { ...nothingKnown, put };
  all = coreInMemory({ service, cached, imported: (parentId: string) => void imported.push(parentId) });
});

const typed = (count: number) =>
  Array.from({ length: count }, (_, number) => all.intake.create('drivers.create', '', content(number)));
const listed = (number: number, more: Body = {}): Driver =>
  driver.parse({ id: `drivers/d${number}`, ...content(number), ...more });
const found = (id: string | null) => all.storage.find(id ?? '')!;
const idsOf = (made: readonly { recordId: string }[]) =>
  made.map(({ recordId }) => all.storage.record(recordId)?.serverId ?? null);

async function sendNext(): Promise<void> {
  const [group] = all.outbox.groups({ lanes: 1, isBusy: () => false, together: true });
  if (group !== undefined) await all.outbox.send(group);
}

/** One look-up of a lane at a time, as the send loop does. */
async function lookUp(): Promise<void> {
  const [entry] = all.outbox.doubtful();
  if (entry !== undefined) await all.outbox.reconcile(entry);
}

describe('drivers of a file', () => {
  it('are sent in imports of fifty, and the list is read once before each', async () => {
    const made = typed(70);
    await sendNext();
    await sendNext();
    expect(asked).toEqual(['drivers.list', 'drivers.import 50', 'drivers.list', 'drivers.import 20']);
    expect(new Set(made.map(({ entryId }) => found(entryId).state))).toEqual(new Set(['acknowledged']));
    expect(imported).toEqual(['', '']);
    expect(idsOf(made)).toEqual(made.map(() => null));
  });

  it('know which drivers were there before, and take none of them for their own', async () => {
    there = [listed(7, { id: 'drivers/before', email: mail(0).toUpperCase() })];
    const [first, second] = typed(2);
    await sendNext();
    expect([found(first!.entryId).knownIds, found(second!.entryId).knownIds]).toEqual([['drivers/before'], []]);
    there = [...there, listed(0), listed(1)];
    await learnDriverIds(all.core, there);
    expect(idsOf([first!, second!])).toEqual(['drivers/d0', 'drivers/d1']);
  });

  it('stay in the outbox when the list cannot be read', async () => {
    const made = typed(3);
    isReadable = false;
    await sendNext();
    expect(asked.filter((name) => name !== 'drivers.list')).toEqual([]);
    expect(made.map(({ entryId }) => found(entryId).state)).toEqual(['queued', 'queued', 'queued']);
  });
});

describe('an import of drivers without an answer', () => {
  it('is looked up with one reading of the list, and who is not there is sent again when it is safe', async () => {
    const made = typed(3);
    answers = [lost];
    await sendNext();
    there = [listed(0), listed(2)];
    asked = [];
    await lookUp();
    expect(asked).toEqual(['drivers.list']);
    expect(made.map(({ entryId }) => found(entryId).state)).toEqual(['acknowledged', 'in-doubt', 'acknowledged']);
    expect(idsOf(made)).toEqual(['drivers/d0', null, 'drivers/d2']);
    await all.system.advance(late - 1);
    expect(all.outbox.doubtful()).toEqual([]);
    await all.system.advance(1);
    await lookUp();
    expect(found(made[1]!.entryId).state).toBe('queued');
    await sendNext();
    expect(asked.at(-1)).toBe('drivers.create 1');
  });

  it('rests as a whole while the list cannot be read', async () => {
    const made = typed(3);
    answers = [lost];
    await sendNext();
    isReadable = false;
    asked = [];
    await lookUp();
    expect(new Set(asked)).toEqual(new Set(['drivers.list']));
    for (const { entryId } of made) {
      expect(found(entryId)).toMatchObject({ state: 'in-doubt', reason: { code: 'line.timeout' } });
      expect(found(entryId).notBefore).toBeGreaterThan(all.system.now());
    }
    expect(new Set(made.map(({ entryId }) => found(entryId).notBefore)).size).toBe(1);
  });

  it('is sent again as one import, however long sending and looking take', async () => {
    const made = typed(3);
    answers = [lost];
    const { now } = all.system;
    let passed = 0;
    all.system.now = () => now() + (passed += 1);
    await sendNext();
    there = [listed(1)];
    await lookUp();
    const [first, second, third] = made.map(({ entryId }) => found(entryId));
    expect([first, third].map((entry) => entry?.reason?.code)).toEqual(['outbox.settling', 'outbox.settling']);
    expect(first?.notBefore).toBe(third?.notBefore);
    expect(second).toMatchObject({ state: 'acknowledged', notBefore: 0 });
    await all.system.advance(late);
    await lookUp();
    await sendNext();
    expect(asked.at(-1)).toBe('drivers.import 2');
  });

  it('gives one driver of the list to one of two who are the same', async () => {
    const [first] = typed(1);
    const second = all.intake.create('drivers.create', '', content(0));
    for (const { entryId } of [first!, second]) {
      const now = all.system.now();
      all.put(entryId, { state: 'in-doubt', lastAttemptAt: now, doubtUntil: now + late, knownIds: [] });
    }
    there = [listed(0)];
    await lookUp();
    expect(idsOf([first!, second])).toEqual(['drivers/d0', null]);
    await lookUp();
    expect(found(second.entryId)).toMatchObject({ state: 'in-doubt', reason: { code: 'outbox.settling' } });
  });

  it('is not asked about because of a colleague of the same phone, who was imported before', async () => {
    const phone = '0151 7700001';
    const before = all.intake.create('drivers.create', '', { ...content(0), phone });
    all.put(before.entryId, { state: 'acknowledged', knownIds: [] });
    const { entryId } = all.intake.create('drivers.create', '', { ...content(1), phone });
    const now = all.system.now();
    all.put(entryId, { state: 'in-doubt', lastAttemptAt: now, doubtUntil: now + late, knownIds: [] });
    there = [listed(0, { phone })];
    await lookUp();
    expect(idsOf([before])).toEqual(['drivers/d0']);
    expect(found(entryId)).toMatchObject({ state: 'in-doubt', reason: { code: 'outbox.settling' } });
  });

  it('does not bring back a driver who was discarded while the others were looked up', async () => {
    const [first, second] = typed(3);
    answers = [lost];
    await sendNext();
    expect(found(second!.entryId).state).toBe('in-doubt');
    whilePut = () => all.put(second!.entryId, { state: 'given-up' });
    there = [listed(0)];
    await lookUp();
    expect(found(first!.entryId).state).toBe('acknowledged');
    expect(found(second!.entryId).state).toBe('given-up');
  });

  it('does not bring back a driver who was found, and discarded before the others were', async () => {
    const made = typed(3);
    answers = [lost];
    await sendNext();
    there = made.map((_made, number) => listed(number));
    const isFound = Promise.withResolvers<void>();
    whilePut = async (id) => {
      if (id === 'drivers/d1') isFound.resolve();
      if (id !== 'drivers/d2') return;
      await isFound.promise;
      // By then the changes of the second are made, and wait for the third.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      all.put(made[1]!.entryId, { state: 'given-up' });
    };
    await lookUp();
    expect(made.map(({ entryId }) => found(entryId).state)).toEqual(['acknowledged', 'given-up', 'acknowledged']);
  });

  it('is looked up for as many at once as an import has', async () => {
    const made = typed(51);
    for (const { entryId } of made) {
      const now = all.system.now();
      all.put(entryId, { state: 'in-doubt', lastAttemptAt: now, doubtUntil: now + late, knownIds: [] });
    }
    there = made.map((_made, number) => listed(number));
    await lookUp();
    expect(made.filter(({ entryId }) => found(entryId).state === 'acknowledged')).toHaveLength(50);
    await lookUp();
    expect(made.filter(({ entryId }) => found(entryId).state === 'acknowledged')).toHaveLength(51);
  });
});

describe('the id of an imported driver', () => {
  it('is looked up for an edit, whatever was changed since, and for all others with it', async () => {
    const made = typed(2);
    await sendNext();
    there = [listed(0, { name: 'Renamed' }), listed(1)];
    const edit = all.intake.edit('drivers.update', made[0]!.recordId, '', { displayName: 'M' }, { displayName: null });
    await sendNext();
    expect(idsOf(made)).toEqual(['drivers/d0', 'drivers/d1']);
    expect(found(edit.entryId).state).toBe('queued');
  });

  it('is looked up for a plan that names the driver, and a plan without it asks its user', async () => {
    const [first, second] = typed(2);
    await sendNext();
    there = [listed(0)];
    const plan = (recordId: string) =>
      all.intake.create('plans.create', '', {
        ...{ title: 'Tour 1', starts: { day: 16, month: 6, year: 2026 } },
        drivers: [recordId],
      }).entryId;
    const [fits, lacks] = [plan(first!.recordId), plan(second!.recordId)];
    await all.outbox.send([found(fits)]);
    expect(idsOf([first!])).toEqual(['drivers/d0']);
    expect(found(fits).state).toBe('queued');
    await all.outbox.send([found(lacks)]);
    expect(found(lacks)).toMatchObject({ state: 'refused', reason: { code: 'outbox.parent-refused' } });
  });

  it('is that of the driver with the same email where phones are shared, or of none if that is unclear', async () => {
    const phone = '0151 7700001';
    const shared = all.intake.create('drivers.create', '', { ...content(0), phone });
    const unclear = all.intake.create('drivers.create', '', { name: 'Tom', phone: '0151 7700002' });
    for (const { entryId } of [shared, unclear]) all.put(entryId, { state: 'acknowledged', knownIds: [] });
    const twins = ['drivers/t1', 'drivers/t2'].map((id) => driver.parse({ id, name: 'Other', phone: '0151 7700002' }));
    await learnDriverIds(all.core, [listed(1, { phone }), listed(0, { phone }), ...twins]);
    expect(idsOf([shared, unclear])).toEqual(['drivers/d0', null]);
  });

  it('is not written once nothing may be', async () => {
    const made = typed(1);
    all.put(made[0]!.entryId, { state: 'acknowledged', knownIds: [] });
    await learnDriverIds(all.core, [listed(0)], undefined, () => true);
    expect(idsOf(made)).toEqual([null]);
  });
});

it('does not bring back a plan that was discarded while what was found was stored', async () => {
  const sent = { title: 'Tour 1', starts: { day: 16, month: 6, year: 2026 } };
  const { entryId } = all.intake.create('plans.create', '', sent);
  const now = all.system.now();
  all.put(entryId, { state: 'in-doubt', lastAttemptAt: now, doubtUntil: now + late, knownIds: [] });
  plans = [{ id: 'plans/p9', ...sent }];
  whilePut = () => all.put(entryId, { state: 'given-up' });
  await lookUp();
  expect(found(entryId).state).toBe('given-up');
});
