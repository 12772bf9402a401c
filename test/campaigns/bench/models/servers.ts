/**
 * Six ways in which a service may count one limit. The documents specify none, so the pace must work with all of them.
 * All count requests on arrival, by a clock whose phase the client does not know.
 */
export interface LimitModel {
  /** A request arrives. @returns false: answered with 429 */
  take(now: number): boolean;
}

export interface Limit {
  limit: number;
  milliseconds: number;
}

export type Make = (limit: Limit, random: () => number) => LimitModel;

/** At most `limit` in each window of the service's clock. */
const fixedWindow: Make = ({ limit, milliseconds }, random) => {
  const phase = random() * milliseconds;
  let window = -1;
  let used = 0;
  return {
    take(now) {
      const current = Math.floor((now + phase) / milliseconds);
      if (current !== window) used = 0;
      window = current;
      if (used >= limit) return false;
      used += 1;
      return true;
    },
  };
};

/** At most `limit` in any window: the strictest reading of "per second". */
const slidingLog: Make = ({ limit, milliseconds }) => {
  const taken: number[] = [];
  return {
    take(now) {
      while (taken[0] !== undefined && taken[0] <= now - milliseconds) taken.shift();
      if (taken.length >= limit) return false;
      taken.push(now);
      return true;
    },
  };
};

/** A bucket of `limit` tokens with a constant refill rate. */
const tokenBucket: Make = ({ limit, milliseconds }) => {
  let tokens = limit;
  let at = 0;
  return {
    take(now) {
      tokens = Math.min(limit, tokens + ((now - at) * limit) / milliseconds);
      at = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
};

/** A bucket that holds `limit` and loses one drop at each tick of the service's clock. */
const leakyBucket: Make = ({ limit, milliseconds }, random) => {
  const phase = random() * milliseconds;
  const tick = milliseconds / limit;
  let level = 0;
  let ticks = 0;
  return {
    take(now) {
      const passed = Math.floor((now + phase) / tick);
      level = Math.max(0, level - (passed - ticks));
      ticks = passed;
      if (level >= limit) return false;
      level += 1;
      return true;
    },
  };
};

/** Counts this window of the clock, plus the share of the previous one that a sliding window would still cover. */
const slidingCounter: Make = ({ limit, milliseconds }, random) => {
  const phase = random() * milliseconds;
  let window = 0;
  let before = 0;
  let used = 0;
  return {
    take(now) {
      const position = (now + phase) / milliseconds;
      const current = Math.floor(position);
      if (current !== window) {
        before = current === window + 1 ? used : 0;
        used = 0;
        window = current;
      }
      if (before * (1 - (position - current)) + used >= limit) return false;
      used += 1;
      return true;
    },
  };
};

/**
 * A sliding log that also starts to refuse when more than `near` of the limit was used over thirty windows, until the
 * demand of the last ten windows, including refused requests, has dropped by a tenth (planning-api, Limits).
 */
export const sustained =
  (near: number): Make =>
  (limit, random) => {
    const log = slidingLog(limit, random);
    const long = limit.milliseconds * 30;
    const short = limit.milliseconds * 10;
    const asked: number[] = [];
    const taken: number[] = [];
    let closed = false;
    return {
      take(now) {
        while (asked[0] !== undefined && asked[0] <= now - short) asked.shift();
        while (taken[0] !== undefined && taken[0] <= now - long) taken.shift();
        if (taken.length >= near * limit.limit * 30) closed = true;
        if (asked.length < (near - 0.1) * limit.limit * 10) closed = false;
        asked.push(now);
        if (closed || !log.take(now)) return false;
        taken.push(now);
        return true;
      },
    };
  };

export const models = {
  'fixed window': fixedWindow,
  'sliding log': slidingLog,
  'token bucket': tokenBucket,
  'leaky bucket': leakyBucket,
  'sliding counter': slidingCounter,
  'refuses sustained use': sustained(0.98),
} as const satisfies Record<string, Make>;

export type ModelName = keyof typeof models;
