/** The table `plans` of the cache. */
import type { z } from 'zod';
import { plan, type PlanRow } from '../../shared/plans.ts';
import type { Raw } from '../../shared/shapes.ts';
import { dateText } from '../../shared/time.ts';
import { forgetRow, putRow, replaceList, storedRow, type StoredRow } from './cache-tables.ts';
import type { Database } from './database.ts';
import { namesOf } from './names.ts';

const columns = ['title', 'starts', 'depot', 'writable'] as const;

/** A plan as read from the service, for the table. */
export const storedPlan = (item: z.infer<typeof plan>): StoredRow =>
  storedRow(item, [
    item.title ?? null,
    item.starts ? dateText(item.starts) : null,
    item.depot ?? null,
    item.writable === false ? 0 : 1,
  ]);

export function putPlans(database: Database, rows: readonly StoredRow[], at: number): boolean {
  const changed = replaceList(database, { table: 'plans', list: 'plans', scope: null, rows, at, columns });
  if (changed) forgetStopsOfGone(database, at);
  return changed;
}

/** One plan as the service answered it. May be repeated. @param at when it was answered */
export function putPlan(database: Database, item: Raw, at: number): void {
  putRow(database, { table: 'plans', scope: {}, columns, row: storedPlan(plan.parse(item)), at });
}

/** A plan that the service said is gone, with its stops. */
export function forgetPlan(database: Database, id: string, at: number): void {
  database.transaction(() => {
    forgetRow(database, 'plans', id, at);
    forgetStopsOfGone(database, at);
  });
}

const present = '(SELECT id FROM plans WHERE gone_at IS NULL)';

function forgetStopsOfGone(database: Database, at: number): void {
  database.change(`UPDATE stops SET gone_at = ? WHERE gone_at IS NULL AND plan_id NOT IN ${present}`, at);
  database.change(`DELETE FROM lists WHERE name LIKE 'stops:%' AND substr(name, 7) NOT IN ${present}`);
}

interface Stored {
  body: string;
  stops: number | null;
  waiting: number;
}

const select = `
  SELECT plans.body,
    CASE WHEN lists.name IS NULL THEN NULL
         ELSE (SELECT count(*) FROM stops WHERE stops.plan_id = plans.id AND stops.gone_at IS NULL) END AS stops,
    (SELECT count(*) FROM outbox.entries WHERE lane = plans.id
       AND state IN ('queued', 'sending', 'in-doubt', 'pending', 'refused', 'blocked', 'decision')) AS waiting
  FROM plans LEFT JOIN lists ON lists.name = 'stops:' || plans.id
  WHERE plans.gone_at IS NULL`;

/** By day, newest first, then by title. */
export function listPlans(database: Database): PlanRow[] {
  const depots = namesOf(database, 'depots');
  return database
    .all<Stored>(`${select} ORDER BY plans.starts IS NULL, plans.starts DESC, plans.title`)
    .map((row) => rowOf(row, depots));
}

export function getPlan(database: Database, id: string): PlanRow | null {
  const row = database.get<Stored>(`${select} AND plans.id = ?`, id);
  return row ? rowOf(row, namesOf(database, 'depots')) : null;
}

/** The ids of the drivers of a plan. */
export function planDrivers(database: Database, id: string): string[] {
  const row = database.get<{ body: string }>('SELECT body FROM plans WHERE id = ?', id);
  return row ? (plan.parse(JSON.parse(row.body)).drivers ?? []) : [];
}

function rowOf(stored: Stored, depots: Map<string, string>): PlanRow {
  const item = plan.parse(JSON.parse(stored.body));
  return {
    id: item.id,
    title: item.title ?? item.id,
    starts: item.starts ? dateText(item.starts) : null,
    depotName: item.depot ? (depots.get(item.depot) ?? item.depot) : null,
    optimization: item.optimization ?? null,
    distributed: item.distributed === true,
    writable: item.writable !== false,
    driverIds: item.drivers ?? [],
    driverCount: item.drivers?.length ?? 0,
    stopCount: stored.stops,
    waitingCount: stored.waiting,
  };
}
