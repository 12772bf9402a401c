/** Turns an entry into a request: paths, bodies with local ids resolved, the marker, and the comparison of contents. */
import { bareId } from '../../shared/ids.ts';
import { isSame, type Fields } from '../../shared/outbox-merge.ts';
import { isLocalId, markerField, operationOf, type Action, type Noun } from '../../shared/outbox-kinds.ts';
import type { StoredEntry, StoredRecord } from '../db/outbox-storage.ts';
import { newMarker } from '../system.ts';
import { serverIdOf, type Core } from './core.ts';
import { storedFields } from '../stored-json.ts';

/** The next step of an entry: its own action, or the current step of a move. */
export function stepOf(entry: StoredEntry): Exclude<Action, 'move'> {
  const { action } = operationOf(entry.kind);
  if (action !== 'move') return action;
  return entry.progress?.moved === 'created' ? 'delete' : 'create';
}

/** The server id that the next step acts on. The second step of a move acts on the stop at the old place. */
export function targetOf(core: Core, entry: StoredEntry): string | null {
  const { old } = entry.progress ?? {};
  if (old !== undefined && stepOf(entry) === 'delete') return serverIdOf(core, old.id);
  return entry.serverId;
}

/** The path parameters of the record's collection: `planId` for stops. */
export function collectionPath(core: Core, noun: Noun, parentId: string): Record<string, string> {
  return noun === 'stops' ? { planId: bareId(serverIdOf(core, parentId) ?? parentId) } : {};
}

export function recordPath(core: Core, noun: Noun, parentId: string, serverId: string): Record<string, string> {
  const id = bareId(serverId);
  switch (noun) {
    case 'stops':
      // A stop's id names its plan (planning-api, Identifiers 1). For an id of another shape the record's parent is
      // used.
      return {
        planId: /^plans\/([^/]+)\/stops\//.exec(serverId)?.[1] ?? bareId(serverIdOf(core, parentId) ?? ''),
        stopId: id,
      };
    case 'unassignedStops':
      return { unassignedStopId: id };
    case 'orders':
      return { id };
    case 'drivers':
      return { driverId: id };
    case 'plans':
      return { planId: id };
  }
}

/** The body that creates the record, local ids replaced by the service's. */
export function contentOf(core: Core, entry: Pick<StoredEntry, 'content' | 'progress'>): Fields {
  return resolved(core, storedFields(entry.content), entry.progress?.needs);
}

export function bodyOf(core: Core, entry: Pick<StoredEntry, 'body' | 'progress'>): Fields {
  return resolved(core, storedFields(entry.body), entry.progress?.needs);
}

/**
 * Replaces local ids in a body's fields and lists (`allowedDrivers`, `drivers`, `depot`, `orderIds`) when it is sent.
 */
function resolved(core: Core, body: Fields, needs: readonly string[] | undefined): Fields {
  if (needs === undefined || needs.length === 0) return body;
  const put = (value: unknown): unknown => {
    if (typeof value === 'string') return needs.includes(value) ? (serverIdOf(core, value) ?? value) : value;
    return Array.isArray(value) ? value.map(put) : value;
  };
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, put(value)]));
}

/** Local ids that a body refers to. */
export function needsOf(body: Fields): string[] {
  const found: string[] = [];
  for (const value of Object.values(body)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof item === 'string' && isLocalId(item)) found.push(item);
    }
  }
  return found;
}

/**
 * The content of a create with its marker, which is fixed before the first attempt (outbox, Rule 4): the user's own if
 * there is one, else `generated`. The content of nouns without a marker field stays unchanged.
 */
export function marked(
  noun: Noun,
  content: Fields,
  generated: string,
): Pick<StoredRecord, 'content' | 'marker' | 'markerIsOurs'> {
  const own = markerOf(noun, content);
  const field = markerField(noun);
  if (field === null) return { content: JSON.stringify(content), marker: generated, markerIsOurs: true };
  const [holder, name] = field;
  const marker = own ?? generated;
  const sent = { ...content, [holder]: { ...(content[holder] as Fields | null | undefined), [name]: marker } };
  return { content: JSON.stringify(sent), marker, markerIsOurs: own === null };
}

/**
 * A record whose create has other content now, and was not sent. Its marker is that of the new content, because the
 * service is searched for what was sent; a generated one is kept.
 */
export function markedAgain(
  core: Core,
  { noun, marker, markerIsOurs }: Pick<StoredEntry, 'noun' | 'marker' | 'markerIsOurs'>,
  content: Fields,
): Pick<StoredRecord, 'content' | 'marker' | 'markerIsOurs'> {
  if (markerOf(noun, content) === marker) return { content: JSON.stringify(content), marker, markerIsOurs };
  const keeps = markerIsOurs || markerField(noun) === null;
  return marked(noun, content, keeps ? marker : newMarker(core.system));
}

/**
 * An edit as it is sent. Where a number is cleared, the marker of the app takes its place again if the record has one
 * (outbox, Rule 4): what is sent and what is read back must not differ from what the entry says.
 */
export function markedEdit({ noun, marker, markerIsOurs }: StoredRecord, edit: Fields): Fields {
  const [holder, name] = markerField(noun) ?? ['', ''];
  const edited = edit[holder] as Fields | null | undefined;
  if (noun === 'orders' || !markerIsOurs || marker === '' || edited?.[name] !== null) return edit;
  return { ...edit, [holder]: { ...edited, [name]: marker } };
}

/** The marker that a record of the service carries. */
export function markerOf(noun: Noun, view: object): string | null {
  const field = markerField(noun);
  if (field === null) return null;
  const holder = (view as Fields)[field[0]] as Fields | null | undefined;
  const marker = holder?.[field[1]];
  return typeof marker === 'string' ? marker : null;
}

/**
 * Fields that the service derives or may rewrite: an address is geocoded, a clientId may be missing from the answer.
 */
const notCompared = new Set(['address', 'clientId', 'routeOverrides', 'customProperties']);

export const isCompared = (name: string): boolean => !notCompared.has(name);

/** Whether a record that was read back holds what was sent, ignoring fields that the service rewrites. */
export function saysSame(sent: Fields, found: object): boolean {
  return Object.entries(sent).every(([name, value]) => {
    const there = (found as Fields)[name];
    if (!isCompared(name) || value === null || value === undefined) return true;
    if (typeof value === 'object' && !Array.isArray(value)) return saysSame(value as Fields, there ?? {});
    if (Array.isArray(value) && Array.isArray(there))
      return isSame((value as unknown[]).toSorted(), (there as unknown[]).toSorted());
    return isSame(value, there);
  });
}
