/** How far imports are whose rows are in the outbox. Runs where the outbox is attached, beside the cache. */
import { sentStates, type SentImport, type SentRow, type SentState } from '../../shared/imports.ts';
import { unreachable } from '../../shared/errors.ts';
import type { EntryState } from '../../shared/outbox.ts';
import { isCreate, type EntryKind } from '../../shared/outbox-kinds.ts';
import { sendingTime } from '../../shared/sending-time.ts';
import type { Database } from './database.ts';
import { entriesNamed } from './entry-list.ts';
import { sentImports, sentRowsOf, type SentRowOf } from './sent-imports.ts';

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
    const { changes, ...counted } = countsOf(database, each.id);
    // The rows that an unfinished import has not saved yet would be offered twice.
    const hasRows = each.isWhole && isStored(database, each.id);
    const millisecondsLeft = sendingTime(each.noun, counted.counts.waiting - changes, changes);
    return { ...each, ...counted, hasRows, millisecondsLeft };
  });
}

const isStored = (database: Database, importId: string): boolean =>
  database.get(`SELECT 1 FROM outbox.drafts WHERE id = ? AND form = 'import'`, importId) !== undefined;

interface Counted {
  state: EntryState;
  kind: EntryKind;
  paused: number | null;
  /** As in a row of the table; null: the entry is the row's alone. */
  how: string | null;
  count: number;
}

/** @returns `changes`: the waiting rows that change existing records */
function countsOf(
  database: Database,
  importId: string,
): Pick<SentImport, 'counts' | 'pausable' | 'discardable'> & { changes: number } {
  const counts = Object.fromEntries(sentStates.map((state) => [state, 0])) as SentImport['counts'];
  const of = { counts, pausable: 0, discardable: 0, changes: 0 };
  const counted = database.all<Counted>(
    `SELECT entries.state, entries.kind, entries.progress ->> 'paused' AS paused, row.value ->> 2 AS how,
       count(*) AS count
     FROM outbox.drafts AS parts, json_each(parts.fields) AS row
     JOIN outbox.entries ON entries.id = row.value ->> 1
     WHERE parts.form = 'sent-rows' AND parts.plan_id = ? GROUP BY 1, 2, 3, 4`,
    importId,
  );
  for (const { state, kind, paused, how, count } of counted) {
    const isOwn = how === null;
    const found = sentState(state, paused === 1 && isOwn);
    counts[found] += count;
    if (isOwn && (found === 'waiting' || found === 'paused')) of.discardable += count;
    if (found !== 'waiting') continue;
    if (!isCreate(kind)) of.changes += count;
    else if (isOwn) of.pausable += count;
  }
  return of;
}

/** Changes are saved before new records, wherever they are in the file. A record of several rows has its first line. */
const lineIn = ([key]: SentRowOf): number => Number(/\d+/.exec(key)?.[0] ?? 0);

/** The rows of an import in the order of the file. @param now milliseconds since the epoch */
export function sentRowsNow(database: Database, importId: string, now: number): SentRow[] {
  const rows = sentRowsOf(database, 'outbox.drafts', importId).sort((one, other) => lineIn(one) - lineIn(other));
  const entries = entriesNamed(
    database,
    rows.map(([, entryId]) => entryId),
    now,
  );
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return rows.flatMap(([key, entryId, how]) => {
    const entry = byId.get(entryId);
    if (entry === undefined) return [];
    const { state, reason, name, address } = entry;
    const isOwn = how === undefined;
    const isCorrectable = isOwn && (state === 'refused' || state === 'blocked');
    const shown = sentState(state, isOwn && reason?.code === 'outbox.paused');
    return [{ key, entryId, state: shown, reason, isCorrectable, name, address }];
  });
}
