/**
 * A model of both services for the simulation: the effects of requests and their answers. Lists are read-after-write.
 * It validates only what the core's rules depend on: states, existing ids, markers.
 */
import { tagOf, type Answer, type Body, type Held } from './held.ts';
import { LivePlans } from './live-plans.ts';

interface Call {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

export const collections = ['plans', 'stops', 'unassignedStops', 'orders', 'drivers', 'operations'] as const;

const ok = (value: unknown): Answer => ({ status: 200, value });
const copied = (record: Held): Held => ({ ...record });
const gone: Answer = { status: 404, value: null };
const conflict = (code: string): Answer => ({ status: 409, value: null, code });
const refused: Answer = { status: 422, value: null, code: 'bad' };
const done: Answer = { status: 204, value: {} };

export class ServiceModel {
  readonly plans = new Map<string, Held>();
  readonly stops = new Map<string, Held>();
  readonly unassignedStops = new Map<string, Held>();
  readonly orders = new Map<string, Held>();
  readonly drivers = new Map<string, Held>();
  readonly operations = new Map<string, Held>();
  /** The records of each tag, which is the unique name, title or e-mail of one input. */
  readonly tags = new Map<string, Set<string>>();
  /** The tags of all records that have or had each external id. */
  readonly numbers = new Map<string, Set<string>>();
  /** Number of changes to the records. */
  changes = 0;
  /** Number of requests. */
  requests = 0;
  /** Called before an edit is applied, with the record and the written fields. */
  edited: (record: Held, body: Body) => void = () => undefined;
  /** Called when one input exists twice. */
  doubled: (record: Held) => void = () => undefined;
  /** The next import silently omits one of its items. */
  leavesOutOne = false;
  readonly live: LivePlans;
  private next = 0;
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
    this.live = new LivePlans(this, now);
  }

  /** Copies the model, with another clock. */
  copy(now: () => number): ServiceModel {
    const copy = new ServiceModel(now);
    for (const noun of collections) for (const [id, held] of this[noun]) copy[noun].set(id, copied(held));
    for (const [tag, ids] of this.tags) copy.tags.set(tag, new Set(ids));
    copy.changes = this.changes;
    copy.next = this.next;
    this.live.copyTo(copy.live);
    return copy;
  }

  /** Applies a request and returns the answer. */
  apply(name: string, { path = {}, query = {}, body }: Call): Answer {
    this.requests += 1;
    const [noun = '', verb = ''] = name.split('.');
    this.live.pass();
    switch (noun) {
      case 'stops':
        return this.onStops(verb, path, query, body);
      case 'unassignedStops':
        return this.onCollection(this.unassignedStops, noun, verb, path['unassignedStopId'], query, body);
      case 'orders':
        return this.onOrders(verb, path, query, body);
      case 'drivers':
        return this.onCollection(this.drivers, noun, verb, path['driverId'], query, body);
      case 'plans':
        return this.onPlans(verb, path, query, body);
      case 'operations':
        if (verb === 'list') return ok({ operations: [...this.operations.values()].map(copied), nextPageToken: null });
        return this.read(this.operations, `operations/${path['operationId'] ?? ''}`);
      default:
        throw new Error(`the simulation knows no ${name}`);
    }
  }

  private onStops(verb: string, path: Record<string, string>, query: Record<string, string>, body: unknown): Answer {
    const planId = `plans/${path['planId'] ?? ''}`;
    const plan = this.plans.get(planId);
    if (plan === undefined) return gone;
    if (verb === 'list') {
      const stops = withMarker([...this.stops.values(), ...this.live.pending(planId)], 'recipient', query, planId);
      return ok({ stops, nextPageToken: null });
    }
    const id = `${planId}/stops/${path['stopId'] ?? ''}`;
    if (verb === 'get') return this.read(this.stops, id);
    if (verb.startsWith('live')) return this.live.onStop(verb, plan, id, body as Body);
    if (plan['writable'] !== true) return conflict('plan_not_writable');
    const add = (item: Body) => this.add(this.stops, `${planId}/stops/s`, { ...item, plan: planId });
    if (verb === 'create') return isBad(body as Body) ? refused : ok(add(body as Body));
    if (verb === 'import') return this.batch(body as Body[], add, 'stop');
    if (verb === 'update') return this.update(this.stops, id, body as Body);
    return this.remove(this.stops, id);
  }

  private onCollection(
    held: Map<string, Held>,
    noun: string,
    verb: string,
    bare: string | undefined,
    query: Record<string, string>,
    body: unknown,
  ): Answer {
    const id = `${noun}/${bare ?? ''}`;
    if (verb === 'list') {
      const holder = noun === 'orders' ? 'packageInfo' : 'recipient';
      return ok({ [noun]: withMarker(held.values(), holder, query, null), nextPageToken: null });
    }
    if (verb === 'get') return this.read(held, id);
    const add = (item: Body) => this.add(held, `${noun}/${noun.charAt(0)}`, item);
    if (verb === 'create') return ok(add(body as Body));
    if (verb === 'import') {
      const items = Array.isArray(body) ? (body as Body[]) : ((body as Record<string, Body[]>)[noun] ?? []);
      return this.batch(items, add, noun.slice(0, -1));
    }
    if (verb === 'update') return this.update(held, id, body as Body);
    return this.remove(held, id);
  }

