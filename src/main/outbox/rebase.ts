/**
 * What later edits of a record build on, when what an earlier entry would have made of it changes
 * (docs/decisions/outbox-relations.md).
 */
import { operationOf } from '../../shared/outbox-kinds.ts';
import { isObject, isSame, onto, type Fields } from '../../shared/outbox-merge.ts';
import type { StorageChange, StoredEntry } from '../db/outbox-storage.ts';
import { storedFields } from '../stored-json.ts';
import { isSettled, set, type Core } from './core.ts';

/** Edits queued behind a create build on the create's new content. */
export function behindCorrected(core: Core, entry: StoredEntry, content: Fields): StorageChange[] {
  return core.storage.entriesOf(entry.recordId).flatMap((other) => {
    if (operationOf(other.kind).action !== 'edit' || isSettled(other)) return [];
    const names = Object.keys(storedFields(other.body));
    return [rebased(other, Object.fromEntries(names.map((name) => [name, content[name] ?? null])))];
  });
}

/**
 * Edits that build on an edit which is discarded build on what that one built on. So do those that were taken back,
 * because they may be given back. An edit that may have reached the service is left out: what it set may be there.
 */
export function behindDiscarded(core: Core, entry: StoredEntry): StorageChange[] {
  if ((entry.progress?.doubts ?? 0) > 0 && entry.reason?.code !== 'outbox.discarded') return [];
  const [never, before] = [storedFields(entry.body), storedFields(entry.base)];
  return core.storage.entriesOf(entry.recordId).flatMap((other) => {
    if (other.sequence < entry.sequence || !operationOf(other.kind).action.endsWith('edit')) return [];
    const mayBeSent = isUnsent.has(other.state) || (other.state === 'given-up' && other.progress?.takenBack);
    if (!mayBeSent) return [];
    const base = Object.entries(storedFields(other.base)).flatMap(([name, value]) => {
      const now = without(value, never[name], before[name]);
      return isSame(now, value) ? [] : [[name, now] as const];
    });
    return base.length === 0 ? [] : [rebased(other, Object.fromEntries(base))];
  });
}

const isUnsent = new Set(['queued', 'refused', 'blocked', 'decision']);

/** A value, or each leaf of it, that is the one which was never sent becomes the one before it. */
function without(value: unknown, never: unknown, before: unknown): unknown {
  if (!isObject(value) || !isObject(never)) return isSame(value, never) ? (before ?? null) : value;
  const former = isObject(before) ? before : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, leaf]) => [name, without(leaf, never[name], former[name])]),
  );
}

/**
 * Keeps what it built on before, because an undo in the window names that. A field that the edit leaves as it was, typed to
 * and fro, is left as it is now.
 */
function rebased(entry: StoredEntry, base: Fields): StorageChange {
  const [before, former] = [storedFields(entry.base), entry.progress?.corrected ?? {}];
  const body = onto(storedFields(entry.body), before, { ...before, ...base });
  const corrected = Object.fromEntries(
    Object.keys(base).map((name): [string, unknown[]] => [name, [...(former[name] ?? []), before[name] ?? null]]),
  );
  return set(entry, {
    body: JSON.stringify(body),
    base: JSON.stringify({ ...before, ...base }),
    progress: { ...entry.progress, corrected: { ...former, ...corrected } },
  });
}
