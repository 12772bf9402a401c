/**
 * The moving day: as the service's time passes, operations end and drivers go along their routes. Nothing happens by
 * itself; before each request is answered, what has become due is done in the order of its own times. What happened is in
 * the journal, and what happens next follows from the records, so a restart and a jump of the clock change nothing.
 */
import type { ServiceClock } from '../clock.ts';
import { textOfDay } from '../data/calendar.ts';
import { finishOperation } from '../optimise/operation.ts';
import type { Route } from '../model.ts';
import type { StoredOperation, StoredStop } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { driveUntil, type Driven } from './drive.ts';
import { Heap } from './heap.ts';

/** When the operation of the generated data ends, after the service was started; milliseconds. */
const firstOperation = 60_000;
/** Seconds at a stop where nobody says. */
const usualService = 180;

export class Day {
  readonly #store: Store;
  readonly #clock: Pick<ServiceClock, 'now'>;
  readonly #operations = new Heap();
  readonly #routes = new Heap();
  /** When the next thing happens on each route: an event at another time was overtaken. */
  readonly #due = new Map<string, number>();

  constructor(store: Store, clock: Pick<ServiceClock, 'now'>) {
    this.#store = store;
    this.#clock = clock;
    for (const stored of store.operations.all()) if (!stored.operation.done) this.#begin(stored);
    for (const { plan } of store.plans.all()) if (plan.distributed) this.planChanged(plan.id);
  }

  /** An operation was started. */
  operationStarted({ operation: { id }, endsAt }: StoredOperation): void {
    this.#operations.push({ at: endsAt, id });
  }

  /** Routes of a plan were distributed or laid out again: what happens on them may be due sooner than was thought. */
  planChanged(planId: string): void {
    for (const route of this.#store.routes.of('plan', planId)) {
      this.#schedule(route.id, this.#drive(route, -Infinity).next);
    }
  }

  /** Brings everything up to the service's time. */
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

  /** The operation of the generated data begins when the service does; where it ended before, the journal has it. */
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
    // Not written: a service that is started again within this minute begins it again.
    this.#store.operations.put(running, 0);
    this.operationStarted(running);
  }

  /** @param next seconds since the epoch; null: nothing more */
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