  private onOrders(verb: string, path: Record<string, string>, query: Record<string, string>, body: unknown): Answer {
    if (verb === 'submit' || verb === 'withdraw') {
      const { orderIds } = body as { orderIds: string[] };
      const success: string[] = [];
      const failed: unknown[] = [];
      for (const orderId of orderIds) {
        const order = this.orders.get(orderId);
        const code = order === undefined ? 'order_not_found' : order['submitted'] === true ? '' : 'order_not_submitted';
        if (order === undefined || (verb === 'withdraw' && code !== '')) failed.push({ orderId, error: { code } });
        else {
          this.change(order, { submitted: verb === 'submit' });
          success.push(orderId);
        }
      }
      return ok({ success, failed });
    }
    const order = this.orders.get(`orders/${path['id'] ?? ''}`);
    if (verb === 'delete' && order?.['submitted'] === true) return conflict('order_submitted');
    return this.onCollection(this.orders, 'orders', verb, path['id'], query, body);
  }

  private onPlans(verb: string, path: Record<string, string>, query: Record<string, string>, body: unknown): Answer {
    const id = `plans/${path['planId'] ?? ''}`;
    if (verb === 'list') {
      const title = query['filter.title'];
      return ok({
        plans: [...this.plans.values()].filter((plan) => title === undefined || plan['title'] === title).map(copied),
        nextPageToken: null,
      });
    }
    if (verb === 'create') {
      const state = { writable: true, distributed: false, optimization: 'creating' };
      return ok(this.add(this.plans, 'plans/p', { ...(body as Body), ...state }));
    }
    const plan = this.plans.get(id);
    if (plan === undefined) return gone;
    if (verb === 'get') return ok({ ...plan });
    if (verb === 'update') return this.update(this.plans, id, body as Body);
    if (verb === 'delete') {
      for (const stop of this.stops.values()) if (stop['plan'] === id) this.remove(this.stops, stop.id);
      return this.remove(this.plans, id);
    }
    const answer = this.live.onPlan(verb, plan);
    if (answer === null) throw new Error(`the simulation knows no plans.${verb}`);
    return answer;
  }

  batch(items: Body[], add: (item: Body) => Held, echoedAs: string): Answer {
    const taken = items.filter((item) => !isBad(item));
    // Omits one item silently if that fault was requested.
    const done = this.leavesOutOne ? taken.slice(1) : taken;
    this.leavesOutOne = false;
    // Ids have no guaranteed order: return them reversed.
    const success = done.map((item) => add(item).id).reverse();
    const failed = items.flatMap((item, index) => {
      const { address, recipient, email } = item;
      return isBad(item) ? [{ index, [echoedAs]: { address, recipient, email }, error: { message: 'bad' } }] : [];
    });
    return ok({ success, failed });
  }

  add(held: Map<string, Held>, prefix: string, item: Body): Held {
    return this.put(held, this.prepared(prefix, item));
  }

  /** Prepares a record with a new id, without adding it. */
  prepared(prefix: string, item: Body): Held {
    this.next += 1;
    return { ...item, id: `${prefix}${this.next}`, madeAt: this.now() };
  }

  put(held: Map<string, Held>, record: Held): Held {
    held.set(record.id, record);
    this.changes += 1;
    const tag = tagOf(record);
    this.numbered(record, tag);
    const tagged = this.tags.get(tag);
    if (tagged === undefined) this.tags.set(tag, new Set([record.id]));
    else {
      tagged.add(record.id);
      if (tagged.size > 1) this.doubled(record);
    }
    return record;
  }

  private numbered(record: Held, tag: string): void {
    const { externalId } = (record['recipient'] ?? {}) as Body;
    const number = externalId ?? ((record['packageInfo'] ?? {}) as Body)['externalId'];
    if (typeof number !== 'string') return;
    const tags = this.numbers.get(number);
    if (tags === undefined) this.numbers.set(number, new Set([tag]));
    else tags.add(tag);
  }

  private read(held: Map<string, Held>, id: string): Answer {
    const record = held.get(id);
    return record === undefined ? gone : ok({ ...record });
  }

  private update(held: Map<string, Held>, id: string, body: Body): Answer {
    const record = held.get(id);
    if (record === undefined) return gone;
    this.edited(record, body);
    this.change(record, body);
    return ok({ ...record });
  }

  change(record: Held, body: Body): void {
    // Nested objects are replaced as a whole (resolved, Reading: undocumented, this is the harder variant).
    Object.assign(record, body);
    this.numbered(record, tagOf(record));
    this.changes += 1;
  }

  remove(held: Map<string, Held>, id: string): Answer {
    const record = held.get(id);
    if (record === undefined) return gone;
    held.delete(id);
    this.changes += 1;
    this.tags.get(tagOf(record))?.delete(id);
    return done;
  }
}

/** An item that the service rejects until it is corrected. */
const isBad = (item: Body): boolean => item['notes'] === 'bad';

function withMarker(
  held: Iterable<Held>,
  holder: string,
  query: Record<string, string>,
  planId: string | null,
): Held[] {
  const marker = query['filter.externalId'];
  const found: Held[] = [];
  for (const record of held) {
    if (planId !== null && record['plan'] !== planId) continue;
    const carried = (record[holder] as Body | null | undefined)?.['externalId'];
    if (marker === undefined || carried === marker) found.push({ ...record });
  }
  return found;
}
