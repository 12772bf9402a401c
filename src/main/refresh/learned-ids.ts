/**
 * Fills in ids of records that were acknowledged without one, from lists as they are read. After an import there may be
 * hundreds.
 */
import type { System } from '../system.ts';
import { inChunks, Turns } from '../chunks.ts';
import type { Noun } from '../../shared/outbox-kinds.ts';
import type { StorageChange, OutboxStorage } from '../db/outbox-storage.ts';
import type { Core } from '../outbox/core.ts';
import type { View } from '../sending/service-matches.ts';
import { contentOf, saysSame } from '../outbox/entry-request.ts';

type Listed = 'stops' | 'orders' | 'unassignedStops';
/** Records of a list with their markers. */
export type Found = readonly { marker: string; view: View }[];

export interface LearnerOptions {
  system: System;
  storage: Pick<OutboxStorage, 'withoutId'>;
  learnIds: (found: Found, parentId: string, noun: Listed) => void;
  /** True once nothing may be written. */
  isOver: () => boolean;
}

/** Markers handled per turn of the event loop. */
const learntAtOnce = 20;

/** @returns a function that takes a list as read; it resolves when the list's ids are written */
export function learner({ system, storage, learnIds, isOver }: LearnerOptions) {
  // Up to eight lists may be read at a time. They are processed one by one, so that their chunks do not share a turn.
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
      return marker !== '' && wanted.has(marker) ? [{ marker, view: item }] : [];
    });
    // Records with the same marker stay in one chunk: which one is ours is decided among all of them.
    const byMarker = [...Map.groupBy(found, ({ marker }) => marker).values()];
    const learn = (part: (typeof found)[]) => {
      if (!isOver()) learnIds(part.flat(), parentId, noun);
    };
    if (byMarker.length > 0) await lists.take(() => inChunks(system, byMarker, learntAtOnce, learn));
  };
}

/**
 * Assigns the ids that a list shows to records that were acknowledged without one, matched by marker.
 *
 * @param noun of the records read; default: any noun
 * @returns how many ids were assigned
 */
export function learnIds(core: Core, found: Found, parentId: string, noun?: Noun): number {
  const changes = idsOf(core, found, parentId, noun);
  if (changes.length > 0) core.storage.commit(changes);
  return changes.length;
}

/**
 * When several of our records carry the same user's marker, their content decides: a list that was read too early may
 * show only one of them.
 */
function idsOf(core: Core, found: Found, parentId: string, noun?: Noun): StorageChange[] {
  const { storage } = core;
  const without = found.length === 0 ? [] : storage.withoutId(parentId);
  const byMarker = Map.groupBy(found, ({ marker }) => marker);
  const changes: StorageChange[] = [];
  const learnt = new Set<string>();
  for (const record of without) {
    const listed = byMarker.get(record.marker);
    const [made] = storage.entriesOf(record.id);
    if (listed === undefined || made === undefined || (noun !== undefined && record.noun !== noun)) continue;
    const isAlone = record.markerIsOurs || storage.withMarker(record.marker).length === 1;
    const ids = listed
      .filter(({ view }) => isAlone || saysSame(contentOf(core, made), view))
      // A record that carried the marker before the attempt is not ours, because external ids are not unique.
      .filter(({ view: { id } }) => !(made.knownIds ?? []).includes(id) && !learnt.has(id))
      .map(({ view: { id } }) => id);
    const [first] = ids;
    // With several candidates the choice is left to the sweep.
    if (first === undefined || ids.length > 1 || storage.ownerOf(first) !== undefined) continue;
    learnt.add(first);
    changes.push({ do: 'change-record', id: record.id, set: { serverId: first } });
  }
  return changes;
}
