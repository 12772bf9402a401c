/**
 * Refreshes the cache from the service, behind what the person does: the visible plan first, today's plans, then what
 * was never read. Lists are replaced as a whole, so that what is gone from the service is gone here.
 */
import type { Client } from '../api/client.ts';
import { bareId } from '../api/client.ts';
import type { Lane } from '../api/pace.ts';
import { pages } from '../api/pages.ts';
import type { Cache } from '../db/cache-functions.ts';
import type { StoredRow } from '../db/cache-tables.ts';
import { storedNamed } from '../db/couriers.ts';
import { storedDepot, storedDriver } from '../db/drivers.ts';
import { storedOrder } from '../db/orders.ts';
import { storedPlan } from '../db/plans.ts';
import { storedStop } from '../db/stops.ts';
import type { System } from '../system.ts';
import type { Changed } from '../../shared/contract.ts';
import type { Service } from '../../shared/endpoints.ts';
import { AppError } from '../../shared/errors.ts';
import type { Order } from '../../shared/orders.ts';
import type { Stop } from '../../shared/stops.ts';
import { calendarDateOf, dateText } from '../../shared/time.ts';

/** performance, What was found to matter. */
const visibleEvery = 15_000;
const todayEvery = 120_000;
const listsEvery = 120_000;
/** Couriers and pickup locations are managed elsewhere and hardly ever change. */
const namesEvery = 1_800_000;
/** Plans whose stops are read at the same time: with fewer, a long round trip and not the limit would be the wall. */
const plansAtOnce = 8;

export interface PullOptions {
  system: System;
  client: Client;
  cache: Cache;
  /** Whether a service can be read now: a key, a line. */
  mayRead(service: Service): boolean;
  changed(what: Changed[], planId: string | null): void;
  /** Stops as read, so that ids can be learnt by marker. */
  stopsRead(planId: string, stops: readonly Stop[]): void;
  /** Orders as read, for the same. */
  ordersRead(orders: readonly Order[]): void;
  failed(error: unknown): void;
}

type ListName = 'plans' | 'drivers' | 'depots' | 'orders' | 'couriers' | 'pickupLocations';

export class Pull {
  private readonly options: PullOptions;
  private readonly running = new Map<string, Promise<void>>();
  private readonly readAt = new Map<string, number>();
  private visiblePlan: string | null = null;
  private cancel: (() => void) | undefined;
  private filling = false;
  private closed = false;

  constructor(options: PullOptions) {
    this.options = options;
  }

  /** Names of the lists that are being read now: `plans`, `stops:plans/…`. */
  isRefreshing(list: string): boolean {
    return this.running.has(list);
  }

  /** The plan on screen is read first and most often; null when none is. */
  show(planId: string | null): void {
    if (planId === this.visiblePlan) return;
    this.visiblePlan = planId;
    this.wake();
  }

  /** Reads what is due. Called at start, when the line is back, and by itself from then on. */
  wake(): void {
    if (this.closed) return;
    this.cancel?.();
    this.cancel = this.options.system.after(0, () => void this.tick());
  }

  refresh(list: ListName, lane: Lane): Promise<void> {
    return this.once(list, async () => {
      const { client, cache, system } = this.options;
      const at = system.now();
      const rows: StoredRow[] = [];
      if (list === 'plans') {
        for await (const page of pages(client, 'plans.list', { lane }))
          rows.push(...(page.plans ?? []).map(storedPlan));
        if (await cache.putPlans(rows, at)) this.options.changed(['plans'], null);
      } else if (list === 'drivers') {
        for await (const page of pages(client, 'drivers.list', { lane }))
          rows.push(...(page.drivers ?? []).map(storedDriver));
        if (await cache.putDrivers(rows, at)) this.options.changed(['drivers', 'stops'], null);
      } else if (list === 'depots') {
        for await (const page of pages(client, 'depots.list', { lane }))
          rows.push(...(page.depots ?? []).map(storedDepot));
        if (await cache.putDepots(rows, at)) this.options.changed(['depots', 'plans', 'drivers'], null);
      } else if (list === 'couriers') {
        for await (const page of pages(client, 'couriers.list', { lane }))
          rows.push(...(page.couriers ?? []).map(storedNamed));
        if (await cache.putCouriers(rows, at)) this.options.changed(['couriers', 'orders'], null);
      } else if (list === 'pickupLocations') {
        for await (const page of pages(client, 'pickupLocations.list', { lane }))
          rows.push(...(page.pickupLocations ?? []).map(storedNamed));
        if (await cache.putPickupLocations(rows, at)) this.options.changed(['couriers'], null);
      } else {
        const orders: Order[] = [];
        for await (const page of pages(client, 'orders.list', { lane })) {
          orders.push(...(page.orders ?? []));
          rows.push(...(page.orders ?? []).map(storedOrder));
        }
        const changed = await cache.putOrders(rows, at);
        this.options.ordersRead(orders);
        if (changed) this.options.changed(['orders'], null);
      }
    });
  }

