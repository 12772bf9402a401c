/** What a stop says with our live changes that the service took and has not carried out: later ones begin from there. */
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { StoredEntry } from '../../shared/outbox-storage.ts';
import type { Core } from './core.ts';
import { bodyOf, contentOf } from './wire.ts';

/** Live changes of the same record that were taken before and are not carried out. */
export function pendingBefore(core: Core, entry: StoredEntry): StoredEntry[] {
  const live = core.storage
    .entriesOf(entry.recordId)
    .filter(({ sequence, kind }) => sequence < entry.sequence && operationOf(kind).action.startsWith('live-'));
  // What came before one that was carried out was carried out with it.
  const done = live.findLastIndex(({ state }) => state === 'acknowledged');
  return live.slice(done + 1).filter(({ state }) => state === 'pending');
}

/**
 * @param before what is pending of it
 * @param there the record as it was read; null when it is not there, which a pending one need not be
 * @returns the record as it will be, or null when it is neither there nor pending
 */
export function withPending(core: Core, before: readonly StoredEntry[], there: Fields | null): Fields | null {
  let result = there;
  for (const change of before) {
    const { action } = operationOf(change.kind);
    if (action === 'live-create') result ??= contentOf(core, change);
    else if (action === 'live-edit' && result !== null) result = put(result, bodyOf(core, change));
  }
  return result;
}

function put(record: Fields, edit: Fields): Fields {
  const changed = Object.entries(edit).map(([name, value]) => {
    const inner = record[name];
    return [name, isObject(value) && isObject(inner) ? { ...inner, ...value } : value] as const;
  });
  return { ...record, ...Object.fromEntries(changed) };
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
