/** When each plan's stops were last read, and which plans a search found changes in. */
import type { Database } from './database.ts';

/** A stop as found by a search on the service. */
export interface StopSeen {
  id: string;
  planId: string;
  /** deliveryInfo.attemptedAt, as the service sent it. */
  attemptedAt: number | null;
}

/** @returns plans with a found stop that is not cached, or is cached with another attempt time */
export function plansWithNews(database: Database, seen: readonly StopSeen[]): string[] {
  const plans = new Set<string>();
  for (const { id, planId, attemptedAt } of seen) {
    if (plans.has(planId)) continue;
    const known = database.get<{ attempted_at: number | null; gone_at: number | null }>(
      "SELECT json_extract(body, '$.deliveryInfo.attemptedAt') AS attempted_at, gone_at FROM stops WHERE id = ?",
      id,
    );
    // A stop that is gone from the list is really gone: the search index lags behind the list.
    if (known === undefined || (known.gone_at === null && known.attempted_at !== attemptedAt)) plans.add(planId);
  }
  return [...plans];
}

/** When each plan's stops were last read as a whole, milliseconds since the epoch, by the plan's id. */
export function stopsReadAt(database: Database): Record<string, number> {
  const rows = database.all<{ name: string; as_of: number }>(
    "SELECT name, as_of FROM lists WHERE name >= 'stops:' AND name < 'stops;'",
  );
  return Object.fromEntries(rows.map((row) => [row.name.slice('stops:'.length), row.as_of]));
}
