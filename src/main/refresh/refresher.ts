/**
 * Refreshes the cache from the service, behind what the person does: the visible plan first, today's plans, those of
 * which a search has seen news, what was never read, then the rest by age. Lists are taken as a whole, so that what is
 * gone from the service is gone here.
 */
import { bareId } from '../../shared/ids.ts';
import type { Priority } from '../api/pace.ts';
import { pages } from '../api/pages.ts';
import { ReadList } from '../db/read-list.ts';
import { stopColumns, stopsList } from '../db/stops.ts';
import type { System } from '../system.ts';
import type { ReadableList } from '../../shared/connections.ts';
import type { Changed } from '../../shared/contract.ts';
import type { ServiceName } from '../../shared/endpoints.ts';
import { AppError } from '../../shared/errors.ts';
import type { PlanRow } from '../../shared/plans.ts';
import type { Stop } from '../../shared/stops.ts';
import { calendarDateOf, dateText } from '../../shared/time.ts';
import { listReaders, type ListName, type ListReading } from './lists.ts';
import { newsSince } from './news.ts';
import { Refusals } from './refused-lists.ts';

/** How often it is looked at what is due. */
const lookEvery = 5_000;
/** performance, What was found to matter. */
const visibleEvery = 15_000;
const todayEvery = 120_000;
const listsEvery = 120_000;
/** Couriers and pickup locations are managed elsewhere and hardly ever change. */
const namesEvery = 1_800_000;
/** Plans whose stops are read at the same time: with fewer, a long round trip and not the limit would be the wall. */
const plansAtOnce = 8;

/** A plan near today is read again after this, another after the other. */
const nearEvery = 600_000;
const farEvery = 21_600_000;
const nearDays = 3;
/** A past day is read as late as one that is so many times as far ahead. */
const pastWaits = 3;
/** How often the service is searched for what happened, and how far its index may lag. */
const newsEvery = 60_000;
const newsLag = 300_000;
/** After a longer time without news, what happened in it is found by reading the lists. */
const newsMost = 86_400_000;
const purgeEvery = 86_400_000;

export interface PullOptions extends Pick<ListReading, 'client' | 'cache' | 'ordersRead' | 'unassignedRead'> {
  system: System;
  /** Whether a service can be read now: a key, a line. */
  mayRead(service: ServiceName): boolean;
  /** Whether it has a search (planning-api, Versioning 2). */
  hasSearch: boolean;
  changed(what: Changed[], planId: string | null): void;
  /** Stops as read, so that ids can be learnt by marker. */
  stopsRead(planId: string, stops: readonly Stop[]): Promise<void>;
  failed(error: unknown): void;
  /** Lists that the key may not read, whenever these are others. */
  forbidden(lists: ReadableList[]): void;
}

export class Refresher {
  private readonly options: PullOptions;
  private readonly running = new Map<string, Promise<void>>();
  private readonly readAt = new Map<string, number>();
  private readonly refusals: Refusals;
  private visiblePlan: string | null = null;
  private cancel: (() => void) | undefined;
  private filling = false;
  private isResting = false;
  private isSearching = false;
  private searchedAt: number | undefined;
  /** Up to then it is known what happened. */
  private newsAt: number | undefined;
  private purgedAt: number | undefined;
  private isLooking = false;
  private isWoken = false;
  private closed = false;

  constructor(options: PullOptions) {
    this.options = options;
    this.refusals = new Refusals(options.system, (lists) => {
      if (!this.closed) options.forbidden(lists);
    });
  }

  /** Names of the lists that are being read now: `plans`, `stops:plans/…`. */
  isRefreshing(list: string): boolean {
    return this.running.has(list);
  }

  /** The plan on screen is read first and most often; null when none is. */
  show(planId: string | null): void {
    if (planId === this.visiblePlan) return;
    this.visiblePlan = planId;
    if (planId !== null) this.refusals.ask(`stops:${planId}`);
    this.wake();
  }

