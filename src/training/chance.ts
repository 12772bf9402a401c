/** Randomness for the running service's keys and secret. Ids and data come from the seed (store/, data/). */
import { randomBytes } from 'node:crypto';

export const chance = {
  bytes: (count: number) => randomBytes(count),
};
