/** Seeded randomness for the generator: the same seed gives the same data on every machine. */

export interface Dice {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True with this probability, 0 to 1. */
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the keys, with a probability proportional to its weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  /** The same items in random order. */
  shuffled<Item>(items: readonly Item[]): Item[];
  /** An id without its prefix: 20 letters and digits. */
  id(): string;
}

const idLetters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');

/** A generator of 32-bit steps, scaled to [0, 1): mulberry32, which passes the usual tests at this size. */
function mulberry32(state: number): () => number {
  let at = state >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @param seed of the whole data set
 * @param part what the dice are for; changing one part does not affect the others
 */
export function dice(seed: number, part: string): Dice {
  let state = seed;
  for (const letter of part) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) + 0x9e3779b9;
  const next = mulberry32(state);
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[whole(0, items.length - 1)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick,
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      return pick(entries)[0];
    },
    shuffled: (items) =>
      items
        .map((item) => ({ item, key: next() }))
        .sort((one, other) => one.key - other.key)
        .map(({ item }) => item),
    id: () => Array.from({ length: 20 }, () => pick(idLetters)).join(''),
  };
}
