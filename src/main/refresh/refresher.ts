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
import type { Changed } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { keepsNoStops, type PlanRow } from '../../shared/plans.ts';
import { calendarDateOf, dateText } from '../../shared/time.ts';
import { listReaders, type ListName } from './lists.ts';
import { newsSince } from './news.ts';
import { mostOverdue, nearestFirst } from './plans-to-read.ts';
import type { RefresherOptions } from './refresher-options.ts';
import { readPlan } from './read-plan.ts';
import { ReadingState } from './reading-state.ts';
import { Refusals } from './refused-lists.ts';

/** How often to check what is due. */
const lookEvery = 5_000;
/** How often to look while the plan on screen is being optimised: its end is waited for. */
const lookEveryWhileOptimising = 1_500;
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

/** How often the search is asked for news, and how far its index may lag. */
const newsEvery = 60_000;
const newsLag = 300_000;
/** The search looks back this far at most; reading the lists covers longer gaps. */
const newsMost = 86_400_000;
const purgeEvery = 86_400_000;

export class Refresher {
  private readonly options: RefresherOptions;
  private readonly running = new Map<string, Promise<void>>();
  private readonly readAt = new Map<string, number>();
  private readonly refusals: Refusals;
  private readonly readingState: ReadingState;
  private visiblePlan: string | null = null;
  private cancel: (() => void) | undefined;
  private filling = false;
  private isResting = false;
  private isSearching = false;
  private searchedAt: number | undefined;
  /** News up to this time is known. */
  private newsAt: number | undefined;
  private purgedAt: number | undefined;
  /** The plan on screen was being optimised when it was last looked at. */
  private isVisibleOptimising = false;
  private isLooking = false;
  private isWoken = false;
  private closed = false;

  constructor(options: RefresherOptions) {
    this.options = options;
    this.refusals = new Refusals(options.system, (lists) => {
      if (!this.closed) options.forbidden(lists);
    });
    this.readingState = new ReadingState(options.system, () => {
      if (!this.closed) options.readingChanged();
    });
  }

  /** How far the first reading is, and which lists could not be read. */
  get reading(): ReadingState['state'] {
    return this.readingState.state;
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

  /** Reads the plan itself: its title, day, drivers and state. @throws AppError when the read fails */
  async refreshPlan(planId: string, priority: Priority): Promise<void> {
    await readPlan(this.options, planId, priority);
    if (!this.closed) this.options.changed(['plans'], planId);
  }

  /**
   * Reads a plan, and its stops if asked, after the app did something to it. A read of the stops that is under way may
   * have begun before that, so they are read once more.
   */
  async readBack(planId: string, withStops: boolean): Promise<void> {
    const priority = planId === this.visiblePlan ? 'click' : 'outbox';
    const stops = async () => {
      await this.running.get(`stops:${planId}`)?.catch(() => undefined);
      await this.refreshStops(planId, priority);
    };
    await Promise.all([this.refreshPlan(planId, priority), withStops ? stops() : undefined]);
    // It may be optimised from now on.
    if (planId === this.visiblePlan) this.wake();
  }

  close(): void {
    this.closed = true;
    this.readingState.close();
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
          this.readingState.read(list, null);
        },
        (error: unknown) => {
          this.refusals.read(list, error);
          this.readingState.read(list, error);
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
        this.lookAfter(this.isWoken ? 0 : this.isVisibleOptimising ? lookEveryWhileOptimising : lookEvery);
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
        await this.watchVisible();
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

  /** Follows an optimisation of the plan on screen, started here or elsewhere, until it ends, and its deletion. */
  private async watchVisible(): Promise<void> {
    const planId = this.visiblePlan;
    if (planId !== null && this.readingState.isGone(`stops:${planId}`)) {
      // The plan itself says whether it was deleted; the list of plans is read less often.
      void this.refreshPlan(planId, 'background').catch((error: unknown) => {
        if (!this.closed) this.options.failed(error);
      });
    }
    const isOptimising = async () =>
      planId !== null && (await this.options.cache.getPlan(planId))?.optimization === 'optimizing';
    this.isVisibleOptimising = await isOptimising();
    if (planId === null || !this.isVisibleOptimising) return;
    void this.refreshPlan(planId, 'click')
      .then(async () => {
        if (!(await isOptimising())) await this.readBack(planId, true);
      })
      .catch((error: unknown) => {
        if (!this.closed) this.options.failed(error);
      });
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

  /** Plans whose stops can be read and were not: neither too old, nor refused, nor found gone. */
  private unreadOf(rows: readonly PlanRow[]): PlanRow[] {
    return rows.filter((plan) => {
      const list = `stops:${plan.id}` as const;
      return plan.stopCount === null && !keepsNoStops(plan) && !this.readAt.has(list) && !this.refusals.rests(list);
    });
  }

  /** Refreshes the most overdue plan, one at a time and after everything else. */
  private async readStalest(plans: readonly PlanRow[]): Promise<void> {
    if (this.filling || this.isResting) return;
    this.isResting = true;
    try {
      const { system, cache } = this.options;
      const now = system.now();
      const known = await cache.stopsReadAt();
      const readAt = ({ id }: PlanRow) => this.readAt.get(`stops:${id}`) ?? known[id];
      const may = plans.filter(({ id }) => !this.refusals.rests(`stops:${id}`));
      const stalest = mostOverdue(may, readAt, now);
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
      const rows = await this.plansThere();
      const missing = nearestFirst(this.unreadOf(rows), now);
      this.readingState.plans(rows.length - missing.length, rows.length);
      const next = missing.values();
      const readers = Array.from({ length: plansAtOnce }, () => this.readEach(next));
      // Failed plans are skipped until the next check.
      for (const result of await Promise.allSettled(readers)) {
        if (result.status === 'rejected' && !this.closed) this.options.failed(result.reason);
      }
      const left = this.unreadOf(await this.plansThere());
      this.readingState.plans(rows.length - left.length, rows.length);
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
        if (!again) this.readingState.planRead();
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
