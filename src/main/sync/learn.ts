/** Ids of what was acknowledged without one, learnt from a list that was read: after an import it may be hundreds. */
import type { System } from '../system.ts';
import { inTurns, Turns } from '../turns.ts';
import type { OutboxStorage } from '../../shared/outbox-storage.ts';

type Listed = 'stops' | 'orders' | 'unassignedStops';
type Found = readonly { marker: string; id: string }[];

export interface LearnerOptions {
  system: System;
  storage: Pick<OutboxStorage, 'withoutId'>;
  /** @returns how many were learnt */
  learnIds: (found: Found, parentId: string, noun: Listed) => number;
  /** True when nothing is to be written any more. */
  isOver: () => boolean;
  learnt: (noun: Listed, parentId: string) => void;
}

/** Markers that are looked at in one turn. */
const learntAtOnce = 20;

/** @returns what takes a list as it was read; it is over when all its ids are written */
export function learner({ system, storage, learnIds, isOver, learnt }: LearnerOptions) {
  // Eight lists may be read at a time: parts of theirs that come in one turn would add up.
  const lists = new Turns();
  return async <Item extends { id: string }>(
    items: readonly Item[],
    markerOf: (item: Item) => string | null | undefined,
    noun: Listed,
    parentId: string,
  ): Promise<void> => {
    const wanted = new Set(storage.withoutId(parentId).map(({ marker }) => marker));
    const found = items.flatMap((item) => {
      const marker = markerOf(item) ?? '';
      return marker !== '' && wanted.has(marker) ? [{ marker, id: item.id }] : [];
    });
    // All that carry the same marker are looked at together: more than one are not told apart here.
    const byMarker = [...Map.groupBy(found, ({ marker }) => marker).values()];
    let count = 0;
    const learn = (part: (typeof found)[]) => {
      if (!isOver()) count += learnIds(part.flat(), parentId, noun);
    };
    if (byMarker.length > 0) await lists.take(() => inTurns(system, byMarker, learntAtOnce, learn));
    if (count > 0) learnt(noun, parentId);
  };
}
