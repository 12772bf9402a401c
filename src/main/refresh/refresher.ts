/**
 * Keeps the cache fresh, with a lower priority than the user's requests. Order: the visible plan, today's plans, plans
 * with news from the search, plans never read, then the rest by age. Lists are replaced as a whole, so that records
 * deleted on the service disappear here.
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

/** How often to check what is due. */
const lookEvery = 5_000;
/** performance, What was found to matter. */
const visibleEvery = 15_000;
const todayEvery = 120_000;
const listsEvery = 120_000;
/** Couriers and pickup locations are managed elsewhere and hardly ever change. */
const namesEvery = 1_800_000;
/**
 * Plans whose stops are read concurrently: with fewer, a long round trip would limit the rate before the service's
 * limit does.
 */
const plansAtOnce = 8;

/** Stops of a plan near today are read again after the first interval, those of other plans after the second. */
const nearEvery = 600_000;
const farEvery = 21_600_000;
const nearDays = 3;
/** A past day counts as this many times as far away as a future one. */
const pastWaits = 3;
/** How often the search is asked for news, and how far its index may lag. */
const newsEvery = 60_000;
const newsLag = 300_000;
/** The search looks back this far at most; reading the lists covers longer gaps. */
const newsMost = 86_400_000;
const purgeEvery = 86_400_000;

export interface PullOptions extends Pick<ListReading, 'client' | 'cache' | 'ordersRead' | 'unassignedRead'> {
  system: System;
  /** Whether a service can be read now: online and with a key. */
  mayRead(service: ServiceName): boolean;
  /** Whether the service has a search (planning-api, Versioning 2). */
  hasSearch: boolean;
  changed(what: Changed[], planId: string | null): void;
  /** Gets the stops that were read, to learn ids by marker. */
  stopsRead(planId: string, stops: readonly Stop[]): Promise<void>;
  failed(error: unknown): void;
  /** Called with the lists that the key may not read, each time they change. */
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
  /** News up to this time is known. */
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

  /** Whether a list is being read now. @param list such as `plans` or `stops:plans/…` */
  isRefreshing(list: string): boolean {
    return this.running.has(list);
  }

  /** Sets the plan on screen, which is read first and most often; null: none. */
  show(planId: string | null): void {
    if (planId === this.visiblePlan) return;
    this.visiblePlan = planId;
    if (planId !== null) this.refusals.ask(`stops:${planId}`);
    this.wake();
  }

  /** Reads what is due. Called at start and when the app is online again; afterwards it repeats automatically. */
  wake(): void {
    // A check in progress may already be past what this call is about, so another check follows it.
    if (this.isLooking) this.isWoken = true;
    else this.lookAfter(0);
  }

  /** Retries lists that the key could not read: the key changed, or the user asked. */
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
        // Evaluated for each page: a plan that the user opens during the read gets priority from then on.
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

  /**
   * Reads each list at most once at a time; concurrent callers share the read. The window is notified when it begins
   * and ends.
   */
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
    // Callers see the error; this handler only prevents an unhandled rejection when nobody awaits the read.
    work.catch(() => undefined);
    this.running.set(list, work);
    this.options.changed(what, planId);
    return work;
  }

  /**
   * While plans are read for the first time, only the plan on screen is refreshed, to leave the rate limit to the first
   * reads.
   */
  private isDue(list: string, every: number): boolean {
    const at = this.readAt.get(list);
    if (at === undefined) return true;
    // A time in the future means that the clock was set back since.
    return Math.abs(this.options.system.now() - at) >= every && (!this.filling || every === visibleEvery);
  }

  /** The plan is on screen and was not read yet, so the user is looking at an empty list. */
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

  /** Starts whatever is due without awaiting it: a long list must not delay the plan on screen. */
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

  /** Reads a list that is due and not being read, and reports a failure. */
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

  /** The plans that exist on the service. */
  private async plansThere(): Promise<PlanRow[]> {
    const { rows } = await this.options.cache.listPlans();
    return rows.filter(({ id }) => id.includes('/'));
  }

  /** Refreshes the most overdue plan, one at a time and after everything else. */
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

  /** Reads plans again for which the search has found something new. */
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

  /** Reads plans whose stops were never read, nearest to today first, so that the office can work offline. */
  private async fill(): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    try {
      const { system } = this.options;
      const now = system.now();
      // Future plans are being worked on; past ones are only looked up.
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
      // Failed plans are skipped until the next check.
      for (const result of await Promise.allSettled(readers)) {
        if (result.status === 'rejected' && !this.closed) this.options.failed(result.reason);
      }
    } catch (error) {
      if (!this.closed) this.options.failed(error);
    } finally {
      this.filling = false;
    }
  }

  /** Reads plans from an iterator shared by several readers. @param again also plans that were read before */
  private async readEach(plans: Iterable<{ id: string }>, again = false): Promise<void> {
    for (const plan of plans) {
      if (this.closed || !this.options.mayRead('planning')) return;
      if ((!again && this.readAt.has(`stops:${plan.id}`)) || this.refusals.rests(`stops:${plan.id}`)) continue;
      try {
        await this.refreshStops(plan.id, 'background');
      } catch (error) {
        // The plan is too old to have stops (planning-api, What the service does) or was deleted. A retry would get the
        // same answer.
        if (error instanceof AppError && error.code === 'service.forbidden') continue;
        if (!(error instanceof AppError) || error.code !== 'service.not-found') throw error;
        this.readAt.set(`stops:${plan.id}`, this.options.system.now());
      }
    }
  }
}

const isStops = (list: string): list is `stops:${string}` => list.startsWith('stops:');