  refreshStops(planId: string, lane: Lane): Promise<void> {
    return this.once(`stops:${planId}`, async () => {
      const { client, cache, system } = this.options;
      const at = system.now();
      const stops: Stop[] = [];
      const rows: StoredRow[] = [];
      const laneNow = () => (this.isAwaited(planId) ? 'click' : lane);
      const list = pages(client, 'stops.list', {
        path: { planId: bareId(planId) },
        // Asked anew for each page: a plan that is opened while it is being read hurries from then on.
        get lane() {
          return laneNow();
        },
      });
      for await (const page of list) {
        stops.push(...(page.stops ?? []));
        // Page by page, so that main is never busy with a whole list at once.
        rows.push(...(page.stops ?? []).map(storedStop));
      }
      const changed = await cache.putStops(planId, rows, at);
      this.options.stopsRead(planId, stops);
      if (changed) this.options.changed(['stops', 'plans'], planId);
    });
  }

  close(): void {
    this.closed = true;
    this.cancel?.();
  }

  /** One read of a list at a time; who asks meanwhile waits for the same one. The screen is told of begin and end. */
  private once(list: string, read: () => Promise<void>): Promise<void> {
    const running = this.running.get(list);
    if (running) return running;
    const planId = list.startsWith('stops:') ? list.slice('stops:'.length) : null;
    const what: Changed[] = planId === null ? [list === 'pickupLocations' ? 'couriers' : (list as Changed)] : ['stops'];
    const work = read()
      .then(() => {
        this.readAt.set(list, this.options.system.now());
      })
      .finally(() => {
        this.running.delete(list);
        if (!this.closed) this.options.changed(what, planId);
      });
    // Whoever waits for it is told; one that fails before anybody waits must not end the process.
    work.catch(() => undefined);
    this.running.set(list, work);
    this.options.changed(what, planId);
    return work;
  }

  /** While plans are read for the first time, only the plan on screen is read again: the rest would take turns from them. */
  private isDue(list: string, every: number): boolean {
    const at = this.readAt.get(list);
    if (at === undefined) return true;
    // A list that was read in the future was read before the clock was set back.
    return Math.abs(this.options.system.now() - at) >= every && (!this.filling || every === visibleEvery);
  }

  /** On screen, and not read since it was opened for the first time: somebody looks at an empty plan. */
  private isAwaited(planId: string): boolean {
    return planId === this.visiblePlan && !this.readAt.has(`stops:${planId}`);
  }

  private async tick(): Promise<void> {
    const { system, cache } = this.options;
    try {
      const work: Promise<void>[] = [];
      if (this.options.mayRead('planning')) {
        if (this.visiblePlan !== null && this.isDue(`stops:${this.visiblePlan}`, visibleEvery)) {
          work.push(this.refreshStops(this.visiblePlan, 'background'));
        }
        for (const list of ['plans', 'depots', 'drivers'] as const) {
          if (!this.isDue(list, listsEvery)) continue;
          const reading = this.refresh(list, 'background');
          const begun = list === 'plans' ? reading.then(() => void this.fill()) : reading;
          // It may fail before it is waited for below, which must not end the process.
          begun.catch(() => undefined);
          work.push(begun);
        }
        const today = dateText(calendarDateOf(system.now()));
        const { rows } = await cache.listPlans();
        const todays = rows.filter((plan) => plan.starts === today && this.isDue(`stops:${plan.id}`, todayEvery));
        for (const plan of todays) work.push(this.refreshStops(plan.id, 'background'));
      }
      if (this.options.mayRead('orders')) {
        for (const list of ['couriers', 'pickupLocations'] as const)
          if (this.isDue(list, namesEvery)) work.push(this.refresh(list, 'background'));
        if (this.isDue('orders', listsEvery)) work.push(this.refresh('orders', 'background'));
      }
      for (const result of await Promise.allSettled(work)) {
        if (result.status === 'rejected') this.options.failed(result.reason);
      }
      if (this.options.mayRead('planning')) void this.fill();
    } catch (error) {
      this.options.failed(error);
    }
    if (!this.closed) {
      this.cancel?.();
      this.cancel = system.after(5_000, () => void this.tick());
    }
  }

  /** Plans whose stops were never read, nearest to today first, so that the office can work without a line. */
  private async fill(): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    try {
      const { system, cache } = this.options;
      const now = system.now();
      const distance = (starts: string | null) =>
        starts === null ? Number.MAX_SAFE_INTEGER : Math.abs(Date.parse(starts) - now);
      const { rows } = await cache.listPlans();
      const missing = rows
        .filter((plan) => plan.stopCount === null)
        .sort((a, b) => distance(a.starts) - distance(b.starts));
      const next = missing.values();
      const readers = Array.from({ length: plansAtOnce }, () => this.readEach(next));
      // What fails is left out, and tried again when it is looked around the next time.
      for (const result of await Promise.allSettled(readers)) {
        if (result.status === 'rejected' && !this.closed) this.options.failed(result.reason);
      }
    } catch (error) {
      if (!this.closed) this.options.failed(error);
    } finally {
      this.filling = false;
    }
  }

  /** Takes one plan after the other from those that others take from too. */
  private async readEach(plans: Iterable<{ id: string }>): Promise<void> {
    for (const plan of plans) {
      if (this.closed || !this.options.mayRead('planning')) return;
      if (this.readAt.has(`stops:${plan.id}`)) continue;
      try {
        await this.refreshStops(plan.id, 'background');
      } catch (error) {
        // Too old to have stops (planning-api, What the service does), or deleted meanwhile: asking again says the same.
        if (!(error instanceof AppError) || error.code !== 'service.not-found') throw error;
        this.readAt.set(`stops:${plan.id}`, this.options.system.now());
      }
    }
  }
}
