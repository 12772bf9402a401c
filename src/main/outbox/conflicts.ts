/** Resolves fields that both sides changed, once a user has chosen a side for each (outbox, Rule 9). */
import type { EntryChoice } from '../../shared/outbox-decisions.ts';
import { pathOf, type Fields } from '../../shared/outbox-merge.ts';
import type { StorageChange, StoredEntry } from '../db/outbox-storage.ts';
import { set, type Core } from './core.ts';
import { storedFields } from '../stored-json.ts';

/**
 * Mine: the value is sent, and theirs becomes its base, so that only a further change on the service is a new conflict.
 * Theirs: the field is no longer sent. An edit that loses all its fields is discarded.
 */
export function resolved(
  core: Core,
  entry: StoredEntry,
  choice: Extract<EntryChoice, { way: 'resolve' }>,
): StorageChange {
  const { conflicts = [], ...progress } = entry.progress ?? {};
  const body = storedFields(entry.body);
  const base = storedFields(entry.base);
  const kept = new Set(progress.kept);
  for (const { field, theirs } of conflicts) {
    const path = pathOf(body, field);
    const side = Object.hasOwn(choice.fields, field) ? choice.fields[field] : choice.others;
    if (side === 'mine') {
      put(base, path, theirs ?? null);
      kept.add(path[0] ?? '');
    } else {
      take(body, path);
      take(base, path);
    }
  }
  if (kept.size > 0) progress.kept = [...kept];
  const sent = { body: JSON.stringify(body), base: JSON.stringify(base), progress, reason: null, notBefore: 0 };
  if (Object.keys(body).length > 0) return set(entry, { ...sent, state: 'queued' });
  return set(entry, { progress, reason: null, notBefore: 0, state: 'given-up', settledAt: core.system.now() });
}

/** Sets one nested field, creating the objects on the path. */
function put(fields: Fields, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) fields[name] = value;
  else {
    const inner = { ...(fields[name] as Fields | null | undefined) };
    put(inner, rest, value);
    fields[name] = inner;
  }
}

/** Removes one nested field, and every object that this leaves empty. */
function take(fields: Fields, [name = '', ...rest]: readonly string[]): void {
  const inner = fields[name];
  if (rest.length > 0 && typeof inner === 'object' && inner !== null) {
    take(inner as Fields, rest);
    if (Object.keys(inner).length > 0) return;
  }
  Reflect.deleteProperty(fields, name);
}
