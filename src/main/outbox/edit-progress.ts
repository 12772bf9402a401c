/** What an entry remembers of what was typed into it. */
import type { EntryFields } from '../db/outbox-storage.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { Progress } from '../outbox-json.ts';
import { needsOf } from './entry-request.ts';

/** @param kept see {@link Progress} */
export function progressOf(body: Fields, kept: readonly string[] = []): Progress | null {
  const needs = needsOf(body);
  if (needs.length === 0 && kept.length === 0) return null;
  return { ...(needs.length === 0 ? {} : { needs }), ...(kept.length === 0 ? {} : { kept: [...kept] }) };
}

/** What an edit sends. What it does not send has no base: a later edit of such a field begins with its own. */
export function editOf(body: Fields, base: Fields, { kept, corrected }: Progress = {}): Partial<EntryFields> {
  const first = Object.fromEntries(Object.entries(base).filter(([name]) => Object.hasOwn(body, name)));
  const progress = mergedProgress(corrected === undefined ? null : { corrected }, progressOf(body, kept));
  return { body: JSON.stringify(body), base: JSON.stringify(first), progress };
}

/** Null: an entry that remembers nothing. */
export const mergedProgress = (one: Progress | null, other: Progress | null): Progress | null =>
  one === null ? other : { ...one, ...other };
