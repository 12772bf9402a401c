/**
 * Records with the same typed number and equal content, of which the service may have one whose id is not known here
 * yet: two branches of one customer, say. A record that is found may be theirs (outbox, Rule 4).
 */
import type { LookUp } from '../../shared/outbox.ts';
import { operationOf } from '../../shared/outbox-kinds.ts';
import { isSame } from '../../shared/outbox-merge.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import { serverIdOf, type Core } from '../outbox/core.ts';
import { contentOf, saysSame } from '../outbox/entry-request.ts';
import { makerOf } from '../outbox/intake.ts';
import { oursOf, type View } from './service-matches.ts';

/** How long until it is asked again whether the id of a twin is known: the list is read meanwhile, in milliseconds. */
const untilNamed = 30_000;

/**
 * The verdict of a look-up, beside other records that may own what was found. While the list can still tell which
 * record is whose, nothing is decided. The service rewrites addresses, so only a user tells apart what differs in them.
 *
 * @param found the verdict without regard to others
 * @param hits the records with the entry's marker
 */
export function besideTwins(core: Core, entry: StoredEntry, found: LookUp, hits: readonly View[]): LookUp {
  if (found.kind !== 'ours' && found.kind !== 'several') return found;
  const twins = twinsOf(core, entry, oursOf(core, entry, hits));
  if (twins.some((twin) => isSoonNamed(core, twin))) {
    const waitMilliseconds = Math.min(untilNamed, core.times.settle);
    return { kind: 'unknown', reason: { code: 'outbox.settling', detail: { waitMilliseconds } } };
  }
  const { address } = contentOf(core, entry);
  // Two that are equal in all are as good as each other while neither is known to be on the service.
  const isOfAnother = twins.some((twin) => isUnnamed(twin) || !isSame(contentOf(core, twin)['address'], address));
  return found.kind === 'ours' && isOfAnother ? { kind: 'other-content' } : found;
}

/**
 * The creates of other records that may have made one of these records.
 *
 * @param hits records that may be the entry's own; the one whose id it knows is nobody else's
 */
export function twinsOf(core: Core, entry: StoredEntry, hits: readonly View[]): StoredEntry[] {
  const open = hits.filter(({ id }) => id !== entry.serverId);
  if (entry.markerIsOurs || operationOf(entry.kind).doubt !== 'marker' || open.length === 0) return [];
  const placeOf = (parentId: string) => serverIdOf(core, parentId) ?? parentId;
  return core.storage
    .withMarker(entry.marker)
    .filter(({ id, noun, serverId }) => id !== entry.recordId && noun === entry.noun && serverId === null)
    .filter(({ parentId }) => placeOf(parentId) === placeOf(entry.parentId))
    .flatMap(({ id }) => makerOf(core.storage.entriesOf(id)) ?? [])
    .filter((made) => mayBeThere(made) && !isReplaced(made, entry) && !isReplaced(entry, made))
    .filter((made) => open.some((hit) => mayHaveMade(core, made, hit)));
}

/** Its request may have made a record that is on the service now, or still comes. */
function mayBeThere(made: StoredEntry): boolean {
  if (isUnnamed(made)) return made.progress?.movedAway !== true;
  // Of a settled or rejected one only a late copy can come, and only as long as it is searched for.
  if (made.state === 'given-up' || made.state === 'refused') return made.sweepAt !== null;
  return made.state === 'in-doubt' || made.doubtUntil > 0;
}

/** In flight, or on the service under an id that no answer said. */
function isUnnamed({ state, progress }: StoredEntry): boolean {
  return state === 'sending' || state === 'acknowledged' || state === 'pending' || progress?.moved === 'created';
}

/** Its id comes with the answer, or with the list that is read after an import. */
function isSoonNamed(core: Core, twin: StoredEntry): boolean {
  if (!isUnnamed(twin)) return false;
  const since = twin.settledAt ?? twin.lastAttemptAt ?? 0;
  return twin.state === 'sending' || core.system.now() - since < core.times.late;
}

/** The one takes the place of the other: they are one delivery, and what was there before is known. */
const isReplaced = ({ recordId }: StoredEntry, { progress }: StoredEntry): boolean => progress?.old?.id === recordId;

const mayHaveMade = (core: Core, made: StoredEntry, hit: View): boolean =>
  !(made.knownIds ?? []).includes(hit.id) && saysSame(contentOf(core, made), hit);
