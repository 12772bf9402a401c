/** Implements the core's `CachedFacts` with the cache. */
import { bareId } from '../../shared/ids.ts';
import type { Client } from '../api/client.ts';
import { pages } from '../api/pages.ts';
import type { Cache } from '../db/cache-functions.ts';
import type { OutboxTable } from '../db/outbox.ts';
import type { System } from '../system.ts';
import type { ConnectionKind } from '../../shared/connections.ts';
import { planZone } from '../../shared/depot-zones.ts';
import { withZones } from '../../shared/depots.ts';
import { rawOf } from '../../shared/shapes.ts';
import { computerZone } from '../../shared/zones.ts';
import { isLocalId, type Noun } from '../../shared/outbox-kinds.ts';
import type { KnownThing } from '../connectivity/account.ts';
import { serverIdOf, type CachedFacts, type Core } from '../outbox/core.ts';

/** A list that was read longer ago does not show what existed before an attempt (outbox, Rule 4). */
const freshMilliseconds = 600_000;

const isListed = (noun: Noun): noun is 'orders' | 'stops' | 'unassignedStops' =>
  noun === 'orders' || noun === 'stops' || noun === 'unassignedStops';

export type ReadList = (noun: 'orders' | 'stops' | 'unassignedStops', parentId: string) => Promise<void>;

interface CachedFactsFrom {
  cache: Cache;
  storage: Core['storage'];
  system: System;
  readList: ReadList;
  /** The zones that were chosen for depots. */
  zoneChoices: () => Readonly<Record<string, string>>;
  /** Of the workspace. */
  mode: 'connected' | 'training';
}

export function cachedFacts({ cache, storage, system, readList, zoneChoices, mode }: CachedFactsFrom): CachedFacts {
  /** The parent under which a list is read; null: a plan that is not on the service yet has no list. */
  const listedParent = (noun: Noun, parentId: string) => (noun === 'stops' ? serverIdOf({ storage }, parentId) : '');
  return {
    async put(noun, parentId, view) {
      const at = system.now();
      if (noun === 'stops') {
        const planId = /^(plans\/[^/]+)\/stops\//.exec(view.id)?.[1] ?? parentId;
        await cache.putStop(planId, rawOf(view), at);
      } else if (noun === 'plans') await cache.putPlan(rawOf(view), at);
      else if (noun === 'orders') await cache.putOrder(rawOf(view), at);
      else if (noun === 'unassignedStops') await cache.putUnassignedStop(rawOf(view), at);
      else await cache.putDriver(rawOf(view), at);
    },
    async forget(noun, id) {
      const at = system.now();
      if (noun === 'stops') await cache.forgetStop(id, at);
      else if (noun === 'plans') await cache.forgetPlan(id, at);
      else if (noun === 'unassignedStops') await cache.forgetUnassignedStop(id, at);
      else if (noun === 'drivers') await cache.forgetDriver(id, at);
      else await cache.forgetOrder(id);
    },
    async idsByMarker(noun, parentId, marker) {
      const listed = listedParent(noun, parentId);
      if (!isListed(noun) || listed === null) return null;
      const readAt = await cache.asOf(noun === 'stops' ? `stops:${listed}` : noun);
      const age = readAt === null ? null : system.now() - readAt;
      // The time lies in the future: the clock was set back, so the age is unknown.
      if (age === null || age < 0 || age > freshMilliseconds) return null;
      if (noun === 'orders') return cache.orderIdsByMarker(marker);
      return noun === 'stops' ? cache.stopIdsByMarker(listed, marker) : cache.unassignedIdsByMarker(marker);
    },
    async readList(noun, parentId) {
      const listed = listedParent(noun, parentId);
      if (isListed(noun) && listed !== null) await readList(noun, listed);
    },
    async dayOf(planId) {
      const plan = await cache.getPlan(planId);
      if (plan?.starts == null) return null;
      const computer = computerZone();
      const depots = withZones((await cache.listDepots()).rows, zoneChoices(), computer, mode);
      return { day: plan.starts, zone: planZone(depots, plan.depot, computer) };
    },
  };
}

const most = 3;

/** Records that identify the account: those that open entries are about, then the ones read most recently. */
export async function knownThings(cache: Cache, outbox: OutboxTable, kind: ConnectionKind): Promise<KnownThing[]> {
  if (kind === 'orders') {
    // Not from the list of orders, which begins with those that wait to be sent.
    const read = (await cache.witnessesOf()).filter((id) => id.startsWith('orders/')).slice(0, most);
    return unique([...outbox.idsOfOpen('orders', most), ...read]).map((id) => ({
      name: 'orders.get',
      path: { id: bareId(id) },
    }));
  }
  const [plans, drivers] = await Promise.all([cache.listPlans(), cache.listDrivers()]);
  const planIds = unique([...outbox.idsOfOpen('plans', 2), ...onService(plans.rows).slice(0, 2)]);
  return [
    ...planIds.map((id): KnownThing => ({ name: 'plans.get', path: { planId: bareId(id) } })),
    // Drivers outlive plans.
    ...onService(drivers.rows)
      .slice(0, 2)
      .map((id): KnownThing => ({ name: 'drivers.get', path: { driverId: bareId(id) } })),
  ];
}

/** Pages of the account's list that are read before it counts as one that shows nothing known. */
const mostPages = 10;

/**
 * Whether the service's list of orders or plans shows a record that is in the cache, also one that is gone meanwhile.
 *
 * @throws AppError when the list cannot be read
 */
export async function listsKnown(client: Pick<Client, 'read'>, cache: Cache, kind: ConnectionKind): Promise<boolean> {
  let count = 0;
  for await (const ids of kind === 'orders' ? idsOfOrders(client) : idsOfPlans(client)) {
    if ((await cache.subjectsOf(ids)).length > 0) return true;
    count += 1;
    if (count === mostPages) break;
  }
  return false;
}

async function* idsOfOrders(client: Pick<Client, 'read'>): AsyncGenerator<string[], void, void> {
  for await (const page of pages(client, 'orders.list', { priority: 'outbox' }))
    yield (page.orders ?? []).map(({ id }) => id);
}

async function* idsOfPlans(client: Pick<Client, 'read'>): AsyncGenerator<string[], void, void> {
  for await (const page of pages(client, 'plans.list', { priority: 'outbox' }))
    yield (page.plans ?? []).map(({ id }) => id);
}

/** A record that exists only here does not identify an account. */
const onService = (rows: readonly { id: string }[]): string[] =>
  rows.map(({ id }) => id).filter((id) => !isLocalId(id));

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];