  /** Reads what is due. Called at start, when the line is back, and by itself from then on. */
  wake(): void {
    // What is due is being found out: what was asked for meanwhile is not in it for sure.
    if (this.isLooking) this.isWoken = true;
    else this.lookAfter(0);
  }

  /** What the key might not read is asked for again at once: there is another key, or the person wants it. */
  askAgain(): void {
    this.refusals.askAll();
    this.wake();
  }

  refresh(list: ListName, priority: Priority): Promise<void> {
    return this.once(list, async () => {
      const changed = await listReaders[list]({ ...this.options, priority, at: this.options.system.now() });
      if (changed.length > 0) this.options.changed(changed, null);
    });
  }

  refreshStops(planId: string, priority: Priority): Promise<void> {
    return this.once(`stops:${planId}`, async () => {
      const { client, cache, system } = this.options;
      const at = system.now();
      const read = new ReadList(stopColumns);
      const priorityNow = () => (this.isAwaited(planId) ? 'click' : priority);
      const list = pages(client, 'stops.list', {
        path: { planId: bareId(planId) },
        // Asked anew for each page: a plan that is opened while it is being read hurries from then on.
        get priority() {
          return priorityNow();
        },
      });
      for await (const page of list) read.add(page.stops ?? []);
      const changed = await read.put(cache, stopsList(planId), at, (rows, digest) =>
        cache.putStops(planId, rows, at, digest),
      );
      await this.options.stopsRead(planId, read.items);
      if (changed) this.options.changed(['stops', 'plans'], planId);
    });
  }

  close(): void {
    this.closed = true;
    this.cancel?.();
  }

