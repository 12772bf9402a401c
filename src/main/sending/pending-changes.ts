/** Live changes that the service accepted but has not applied yet. Further edits of the stop build on them. */
import { withoutFields } from '../../shared/pending-content.ts';
import { changedBy, isObject, isSame, type Fields } from '../../shared/outbox-merge.ts';
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import type { Core } from '../outbox/core.ts';
import { bodyOf, contentOf, isCompared, saysSame } from '../outbox/entry-request.ts';
import { storedFields } from '../stored-json.ts';

export const isLive = ({ kind }: Pick<StoredEntry, 'kind'>): boolean => operationOf(kind).action.startsWith('live-');

const isEdit = ({ kind }: StoredEntry): boolean => operationOf(kind).action.endsWith('edit');

/** Earlier live changes of the same record that were accepted and not applied. */
export function pendingBefore(core: Core, entry: StoredEntry): StoredEntry[] {
  const live = core.storage
    .entriesOf(entry.recordId)
    .filter((other) => other.sequence < entry.sequence && isLive(other));
  const done = live.findLast(({ state }) => state === 'acknowledged');
  return live.filter((other) => other.state === 'pending' && (done === undefined || isAfter(other, done)));
}

/**
 * When a live change was applied, all that were sent before it were applied with it. An earlier one may have been
 * dropped and sent again since.
 */
const isAfter = (pending: StoredEntry, applied: StoredEntry): boolean =>
  pending.sequence > applied.sequence || (pending.lastAttemptAt ?? 0) > (applied.lastAttemptAt ?? 0);

/**
 * Pending live changes of the same record, earlier and later. Later ones exist when this one was dropped and is sent
 * again.
 */
export function pendingBeside(core: Core, entry: StoredEntry): StoredEntry[] {
  const after = core.storage
    .entriesOf(entry.recordId)
    .filter((other) => other.sequence > entry.sequence && isLive(other) && other.state === 'pending');
  return [...pendingBefore(core, entry), ...after];
}

const isOver = new Set(['acknowledged', 'given-up', 'refused', 'blocked']);

/** Whether an earlier live change of the same record may still be applied or needs a decision. */
export function isOpenBefore(core: Core, entry: StoredEntry): boolean {
  return core.storage
    .entriesOf(entry.recordId)
    .some((other) => other.sequence < entry.sequence && isLive(other) && !isOver.has(other.state));
}

/**
 * @param pending live changes that are pending for the record
 * @param there the record as read; null if it does not exist, like a stop whose creation is pending
 * @returns the record as it will be, or null when it neither exists nor is pending
 */
export function withPending(core: Core, pending: readonly StoredEntry[], there: Fields | null): Fields | null {
  let result = there;
  for (const change of pending) {
    const { action } = operationOf(change.kind);
    if (action === 'live-create') result ??= contentOf(core, change);
    else if (action === 'live-edit' && result !== null)
      result = put(result, notTypedAgain(core, change, applied(core, change)));
  }
  return result;
}

/** Live changes of the same record that were applied. */
const applied = (core: Core, { recordId }: StoredEntry): StoredEntry[] =>
  core.storage.entriesOf(recordId).filter((other) => isLive(other) && other.state === 'acknowledged');

/**
 * The part of an edit that still counts: fields that a later edit changed are left out. An edit is applied after a later
 * one when it was refused or dropped and the user sends it again.
 *
 * @param later edits of the same record; entries of other kinds are ignored
 */
export function notTypedAgain(core: Core, entry: StoredEntry, later: readonly StoredEntry[]): Fields {
  const edits = later.filter((other) => other.sequence > entry.sequence && isEdit(other));
  const changed = (other: StoredEntry) => changedBy(bodyOf(core, other), storedFields(other.base));
  return edits.reduce((left, other) => withoutFields(left, changed(other)), bodyOf(core, entry));
}

/** A cleared field shows only when it is empty, also inside another one. */
export function isThere(there: object, name: string, value: unknown): boolean {
  const found = (there as Fields)[name];
  if (value === null) return isSame(null, found);
  if (!isObject(value) || !isCompared(name)) return saysSame({ [name]: value }, there);
  return Object.entries(value).every(([inner, one]) => isThere(isObject(found) ? found : {}, inner, one));
}

function put(record: Fields, edit: Fields): Fields {
  const changed = Object.entries(edit).map(([name, value]) => {
    const inner = record[name];
    return [name, isObject(value) && isObject(inner) ? { ...inner, ...value } : value] as const;
  });
  return { ...record, ...Object.fromEntries(changed) };
}
