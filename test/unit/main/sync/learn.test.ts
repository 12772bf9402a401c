import { describe, expect, it } from 'vitest';
import { learner } from '../../../../src/main/sync/learn.ts';
import type { StoredRecord } from '../../../../src/shared/outbox-storage.ts';
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
        return found.length;
      },
      isOver: () => false,
      learnt: (_, parentId) => written.push({ at: system.elapsed(), parentId, count: 0 }),
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
      ...['plans/p1 0', 'plans/p2 20', 'plans/p2 20', 'plans/p2 10', 'plans/p2 0'],
    ]);
  });
});
