/** The interface of the operation handlers. */
import type { EndpointName, Version } from '../../shared/endpoints.ts';
import type { ServiceClock } from '../clock.ts';
import type { LabelLinks } from '../labels/link.ts';
import type { Collection } from '../store/collection.ts';
import type { Store } from '../store/store.ts';
import type { Switches } from '../switches.ts';

/** What every handler has access to. */
export interface Context {
  store: Store;
  /** The service's time, not the rate limiter's. */
  clock: ServiceClock;
  /** The current switches; they can change while the service runs. */
  switches: Switches;
  links: LabelLinks;
  /** `https://127.0.0.1:port`, known once the service listens. */
  address(): string;
}

export interface Page {
  size: number;
  /** Key of the last item of the previous page; null on the first page. */
  after: string | null;
  /** The token of the page that starts after the item with this key. */
  token(key: string): string;
}

export interface ServiceRequest {
  version: Version;
  /** Id segments of the path without prefixes, well-formed. */
  parameters: Record<string, string>;
  /** Only the filters the handler declares. */
  filters: Record<string, string>;
  /** Only the other parameters the handler declares. */
  query: Record<string, string>;
  page: Page;
  /** Parsed JSON, not validated; undefined without a body. */
  body: unknown;
}

export interface Handler {
  /** Names of the filters the list accepts, `externalId` for `filter.externalId`. */
  filters?: readonly string[];
  /** Names of other query parameters, except page token and page size. */
  query?: readonly string[];
  /**
   * `signed` (the default): a token that this list did not issue is rejected. `position`: a forged token resumes from
   * whatever position it decodes to (order-api, Rules 3).
   */
  pageTokens?: 'signed' | 'position';
  /** Returns the body of a 200 or a {@link Reply}, or throws a `Refusal`. */
  handle: (request: ServiceRequest) => unknown;
}

/** Handlers by operation; an operation without one answers 404. */
export type Handlers = Partial<Record<EndpointName, Handler>>;

/** A response other than a 200 with a body. */
export class Reply {
  readonly status: number;
  /** Undefined: no body. */
  readonly body: unknown;

  constructor(status: number, body?: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** The response of deletes and save: a Message body (documents), an empty 204 (resolved), or an empty object. */
export function done({ switches }: Pick<Context, 'switches'>, message: string): Reply {
  if (switches.deletion === 'empty') return new Reply(204);
  if (switches.deletion === 'says-nothing') return new Reply(200, {});
  return new Reply(200, { message, code: null, param: null, url: null });
}

const lateness = 1_000;

/**
 * The items of a list, or what they were a second ago if the switch says so.
 * @param belongs whether a record would be among the items
 */
export function listed<Item extends object>(
  { clock, switches }: Pick<Context, 'clock' | 'switches'>,
  collection: Collection<Item>,
  items: Item[],
  belongs: (item: Item) => boolean,
): Item[] {
  const now = clock.now();
  return switches.lists === 'at-once' ? items : collection.asOf(items, belongs, now - lateness, now);
}

/**
 * Cuts one page out of a sorted list.
 * @param items all matching items, sorted by key in the list's direction
 * @param isAfter whether an item comes after the one with that key
 * @returns the page, and the token of the next page or null at the end
 */
export function cutPage<Item>(
  items: readonly Item[],
  page: Page,
  keyOf: (item: Item) => string,
  isAfter: (item: Item, key: string) => boolean,
): { items: Item[]; nextPageToken: string | null } {
  const { after } = page;
  const first = after === null ? 0 : items.findIndex((item) => isAfter(item, after));
  const rest = first === -1 ? [] : items.slice(first, first + page.size + 1);
  const cut = rest.slice(0, page.size);
  const last = cut.at(-1);
  return { items: cut, nextPageToken: last && rest.length > cut.length ? page.token(keyOf(last)) : null };
}

/** Cuts one page out of records in their collection's insertion order. */
export function pageByPlace<Item extends object>(
  collection: Collection<Item>,
  items: readonly Item[],
  page: Page,
): { items: Item[]; nextPageToken: string | null } {
  const placeOf = (item: Item) => collection.placeOf(collection.idOf(item));
  return cutPage(
    items,
    page,
    (item) => String(placeOf(item)),
    (item, key) => placeOf(item) > Number(key),
  );
}
