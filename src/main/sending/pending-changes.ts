/** What a stop says with our live changes that the service took and has not carried out: other ones begin from there. */
import { withoutFields } from '../../shared/pending-content.ts';
import { isObject, type Fields } from '../../shared/outbox-merge.ts';
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import type { Core } from '../outbox/core.ts';
import { bodyOf, contentOf } from '../outbox/entry-request.ts';

export const isLive = ({ kind }: Pick<StoredEntry, 'kind'>): boolean => operationOf(kind).action.startsWith('live-');

const isEdit = ({ kind }: StoredEntry): boolean => operationOf(kind).action.endsWith('edit');

/** Live changes of the same record that were taken before and are not carried out. */
export function pendingBefore(core: Core, entry: StoredEntry): StoredEntry[] {
  const live = core.storage
    .entriesOf(entry.recordId)
    .filter((other) => other.sequence < entry.sequence && isLive(other));
  // What came before one that was carried out was carried out with it.
  const done = live.findLastIndex(({ state }) => state === 'acknowledged');
  return live.slice(done + 1).filter(({ state }) => state === 'pending');
}

/** Live changes of the same record that were taken, before or after; after it, because it was discarded and is sent again. */
export function pendingBeside(core: Core, entry: StoredEntry): StoredEntry[] {
  const after = core.storage
    .entriesOf(entry.recordId)
    .filter((other) => other.sequence > entry.sequence && isLive(other) && other.state === 'pending');
  return [...pendingBefore(core, entry), ...after];
}

const isOver = new Set(['acknowledged', 'given-up', 'refused', 'blocked']);

/** Whether a live change of the same record that was made before may still be carried out, or asks. */
export function isOpenBefore(core: Core, entry: StoredEntry): boolean {
  return core.storage
    .entriesOf(entry.recordId)
    .some((other) => other.sequence < entry.sequence && isLive(other) && !isOver.has(other.state));
}

/**
 * @param pending what is pending of it
 * @param there the record as it was read; null when it is not there, which a pending one need not be
 * @returns the record as it will be, or null when it is neither there nor pending
 */
export function withPending(core: Core, pending: readonly StoredEntry[], there: Fields | null): Fields | null {
  let result = there;
  for (const change of pending) {
    const { action } = operationOf(change.kind);
    if (action === 'live-create') result ??= contentOf(core, change);
    else if (action === 'live-edit' && result !== null) result = put(result, bodyOf(core, change));
  }
  return result;
}

/**
 * What of an edit counts still: of a field that was typed again later, what was typed last. An edit is done after a later
 * one when it was refused or discarded, and a person sends it again.
 *
 * @param later edits of the same record; those of other kinds say nothing
 */
export function notTypedAgain(core: Core, entry: StoredEntry, later: readonly StoredEntry[]): Fields {
  const edits = later.filter((other) => other.sequence > entry.sequence && isEdit(other));
  return edits.reduce((left, other) => withoutFields(left, bodyOf(core, other)), bodyOf(core, entry));
}

function put(record: Fields, edit: Fields): Fields {
  const changed = Object.entries(edit).map(([name, value]) => {
    const inner = record[name];
    return [name, isObject(value) && isObject(inner) ? { ...inner, ...value } : value] as const;
  });
  return { ...record, ...Object.fromEntries(changed) };
}
