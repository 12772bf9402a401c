import { describe, expect, it } from 'vitest';
import { learner, learnIds } from '../../../../src/main/refresh/learned-ids.ts';
import type { StoredRecord } from '../../../../src/main/db/outbox-storage.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';
import { VirtualSystem } from '../../../fixtures/virtual-system.ts';

const markersOf = (planId: string) => Array.from({ length: 50 }, (_, number) => `${planId}-${number}`);

describe('ids that are learnt from lists', () => {
  it('are written one list after the other, some in each turn, and all of them', async () => {
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

describe('a number that two stops of one plan carry', () => {
  const stop = (name: string) => ({ recipient: { name, externalId: '4711' }, notes: 'first' });
  const listed = (id: string, name: string, notes = 'first') => ({
    marker: '4711',
    view: { id: `plans/p1/stops/${id}`, recipient: { name, externalId: '4711', phone: null }, notes },
  });

  /** Both were imported, and their answers said no ids. */
  function imported(...names: string[]) {
    const { core, intake, put, storage } = coreInMemory();
    const made = names.map((name) => intake.create('stops.create', 'plans/p1', stop(name)));
    for (const { entryId } of made) put(entryId, { state: 'acknowledged', knownIds: [] });
    const ids = () => made.map(({ recordId }) => storage.record(recordId)?.serverId ?? null);
    return { core, ids };
  }

  it('is learnt of the one that says the same, when the other is not listed yet', () => {
    const { core, ids } = imported('A', 'B');
    expect(learnIds(core, [listed('s2', 'B')], 'plans/p1')).toBe(1);
    expect(ids()).toEqual([null, 'plans/p1/stops/s2']);
    expect(learnIds(core, [listed('s2', 'B'), listed('s1', 'A')], 'plans/p1')).toBe(1);
    expect(ids()).toEqual(['plans/p1/stops/s1', 'plans/p1/stops/s2']);
  });

  it('is learnt once for each of two that say the same', () => {
    const { core, ids } = imported('A', 'A');
    learnIds(core, [listed('s1', 'A')], 'plans/p1');
    expect(ids()).toEqual(['plans/p1/stops/s1', null]);
  });

  it('is enough alone where one stop carries it, whatever somebody wrote into it since', () => {
    const { core, ids } = imported('A');
    learnIds(core, [listed('s1', 'A', 'changed')], 'plans/p1');
    expect(ids()).toEqual(['plans/p1/stops/s1']);
  });
});
