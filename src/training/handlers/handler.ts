/** What a handler of one operation is given and gives. */
import type { EndpointName } from '../../shared/endpoints.ts';

export interface Page {
  size: number;
  /** Key of the last item of the page before; null on the first page. */
  after: string | null;
  /** The token of the page that begins after the item with this key. */
  token(key: string): string;
}

interface ServiceRequest {
  /** Bare id segments of the path, well-formed. */
  parameters: Record<string, string>;
  /** Only filters the handler names. */
  filters: Record<string, string>;
  page: Page;
  /** Parsed JSON, not validated; undefined when there was none. */
  body: unknown;
}

interface Handler {
  /** Names of the filters the list takes. */
  filters?: readonly string[];
  /** Gives the body of a 200, or throws a `Refusal`. */
  handle: (request: ServiceRequest) => unknown;
}

/** Handlers by operation; one that is not here yet answers 404. */
export type Handlers = Partial<Record<EndpointName, Handler>>;

/**
 * Cuts one page out of a sorted list.
 * @param items all that match, sorted by their keys in the list's direction
 * @param isAfter whether an item comes after the one with that key
 * @returns the page, and the token of the next one or null at the end
 */
export function cutPage<Item>(
  items: readonly Item[],
  page: Page,
  keyOf: (item: Item) => string,
  isAfter: (item: Item, key: string) => boolean,
): { items: Item[]; nextPageToken: string | null } {
  const { after } = page;
  const rest = after === null ? items : items.filter((item) => isAfter(item, after));
  const cut = rest.slice(0, page.size);
  const last = cut.at(-1);
  return { items: cut, nextPageToken: last && rest.length > cut.length ? page.token(keyOf(last)) : null };
}

/** A position in a list that is only ever appended to: sorts as text. */
export const placeKey = (place: number) => String(place).padStart(9, '0');
