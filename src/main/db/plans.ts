/** The table `plans` of the cache. */
import { z } from 'zod';
import { withFields, type UnsentChange } from '../../shared/pending-content.ts';
import { openStates, type EntryState } from '../../shared/outbox.ts';
import type { EntryKind } from '../../shared/outbox-kinds.ts';
import { overridesContent } from '../../shared/plan-content.ts';
import { plan, type PlanCreate, type PlanRow, type PlanWork } from '../../shared/plans.ts';
import { limitsOf } from '../../shared/day-limits.ts';
import type { Raw } from '../../shared/shapes.ts';
import { dateText } from '../../shared/time.ts';
import { forgetRow, putRow, replaceList, storedRow, type StoredRow } from './cache-tables.ts';
import { openChanges } from './changes.ts';
import type { Database, Value } from './database.ts';
import { withLocalIds } from './local-ids.ts';
import { namesOf } from './names.ts';
import { fromStored, objectOf } from '../stored-json.ts';

const table = { table: 'plans', list: 'plans' } as const;
const columns = ['title', 'starts', 'depot', 'writable'] as const;

/** The columns of a plan. */
export const planColumns = (item: z.infer<typeof plan>): Value[] => [
  item.title ?? null,
  item.starts ? dateText(item.starts) : null,
  item.depot ?? null,
  item.writable === false ? 0 : 1,
];

export function putPlans(
  database: Database,
  rows: readonly StoredRow[],
  at: number,
  digest: string | null = null,
): boolean {
  const changed = replaceList(database, { ...table, scope: null, rows, at, columns, digest });
  if (changed) forgetStopsOfGone(database, at);
  return changed;
}

/** Stores one plan from an answer of the service. Idempotent. @param at when the service answered */
export function putPlan(database: Database, item: Raw, at: number): void {
  const said = plan.parse(item);
  putRow(database, { ...table, scope: {}, columns, row: storedRow(said, planColumns(said)), at });
}

/** Marks a plan and its stops as gone after the service said so. */
export function forgetPlan(database: Database, id: string, at: number): void {
  database.transaction(() => {
    forgetRow(database, { ...table, id, at });
    database.change('UPDATE stops SET gone_at = ? WHERE gone_at IS NULL AND plan_id = ?', at, id);
    database.change('DELETE FROM lists WHERE name = ?', `stops:${id}`);
  });
}

const present = '(SELECT id FROM plans WHERE gone_at IS NULL)';
const readSince = "(SELECT substr(name, 7) FROM lists WHERE name LIKE 'stops:%' AND as_of >= ?)";

/**
 * Marks the stops of plans that are not listed. What the service said of a plan after the read of the list began stays:
 * the plan may be newer than the list.
 */
function forgetStopsOfGone(database: Database, at: number): void {
  database.change(
    `UPDATE stops SET gone_at = ? WHERE gone_at IS NULL AND (said_at IS NULL OR said_at < ?)
       AND plan_id NOT IN ${present} AND plan_id NOT IN ${readSince}`,
    at,
    at,
    at,
  );
  database.change(
    `DELETE FROM lists WHERE name LIKE 'stops:%' AND as_of < ? AND substr(name, 7) NOT IN ${present}`,
    at,
  );
}

interface Stored {
  body: string;
  /** Stops, packages and stops with a result. Null if the plan's stops were never read. */
  counts: string | null;
}

const select = `
  SELECT plans.body,
    CASE WHEN lists.name IS NULL THEN NULL
         ELSE (SELECT json_array(count(*), coalesce(sum(packages), 0), coalesce(sum(has_result), 0)) FROM stops
               WHERE stops.plan_id = plans.id AND stops.gone_at IS NULL AND is_stop = 1) END AS counts
  FROM plans LEFT JOIN lists ON lists.name = 'stops:' || plans.id
  WHERE plans.gone_at IS NULL`;

const storedCounts = z.tuple([z.number(), z.number(), z.number()]);

/** Plans that are only in the outbox. */
const created = `
  SELECT records.id, records.content AS body, entries.id AS entry_id, entries.state
  FROM outbox.records JOIN outbox.entries ON entries.record_id = records.id
  WHERE records.noun = 'plans' AND entries.kind = 'plans.create' AND entries.state NOT IN ('given-up', 'acknowledged')`;

