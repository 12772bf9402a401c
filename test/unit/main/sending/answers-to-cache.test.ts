/** Data read while an entry is being settled is cached before the entry is settled (outbox, Rule 16). */
import { describe, expect, it } from 'vitest';
import type { WriteOutcome } from '../../../../src/main/api/client.ts';
import type { Core, ServiceClient } from '../../../../src/main/outbox/core.ts';
import { remembering } from '../../../../src/main/sending/answers-to-cache.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';
import { nothingKnown } from '../../../fixtures/core-parts.ts';

const planId = 'plans/p1';
const id = `${planId}/stops/s1`;
const path = { planId: 'p1', stopId: 's1' };
const priority = 'outbox' as const;
const gone = new AppError('service.not-found');

type Answers = Partial<Record<string, () => unknown>>;

/** A cache that logs its changes, in front of a service with the given answers. */
function desk(answers: Answers) {
  const said: string[] = [];
  const shown = new Map<string, object>();
  const known: Core['cached'] = {
    ...nothingKnown,
    put(noun, _parentId, view) {
      said.push(`put ${noun} ${view.id}`);
      shown.set(view.id, view);
      return Promise.resolve();
    },
    forget(noun, gone) {
      said.push(`forget ${noun} ${gone}`);
      shown.delete(gone);
      return Promise.resolve();
    },
  };
  const answer = (name: string) => {
    const given = answers[name];
    if (given === undefined) throw new Error(`nobody asks for ${name}`);
    return Promise.resolve(given());
  };
  const service = { read: answer, write: answer } as unknown as ServiceClient;
  return { said, shown, known, service };
}

const answered = (value: unknown): WriteOutcome<unknown> => ({ kind: 'answered', value });
const refused: WriteOutcome<unknown> = { kind: 'refused', error: gone };
const throws = (error: Error) => () => {
  throw error;
};

describe('an edit with a lost answer', () => {
  const office = (there: object) => {
    const parts = desk({ 'stops.get': () => there });
    const all = coreInMemory({ cached: parts.known, service: parts.service });
    const { entryId } = all.intake.edit('stops.update', id, planId, { notes: 'new' }, { notes: 'old' });
    const states: string[] = [];
    const { known } = parts;
    const put = known.put.bind(known);
    known.put = (...given) => {
      states.push(all.states().join());
      return put(...given);
    };
    return { ...parts, ...all, seen: states, entry: () => all.storage.find(entryId ?? '')! };
  };

  it('is cached as read before it is marked as sent', async () => {
    const { outbox, shown, seen, entry } = office({ id, notes: 'new' });
    await outbox.send([entry()]);
    expect(entry().state).toBe('acknowledged');
    expect(shown.get(id)).toEqual({ id, notes: 'new' });
    expect(seen).toEqual(['stops.update queued']);
  });

  it('is cached as a colleague left it if it needs a decision', async () => {
    const { outbox, shown, entry } = office({ id, notes: 'theirs' });
    await outbox.send([entry()]);
    expect(entry().state).toBe('decision');
    expect(shown.get(id)).toEqual({ id, notes: 'theirs' });
  });

  it('is removed from the cache if the stop is gone', async () => {
    const parts = desk({ 'stops.get': throws(gone) });
    const { intake, outbox, storage } = coreInMemory({ cached: parts.known, service: parts.service });
    const { entryId } = intake.edit('stops.update', id, planId, { notes: 'new' }, { notes: 'old' });
    await outbox.send([storage.find(entryId ?? '')!]);
    expect(storage.find(entryId ?? '')?.state).toBe('refused');
    expect(parts.said).toEqual([`forget stops ${id}`]);
  });
});

