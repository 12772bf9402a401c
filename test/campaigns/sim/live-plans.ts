/**
 * The simulated service's handling of distributed plans: sessions of pending changes, and operations that take time.
 */
import { tagOf, type Answer, type Body, type Held } from './held.ts';

interface Session {
  created: Map<string, Held>;
  updated: Map<string, Body>;
  deleted: Set<string>;
}

const newSession = (): Session => ({ created: new Map(), updated: new Map(), deleted: new Set() });

const operationTakes = 20_000;
const busy: Answer = { status: 409, value: null, code: 'plan_optimization_in_progress' };
const notOptimised: Answer = { status: 409, value: null, code: 'plan_not_optimized' };
const distributedAlready: Answer = { status: 409, value: null, code: 'plan_already_distributed' };
const gone: Answer = { status: 404, value: null };
const ok = (value: unknown): Answer => ({ status: 200, value });

/** The services' records and how to change them. */
interface Lists {
  readonly plans: Map<string, Held>;
  readonly stops: Map<string, Held>;
  readonly operations: Map<string, Held>;
  readonly tags: ReadonlyMap<string, Set<string>>;
  add(held: Map<string, Held>, prefix: string, item: Body): Held;
  prepared(prefix: string, item: Body): Held;
  put(held: Map<string, Held>, record: Held): Held;
  change(record: Held, body: Body): void;
  remove(held: Map<string, Held>, id: string): Answer;
  batch(items: Body[], add: (item: Body) => Held, echoedAs: string): Answer;
}

export class LivePlans {
  private readonly model: Lists;
  private readonly now: () => number;
  private readonly sessions = new Map<string, Session>();
  /** End times of running operations, and the plan's state afterwards. */
  private readonly running = new Map<string, { at: number; operation: Held; after: Body }>();
  /** Plans whose pending changes a colleague discarded. */
  readonly discarded = new Set<string>();
  /** How often each plan's drivers were notified. */
  readonly told = new Map<string, number>();
  /** Whether pending stops appear in their plan's list. */
  pendingShow = true;
  /** Called when a change becomes pending. */
  opened: () => void = () => undefined;

  constructor(model: Lists, now: () => number) {
    this.model = model;
    this.now = now;
  }

  /** Copies the whole state to a copied model's instance. */
  copyTo(copy: LivePlans): void {
    for (const [planId, { created, updated, deleted }] of this.sessions) {
      const stops = new Map([...created].map(([id, stop]) => [id, { ...stop }]));
      copy.sessions.set(planId, { created: stops, updated: new Map(updated), deleted: new Set(deleted) });
    }
    for (const [planId, { at, operation, after }] of this.running) {
      const copied = copy.model.operations.get(operation.id);
      if (copied !== undefined) copy.running.set(planId, { at, operation: copied, after });
    }
    for (const planId of this.discarded) copy.discarded.add(planId);
    for (const [planId, times] of this.told) copy.told.set(planId, times);
    copy.pendingShow = this.pendingShow;
  }

  /** The state for comparing two states, with times relative to `now`. */
  remembered(now: number): unknown {
    const sessions = [...this.sessions].map(([planId, { created, updated, deleted }]) => {
      return [planId, [...created.values()].map(({ madeAt: _when, ...stop }) => stop), [...updated], [...deleted]];
    });
    const running = [...this.running].map(([planId, { at, after }]) => [planId, Math.max(0, at - now), after]);
    return [sessions, running, [...this.discarded], [...this.told]];
  }

  /** Completes operations that are due. Runs before every request. */
  pass(): void {
    if (this.running.size === 0) return;
    for (const [planId, { at, operation, after }] of this.running) {
      if (at > this.now()) continue;
      this.running.delete(planId);
      this.model.change(operation, { done: true, result: { numOptimizedStops: 1, skippedStops: [] } });
      const plan = this.model.plans.get(planId);
      if (plan !== undefined) this.model.change(plan, after);
    }
  }

  /** Pending stops that a list shows besides the existing ones. */
  pending(planId: string): Held[] {
    const session = this.pendingShow ? this.sessions.get(planId) : undefined;
    return session === undefined ? [] : [...session.created.values()];
  }

  onStop(verb: string, plan: Held, id: string, body: Body): Answer {
    if (this.running.has(plan.id)) return busy;
    const { model } = this;
    if (plan['writable'] === true) return this.direct(verb, plan, id, body);
    const session = this.sessions.get(plan.id) ?? newSession();
    if (verb === 'liveCreate') {
      const stop = model.prepared(`${plan.id}/stops/s`, { ...body, plan: plan.id });
      session.created.set(stop.id, stop);
      this.open(plan, session);
      return ok({ pending: true, stop: { ...stop } });
    }
    if (verb === 'liveImport') {
      const items = body as unknown as Body[];
      const answer = model.batch(
        items,
        (item) => {
          const stop = model.prepared(`${plan.id}/stops/s`, { ...item, plan: plan.id });
          session.created.set(stop.id, stop);
          return stop;
        },
        'stop',
      );
      this.open(plan, session);
      return ok({ ...(answer.value as Body), pending: true });
    }
    const made = session.created.get(id);
    const there = made ?? (session.deleted.has(id) ? undefined : model.stops.get(id));
    if (there === undefined) return gone;
    if (verb === 'liveDelete') {
      if (made === undefined) session.deleted.add(id);
      else session.created.delete(id);
      session.updated.delete(id);
      this.open(plan, session);
      return ok({ pending: true });
    }
    if (made === undefined) session.updated.set(id, { ...session.updated.get(id), ...body });
    else Object.assign(made, body);
    this.open(plan, session);
    return ok({ pending: true, stop: { ...there, ...body } });
  }

