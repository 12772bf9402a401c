/** Open outbox entries about cached records, which lists show on top of the service's data. */
import { withFields, withoutFields, type ChangeKind, type UnsentChange } from '../../shared/pending-content.ts';
import { changedBy } from '../../shared/outbox-merge.ts';
import { openStates, type EntryState } from '../../shared/outbox.ts';
import { operationOf, operations, type Action, type EntryKind, type Noun } from '../../shared/outbox-kinds.ts';
import type { Database } from './database.ts';
import { progress } from '../outbox-json.ts';
import { fromStored, storedFields } from '../stored-json.ts';

interface Open {
  sequence: number;
  entry_id: string;
  kind: EntryKind;
  state: EntryState;
  body: string | null;
  base: string | null;
  progress: string | null;
  record_id: string;
  server_id: string | null;
}

const open = openStates.map((state) => `'${state}'`).join(', ');
/** SQL list of the kinds of entries that edit a record. */
export const editKinds = (Object.keys(operations) as EntryKind[])
  .filter((kind) => operationOf(kind).action.endsWith('edit'))
  .map((kind) => `'${kind}'`)
  .join(', ');

const select = `
  SELECT entries.sequence, entries.id AS entry_id, entries.kind, entries.state, entries.body, entries.base,
    entries.progress, records.id AS record_id, records.server_id
  FROM outbox.entries JOIN outbox.records ON records.id = entries.record_id
  WHERE entries.state IN (${open})`;

const asks = new Set<EntryState>(['refused', 'blocked', 'decision']);

const kinds: Readonly<Record<Action, ChangeKind | null>> = {
  create: 'create',
  'live-create': 'create',
  edit: 'edit',
  'live-edit': 'edit',
  delete: 'delete',
  'live-delete': 'delete',
  move: 'move',
  submit: null,
  withdraw: null,
  operate: null,
  announce: null,
};

/**
 * Changes of one noun by record id, both local and server ids.
 * @param lane limits the changes to one lane: a plan's id for its stops, otherwise the noun; null: all lanes
 */
export function openChanges(database: Database, noun: Noun, lane: string | null): Map<string, UnsentChange> {
  const rows =
    lane === null
      ? database.all<Open>(`${select} AND records.noun = ? ORDER BY sequence`, noun)
      : database.all<Open>(
          `${select} AND entries.lane IN (?, (SELECT id FROM outbox.records WHERE server_id = ?))
             AND records.noun = ? ORDER BY sequence`,
          lane,
          lane,
          noun,
        );
  const changes = new Map<string, UnsentChange>();
  for (const row of [...rows, ...setAgain(database, noun)].sort((one, other) => one.sequence - other.sequence)) {
    if (row.state === 'acknowledged') takeAway(changes, row);
    else add(changes, row, [row.record_id, row.server_id]);
  }
  if (noun !== 'stops') return changes;
  // A move to another plan is an entry of the target plan.
  for (const row of database.all<Open>(`${select} AND entries.kind = 'stops.move' ORDER BY sequence`)) {
    const { old } = fromStored(progress, row.progress ?? '{}');
    if (old !== undefined) add(changes, row, [old.id, serverIdOf(database, old.id)]);
  }
  return changes;
}

/**
 * The server id of a record that was created here, found by its marker. Covers the moment when the cache already has
 * the record but the outbox does not know its server id yet.
 *
 * @param id the local id
 * @param planId of a stop, because several plans may contain the same typed external id
 */
export function idByMarker(
  database: Database,
  table: 'stops' | 'unassigned_stops' | 'orders',
  id: string,
  planId: string | null = null,
): string | null {
  const isThere = table === 'orders' ? '' : `AND ${table}.gone_at IS NULL`;
  const isInPlan = table === 'stops' ? `AND stops.plan_id = ${planId === null ? 'NULL' : ':planId'}` : '';
  const sql = `SELECT ${table}.id AS found FROM outbox.records JOIN ${table} ON ${table}.external_id = records.marker
    WHERE records.id = :id AND records.server_id IS NULL AND records.marker <> '' ${isThere} ${isInPlan} LIMIT 1`;
  return database.get<{ found: string }>(sql, planId === null ? { id } : { id, planId })?.found ?? null;
}

/** Acknowledged edits with an open earlier edit of the same record, because live changes may be applied later. */
function setAgain(database: Database, noun: Noun): Open[] {
  return database.all<Open>(
    `SELECT DISTINCT entries.sequence, entries.id AS entry_id, entries.kind, entries.state, entries.body,
       entries.base, entries.progress, entries.record_id, records.server_id
     FROM outbox.entries AS before JOIN outbox.records ON records.id = before.record_id
       JOIN outbox.entries ON entries.record_id = before.record_id
     WHERE before.state IN (${open}) AND before.kind IN (${editKinds}) AND records.noun = ?
       AND entries.sequence > before.sequence AND entries.state = 'acknowledged' AND entries.kind IN (${editKinds})`,
    noun,
  );
}

/** Drops the fields of an open edit that a later, acknowledged edit has changed. */
function takeAway(changes: Map<string, UnsentChange>, row: Open): void {
  const fields = changedBy(storedFields(row.body), storedFields(row.base));
  for (const id of [row.record_id, row.server_id]) {
    const before = id === null ? undefined : changes.get(id);
    if (id !== null && before !== undefined)
      changes.set(id, { ...before, fields: withoutFields(before.fields, fields) });
  }
}

function add(changes: Map<string, UnsentChange>, row: Open, ids: readonly (string | null)[]): void {
  const plain = kinds[operationOf(row.kind).action];
  if (plain === null) return;
  const { needs = [], doubts = 0 } = plain === 'delete' ? fromStored(progress, row.progress ?? '{}') : {};
  // A deletion that needs another record to be created first is the second half of a move.
  const isMove = needs.length > 0;
  const kind = isMove ? 'move' : plain;
  const [first] = ids;
  const before = changes.get(first ?? '');
  const fields = kind === 'edit' ? storedFields(row.body) : {};
  const isFirstToAsk = before === undefined || !asks.has(before.state);
  const change: UnsentChange = {
    // A pending create, move or delete takes precedence over an edit of the same record.
    kind: before === undefined || kind !== 'edit' ? kind : before.kind,
    entryId: isFirstToAsk ? row.entry_id : before.entryId,
    state: isFirstToAsk ? row.state : before.state,
    fields: withFields(before?.fields ?? {}, fields),
    ...(doubts > 0 ? { mayBePartDone: true } : {}),
  };
  for (const id of ids) if (id !== null) changes.set(id, change);
}

function serverIdOf(database: Database, id: string): string | null {
  return (
    database.get<{ server_id: string | null }>('SELECT server_id FROM outbox.records WHERE id = ?', id)?.server_id ??
    null
  );
}