  /** One read of a list at a time; who asks meanwhile waits for the same one. The screen is told of begin and end. */
  private once(list: ListName | `stops:${string}`, read: () => Promise<void>): Promise<void> {
    const running = this.running.get(list);
    if (running) return running;
    const planId = list.startsWith('stops:') ? list.slice('stops:'.length) : null;
    const what: Changed[] = isStops(list) ? ['stops'] : [list === 'pickupLocations' ? 'couriers' : list];
    const work = read()
      .then(
        () => {
          this.readAt.set(list, this.options.system.now());
          this.refusals.read(list, null);
        },
        (error: unknown) => {
          this.refusals.read(list, error);
          throw error;
        },
      )
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

  private lookAfter(milliseconds: number): void {
    if (this.closed) return;
    this.cancel?.();
    this.cancel = this.options.system.after(milliseconds, () => {
      this.isLooking = true;
      this.isWoken = false;
      void this.look().finally(() => {
        this.isLooking = false;
        this.lookAfter(this.isWoken ? 0 : lookEvery);
      });
    });
  }

  /** Begins what is due, without waiting for it: a long list must not keep the plan on screen waiting. */
  private async look(): Promise<void> {
    const { system, cache } = this.options;
    try {
      if (this.options.mayRead('planning')) {
        this.newsAt ??= (await cache.asOf('plans')) ?? system.now();
        if (this.visiblePlan !== null) this.begin(`stops:${this.visiblePlan}`, visibleEvery);
        for (const list of ['plans', 'depots', 'drivers', 'unassignedStops'] as const) this.begin(list, listsEvery);
        const today = dateText(calendarDateOf(system.now()));
        const rows = await this.plansThere();
        for (const plan of rows) if (plan.starts === today) this.begin(`stops:${plan.id}`, todayEvery);
        void this.fill();
        void this.readNews();
        void this.readStalest(rows);
      }
      if (this.options.mayRead('orders')) {
        for (const list of ['couriers', 'pickupLocations'] as const) this.begin(list, namesEvery);
        this.begin('orders', listsEvery);
      }
      if (this.purgedAt === undefined || system.now() - this.purgedAt >= purgeEvery) {
        this.purgedAt = system.now();
        await cache.purgeGone(system.now());
      }
    } catch (error) {
      if (!this.closed) this.options.failed(error);
    }
  }

  /** Reads a list that is due and not being read, and says when that failed. */
  private begin(list: ListName | `stops:${string}`, every: number): void {
    if (this.running.has(list) || !this.isDue(list, every) || this.refusals.rests(list)) return;
    const reading = isStops(list)
      ? this.refreshStops(list.slice('stops:'.length), 'background')
      : this.refresh(list, 'background');
    reading
      .then(() => (list === 'plans' ? this.fill() : undefined))
      .catch((error: unknown) => {
        if (!this.closed) this.options.failed(error);
      });
  }

  /** Plans that the service has. */
  private async plansThere(): Promise<PlanRow[]> {
    const { rows } = await this.options.cache.listPlans();
    return rows.filter(({ id }) => id.includes('/'));
  }

  /** The plan whose age counts most is read again, one at a time and behind everything else. */
  private async readStalest(plans: readonly PlanRow[]): Promise<void> {
    if (this.filling || this.isResting) return;
    this.isResting = true;
    try {
      const { system, cache } = this.options;
      const now = system.now();
      const known = await cache.stopsReadAt();
      const overdue = ({ id, starts, stopCount }: PlanRow): number => {
        const at = this.readAt.get(`stops:${id}`) ?? known[id];
        if (stopCount === null || at === undefined) return 0;
        const isNear = starts !== null && Math.abs(Date.parse(starts) - now) <= nearDays * 86_400_000;
        return Math.abs(now - at) / (isNear ? nearEvery : farEvery);
      };
      const may = plans.filter((plan) => overdue(plan) >= 1 && !this.refusals.rests(`stops:${plan.id}`));
      const [stalest] = may.sort((one, other) => overdue(other) - overdue(one));
      if (stalest !== undefined) await this.readEach([stalest], true);
    } catch (error) {
      if (!this.closed) this.options.failed(error);
    } finally {
      this.isResting = false;
    }
  }

  /** Plans of which a search has seen something new are read again. */
  private async readNews(): Promise<void> {
    const { system, client, cache } = this.options;
    const now = system.now();
    if (!this.options.hasSearch || this.filling || this.isSearching || this.newsAt === undefined) return;
    if (this.searchedAt !== undefined && Math.abs(now - this.searchedAt) < newsEvery) return;
    this.isSearching = true;
    this.searchedAt = now;
    try {
      const since = Math.max(this.newsAt, now - newsMost) - newsLag;
      const { planIds, unassigned } = await newsSince(client, cache, since);
      if (unassigned) await this.refresh('unassignedStops', 'background');
      // The plan on screen is read anyway.
      const others = planIds.filter((id) => id !== this.visiblePlan).map((id) => ({ id }));
      await this.readEach(others, true);
      this.newsAt = now;
    } catch (error) {
      if (!this.closed) this.options.failed(error);
    } finally {
      this.isSearching = false;
    }
  }

  /** Plans whose stops were never read, nearest to today first, so that the office can work without a line. */
  private async fill(): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    try {
      const { system } = this.options;
      const now = system.now();
      // What is to come is worked on; what was is only looked up.
      const distance = (starts: string | null) => {
        if (starts === null) return Number.MAX_SAFE_INTEGER;
        const ahead = Date.parse(starts) - now;
        return ahead > -86_400_000 ? Math.abs(ahead) : -ahead * pastWaits;
      };
      const rows = await this.plansThere();
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

  /** Takes one plan after the other from those that others take from too. @param again those that were read before too */
  private async readEach(plans: Iterable<{ id: string }>, again = false): Promise<void> {
    for (const plan of plans) {
      if (this.closed || !this.options.mayRead('planning')) return;
      if ((!again && this.readAt.has(`stops:${plan.id}`)) || this.refusals.rests(`stops:${plan.id}`)) continue;
      try {
        await this.refreshStops(plan.id, 'background');
      } catch (error) {
        // Too old to have stops (planning-api, What the service does), or deleted meanwhile: asking again says the same.
        if (error instanceof AppError && error.code === 'service.forbidden') continue;
        if (!(error instanceof AppError) || error.code !== 'service.not-found') throw error;
        this.readAt.set(`stops:${plan.id}`, this.options.system.now());
      }
    }
  }
}

const isStops = (list: string): list is `stops:${string}` => list.startsWith('stops:');
