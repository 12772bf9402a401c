/**
 * Writes every record that the service returns into the cache before anything is decided by it (outbox, Rule 16), so
 * that no entry is settled by an answer that lists and forms have not seen. All reads and writes of the core pass
 * through here.
 */
import type { CallOptions, WriteOutcome } from '../api/client.ts';
import type { EndpointName, ResponseOf } from '../../shared/endpoints.ts';
import { AppError } from '../../shared/errors.ts';
import { nouns, type Noun } from '../../shared/outbox-kinds.ts';
import type { CachedFacts, ServiceClient } from '../outbox/core.ts';
import { markerOf } from '../outbox/entry-request.ts';

type View = { id: string };

/** An endpoint of one of the outbox's nouns, split: `stops.get` is `stops` and `get`. */
interface Named {
  noun: Noun;
  verb: string;
}

/**
 * @param service the service to wrap
 * @param known the cache
 * @returns the same service; each answer is in the cache before the caller gets it
 */
export function remembering(service: ServiceClient, known: CachedFacts): ServiceClient {
  const versions = new Versions();
  return {
    async read(name, call) {
      const named = nameOf(name);
      if (named === null) return service.read(name, call);
      const reading = versions.begin();
      try {
        const value = await service.read(name, call);
        for (const view of viewsOf(named, call, value)) {
          if (versions.isCurrent(reading, view.id)) await known.put(named.noun, parentOf(call), view);
        }
        return value;
      } catch (error) {
        const id = named.verb === 'get' && isGone(error) ? idOf(named.noun, call) : null;
        if (id !== null && versions.isCurrent(reading, id)) await known.forget(named.noun, id);
        throw error;
      } finally {
        versions.end(reading);
      }
    },
    async write(name, call) {
      const named = nameOf(name);
      if (named === null) return service.write(name, call);
      const id = idOf(named.noun, call);
      if (id !== null) versions.written(id);
      const result = await service.write(name, call);
      if (id !== null) versions.written(id);
      return remembered(service, known, { name, named, call, id }, result);
    },
  };
}

interface Written<Name extends EndpointName> {
  name: Name;
  named: Named;
  call: CallOptions;
  /** The record's id on the service; null: this call creates it. */
  id: string | null;
}

async function remembered<Name extends EndpointName>(
  service: ServiceClient,
  known: CachedFacts,
  { named, call, id }: Written<Name>,
  result: WriteOutcome<ResponseOf<Name>>,
): Promise<WriteOutcome<ResponseOf<Name>>> {
  const { noun, verb } = named;
  const isDeletion = verb === 'delete' || verb === 'liveDelete';
  if (result.kind === 'refused' && id !== null && verb === 'delete' && isGone(result.error)) {
    // It was deleted before, by an attempt whose answer was lost or by another user.
    await known.forget(noun, id);
  }
  if (result.kind !== 'answered') return result;
  const value: unknown = result.value;
  // A pending change is accepted but not applied, so the answer does not describe the record's current state.
  if ((value as { pending?: unknown } | null)?.pending === true) return result;
  if (isDeletion) {
    if (id !== null) await known.forget(noun, id);
    return result;
  }
  const view = viewIn(verb, value);
  if (view === null) return result;
  if (saysAll(call.body, view)) {
    await known.put(noun, parentOf(call), view);
    return result;
  }
  return readBack(service, known, { noun, call, view, isMade: id === null }, result);
}

/** The answer lacks fields that were sent, so only its id can be trusted: read the record itself. */
async function readBack<Value>(
  service: ServiceClient,
  known: CachedFacts,
  { noun, call, view, isMade }: { noun: Noun; call: CallOptions; view: View; isMade: boolean },
  result: WriteOutcome<Value>,
): Promise<WriteOutcome<Value>> {
  try {
    const path = { ...call.path, [pathName[noun]]: bare(view.id) };
    const there = (await service.read(`${noun}.get`, { path, priority: call.priority })) as View;
    await known.put(noun, parentOf(call), there);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // An edit may be repeated and re-reads the record first. A create must not be repeated, so keep the answer.
    if (!isMade) return { kind: 'in-doubt', error };
    await known.put(noun, parentOf(call), view);
  }
  return result;
}

