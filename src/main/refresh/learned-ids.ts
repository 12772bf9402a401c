/** Ids of what was acknowledged without one, learnt from a list that was read: after an import it may be hundreds. */
import type { System } from '../system.ts';
import { inChunks, Turns } from '../chunks.ts';
import type { Noun } from '../../shared/outbox-kinds.ts';
import type { StorageChange, OutboxStorage } from '../db/outbox-storage.ts';
import type { Core } from '../outbox/core.ts';
import type { View } from '../sending/service-matches.ts';
import { contentOf, saysSame } from '../outbox/entry-request.ts';

type Listed = 'stops' | 'orders' | 'unassignedStops';
/** What a list shows, by the markers of it. */
export type Found = readonly { marker: string; view: View }[];

export interface LearnerOptions {
  system: System;
  storage: Pick<OutboxStorage, 'withoutId'>;
  learnIds: (found: Found, parentId: string, noun: Listed) => void;
  /** True when nothing is to be written any more. */
  isOver: () => boolean;
}

/** Markers that are looked at in one turn. */
const learntAtOnce = 20;

/** @returns what takes a list as it was read; it is over when all its ids are written */
export function learner({ system, storage, learnIds, isOver }: LearnerOptions) {
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
      return marker !== '' && wanted.has(marker) ? [{ marker, view: item }] : [];
    });
    // All that carry the same marker are looked at together: more than one are not told apart here.
    const byMarker = [...Map.groupBy(found, ({ marker }) => marker).values()];
    const learn = (part: (typeof found)[]) => {
      if (!isOver()) learnIds(part.flat(), parentId, noun);
    };
    if (byMarker.length > 0) await lists.take(() => inChunks(system, byMarker, learntAtOnce, learn));
  };
}

/**
 * Gives the ids that a list shows to the records that were acknowledged without one, found by their markers.
 *
 * @param noun of what was read; left out: of every noun that the parent has
 * @returns how many
 */
export function learnIds(core: Core, found: Found, parentId: string, noun?: Noun): number {
  const changes = idsOf(core, found, parentId, noun);
  if (changes.length > 0) core.storage.commit(changes);
  return changes.length;
}

/**
 * Where several of ours carry the same typed number, what they say decides: a list that was read too early shows perhaps one
 * of them alone.
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
      // What carried the marker before the attempt is another's: external ids are not unique.
      .filter(({ view: { id } }) => !(made.knownIds ?? []).includes(id) && !learnt.has(id))
      .map(({ view: { id } }) => id);
    const [first] = ids;
    // More than one: which is ours is found out by who looks for copies.
    if (first === undefined || ids.length > 1 || storage.ownerOf(first) !== undefined) continue;
    learnt.add(first);
    changes.push({ do: 'change-record', id: record.id, set: { serverId: first } });
  }
  return changes;
}
