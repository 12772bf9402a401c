/** Chance in the running service: keys, ids and signatures. Its data comes from the seeded generator in data/. */
import { randomBytes, randomInt } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const chance = {
  bytes: (count: number) => randomBytes(count),
  /** The bare segment of an id: 20 letters and digits (planning-api, Identifiers 4). */
  id: () => Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join(''),
  /** The same items in an order that says nothing. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, key: randomInt(2 ** 40) }))
      .sort((one, other) => one.key - other.key)
      .map(({ item }) => item);
  },
};
