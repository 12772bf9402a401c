/** How far imports are whose rows are in the outbox. Runs where the outbox is attached, beside the cache. */
import { sentStates, type SentImport, type SentRow, type SentState } from '../../shared/imports.ts';
import { unreachable } from '../../shared/errors.ts';
import type { EntryState } from '../../shared/outbox.ts';
import { sendingTime } from '../../shared/sending-time.ts';
import type { Database } from './database.ts';
import { entriesNamed } from './entry-list.ts';
import { sentImports, sentRowsOf } from './sent-imports.ts';

/** @param isPaused whether its user paused the entry */
function sentState(state: EntryState, isPaused: boolean): SentState {
  switch (state) {
    // A live change that the service has accepted has arrived, although it is not applied yet.
    case 'acknowledged':
    case 'pending':
      return 'sent';
    case 'queued':
      return isPaused ? 'paused' : 'waiting';
    case 'sending':
    case 'in-doubt':
      return 'waiting';
    case 'refused':
    case 'blocked':
    case 'decision':
      return 'asking';
    case 'given-up':
      return 'discarded';
    default:
      return unreachable(state);
  }
}

/** Newest first. */
export function sentImportsNow(database: Database): SentImport[] {
  return sentImports(database, 'outbox.drafts', null).map((each) => {
    const counts = countsOf(database, each.id);
    const hasRows = database.get(`SELECT 1 FROM outbox.drafts WHERE id = ? AND form = 'import'`, each.id) !== undefined;
    return { ...each, counts, hasRows, millisecondsLeft: sendingTime(each.noun, counts.waiting) };
  });
}

function countsOf(database: Database, importId: string): SentImport['counts'] {
  const counts = Object.fromEntries(sentStates.map((state) => [state, 0])) as SentImport['counts'];
  const counted = database.all<{ state: EntryState; paused: number | null; count: number }>(
    `SELECT entries.state, entries.progress ->> 'paused' AS paused, count(*) AS count
     FROM outbox.drafts AS parts, json_each(parts.fields) AS row
     JOIN outbox.entries ON entries.id = row.value ->> 1
     WHERE parts.form = 'sent-rows' AND parts.plan_id = ? GROUP BY 1, 2`,
    importId,
  );
  for (const { state, paused, count } of counted) counts[sentState(state, paused === 1)] += count;
  return counts;
}

/** The rows of an import in the order of the file. @param now milliseconds since the epoch */
export function sentRowsNow(database: Database, importId: string, now: number): SentRow[] {
  const rows = sentRowsOf(database, 'outbox.drafts', importId);
  const entries = entriesNamed(
    database,
    rows.map(([, entryId]) => entryId),
    now,
  );
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return rows.flatMap(([key, entryId]) => {
    const entry = byId.get(entryId);
    if (entry === undefined) return [];
    const { state, reason, name, address } = entry;
    return [{ key, entryId, state: sentState(state, reason?.code === 'outbox.paused'), reason, name, address }];
  });
}
