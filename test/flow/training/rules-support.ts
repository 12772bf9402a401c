/** One service for all tests of a file that try rules row by row, and what it knows that requests can name. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Endpoint, Version } from '../../../src/shared/endpoints.ts';
import { basePath } from '../../../src/shared/endpoints.ts';
import type { Courier, Depot, Driver, Plan, Stop } from './rules-records.ts';
import { startService, type RunningService, type ServiceOptions } from '../../../src/training/server.ts';
import type { Known } from '../../conformance/shapes/written.ts';
import { worldOnce } from '../../fixtures/world-once.ts';
import { ask, handClock, type Answer, type HandClock } from './support.ts';

export interface Desk {
  service: RunningService;
  clock: HandClock;
  known: Known & { courier: string; plan: string; livePlan: string; liveDriver: string };
  /** One request with the right key, so long after the one before that no limit minds. `path` begins after the base. */
  send(method: string, path: string, body?: unknown, version?: Version): Promise<Answer>;
  /** The same, of the order service. */
  order(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The body of a 2xx; throws for every other status. */
  good(answer: Promise<Answer>): Promise<Record<string, unknown>>;
  /** All items of a list, page by page. */
  all<Item>(service: Endpoint['service'], path: string, items: string, version?: Version): Promise<Item[]>;
  close(): Promise<void>;
}

const pause = 3_000;

/** What the data of a fresh service has for a request to name. */
async function knownIn(desk: Omit<Desk, 'known'>): Promise<Desk['known']> {
  const plans = await desk.all<Plan>('planning', '/plans', 'plans');
  const plan = plans.find((each) => each.writable && each.drivers.length > 1 && each.optimization === 'editing');
  const live = plans.filter((each) => !each.writable && each.distributed).at(-1);
  const depots = await desk.all<Depot>('planning', '/depots', 'depots');
  const drivers = await desk.all<Driver>('planning', '/drivers', 'drivers');
  const [driver, otherDriver] = (plan?.drivers ?? []).filter((id) => drivers.some((each) => each.id === id));
  const { customStopProperties } = (await desk.good(desk.send('GET', '/team/customStopProperties'))) as {
    customStopProperties: { id: string }[];
  };
  const couriers = await desk.all<Courier>('orders', '/couriers', 'couriers');
  const places = await desk.all<Courier>('orders', '/pickupLocations', 'pickupLocations');
  const otherDepot = depots.find(({ id }) => id !== plan?.depot)?.id;
  const [property, courier, pickupLocation] = [customStopProperties[0]?.id, couriers[0]?.id, places[0]?.id];
  // One that no member is linked to.
  const freeDriver = String((await desk.good(desk.send('POST', '/drivers', {})))['id']);
  const liveDriver = live?.drivers[0];
  if (!liveDriver || !plan?.depot || !driver || !otherDriver) throw new Error('the data has no plans to write to');
  if (!otherDepot || !property || !courier || !pickupLocation) throw new Error('the data lacks what the rules name');
  return {
    ...{ driver, otherDriver, freeDriver, depot: plan.depot, otherDepot, property, pickupLocation, courier },
    ...{ plan: plan.id, livePlan: live.id, liveDriver },
  };
}

/** Starts a service that keeps nothing, for a whole file; `close` ends it. */
export async function openDesk(options: Partial<ServiceOptions> = {}): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), 'depot-desk-rules-'));
  const clock = handClock();
  const switches = { sustainedUse: 'tolerated', ...options.switches } as const;
  const service = await startService({
    fresh: true,
    port: 0,
    generate: worldOnce,
    ...options,
    folder,
    clock,
    switches,
  });
  const { address, authority, planningKey, ordersKey } = service;
  const request = (base: string, key: string, method: string, path: string, body: unknown) => {
    const isQuick = method === 'GET' || path.endsWith(':cancel');
    clock.pass(isQuick ? pause : 20 * pause);
    return ask(`${address}${base}${path}`, {
      authority,
      authorization: `Bearer ${key}`,
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' }),
    });
  };
  const desk: Omit<Desk, 'known'> = {
    service,
    clock,
    send: (method, path, body, version = 'v1') =>
      request(basePath('planning', version), planningKey, method, path, body),
    order: (method, path, body) => request(basePath('orders', 'v1'), ordersKey, method, path, body),
    async good(answer) {
      const { status, body } = await answer;
      if (status < 200 || status > 299) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
      return (body ?? {}) as Record<string, unknown>;
    },
    async all<Item>(of: Endpoint['service'], path: string, items: string, version: Version = 'v1') {
      const found: Item[] = [];
      for (let token: string | null = ''; token !== null;) {
        const more: string = token === '' ? '' : `${path.includes('?') ? '&' : '?'}pageToken=${token}`;
        const page = await desk.good(
          of === 'orders' ? desk.order('GET', path + more) : desk.send('GET', path + more, undefined, version),
        );
        found.push(...(page[items] as Item[]));
        token = page['nextPageToken'] as string | null;
      }
      return found;
    },
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    return { ...desk, known: await knownIn(desk) };
  } catch (error) {
    await desk.close();
    throw error;
  }
}

/**
 * One desk for all tests of a file, opened before the first one. If it cannot be opened, each test fails with the reason:
 * a failure of tests is named, a failure of the file is not.
 */
export function useDesk(given: (desk: Desk) => void): void {
  let opened: Promise<Desk>;
  beforeAll(async () => {
    opened = openDesk();
    await Promise.allSettled([opened]);
  });
  beforeEach(async () => given(await opened));
  afterAll(async () => {
    const [result] = await Promise.allSettled([opened]);
    if (result.status === 'fulfilled') await result.value.close();
  });
}

/** Finds, on a plan that the drivers have, a stop that nobody has tried yet. */
export async function openStop(desk: Desk, planId: string): Promise<Stop> {
  const stops = await desk.all<Stop>('planning', `/${planId}/stops`, 'stops');
  const found = stops.find((stop) => stop.type === 'stop' && stop.deliveryInfo?.attempted !== true);
  if (!found) throw new Error(`${planId} has no stop that is still open`);
  return found;
}
