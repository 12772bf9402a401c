/** What a row of the endpoint table says, and what rows have in common. Limits: planning-api and order-api, Limits. */
import { z } from 'zod';
import { text } from '../shapes.ts';

/** Which service, and with it which key. */
export type ServiceName = 'planning' | 'orders';

/** Versions of the planning service; the order service has one, its v1. */
export const versions = ['v1', 'v0.2b'] as const;
export type Version = (typeof versions)[number];

/** A set of windows: at most `limit` requests (or items) in any `milliseconds`. */
export interface LimitWindow {
  limit: number;
  milliseconds: number;
  /** What is counted: requests, or the items they carry. */
  counts: 'requests' | 'items';
}

const perSecond = (limit: number): LimitWindow => ({ limit, milliseconds: 1_000, counts: 'requests' });
const perMinute = (limit: number): LimitWindow => ({ limit, milliseconds: 60_000, counts: 'requests' });
const perTenMinutes = (limit: number): LimitWindow => ({ limit, milliseconds: 600_000, counts: 'requests' });
const itemsPerMinute = (limit: number): LimitWindow => ({ limit, milliseconds: 60_000, counts: 'items' });

/** Every documented limit, by class. A request of a class counts in all its windows. */
export const limits = {
  'planning.read': [perSecond(10)],
  'planning.write': [perSecond(5)],
  'planning.driver-create': [perSecond(1)],
  'planning.stop-import': [perMinute(30), perTenMinutes(100), itemsPerMinute(1_000)],
  'planning.driver-import': [perMinute(2), itemsPerMinute(100)],
  'planning.optimise': [perMinute(30), perTenMinutes(100)],
  'orders.read': [perSecond(10)],
  'orders.write': [perSecond(5)],
  'orders.import': [perMinute(10)],
  'orders.submit': [perMinute(10)],
} as const satisfies Record<string, readonly LimitWindow[]>;
export type LimitClass = keyof typeof limits;

/**
 * By what an answer of 2xx is known to be one, and not that of a captive portal:
 * page: the list's field or a page token · id: a record with an id · operation: one with an id, to be polled ·
 * pending: the live edit's flag or its stop · batch: what succeeded and failed · message: a message, or an empty 204 ·
 * link: an address to fetch
 */
export type Success = 'page' | 'id' | 'operation' | 'pending' | 'batch' | 'message' | 'link';

export interface Endpoint {
  service: ServiceName;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the service's base path; `{name}` stands for a bare id segment. */
  path: string;
  /** Which versions have it. */
  versions: readonly Version[];
  /**
   * Classes the request counts in. A write of a special class counts as a write too: the documents do not say that it
   * does not, and the stricter reading is never refused.
   */
  limitClasses: readonly LimitClass[];
  /** The greatest `maxPageSize` that is sent; undefined when the list has no pages, or is to be asked without a size. */
  pageMaximum?: number;
  /** The query's parameters, strict; undefined: it takes none. */
  query?: z.ZodType;
  /** The body that is sent, strict; undefined: it has none. */
  request?: z.ZodType;
  /** The body in v0.2b, in v1's field names, where its bounds differ. */
  olderRequest?: z.ZodType;
  /** Where the items lie that an import carries: the body itself, or one of its fields. */
  items?: 'body' | 'unassignedStops' | 'orders' | 'orderIds';
  /** The answer, tolerant. */
  response: z.ZodType;
  success: Success;
  /** May be sent again when no answer came, because doing it twice does what doing it once does (outbox, By operation). */
  repeatable: boolean;
}

/** One page of a list. A page without both of its fields is none; an odd item is left out of the typed view. */
export const page = <Name extends string, Items extends z.ZodType>(name: Name, items: Items) =>
  z
    .looseObject({ [name]: items, nextPageToken: z.string().min(1).nullish() } as Record<Name, Items> & {
      nextPageToken: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    })
    .refine((body: Record<string, unknown>) => body[name] !== undefined || body['nextPageToken'] !== undefined);

/** `maxPageSize` and `pageToken`, as text, and the filters of the list. */
export const pageQuery = <Filters extends z.ZodRawShape>(most: number, filters: Filters) =>
  z.strictObject({
    pageToken: text(255).optional(),
    maxPageSize: z
      .string()
      .regex(/^[1-9]\d{0,3}$/)
      .refine((size) => Number(size) <= most)
      .optional(),
    ...filters,
  });

export const dateFilter = z.iso.date().optional();
export const truthFilter = z.enum(['true', 'false']).optional();
export const textFilter = text(255).optional();

const v1 = ['v1'] as const;
/** Versions as the rows name them. */
export const onlyV1 = { versions: v1 };
export const everyVersion = { versions };

export const planningRead = {
  service: 'planning',
  method: 'GET',
  limitClasses: ['planning.read'],
  success: 'id',
  repeatable: true,
} as const;
export const planningWrite = {
  service: 'planning',
  method: 'POST',
  limitClasses: ['planning.write'],
  success: 'id',
  repeatable: false,
} as const;