describe('the record in an answer', () => {
  const whole = { id, notes: 'new', recipient: { externalId: 'm' } };
  it.each([
    ['stops.create', { path: { planId: 'p1' }, body: { notes: 'new' } }, answered(whole), [`put stops ${id}`]],
    ['stops.update', { path, body: { notes: 'new' } }, answered(whole), [`put stops ${id}`]],
    ['stops.liveUpdate', { path, body: {} }, answered({ pending: false, stop: whole }), [`put stops ${id}`]],
    ['stops.liveUpdate', { path, body: {} }, answered({ pending: true, stop: whole }), []],
    ['stops.liveDelete', { path }, answered({ pending: false }), [`forget stops ${id}`]],
    ['stops.liveDelete', { path }, answered({ pending: true }), []],
    ['stops.delete', { path }, answered({}), [`forget stops ${id}`]],
    ['stops.delete', { path }, refused, [`forget stops ${id}`]],
    ['stops.liveDelete', { path }, refused, []],
    ['orders.delete', { path: { id: 'o1' } }, refused, ['forget orders orders/o1']],
    ['drivers.delete', { path: { driverId: 'd1' } }, answered({}), ['forget drivers drivers/d1']],
    ['plans.distribute', { path: { planId: 'p1' } }, answered({ id: planId }), [`put plans ${planId}`]],
    ['plans.optimize', { path: { planId: 'p1' } }, answered({ id: 'operations/1' }), []],
    ['orders.submit', { body: {} }, answered({ success: ['orders/o1'], failed: [] }), []],
  ] as const)('%s', async (name, call, result, wanted) => {
    const { said, known, service } = desk({ [name]: () => result });
    expect(await remembering(service, known).write(name, { ...call, priority })).toBe(result);
    expect(said).toEqual(wanted);
  });

  it.each([
    ['stops.list', { 'filter.externalId': 'm' }, { stops: [whole, { id: 'plans/p1/stops/s2' }] }, [`put stops ${id}`]],
    [
      'plans.list',
      { 'filter.title': 'A' },
      { plans: [{ id: planId, title: 'A' }, { id: 'plans/p2' }] },
      ['put plans plans/p1'],
    ],
    ['drivers.list', {}, { drivers: [{ id: 'drivers/d1' }] }, []],
    ['operations.list', {}, { operations: [{ id: 'operations/1' }] }, []],
  ] as const)('%s: caches only the requested record', async (name, query, value, wanted) => {
    const { said, known, service } = desk({ [name]: () => value });
    await remembering(service, known).read(name, { path: { planId: 'p1' }, query, priority });
    expect(said).toEqual(wanted);
  });
});

describe('an answer without the sent fields', () => {
  const call = { path, body: { notes: 'new' }, priority };

  it('is completed by a read', async () => {
    const { shown, known, service } = desk({
      'stops.update': () => answered({ id }),
      'stops.get': () => ({ id, notes: 'new', packageCount: 2 }),
    });
    expect(await remembering(service, known).write('stops.update', call)).toMatchObject({ kind: 'answered' });
    expect(shown.get(id)).toEqual({ id, notes: 'new', packageCount: 2 });
  });

  it('leaves an edit in doubt if the record cannot be read', async () => {
    const failed = new AppError('line.timeout', { retry: 'later' });
    const { said, known, service } = desk({ 'stops.update': () => answered({ id }), 'stops.get': throws(failed) });
    expect(await remembering(service, known).write('stops.update', call)).toEqual({ kind: 'in-doubt', error: failed });
    expect(said).toEqual([]);
  });

  it('still counts as created, so nothing is created twice', async () => {
    const { said, known, service } = desk({ 'stops.create': () => answered({ id }), 'stops.get': throws(gone) });
    const made = await remembering(service, known).write('stops.create', { ...call, path: { planId: 'p1' } });
    expect(made).toMatchObject({ kind: 'answered' });
    expect(said).toEqual([`put stops ${id}`]);
  });
});

describe('a late answer to a lookup', () => {
  it('does not undo writes made since it began', async () => {
    let answerLate: (value: unknown) => void = () => undefined;
    const { shown, known, service } = desk({
      'stops.list': () => new Promise((resolve) => (answerLate = resolve)),
      'stops.update': () => answered({ id, notes: 'new', recipient: { externalId: 'm' } }),
    });
    const remembered = remembering(service, known);
    const query = { 'filter.externalId': 'm' };
    const reading = remembered.read('stops.list', { path: { planId: 'p1' }, query, priority });
    await remembered.write('stops.update', { path, body: { notes: 'new' }, priority });
    answerLate({ stops: [{ id, notes: 'old', recipient: { externalId: 'm' } }] });
    await reading;
    expect(shown.get(id)).toMatchObject({ notes: 'new' });
  });
});
