/** The order in which orders are listed: newest first (order-api, Rules 1). */
import type { StoredOrder } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/** An order's position in the list: by creation time, then by insertion order. */
export interface Position {
  createdAt: number;
  place: number;
}

/** Negative when `one` comes first. */
export const newerFirst = (one: Position, other: Position): number =>
  other.createdAt - one.createdAt || other.place - one.place;

export const positionOf = (store: Store, { order }: StoredOrder): Position => ({
  createdAt: order.createdAt,
  place: store.orders.placeOf(order.id),
});

/** Converts the key of a page token to and from text. */
export const textOf = ({ createdAt, place }: Position): string => `${createdAt} ${place}`;

export function positionIn(text: string): Position {
  const [createdAt = 0, place = 0] = text.split(' ').map(Number);
  return { createdAt, place };
}

export interface Listed extends Position {
  id: string;
  /** The order as the list shows it, if that differs from its current state. */
  shown?: StoredOrder;
}

/** The index of the first entry after a position. */
export function indexAfter(listed: readonly Listed[], position: Position): number {
  let low = 0;
  let high = listed.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = listed[middle];
    if (entry && newerFirst(entry, position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * All orders, newest first. The list is maintained incrementally, so that a page of thousands needs no sorting: orders
 * never leave (deleted ones are hidden) and their creation time never changes.
 */
export function newestFirst(store: Store): () => readonly Listed[] {
  const listed: Listed[] = [];
  return () => {
    if (listed.length < store.orders.size) {
      for (const stored of store.orders.all().slice(listed.length)) {
        const entry = { ...positionOf(store, stored), id: stored.order.id };
        listed.splice(indexAfter(listed, entry), 0, entry);
      }
    }
    return listed;
  };
}