  private direct(verb: string, plan: Held, id: string, body: Body): Answer {
    const { model } = this;
    if (verb === 'liveCreate') {
      const stop = model.add(model.stops, `${plan.id}/stops/s`, { ...body, plan: plan.id });
      return ok({ pending: false, stop: { ...stop } });
    }
    if (verb === 'liveImport') {
      const add = (item: Body) => model.add(model.stops, `${plan.id}/stops/s`, { ...item, plan: plan.id });
      const answer = model.batch(body as unknown as Body[], add, 'stop');
      return ok({ ...(answer.value as Body), pending: false });
    }
    const stop = model.stops.get(id);
    if (stop === undefined) return gone;
    if (verb === 'liveDelete') model.remove(model.stops, id);
    else model.change(stop, body);
    return ok({ pending: false, stop: { ...stop } });
  }

  private open(plan: Held, session: Session): void {
    this.sessions.set(plan.id, session);
    this.model.change(plan, { optimization: 'editing' });
    this.opened();
  }

  onPlan(verb: string, plan: Held): Answer | null {
    if (verb === 'optimize' || verb === 'reoptimize') return this.operate(verb, plan);
    if (verb === 'distribute') {
      if (this.running.has(plan.id)) return busy;
      if (plan['distributed'] === true) return distributedAlready;
      if (plan['optimization'] !== 'optimized') return notOptimised;
      this.tell(plan);
      this.model.change(plan, { distributed: true, writable: false });
      return ok({ ...plan });
    }
    if (verb !== 'redistribute' && verb !== 'save') return null;
    if (this.running.has(plan.id)) return busy;
    if (plan['optimization'] !== 'preview') return notOptimised;
    this.applied(plan);
    if (verb === 'redistribute') this.tell(plan);
    return verb === 'save' ? { status: 204, value: {} } : ok({ ...plan });
  }

  private operate(verb: string, plan: Held): Answer {
    if (this.running.has(plan.id)) return busy;
    const { model } = this;
    const metadata = { targetPlanId: plan.id, startedBy: 'api', startedAt: this.now() / 1_000 };
    const made = { type: 'plan_optimization', done: false, metadata, result: null };
    const operation = model.add(model.operations, 'operations/o', made);
    const { writable } = plan;
    const after = { optimization: verb === 'optimize' ? 'optimized' : 'preview', writable };
    model.change(plan, { optimization: 'optimizing', writable: false });
    this.running.set(plan.id, { at: this.now() + operationTakes, operation, after });
    return ok({ ...operation });
  }

  private tell(plan: Held): void {
    this.told.set(plan.id, (this.told.get(plan.id) ?? 0) + 1);
  }

  private applied(plan: Held): void {
    const { model } = this;
    const session = this.sessions.get(plan.id);
    this.sessions.delete(plan.id);
    this.model.change(plan, { optimization: 'optimized' });
    if (session === undefined) return;
    for (const stop of session.created.values()) model.put(model.stops, stop);
    for (const [id, body] of session.updated) {
      const stop = model.stops.get(id);
      if (stop !== undefined) model.change(stop, body);
    }
    for (const id of session.deleted) model.remove(model.stops, id);
  }

  /** Whether a stop with this tag is pending or exists, as seen on the dashboard. */
  knows(planId: string, tag: string): boolean {
    const pending = [...(this.sessions.get(planId)?.created.values() ?? [])].some((stop) => tagOf(stop) === tag);
    return pending || (this.model.tags.get(tag)?.size ?? 0) > 0;
  }

  /**
   * Distributes the plan once. Pending changes of a distributed plan stay pending. @returns false while it is being
   * optimised
   */
  close(planId: string): boolean {
    const plan = this.model.plans.get(planId);
    if (plan === undefined || this.running.has(planId)) return false;
    if (plan['distributed'] === true) return true;
    this.model.change(plan, { writable: false, distributed: true, optimization: 'optimized' });
    return true;
  }

  /** A colleague optimises again and saves pending changes. */
  carryOut(): void {
    for (const planId of [...this.sessions.keys()]) {
      const plan = this.model.plans.get(planId);
      if (plan !== undefined) this.applied(plan);
    }
  }

  /** A colleague discards pending changes. @returns false if there are none */
  discard(planId: string): boolean {
    const plan = this.model.plans.get(planId);
    if (plan === undefined || this.running.has(planId) || !this.sessions.delete(planId)) return false;
    this.discarded.add(planId);
    this.model.change(plan, { optimization: 'optimized' });
    return true;
  }
}
