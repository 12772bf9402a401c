/**
 * Five independent desks behind one address, each with its own pace, against the order service's limits. In each hour
 * all five drain for a quarter of an hour, then one alone. The limit class and the way of counting change every hour.
 */
import { Pace } from '../../../../src/main/api/pace.ts';
import type { LimitClass } from '../../../../src/shared/endpoints.ts';
import { send } from './job.ts';
import { limitOf } from './races.ts';
import { models, type LimitModel, type ModelName } from './servers.ts';
import { VirtualClock } from './virtual-clock.ts';

const desks = 5;
const quarter = 15 * 60_000;
/** Requests that a desk keeps queued while it drains. */
const waiting = 12;
const kinds: readonly (readonly LimitClass[])[] = [
  ['orders.read'],
  ['orders.write'],
  ['orders.submit', 'orders.write'],
];
/** Without the sixth, which refuses sustained use: only the planning service does that. */
const ways = ['fixed window', 'sliding log', 'token bucket', 'leaky bucket', 'sliding counter'] as const;

/** order-api, Limits: a sustained breach of about three minutes blocks for about twenty. */
const breachMilliseconds = 180_000;
const blockMilliseconds = 20 * 60_000;
/** The strict reading: a breach continues until ten seconds pass without a 429. */
const breachGap = 10_000;

export interface DesksResult {
  blocks: number;
  /** The longest period with a 429 in every ten seconds, in milliseconds. Three minutes would block the address. */
  longestBreach: number;
  /** The longest period with only 429s, in milliseconds. */
  longestRefusal: number;
  sent: number;
  refused: number;
  /** The used share of the documented budget per hour, for each way of counting. */
  use: Map<ModelName, { all: number[]; one: number[] }>;
}

/** The order service's edge: the limits by class, and the block. */
class Edge {
  readonly result: DesksResult;
  private readonly clock: VirtualClock;
  private limits = new Map<LimitClass, LimitModel>();
  private blockedUntil = 0;
  private breachSince = 0;
  private refusedAt = Number.NEGATIVE_INFINITY;
  private onlyRefusedSince: number | null = null;
  taken = 0;

  constructor(clock: VirtualClock) {
    this.clock = clock;
    this.result = { blocks: 0, longestBreach: 0, longestRefusal: 0, sent: 0, refused: 0, use: new Map() };
  }

  count(way: ModelName, classes: readonly LimitClass[]): void {
    this.limits = new Map(classes.map((name) => [name, models[way](limitOf(name), this.clock.random)]));
    this.taken = 0;
  }

  arrive(classes: readonly LimitClass[]): boolean {
    const now = this.clock.now();
    this.result.sent += 1;
    if (now >= this.blockedUntil && classes.every((name) => this.limits.get(name)?.take(now) ?? true)) {
      this.taken += 1;
      this.onlyRefusedSince = null;
      return true;
    }
    this.refuse(now);
    return false;
  }

  private refuse(now: number): void {
    const { result } = this;
    result.refused += 1;
    const resumed = now - this.refusedAt > breachGap;
    if (resumed) this.breachSince = now;
    if (resumed || this.onlyRefusedSince === null) this.onlyRefusedSince = now;
    this.refusedAt = now;
    result.longestBreach = Math.max(result.longestBreach, now - this.breachSince);
    result.longestRefusal = Math.max(result.longestRefusal, now - this.onlyRefusedSince);
    if (now < this.blockedUntil || now - this.breachSince < breachMilliseconds) return;
    result.blocks += 1;
    this.blockedUntil = now + blockMilliseconds;
  }
}

/** @param setting the desks' setting "desks behind this address" */
export async function shareAddress(hours: number, setting: number, seed: number): Promise<DesksResult> {
  const clock = new VirtualClock(seed);
  const edge = new Edge(clock);
  const paces = Array.from({ length: desks }, () => new Pace({ system: clock, desks: setting }));
  const network = { least: 35, jitter: 20 };

  /** @returns the share of the budget that was used meanwhile */
  async function drain(who: readonly Pace[], way: ModelName, classes: readonly LimitClass[]): Promise<number> {
    const { limit, milliseconds } = limitOf(classes[0] ?? 'orders.read');
    const end = clock.now() + quarter;
    edge.count(way, classes);
    for (const pace of who) {
      const next = () => {
        if (clock.now() >= end) return;
        void send({ clock, pace, network, classes, lane: 'outbox', arrive: () => edge.arrive(classes) }).then(next);
      };
      for (let number = 0; number < waiting; number += 1) next();
    }
    await clock.run(end);
    // A bucket that started full allows slightly more than the budget. The excess is not counted.
    const used = Math.min(1, edge.taken / ((limit * quarter) / milliseconds));
    await clock.run(end + quarter);
    return used;
  }

  for (let hour = 0; hour < hours; hour += 1) {
    const way = ways[Math.floor(hour / kinds.length) % ways.length] ?? 'sliding log';
    const classes = kinds[hour % kinds.length] ?? [];
    const use = edge.result.use.get(way) ?? { all: [], one: [] };
    edge.result.use.set(way, use);
    use.all.push(await drain(paces, way, classes));
    const alone = paces[Math.floor(clock.random() * desks)];
    use.one.push(await drain(alone === undefined ? [] : [alone], way, classes));
  }
  return edge.result;
}
