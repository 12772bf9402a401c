/** Finds an entry's records on the service: by marker, by content, or among operations; never by search (Rule 4). */
import { pages } from '../api/pages.ts';
import { AppError } from '../../shared/errors.ts';
import { dateText } from '../../shared/time.ts';
import type { CalendarDate } from '../../shared/shapes.ts';
import { markerField, operationOf } from '../../shared/outbox-kinds.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import type { LookUp } from '../../shared/outbox.ts';
import { serverIdOf, type Core } from '../outbox/core.ts';
import { listedDrivers, mayBeDriver } from './driver-ids.ts';
import { collectionPath, contentOf, markerOf, saysSame } from '../outbox/entry-request.ts';

export type View = { id: string };

/**
 * Records that match the entry: by its marker, or by its content if it has none.
 *
 * @throws AppError when the list could not be read
 */
export async function hitsFor(core: Core, entry: StoredEntry): Promise<View[]> {
  switch (operationOf(entry.kind).doubt) {
    case 'marker':
      return byMarker(core, entry);
    case 'new-record':
      return byContent(core, entry);
    case 'new-operation':
      return byOperation(core, entry);
    case 're-read':
    case 'repeat':
    case 'ask':
      return [];
  }
}

/** Uses the exact list filter. A plan that is gone holds nothing. */
export async function byMarker(core: Core, entry: Pick<StoredEntry, 'noun' | 'parentId' | 'marker'>): Promise<View[]> {
  const { noun, parentId, marker } = entry;
  const call = {
    path: collectionPath(core, noun, parentId),
    query: { 'filter.externalId': marker },
    priority: 'outbox',
  } as const;
  const found: View[] = [];
  try {
    if (noun === 'stops') {
      for await (const page of pages(core.service, 'stops.list', call)) found.push(...(page.stops ?? []));
    } else if (noun === 'unassignedStops') {
      for await (const page of pages(core.service, 'unassignedStops.list', call))
        found.push(...(page.unassignedStops ?? []));
    } else if (noun === 'orders') {
      for await (const page of pages(core.service, 'orders.list', call)) found.push(...(page.orders ?? []));
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'service.not-found') return [];
    throw error;
  }
  // If the service ignores the filter, foreign records must not count as ours.
  return found.filter((view) => markerOf(noun, view) === marker);
}

/** Plans with the same title and day; drivers with the same e-mail or phone. */
async function byContent(core: Core, entry: StoredEntry): Promise<View[]> {
  const sent = contentOf(core, entry);
  const found: View[] = [];
  if (entry.noun === 'plans') {
    const query = {
      'filter.title': String(sent['title']),
      'filter.startsGte': dateText(sent['starts'] as CalendarDate),
    };
    for await (const page of pages(core.service, 'plans.list', { query, priority: 'outbox' }))
      found.push(...(page.plans ?? []).filter((plan) => saysSame(sent, plan)));
  } else if (entry.noun === 'drivers') {
    found.push(...(await listedDrivers(core)).filter((driver) => mayBeDriver(sent, driver)));
  }
  return found;
}

/**
 * Operations of our plan that were started through the API, regardless of time: two clocks cannot be compared (outbox,
 * By operation).
 */
async function byOperation(core: Core, entry: StoredEntry): Promise<View[]> {
  const planId = serverIdOf(core, entry.recordId);
  const found: View[] = [];
  for await (const page of pages(core.service, 'operations.list', { priority: 'outbox' })) {
    found.push(
      ...(page.operations ?? []).filter(
        ({ metadata }) => metadata?.targetPlanId === planId && metadata.startedBy === 'api',
      ),
    );
  }
  return found;
}

/**
 * The hits that are certainly ours. A generated marker identifies our record. Other records may have a user's marker
 * too: a hit is ours if its content is equal, it belongs to no other record, and it did not exist before the first
 * attempt. Without a marker, a hit is ours if it did not exist before.
 */
export function oursOf(core: Core, entry: StoredEntry, hits: readonly View[]): View[] {
  const free = hits.filter((hit) => {
    const owner = core.storage.ownerOf(hit.id);
    return owner === undefined || owner.id === entry.recordId;
  });
  // Of a record that came in a file without its create, an entry of another kind is all there is.
  if (entry.markerIsOurs && markerField(entry.noun) !== null) return free;
  const { knownIds } = entry;
  if (knownIds === null) return [];
  if (operationOf(entry.kind).doubt === 'new-operation') {
    const others = operationsOfOthers(core, entry);
    return free.filter(({ id }) => !knownIds.includes(id) && !others.has(id));
  }
  const sent = contentOf(core, entry);
  return free.filter((hit) => hit.id === entry.serverId || (!knownIds.includes(hit.id) && saysSame(sent, hit)));
}

/**
 * Operations of the same plan that other entries started; for an entry from a file, one of them may be newer than its
 * own.
 */
function operationsOfOthers(core: Core, { id, recordId }: StoredEntry): ReadonlySet<string | undefined> {
  const others = core.storage.entriesOf(recordId).filter((other) => other.id !== id);
  return new Set(others.map(({ progress }) => progress?.operationId));
}

/**
 * Whether all matches may be ours. Records with a generated marker always are. With a user's marker, at most as many as
 * requests without an answer. Without a marker, several cannot be told apart.
 */
export function mayAllBeOurs(entry: StoredEntry, count: number): boolean {
  if (operationOf(entry.kind).doubt !== 'marker') return count <= 1;
  return entry.markerIsOurs || count <= (entry.progress?.doubts ?? 0);
}

/** The verdict of a look-up for an entry in doubt. */
export function judge(core: Core, entry: StoredEntry, hits: readonly View[]): LookUp {
  const ours = oursOf(core, entry, hits);
  const [first, ...others] = ours;
  if (first === undefined) {
    // With a user's marker, a new record with other content may still be ours: the user has to look.
    const others = operationsOfOthers(core, entry);
    const perhaps = hits.filter(
      ({ id }) => core.storage.ownerOf(id) === undefined && !others.has(id) && !(entry.knownIds ?? []).includes(id),
    );
    return perhaps.length === 0 ? { kind: 'absent' } : { kind: 'other-content' };
  }
  if (others.length > 0 && !mayAllBeOurs(entry, ours.length)) return { kind: 'several', count: ours.length };
  const kept = ours.find((hit) => hit.id === entry.serverId) ?? first;
  return { kind: 'ours', serverId: kept.id };
}