interface Created {
  id: string;
  body: string;
  entry_id: string;
  state: EntryState;
}

/** By day, newest first, then by title. Plans that are not on the service yet come last. */
export function listPlans(database: Database): PlanRow[] {
  const view = viewOf(database);
  const read = database
    .all<Stored>(`${select} ORDER BY plans.starts IS NULL, plans.starts DESC, plans.title`)
    .map((row) => serviceRow(row, view));
  const waiting = database.all<Created>(`${created} ORDER BY entries.sequence`).map((row) => createdRow(row, view));
  return [...withLocalIds(database, 'plans', read), ...waiting];
}

/** @param id the server id, or the local id, because the server id may arrive after the caller got the local one */
export function getPlan(database: Database, id: string): PlanRow | null {
  const own = 'SELECT server_id FROM outbox.records WHERE id = ?';
  const row = database.get<Stored>(`${select} AND plans.id IN (?, (${own}))`, id, id);
  if (row) return serviceRow(row, viewOf(database));
  const waiting = database.get<Created>(`${created} AND records.id = ?`, id);
  return waiting ? createdRow(waiting, viewOf(database)) : null;
}

/** The route overrides of a plan as input, pending edits included; null: it has none. @param id as for `getPlan` */
export function planOverrides(database: Database, id: string): PlanOverrides {
  const own = 'SELECT server_id FROM outbox.records WHERE id = ?';
  const row = database.get<Stored>(`${select} AND plans.id IN (?, (${own}))`, id, id);
  if (row) {
    const read = fromStored(plan, row.body);
    const change = openChanges(database, 'plans', null).get(read.id);
    return overridesContent((change === undefined ? read : withFields(read, change.fields)).routeOverrides) ?? null;
  }
  const waiting = database.get<Created>(`${created} AND records.id = ?`, id);
  return waiting ? (fromStored(objectOf<PlanCreate>(), waiting.body).routeOverrides ?? null) : null;
}

type PlanOverrides = NonNullable<PlanCreate['routeOverrides']> | null;

/** Ids of a plan's drivers. */
export function planDrivers(database: Database, id: string): string[] {
  const row = database.get<{ body: string }>('SELECT body FROM plans WHERE id = ?', id);
  return row ? (fromStored(plan, row.body).drivers ?? []) : [];
}

type Counts = Pick<PlanRow, 'waitingCount' | 'pendingCount' | 'askingCount'>;

interface View {
  depots: Map<string, string>;
  changes: Map<string, UnsentChange>;
  work: Map<string, PlanWork>;
  /** By the plan's id. */
  counts: Map<string, Counts>;
  /** What plans that are not on the service yet have, by their local ids. */
  created: Map<string, { stops: number; packages: number }>;
}

const viewOf = (database: Database): View => ({
  depots: namesOf(database, 'depots'),
  changes: openChanges(database, 'plans', null),
  work: openWork(database),
  counts: openCounts(database),
  created: createdCounts(database),
});

function createdCounts(database: Database): View['created'] {
  const rows = database.all<{ planId: string; stops: number; packages: number | null }>(
    `SELECT records.parent_id AS planId, count(*) AS stops, sum(records.content ->> 'packageCount') AS packages
     FROM (${created}) AS plans JOIN outbox.records ON records.parent_id = plans.id
       JOIN outbox.entries ON entries.record_id = records.id
     WHERE records.noun = 'stops' AND entries.kind IN ('stops.create', 'stops.move') AND entries.state <> 'given-up'
     GROUP BY records.parent_id`,
  );
  return new Map(rows.map(({ planId, stops, packages }) => [planId, { stops, packages: packages ?? 0 }]));
}

const nothingOpen: Counts = { waitingCount: 0, pendingCount: 0, askingCount: 0 };

/**
 * Open entries by lane, which for a plan and its stops is the plan. Until a plan is on the service, entries about the
 * plan itself do not count: its own state shows them.
 */
function openCounts(database: Database): Map<string, Counts> {
  const rows = database.all<{ lane: string; state: OpenState; count: number }>(
    `SELECT lane, state, count(*) AS count FROM outbox.entries
     WHERE state IN (${openStates.map((state) => `'${state}'`).join(', ')})
       AND lane NOT IN ('orders', 'drivers', 'unassignedStops') AND record_id <> lane
     GROUP BY lane, state`,
  );
  const counts = new Map<string, Counts>();
  for (const { lane, state, count } of rows) {
    const known = counts.get(lane) ?? nothingOpen;
    const name = countedAs[state];
    counts.set(lane, { ...known, [name]: known[name] + count });
  }
  return counts;
}

