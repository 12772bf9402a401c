/** Must fail lint: it imports what imports it. */
import type { Other } from './other-of-two.ts';

export interface One {
  other: Other | null;
}
