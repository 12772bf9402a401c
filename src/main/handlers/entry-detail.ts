/** The content of an outbox entry for display, with the names of the records that it refers to. */
import type { Cache } from '../db/cache-functions.ts';
import { saidBy } from '../db/entry-subjects.ts';
import type { HistoryEntry } from '../db/history.ts';
import type { Subject } from '../db/subjects.ts';
import type { EntryDetail } from '../../shared/entries.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import { storedFields } from '../stored-json.ts';

/** @throws SyntaxError when the entry is damaged */
export async function entryDetail(entry: StoredEntry, cache: Cache): Promise<EntryDetail> {
  const { base, progress } = entry;
  const conflicts = progress?.conflicts ?? [];
  const stored = { said: saidBy(entry), base, from: progress?.old?.planId ?? null };
  // A colleague may have chosen records that this entry does not mention.
  const said = await detailOf({ ...stored, others: conflicts.map(({ theirs }) => theirs) }, cache);
  return { ...said, conflicts };
}

/** The content of a history line. The history does not store a move's origin or conflicting fields. */
export async function historyDetail({ said, base }: HistoryEntry, cache: Cache): Promise<EntryDetail> {
  return { ...(await detailOf({ said: said ?? '{}', base, from: null, others: [] }, cache)), conflicts: [] };
}

async function detailOf(
  stored: { said: string; base: string | null; from: string | null; others: readonly unknown[] },
  cache: Cache,
): Promise<Omit<EntryDetail, 'conflicts'>> {
  const { from, others } = stored;
  const typed = storedFields(stored.said);
  const base = stored.base === null ? null : storedFields(stored.base);
  const ids = [...idsIn(typed), ...idsIn(base ?? {}), ...others.flatMap(idsIn), ...(from === null ? [] : [from])];
  const named = (await cache.subjectsOf(ids)).filter((subject): subject is NamedSubject => subject.name !== null);
  const names = Object.fromEntries(named.map(({ id, name }) => [id, name]));
  return { typed, base, names, from: from === null ? null : (names[from] ?? null) };
}

type NamedSubject = Subject & { name: string };

/** Server ids among the values, including lists and nested objects. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(drivers|depots|plans|couriers|pickupLocations)\//.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}
