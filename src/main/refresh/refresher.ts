/**
 * Keeps the cache fresh, with a lower priority than the user's requests. Order: the visible plan, today's plans, plans
 * with news from the search, plans never read, then the rest by age. Lists are replaced as a whole, so that records
 * deleted on the service disappear here. While nobody uses the app, little is read (docs/decisions/read-back.md).
 */
import type { Priority } from '../api/pace.ts';
import type { PlanRow } from '../../shared/plans.ts';
import { keepsNoStops } from '../../shared/plan-rules.ts';
import { calendarDateOf, dateText } from '../../shared/time.ts';
import { isReadAgain, readEvery, untilNextLook } from './due.ts';
import { listReaders, type ListName } from './lists.ts';
import { newsSince } from './news.ts';
import { OptimisationWatch } from './optimisation-watch.ts';
import { mostOverdue, nearestFirst, unreadOf } from './plans-to-read.ts';
import type { ReadBackPart } from './read-back.ts';
import { ReadBudget } from './read-budget.ts';
import { Reads, type ReadTarget } from './reads.ts';
import type { RefresherOptions } from './refresher-options.ts';
import { hasNoStops, isGone, readPlan } from './read-plan.ts';
import { readStops } from './read-stops.ts';
import { ReadingState } from './reading-state.ts';
import { Refusals } from './refused-lists.ts';
import { Upkeep } from './upkeep.ts';

/**
 * Plans whose stops are read concurrently: with fewer, a long round trip would limit the rate before the service's
 * limit does.
 */
const plansAtOnce = 8;

/** How far the index of the search may lag, in milliseconds. */
const newsLag = 300_000;
/** The search looks back this far at most; reading the lists covers longer gaps. */
const newsMost = 86_400_000;

export class Refresher {
  private readonly options: RefresherOptions;
  private readonly budget: ReadBudget;
  private readonly reads: Reads;
  private readonly refusals: Refusals;
  private readonly readingState: ReadingState;
  private readonly watch: OptimisationWatch;
  private readonly upkeep: Upkeep;
  private visiblePlan: string | null = null;
  private cancel: (() => void) | undefined;
  private filling = false;
  /** Plans are being read for the first time. */
  private isFirstReading = false;
  private isResting = false;
  private isSearching = false;
  private searchedAt: number | undefined;
  /** News up to this time is known. */
  private newsAt: number | undefined;
  private isLooking = false;
  private isWoken = false;
  private closed = false;
  private readonly endAttendance: () => void;

