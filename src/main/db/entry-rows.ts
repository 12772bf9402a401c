/** Outbox entries as rows for the window. Names and addresses come from the entry, else from the cache. */
import type { EntryRow } from '../../shared/entries.ts';
import type { EntryState } from '../../shared/outbox.ts';
import { heldBy, waysOf, type NeededRecord } from '../../shared/outbox-decisions.ts';
import { isCreate, operations, type EntryKind } from '../../shared/outbox-kinds.ts';
import { progress } from '../outbox-json.ts';
import { fromStoredOr } from '../stored-json.ts';
import type { StoredEntry } from './outbox-storage.ts';
import type { Database } from './database.ts';
import { addressIn, fieldsOf, nameIn, parsed, planOf } from './entry-subjects.ts';
import { subjectsOf } from './subjects.ts';

const creates = (Object.keys(operations) as EntryKind[])
  .filter(isCreate)
  .map((kind) => `'${kind}'`)
  .join(', ');

/**
 * @param database the cache, with the outbox attached
 * @param now milliseconds since the epoch
 */
export function entryRows(database: Database, entries: readonly StoredEntry[], now: number): EntryRow[] {
  const planIds = [...new Set(entries.map((entry) => planOf(entry)).filter((id) => id !== null))];
  const titles = planTitles(database, planIds);
  const ids = entries.flatMap(({ serverId, content }) => (serverId !== null && content === '{}' ? [serverId] : []));
  const needed = neededBy(database, entries);
  const read = new Map(subjectsOf(database, [...new Set(ids)]).map((subject) => [subject.id, subject]));
  return entries.map((entry) => {
    const { noun, serverId } = entry;
    const { content, edit } = fieldsOf(entry);
    const subject = read.get(serverId ?? '');
    const planId = planOf(entry);
    const held = heldBy(entry, (id) => needed.get(id));
    return {
      id: entry.id,
      sequence: entry.sequence,
      kind: entry.kind,
      state: entry.state,
      reason: entry.reason,
      createdAt: entry.createdAt,
      attempts: entry.attempts,
      lastAttemptAt: entry.lastAttemptAt,
      notBefore: entry.notBefore === 0 ? null : entry.notBefore,
      planId,
      planTitle: planId === null ? null : (titles.get(planId) ?? null),
      recordId: serverId ?? entry.recordId,
      name: nameIn(noun, edit) ?? subject?.name ?? nameIn(noun, content),
      address: addressIn(content) || (subject?.address ?? ''),
      ways: waysOf(entry, now, held),
      heldBy: held,
      // Filled in by main (handlers/entry-waits.ts), which decides what is sent next.
      waitsFor: null,
    };
  });
}

/** The records that entries name, by local id, each with the entry that creates it. */
function neededBy(database: Database, entries: readonly StoredEntry[]): Map<string, NeededRecord> {
  const ids = [...new Set(entries.flatMap((entry) => entry.progress?.needs ?? []))];
  if (ids.length === 0) return new Map();
  const wanted = JSON.stringify(ids);
  const records = database.all<{ id: string; server_id: string | null }>(
    'SELECT id, server_id FROM outbox.records WHERE id IN (SELECT value FROM json_each(?))',
    wanted,
  );
  // The last one in this order counts, which is the first entry of its record.
  const made = database.all<{ record_id: string; state: EntryState; progress: string | null }>(
    `SELECT record_id, state, progress FROM outbox.entries
     WHERE record_id IN (SELECT value FROM json_each(?)) AND kind IN (${creates}) ORDER BY sequence DESC`,
    wanted,
  );
  const makers = new Map(
    made.map((row) => [row.record_id, { state: row.state, progress: fromStoredOr(progress, row.progress, null) }]),
  );
  return new Map(records.map(({ id, server_id }) => [id, { serverId: server_id, made: makers.get(id) }]));
}

/** Plan titles by server or local id, as last read, else as entered. Plans without a title are omitted. */
export function planTitles(database: Database, ids: readonly string[]): Map<string, string> {
  const wanted = JSON.stringify(ids);
  const own = database.all<{ id: string; server_id: string | null; content: string }>(
    'SELECT id, server_id, content FROM outbox.records WHERE id IN (SELECT value FROM json_each(?))',
    wanted,
  );
  const serverIds = new Map(own.map((record) => [record.id, record.server_id]));
  const known = database.all<{ id: string; title: string | null }>(
    'SELECT id, title FROM plans WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids.map((id) => serverIds.get(id) ?? id)),
  );
  const read = new Map(known.map(({ id, title }) => [id, title]));
  const typed = new Map(own.map(({ id, content }) => [id, nameIn('plans', parsed(content))]));
  return new Map(
    ids.flatMap((id) => {
      const title = read.get(serverIds.get(id) ?? id) ?? typed.get(id);
      return title == null ? [] : [[id, title] as const];
    }),
  );
}
