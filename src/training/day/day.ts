/**
 * Simulates the day: as the service's time passes, operations end and drivers drive their routes. There are no timers:
 * before each response, everything that is due is applied in chronological order. The journal holds what happened, and
 * what happens next derives from the records, so restarts and jumps of the clock change nothing.
 */
import type { ServiceClock } from '../clock.ts';
import { textOfDay } from '../data/calendar.ts';
import { finishOperation } from '../optimise/operation.ts';
import type { Route } from '../model.ts';
import type { StoredOperation, StoredStop } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { driveUntil, type Driven } from './drive.ts';
import { Heap } from './heap.ts';

/** Milliseconds after the service starts until the operation of the generated data ends. */
const firstOperation = 60_000;
/** Default seconds at a stop. */
const usualService = 180;

export class Day {
  readonly #store: Store;
  readonly #clock: Pick<ServiceClock, 'now'>;
  readonly #operations = new Heap();
  readonly #routes = new Heap();
  /** When the next event of each route is due. A queued event with another time is stale. */
  readonly #due = new Map<string, number>();

  constructor(store: Store, clock: Pick<ServiceClock, 'now'>) {
    this.#store = store;
    this.#clock = clock;
    for (const stored of store.operations.all()) if (!stored.operation.done) this.#begin(stored);
    for (const { plan } of store.plans.all()) if (plan.distributed) this.planChanged(plan.id);
  }

  /** Schedules the end of a new operation. */
  operationStarted({ operation: { id }, endsAt }: StoredOperation): void {
    this.#operations.push({ at: endsAt, id });
  }

  /** Reschedules a plan's routes after a distribution or a new layout: their next events may be due sooner. */
  planChanged(planId: string): void {
    for (const route of this.#store.routes.of('plan', planId)) {
      this.#schedule(route.id, this.#drive(route, -Infinity).next);
    }
  }

  /** Applies everything that is due by now. */
  advance(): void {
    const now = this.#clock.now();
    for (;;) {
      const operation = this.#operations.next;
      const due = operation !== undefined && operation.at <= now;
      this.#driveAll(due ? operation.at : now);
      if (!due) return;
      this.#operations.pop();
      const running = this.#store.operations.get(operation.id);
      if (running && !running.operation.done) finishOperation(this.#store, running);
    }
  }

  /** Starts the operation of the generated data with the service. The journal knows if it ended before. */
  #begin(stored: StoredOperation): void {
    if (stored.endsAt > 0) {
      this.operationStarted(stored);
      return;
    }
    const now = this.#clock.now();
    const { operation } = stored;
    const running: StoredOperation = {
      ...stored,
      operation: { ...operation, metadata: { ...operation.metadata, startedAt: Math.floor(now / 1000) } },
      startedAt: now,
      endsAt: now + firstOperation,
    };
    // Not written to the journal: a restart within this minute starts the operation again.
    this.#store.operations.put(running, 0);
    this.operationStarted(running);
  }

  /** @param next seconds since the epoch; null when nothing more happens */
  #schedule(id: string, next: number | null): void {
    if (next === null) {
      this.#due.delete(id);
      return;
    }
    this.#due.set(id, next * 1000);
    this.#routes.push({ at: next * 1000, id });
  }

  /** @param until seconds since the epoch */
  #drive(route: Route, until: number): Driven {
    const plan = this.#store.plans.get(route.plan)?.plan;
    if (!plan) return { route, stops: [], next: null };
    const depot = plan.depot === null ? undefined : this.#store.depots.get(plan.depot);
    const drive = {
      seed: this.#store.seed,
      day: textOfDay(plan.starts),
      usualService: depot?.routeOverrides?.defaultTimeAtStop ?? usualService,
      route,
      stops: this.#store.stops.of('route', route.id),
    };
    return driveUntil(drive, until);
  }

  /** @param until milliseconds since the epoch */
  #driveAll(until: number): void {
    const routes: Route[] = [];
    const stops: StoredStop[] = [];
    for (let { next } = this.#routes; next && next.at <= until; { next } = this.#routes) {
      this.#routes.pop();
      if (this.#due.get(next.id) !== next.at) continue;
      this.#due.delete(next.id);
      const route = this.#store.routes.get(next.id);
      if (!route) continue;
      const driven = this.#drive(route, until / 1000);
      if (driven.route !== route) routes.push(driven.route);
      stops.push(...driven.stops);
      this.#schedule(next.id, driven.next);
    }
    if (routes.length + stops.length > 0) this.#store.write({ put: { routes, stops } });
  }
}