  constructor(options: RefresherOptions) {
    this.options = options;
    const { system, client, attendance } = options;
    this.budget = new ReadBudget({
      system,
      isSpaced: () => !attendance.isHere && !this.isFirstReading,
      goesFirst: ({ list }) => list === news || list === `stops:${this.visiblePlan}`,
    });
    this.reads = new Reads({
      ...{ system, client, budget: this.budget },
      changed: (list) => this.tell(list),
      ended: (list, error) => {
        this.refusals.read(list, error);
        this.readingState.read(list, error);
        // A retry would get the same answer.
        if (isGone(error)) this.reads.markAbsent(list);
      },
    });
    this.watch = new OptimisationWatch({
      system,
      mayRead: () => options.mayRead('planning'),
      read: (planId) => this.readWatched(planId),
      readResult: (planId) => this.readStopsAgain(planId, 'click'),
      failed: (error) => this.failed(error),
    });
    this.upkeep = new Upkeep(options);
    this.endAttendance = attendance.onReturn(() => this.returned());
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
  isRefreshing(list: ReadTarget): boolean {
    return this.reads.isRunning(list);
  }

  /** Sets the plan on screen, which is read first and most often; null: none. */
  show(planId: string | null): void {
    if (planId === this.visiblePlan) return;
    this.visiblePlan = planId;
    this.watch.end();
    if (planId !== null) {
      this.refusals.ask(`stops:${planId}`);
      // A read of it may be under way in the background.
      if (this.isAwaited(planId)) this.reads.hurry(`stops:${planId}`, 'click');
    }
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
    return this.reads.once(list, priority, false, async (client) => {
      const changed = await listReaders[list]({ ...this.options, client, priority, at: this.options.system.now() });
      if (changed.length > 0) this.options.changed(changed, null);
    });
  }

  /** @param isAgain the stops were read before, perhaps before the app started */
  refreshStops(planId: string, priority: Priority, isAgain = false): Promise<void> {
    const first = this.isAwaited(planId) ? 'click' : priority;
    return this.reads.once(`stops:${planId}`, first, isAgain, (client, run) =>
      readStops(this.options, planId, client, run),
    );
  }

  /** Reads the plan itself: its title, day, drivers and state. @throws AppError when the read fails */
  async refreshPlan(planId: string, priority: Priority): Promise<void> {
    await readPlan(this.options, planId, priority);
    if (!this.closed) this.options.changed(['plans'], planId);
  }

  /**
   * Reads what the app has changed of a plan. A read of the stops that is under way may have begun before that, so it
   * begins again, unless it began because the same optimisation was seen to end.
   */
  async readBack(planId: string, part: ReadBackPart): Promise<void> {
    const priority = planId === this.visiblePlan ? 'click' : 'outbox';
    const withStops = part === 'optimised-stops' ? this.watch.confirmed(planId) : part === 'stops';
    if (part !== 'optimised-stops') this.watch.changed(planId);
    const stops = withStops ? this.readStopsAgain(planId, priority) : undefined;
    await Promise.all([this.refreshPlan(planId, priority), stops]);
    // It may be optimised from now on.
    if (planId === this.visiblePlan) this.wake();
  }

  private readStopsAgain(planId: string, priority: Priority): Promise<void> {
    this.reads.restart(`stops:${planId}`);
    return this.refreshStops(planId, priority);
  }

  close(): void {
    this.closed = true;
    this.endAttendance();
    this.watch.end();
    this.budget.close();
    this.readingState.close();
    this.cancel?.();
  }

  /** Notifies the window that a list is being read, or was. */
  private tell(list: ReadTarget): void {
    if (this.closed) return;
    if (isStops(list)) this.options.changed(['stops'], list.slice('stops:'.length));
    else this.options.changed([list === 'pickupLocations' ? 'couriers' : list], null);
  }

  /** Somebody uses the app again: what is on screen is read first, and everything else at its usual times. */
  private returned(): void {
    const planId = this.visiblePlan;
    if (planId !== null && this.options.mayRead('planning')) {
      this.reads.hurry(`stops:${planId}`, 'click');
      this.refreshStops(planId, 'click').catch((error: unknown) => this.failed(error));
    }
    this.budget.releaseAll();
    this.wake();
  }

  private failed(error: unknown): void {
    if (!this.closed) this.options.failed(error);
  }

  /** While plans are read for the first time, only the plan on screen is refreshed; the others have the rate limit. */
  private isDue(list: ReadTarget, every: number): boolean {
    const at = this.reads.lastReadAt(list);
    if (at === undefined) return true;
    if (this.isFirstReading && list !== `stops:${this.visiblePlan}`) return false;
    return isReadAgain(at, this.options.system.now(), every, this.options.attendance.isHere);
  }

  /** The plan is on screen and was not read yet, so the user is looking at an empty list. */
  private isAwaited(planId: string): boolean {
    return planId === this.visiblePlan && this.reads.lastReadAt(`stops:${planId}`) === undefined;
  }

  private lookAfter(milliseconds: number): void {
    if (this.closed) return;
    this.cancel?.();
    this.cancel = this.options.system.after(milliseconds, () => {
      this.isLooking = true;
      this.isWoken = false;
      void this.look().finally(() => {
        this.isLooking = false;
        this.lookAfter(this.isWoken ? 0 : untilNextLook(this.options.attendance.isHere));
      });
    });
  }

  /** Starts whatever is due without awaiting it: a long list must not delay the plan on screen. */
  private async look(): Promise<void> {
    const { system, cache } = this.options;
    try {
      await this.upkeep.followClock();
      if (this.options.mayRead('planning')) {
        this.newsAt ??= (await cache.asOf('plans')) ?? system.now();
        if (this.visiblePlan !== null) this.begin(`stops:${this.visiblePlan}`, readEvery.visiblePlan);
        await this.lookAtVisible();
        for (const list of ['plans', 'depots', 'drivers', 'unassignedStops'] as const)
          this.begin(list, readEvery.lists);
        const today = dateText(calendarDateOf(system.now()));
        const rows = await this.plansThere();
        const unread = new Set(unreadOf(rows, this.reads, this.refusals));
        this.isFirstReading = unread.size > 0;
        const again = rows.filter((plan) => plan.starts === today && !unread.has(plan));
        for (const { id } of again) this.begin(`stops:${id}`, readEvery.todaysPlans);
        void this.fill();
        void this.readNews();
        void this.readStalest(rows);
      }
      if (this.options.mayRead('orders')) {
        for (const list of ['couriers', 'pickupLocations'] as const) this.begin(list, readEvery.names);
        this.begin('orders', readEvery.lists);
      }
      await this.upkeep.purge();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Looks whether the plan on screen is being optimised, here or elsewhere, or was deleted. */
  private async lookAtVisible(): Promise<void> {
    const planId = this.visiblePlan;
    const shown = planId === null ? null : await this.options.cache.getPlan(planId);
    if (planId === null || shown === null || planId !== this.visiblePlan) return;
    // Without stops on the service, the plan itself says whether it was deleted; the list of plans is read less often.
    if (this.readingState.takeGone(`stops:${planId}`) && !keepsNoStops(shown)) {
      this.refreshPlan(planId, 'background').catch((error: unknown) => this.failed(error));
    }
    if (shown.optimization === 'optimizing') this.watch.follow(planId);
  }

  /** The window reads its plans again only when the optimisation has ended: this is asked five times a second. */
  private async readWatched(planId: string): Promise<boolean> {
    await readPlan(this.options, planId, 'click');
    const plan = await this.options.cache.getPlan(planId);
    if (plan?.optimization === 'optimizing') return true;
    if (!this.closed) this.options.changed(['plans'], planId);
    return false;
  }

  /** Reads a list that is due and not being read, and reports a failure. */
  private begin(list: ReadTarget, every: number): void {
    const rests = this.refusals.rests(list, list === `stops:${this.visiblePlan}`);
    if (rests || this.reads.isRunning(list) || !this.isDue(list, every)) return;
    const reading = isStops(list)
      ? this.refreshStops(list.slice('stops:'.length), 'background')
      : this.refresh(list, 'background');
    reading.then(() => (list === 'plans' ? this.fill() : undefined)).catch((error: unknown) => this.failed(error));
  }

  /** The plans that exist on the service. The cache loses the stops of one that was not listed for a moment. */
  private async plansThere(): Promise<PlanRow[]> {
    const { cache, system } = this.options;
    const asked = system.now();
    const rows = (await cache.listPlans()).rows.filter(({ id }) => id.includes('/'));
    for (const { id, stopCount } of rows) if (stopCount === null) this.reads.markLost(`stops:${id}`, asked);
    return rows;
  }

  /** Refreshes the most overdue plan, one at a time and after everything else. */
  private async readStalest(plans: readonly PlanRow[]): Promise<void> {
    if (this.isFirstReading || this.isResting) return;
    this.isResting = true;
    try {
      const { system, cache } = this.options;
      const now = system.now();
      const known = await cache.stopsReadAt();
      const readAt = ({ id }: PlanRow) => this.reads.lastReadAt(`stops:${id}`) ?? known[id];
      const may = plans.filter(({ id }) => !this.refusals.rests(`stops:${id}`));
      const stalest = mostOverdue(may, readAt, now);
      if (stalest !== undefined) await this.readEach([stalest], true);
    } catch (error) {
      this.failed(error);
    } finally {
      this.isResting = false;
    }
  }

  /** Reads plans again for which the search has found something new. */
  private async readNews(): Promise<void> {
    const { system, cache } = this.options;
    const now = system.now();
    if (!this.options.hasSearch || this.isFirstReading || this.isSearching || this.newsAt === undefined) return;
    // At a first start there are no plans yet that news could be about. If their list fails, the known ones are read.
    if (this.reads.lastReadAt('plans') === undefined && !this.refusals.rests('plans')) return;
    if (this.searchedAt !== undefined && Math.abs(now - this.searchedAt) < readEvery.news) return;
    this.isSearching = true;
    this.searchedAt = now;
    try {
      const since = Math.max(Math.min(this.newsAt, now), now - newsMost) - newsLag;
      const { planIds, unassigned } = await newsSince(this.reads.inBackground(news), cache, since);
      if (unassigned && !this.refusals.rests('unassignedStops'))
        await this.refresh('unassignedStops', 'background').catch((error: unknown) => this.failed(error));
      // The plan on screen is read anyway, unless nobody uses the app.
      const isReadAnyway = (id: string) => id === this.visiblePlan && this.options.attendance.isHere;
      await this.readEach(
        planIds.filter((id) => !isReadAnyway(id)).map((id) => ({ id })),
        true,
      );
      this.newsAt = now;
    } catch (error) {
      this.failed(error);
    } finally {
      this.isSearching = false;
    }
  }

  /** Reads plans whose stops were never read, nearest to today first, so that the office can work offline. */
  private async fill(): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    try {
      const rows = await this.plansThere();
      const missing = nearestFirst(unreadOf(rows, this.reads, this.refusals), this.options.system.now());
      this.isFirstReading = missing.length > 0;
      this.readingState.plans(rows.length - missing.length, rows.length);
      const next = missing.values();
      const readers = Array.from({ length: plansAtOnce }, () => this.readEach(next));
      // Failed plans are skipped until the next check.
      for (const result of await Promise.allSettled(readers)) {
        if (result.status === 'rejected' && !this.closed) this.options.failed(result.reason);
      }
      const left = unreadOf(await this.plansThere(), this.reads, this.refusals);
      this.readingState.plans(rows.length - left.length, rows.length);
    } catch (error) {
      this.failed(error);
    } finally {
      this.filling = false;
      this.isFirstReading = false;
    }
  }

  /** Reads plans from an iterator shared by several readers. @param again also plans that were read before */
  private async readEach(plans: Iterable<{ id: string }>, again = false): Promise<void> {
    for (const plan of plans) {
      if (this.closed || !this.options.mayRead('planning')) return;
      const list = `stops:${plan.id}` as const;
      const isRead = !again && this.reads.lastReadAt(list) !== undefined;
      if (!isRead && !this.refusals.rests(list)) await this.refreshThere(plan.id, again);
      // Also a plan that was read because it was opened meanwhile.
      if (!again) this.readingState.planRead();
    }
  }

  private async refreshThere(planId: string, isAgain: boolean): Promise<void> {
    await this.refreshStops(planId, 'background', isAgain).catch((error: unknown) => {
      if (hasNoStops(error)) return;
      // Only this plan fails, so the next ones are read.
      if (!this.refusals.rests(`stops:${planId}`)) throw error;
      this.failed(error);
    });
  }
}

/** The name of the search for news among the reads. */
const news = 'news';

const isStops = (list: ReadTarget): list is `stops:${string}` => list.startsWith('stops:');