/** Reads in flight, and writes since the first of them began: an older answer must not overwrite a newer one. */
class Versions {
  private count = 0;
  private readonly underWay = new Set<number>();
  private readonly writtenAt = new Map<string, number>();

  begin(): number {
    const reading = (this.count += 1);
    this.underWay.add(reading);
    return reading;
  }

  end(reading: number): void {
    this.underWay.delete(reading);
    if (this.underWay.size === 0) this.writtenAt.clear();
  }

  written(id: string): void {
    if (this.underWay.size > 0) this.writtenAt.set(id, (this.count += 1));
  }

  isCurrent(reading: number, id: string): boolean {
    return (this.writtenAt.get(id) ?? 0) < reading;
  }
}

function nameOf(name: EndpointName): Named | null {
  const [first = '', verb = ''] = name.split('.');
  const noun = nouns.find((one) => one === first);
  return noun === undefined ? null : { noun, verb };
}

const pathName = {
  stops: 'stopId',
  unassignedStops: 'unassignedStopId',
  orders: 'id',
  drivers: 'driverId',
  plans: 'planId',
} as const satisfies Record<Noun, string>;

/** The id of the record that a call addresses; null for a collection. */
function idOf(noun: Noun, { path }: CallOptions): string | null {
  const id = path?.[pathName[noun]];
  if (id === undefined) return null;
  return noun === 'stops' ? `plans/${path?.['planId'] ?? ''}/stops/${id}` : `${noun}/${id}`;
}

const parentOf = ({ path }: CallOptions): string => (path?.['planId'] === undefined ? '' : `plans/${path['planId']}`);

const bare = (id: string) => id.slice(id.lastIndexOf('/') + 1);

/** Records in an answer to a targeted read: by id, by marker or by title. */
function viewsOf({ noun, verb }: Named, { query }: CallOptions, value: unknown): View[] {
  if (verb === 'get') return isView(value) ? [value] : [];
  if (verb !== 'list') return [];
  const listed = (value as Record<string, unknown> | null)?.[noun];
  const views = Array.isArray(listed) ? listed.filter(isView) : [];
  const marker = query?.['filter.externalId'];
  const title = query?.['filter.title'];
  // A service that ignores the filter returns the whole list. Records that were not asked for are left to the list's
  // refresh.
  if (marker !== undefined) return views.filter((view) => markerOf(noun, view) === marker);
  return title === undefined ? [] : views.filter((view) => (view as { title?: unknown }).title === title);
}

/** The record's state according to the answer to a write; null when the answer does not contain it. */
function viewIn(verb: string, value: unknown): View | null {
  const said = verb.startsWith('live') ? (value as { stop?: unknown } | null)?.stop : value;
  return (verb === 'create' || verb === 'update' || verb.startsWith('live') || announced.has(verb)) && isView(said)
    ? said
    : null;
}

/** These answer with the plan. */
const announced = new Set(['distribute', 'redistribute']);

function isView(value: unknown): value is View {
  return typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string';
}

/** Whether the answer contains each sent field, whatever its value. */
function saysAll(sent: unknown, view: View): boolean {
  if (typeof sent !== 'object' || sent === null) return true;
  return Object.entries(sent).every(
    ([name, value]) => value === null || notSaid.has(name) || (view as Record<string, unknown>)[name] !== undefined,
  );
}

/** Sent, but readable under this name in v1 only (planning-api, Versioning). */
const notSaid = new Set(['clientId']);

const isGone = (error: unknown): boolean => error instanceof AppError && error.code === 'service.not-found';
