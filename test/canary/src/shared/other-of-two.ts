/** Must fail lint: it imports what imports it. */
import type { One } from './one-of-two.ts';

export interface Other {
  one: One | null;
}
