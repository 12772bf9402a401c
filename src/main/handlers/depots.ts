import type { Handlers } from '../../shared/contract.ts';
import { planZone } from '../../shared/depot-zones.ts';
import { withZones, type DepotRow } from '../../shared/depots.ts';
import { computerZone, wallClock } from '../../shared/zones.ts';
import type { Context } from './context.ts';

/** The depots of the open workspace with their zones, and when they were read. */
async function listedDepots(context: Context): Promise<{ rows: DepotRow[]; asOf: number | null }> {
  const { cache, definition } = context.workspace();
  const choices = context.settings().depotZones[definition.id] ?? {};
  const { rows, asOf } = await cache.listDepots();
  return { rows: withZones(rows, choices, computerZone(), definition.mode), asOf };
}

/** The zone in which the times of a plan are read. @param depot the plan's; null: none */
export async function zoneOfPlan(context: Context, depot: string | null): Promise<string> {
  const { rows } = await listedDepots(context);
  return planZone(rows, depot, computerZone());
}

/** What day it is now. @returns the day at each depot by its id, and the day of plans without a depot */
export async function daysNow(context: Context): Promise<{ byDepot: Record<string, string>; withoutDepot: string }> {
  const { rows } = await listedDepots(context);
  const dayIn = (zone: string) => wallClock(context.system.now(), zone).day;
  return {
    byDepot: Object.fromEntries(rows.map(({ id, zone }) => [id, dayIn(zone)])),
    withoutDepot: dayIn(planZone(rows, null, computerZone())),
  };
}

export function depotHandlers(context: Context): Handlers['depots'] {
  return {
    async list() {
      const { rows, asOf } = await listedDepots(context);
      const refreshing = context.workspace().refresher.isRefreshing('depots');
      return { rows, asOf, refreshing, cursor: null, total: rows.length };
    },

    setZone({ depotId, choice }) {
      const { id } = context.workspace().definition;
      const all = context.settings().depotZones;
      const { [depotId]: _before, ...others } = all[id] ?? {};
      const chosen = choice === null ? others : { ...others, [depotId]: choice };
      context.saveSettings({ depotZones: { ...all, [id]: chosen } });
      context.changed(['settings', 'depots', 'plans'], null);
      return Promise.resolve();
    },
  };
}
