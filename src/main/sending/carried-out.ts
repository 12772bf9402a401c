/** Whether a record that was read shows the effect of a live change, beside the other live changes of the same stop. */
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import type { Core } from '../outbox/core.ts';
import { isLive, isThere, notTypedAgain } from './pending-changes.ts';
import { bodyOf, stepOf } from '../outbox/entry-request.ts';

/** The states of live changes that one read has shown, before they are stored. */
export type Known = Map<string, 'acknowledged' | 'decision'>;

/**
 * Whether the record shows the effect of a live change. If a later live change of the same stop overwrites it, that one
 * is resolved first, unless it waits for this one itself: when it was applied or dropped, so was this one.
 *
 * @param known states of later changes that are not stored yet
 */
export function isCarriedOut(
  core: Core,
  entry: StoredEntry,
  there: object | null,
  known: Known = new Map(),
): boolean | 'later' {
  const step = stepOf(entry);
  if (step === 'live-delete') return there === null;
  const later = core.storage
    .entriesOf(entry.recordId)
    .filter((other) => other.sequence > entry.sequence && isLive(other))
    .map((other) => ({ ...other, state: known.get(other.id) ?? other.state }));
  if (saysWhat(core, entry, there, later)) return true;
  const unknown = later.filter((other) => isUnderWay.has(other.state) || isPerhapsTaken(other, there));
  if (unknown.some((other) => !isHeldUpBy(core, entry, other))) return 'later';
  return unknown.some((other) => isThereWhole(core, other, there));
}

/** The later change waits for an edit between the two, which waits for this one: waiting for it would never end. */
function isHeldUpBy(core: Core, entry: StoredEntry, later: StoredEntry): boolean {
  if (later.state !== 'queued' && later.state !== 'in-doubt') return false;
  return core.storage
    .entriesOf(entry.recordId)
    .some(
      (one) => one.sequence > entry.sequence && one.sequence < later.sequence && one.state === 'queued' && !isLive(one),
    );
}

/** Applied on top of an earlier change, it shows that one was applied or no longer counts. */
const isThereWhole = (core: Core, entry: StoredEntry, there: object | null): boolean =>
  there !== null &&
  operationOf(entry.kind).action === 'live-edit' &&
  Object.entries(bodyOf(core, entry)).every(([name, value]) => isThere(there, name, value));

/** Sent, or possibly sent: its result is awaited first. */
const isUnderWay = new Set(['sending', 'in-doubt', 'pending']);

/**
 * The change waits to be sent again and may already have been applied; so may a deletion that needs a decision, which
 * would have removed everything. If the stop is missing, only a deletion counts: a change refused for a missing stop
 * itself waits to learn what happened to that stop.
 */
const isPerhapsTaken = ({ kind, state, progress }: StoredEntry, there: object | null): boolean => {
  const isDeletion = operationOf(kind).action === 'live-delete' && state !== 'given-up';
  return (progress?.doubts ?? 0) > 0 && (isDeletion || (state === 'queued' && there !== null));
};

function saysWhat(core: Core, entry: StoredEntry, there: object | null, later: readonly StoredEntry[]): boolean {
  const done = later.filter(({ state }) => state === 'acknowledged');
  if (done.some((other) => operationOf(other.kind).action === 'live-delete')) return true;
  if (there === null || stepOf(entry) === 'live-create') return there !== null;
  // A later edit that was undone while in doubt may have been applied on top of this one.
  const perhaps = later.filter(({ kind, state, progress }) => {
    const isEdit = operationOf(kind).action === 'live-edit';
    return isEdit && state === 'given-up' && (progress?.doubts ?? 0) > 0;
  });
  const written = perhaps.map((other) => bodyOf(core, other));
  return Object.entries(notTypedAgain(core, entry, done)).every(
    ([name, value]) =>
      isThere(there, name, value) || written.some((edit) => name in edit && isThere(there, name, edit[name])),
  );
}
