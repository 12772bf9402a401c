/** The order in which orders are listed: newest first (order-api, Rules 1). */
import type { StoredOrder } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/** Where an order stands in the list: by its time, and among those of one moment by when it came. */
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

/** The key of a page token, and back. */
export const textOf = ({ createdAt, place }: Position): string => `${createdAt} ${place}`;

export function positionIn(text: string): Position {
  const [createdAt = 0, place = 0] = text.split(' ').map(Number);
  return { createdAt, place };
}

export interface Listed extends Position {
  id: string;
  /** As it is shown, where that is not as it is now. */
  shown?: StoredOrder;
}

/** The first that comes after a position. */
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
 * All orders in the list's order, kept as they come: no order leaves (a deleted one is hidden) and none is dated again, so
 * that a page of thousands costs no sorting.
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
