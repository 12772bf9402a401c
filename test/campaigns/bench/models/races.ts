/** Runs one desk's jobs against each way of counting: how close to the limit, how many 429s, how long a click waits. */
import { Pace } from '../../../../src/main/api/pace.ts';
import { limits, type LimitClass } from '../../../../src/shared/endpoints.ts';
import { newCounts, send, type Counts, type Network } from './job.ts';
import type { Limit, LimitModel, Make } from './servers.ts';
import { VirtualClock } from './virtual-clock.ts';

const hour = 3_600_000;
export const lowJitter: Network = { least: 35, jitter: 10 };

export interface Result {
  /** The time taken divided by the minimum that the documented limit allows, for the worst seed. */
  ratio: number;
  /** Totals over all seeds. */
  refused: number;
  sent: number;
}

/** The limit of a class with a single window. */
export function limitOf(name: LimitClass): Limit {
  return limits[name][0];
}

/** A bulk job with this many requests of one class from a single desk, once per seed. */
export async function bulk(
  make: Make,
  name: LimitClass,
  network: Network,
  requests: number,
  seeds: number,
): Promise<Result> {
  const limit = limitOf(name);
  const least = ((requests - 1) * limit.milliseconds) / limit.limit;
  const result: Result = { ratio: 0, refused: 0, sent: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const clock = new VirtualClock(seed * 7_919);
    const pace = new Pace({ system: clock, desks: 1 });
    const model = make(limit, clock.random);
    const counts = newCounts();
    let left = requests;
    for (let number = 0; number < requests; number += 1) {
      const sent = { clock, pace, network, classes: [name], lane: 'background' as const, counts };
      void send({ ...sent, arrive: () => model.take(clock.now()) }).then(() => (left -= 1));
    }
    await clock.run(clock.now() + hour, () => left === 0);
    result.ratio = Math.max(result.ratio, (counts.lastAt - (counts.firstAt ?? 0)) / least);
    result.refused += counts.refused;
    result.sent += counts.sent;
  }
  return result;
}

/**
 * 5,000 orders submitted in batches of 100. Each submit also counts as a write. @returns seconds from the first click
 * to the last answer for the worst seed, and the 429s of all seeds
 */
export async function submits(
  make: Make,
  network: Network,
  seeds: number,
  imports: boolean,
): Promise<{ seconds: number; refused: number }> {
  const worst = { seconds: 0, refused: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const clock = new VirtualClock(seed * 104_729);
    const pace = new Pace({ system: clock, desks: 1 });
    const writes = make(limitOf('orders.write'), clock.random);
    const counts = newCounts();
    const batch = (model: LimitModel, name: LimitClass) => () =>
      send({
        ...{ clock, pace, network, counts, classes: ['orders.write', name], lane: 'outbox', items: 100 },
        arrive: () => writes.take(clock.now()) && model.take(clock.now()),
      });
    const submit = batch(make(limitOf('orders.submit'), clock.random), 'orders.submit');
    const imported = batch(make(limitOf('orders.import'), clock.random), 'orders.import');
    const began = clock.now();
    let ended = began;
    let left = 50;
    for (let number = 0; number < 50; number += 1) {
      void (imports ? imported().then(submit) : submit()).then(() => {
        left -= 1;
        ended = clock.now();
      });
    }
    await clock.run(began + hour, () => left === 0);
    worst.seconds = Math.max(worst.seconds, (ended - began) / 1_000);
    worst.refused += counts.refused;
  }
  return worst;
}

export interface Clicks {
  /** Waits until the pace allows the request, without the round trip, sorted, in milliseconds. */
  waits: number[];
  /** How long the bulk job took, in milliseconds. */
  took: number;
}

/**
 * A bulk job that always has 73 requests queued, and a user who clicks.
 *
 * @param every minimum milliseconds between two clicks; the maximum is twice that
 * @param lane the clicks' lane; `background` shows the effect of first in, first out; null: no clicks
 */
export async function clicks(
  make: Make,
  name: LimitClass,
  lane: 'click' | 'background' | null,
  requests: number,
  every: number,
): Promise<Clicks> {
  const clock = new VirtualClock(271);
  const pace = new Pace({ system: clock, desks: 1 });
  const model = make(limitOf(name), clock.random);
  const counts: Counts = newCounts();
  const common = { clock, pace, network: lowJitter, classes: [name], counts, arrive: () => model.take(clock.now()) };
  const waits: number[] = [];
  let left = requests;
  let ended = 0;
  const next = () => {
    if (left <= 0) return;
    left -= 1;
    void send({ ...common, lane: 'background' }).then(() => {
      ended = clock.now();
      next();
    });
  };
  const began = clock.now();
  for (let number = 0; number < 73; number += 1) next();
  const click = (its: 'click' | 'background') => {
    const asked = clock.now();
    void pace.enter([name], its).then((pass) => {
      if (pass === null) return;
      pace.left(pass);
      waits.push(clock.now() - asked);
      model.take(clock.now());
      clock.after(90, () => pace.succeeded(pass));
    });
    if (left > 0) clock.after(every * (1 + clock.random()), () => click(its));
  };
  if (lane !== null) clock.after(5_000, () => click(lane));
  await clock.run(began + hour);
  return { waits: waits.toSorted((a, b) => a - b), took: ended - began };
}

/** @param part 0.95: the 95th percentile @param sorted not empty */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}