type OpenState = (typeof openStates)[number];

const countedAs: Readonly<Record<OpenState, keyof Counts>> = {
  queued: 'waitingCount',
  sending: 'waitingCount',
  'in-doubt': 'waitingCount',
  pending: 'pendingCount',
  refused: 'askingCount',
  blocked: 'askingCount',
  decision: 'askingCount',
};

/** The first open entry about a whole plan, by the plan's server id. */
function openWork(database: Database): Map<string, PlanWork> {
  const rows = database.all<{
    id: string;
    kind: EntryKind;
    state: EntryState;
    created_at: number;
    entry_id: string;
    runs: number;
  }>(
    `SELECT coalesce(records.server_id, records.id) AS id, entries.kind, entries.state, entries.created_at,
       entries.id AS entry_id,
       entries.state = 'pending' AND entries.progress ->> '$.operationId' IS NOT NULL AS runs
     FROM outbox.entries JOIN outbox.records ON records.id = entries.record_id
     WHERE entries.state IN ('queued', 'sending', 'in-doubt', 'pending', 'refused', 'blocked', 'decision')
       AND entries.kind IN ('plans.optimize', 'plans.reoptimize', 'plans.distribute', 'plans.redistribute', 'plans.save')
     ORDER BY entries.sequence DESC`,
  );
  return new Map(
    rows.map(({ id, kind, state, entry_id: entryId, created_at: since, runs }) => [
      id,
      { kind, state, entryId, since, cancellable: runs === 1 },
    ]),
  );
}

function serviceRow(stored: Stored, view: View): PlanRow {
  const read = fromStored(plan, stored.body);
  const change = view.changes.get(read.id);
  const item = change === undefined ? read : withFields(read, change.fields);
  const [stopCount, packageCount, doneCount] =
    stored.counts === null ? [null, null, null] : fromStored(storedCounts, stored.counts);
  return {
    ...typedPart(item, view),
    id: item.id,
    title: item.title ?? item.id,
    change: change?.kind ?? null,
    entryState: change?.state ?? null,
    entryId: change?.entryId ?? null,
    ...(change?.mayBePartDone === true ? { mayBePartDone: true as const } : {}),
    work: view.work.get(item.id) ?? null,
    optimization: item.optimization ?? null,
    distributed: item.distributed === true,
    writable: item.writable !== false,
    stopCount,
    packageCount,
    doneCount,
    ...(view.counts.get(item.id) ?? nothingOpen),
  };
}

/** A plan that is not on the service yet already accepts stops. */
function createdRow(row: Created, view: View): PlanRow {
  const item = fromStored(objectOf<PlanCreate>(), row.body);
  const change = view.changes.get(row.id);
  return {
    // What was not entered is not there, whereas a plan that was read may not say.
    ...typedPart({ ...item, routeOverrides: item.routeOverrides ?? null }, view),
    id: row.id,
    title: item.title,
    change: change?.kind ?? 'create',
    entryState: change?.state ?? row.state,
    entryId: row.entry_id,
    work: view.work.get(row.id) ?? null,
    optimization: 'creating',
    distributed: false,
    writable: true,
    stopCount: view.created.get(row.id)?.stops ?? 0,
    packageCount: view.created.get(row.id)?.packages ?? 0,
    doneCount: 0,
    ...(view.counts.get(row.id) ?? nothingOpen),
  };
}

/** Fields common to a plan as entered and a plan as read. */
function typedPart(
  item: Pick<z.infer<typeof plan>, 'starts' | 'depot' | 'drivers' | 'routeOverrides'> | PlanCreate,
  view: View,
) {
  return {
    ...limitsOf(item.routeOverrides),
    routeOverrides: item.routeOverrides ?? null,
    starts: item.starts ? dateText(item.starts) : null,
    depot: item.depot ?? null,
    depotName: item.depot ? (view.depots.get(item.depot) ?? item.depot) : null,
    driverIds: item.drivers ?? [],
    driverCount: item.drivers?.length ?? 0,
  };
}
