/** Chance in the running service: its keys and its secret. Ids and data come from the seed (store/, data/). */
import { randomBytes } from 'node:crypto';

export const chance = {
  bytes: (count: number) => randomBytes(count),
};
