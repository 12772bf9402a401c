import { describe, expect, it } from 'vitest';
import { learner, learnIds } from '../../../../src/main/refresh/learned-ids.ts';
import type { StoredRecord } from '../../../../src/main/db/outbox-storage.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';
import { VirtualSystem } from '../../../fixtures/virtual-system.ts';

const markersOf = (planId: string) => Array.from({ length: 50 }, (_, number) => `${planId}-${number}`);

describe('ids learned from lists', () => {
  it('are written list by list and in chunks until all are written', async () => {
    const system = new VirtualSystem();
    const written: { at: number; parentId: string; count: number }[] = [];
    const learn = learner({
      system,
      storage: { withoutId: (planId) => markersOf(planId).map((marker) => ({ marker }) as StoredRecord) },
      learnIds(found, parentId) {
        written.push({ at: system.elapsed(), parentId, count: found.length });
      },
      isOver: () => false,
    });
    const read = (planId: string) =>
      learn(
        markersOf(planId).map((id) => ({ id })),
        ({ id }) => id,
        'stops',
        planId,
      );
    const done = Promise.all([read('plans/p1'), read('plans/p2')]);
    for (let turn = 0; turn < 10; turn += 1) await system.advance(1);
    await done;
    expect(written.map(({ parentId, count }) => `${parentId} ${count}`)).toEqual([
      ...['plans/p1 20', 'plans/p1 20', 'plans/p1 10'],
      ...['plans/p2 20', 'plans/p2 20', 'plans/p2 10'],
    ]);
  });
});

describe('an external id shared by two stops of a plan', () => {
  const stop = (name: string) => ({ recipient: { name, externalId: '4711' }, notes: 'first' });
  const listed = (id: string, name: string, notes = 'first') => ({
    marker: '4711',
    view: { id: `plans/p1/stops/${id}`, recipient: { name, externalId: '4711', phone: null }, notes },
  });

  /** Both were imported, and the answers had no ids. */
  function imported(...names: string[]) {
    const { core, intake, put, storage } = coreInMemory();
    const made = names.map((name) => intake.create('stops.create', 'plans/p1', stop(name)));
    for (const { entryId } of made) put(entryId, { state: 'acknowledged', knownIds: [] });
    const ids = () => made.map(({ recordId }) => storage.record(recordId)?.serverId ?? null);
    return { core, ids };
  }

  it('gives its id to the stop with the same content when the other is not listed yet', () => {
    const { core, ids } = imported('A', 'B');
    expect(learnIds(core, [listed('s2', 'B')], 'plans/p1')).toBe(1);
    expect(ids()).toEqual([null, 'plans/p1/stops/s2']);
    expect(learnIds(core, [listed('s2', 'B'), listed('s1', 'A')], 'plans/p1')).toBe(1);
    expect(ids()).toEqual(['plans/p1/stops/s1', 'plans/p1/stops/s2']);
  });

  it('gives each of two equal stops a different id', () => {
    const { core, ids } = imported('A', 'A');
    learnIds(core, [listed('s1', 'A')], 'plans/p1');
    expect(ids()).toEqual(['plans/p1/stops/s1', null]);
  });

  it('identifies a single stop alone, even if its content was changed since', () => {
    const { core, ids } = imported('A');
    learnIds(core, [listed('s1', 'A', 'changed')], 'plans/p1');
    expect(ids()).toEqual(['plans/p1/stops/s1']);
  });
});
