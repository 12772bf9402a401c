/** How old what is known of each plan's stops is, and which plans a search has seen something new of. */
import type { Database } from './database.ts';

/** A stop as a search of the service found it. */
export interface StopSeen {
  id: string;
  planId: string;
  /** deliveryInfo.attemptedAt, as the service said it. */
  attemptedAt: number | null;
}

/** @returns the plans of those stops that are not known, or not known as attempted then */
export function plansWithNews(database: Database, seen: readonly StopSeen[]): string[] {
  const plans = new Set<string>();
  for (const { id, planId, attemptedAt } of seen) {
    if (plans.has(planId)) continue;
    const known = database.get<{ attempted_at: number | null; gone_at: number | null }>(
      "SELECT json_extract(body, '$.deliveryInfo.attemptedAt') AS attempted_at, gone_at FROM stops WHERE id = ?",
      id,
    );
    // What is gone here is gone from the list, which is the newer of the two: the index lags.
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
