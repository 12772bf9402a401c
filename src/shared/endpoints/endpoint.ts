/** The type of a row in the endpoint table, and parts that rows share. Limits: planning-api and order-api, Limits. */
import { z } from '../schemas.ts';
import { text } from '../shapes.ts';

/** Determines the service and therefore the key. */
export type ServiceName = 'planning' | 'orders';

/** Versions of the planning service; the order service has one, its v1. */
export const versions = ['v1', 'v0.2b'] as const;
export type Version = (typeof versions)[number];

/** At most `limit` requests (or items) in any window of `milliseconds`. */
export interface LimitWindow {
  limit: number;
  milliseconds: number;
  /** Whether requests or the items in them are counted. */
  counts: 'requests' | 'items';
}

const perSecond = (limit: number): LimitWindow => ({ limit, milliseconds: 1_000, counts: 'requests' });
const perMinute = (limit: number): LimitWindow => ({ limit, milliseconds: 60_000, counts: 'requests' });
const perTenMinutes = (limit: number): LimitWindow => ({ limit, milliseconds: 600_000, counts: 'requests' });
const itemsPerMinute = (limit: number): LimitWindow => ({ limit, milliseconds: 60_000, counts: 'items' });

/** Every documented limit, by class. A request counts against all windows of its classes. */
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
 * How a 2xx answer is told apart from that of a captive portal.
 * page: the list's field or a page token · id: a record with an id · operation: one with an id, to be polled · pending:
 * the live edit's flag or its stop · batch: what succeeded and failed · message: a message, or an empty 204 · link: an
 * address to fetch
 */
export type Success = 'page' | 'id' | 'operation' | 'pending' | 'batch' | 'message' | 'link';

export interface Endpoint {
  service: ServiceName;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the service's base path. `{name}` stands for a bare id segment. */
  path: string;
  versions: readonly Version[];
  /**
   * Limit classes of the request. A write in a special class also counts as a write: the documents do not exclude it,
   * and the stricter reading is never refused.
   */
  limitClasses: readonly LimitClass[];
  /** The largest `maxPageSize` to send. Undefined if the list has no pages or must be requested without a size. */
  pageMaximum?: number;
  /** The query parameters, strict. Undefined: none. */
  query?: z.ZodType;
  /** The request body, strict. Undefined: none. */
  request?: z.ZodType;
  /** The request body for v0.2b, in v1's field names, if its bounds differ. */
  olderRequest?: z.ZodType;
  /** Where an import holds its items: the body itself or one of its fields. */
  items?: 'body' | 'unassignedStops' | 'orders' | 'orderIds';
  /** The response, tolerant. */
  response: z.ZodType;
  success: Success;
  /** Idempotent: the request may be sent again if no answer came (outbox, By operation). */
  repeatable: boolean;
}

/** One page of a list. A body without either field is invalid. Invalid items are omitted from the typed view. */
export const page = <Name extends string, Items extends z.ZodType>(name: Name, items: Items) =>
  z
    .looseObject({ [name]: items, nextPageToken: z.string().min(1).nullish() } as Record<Name, Items> & {
      nextPageToken: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    })
    .refine((body: Record<string, unknown>) => body[name] !== undefined || body['nextPageToken'] !== undefined);

/** `maxPageSize` and `pageToken` as text, and the filters of the list. */
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
/** The versions of a row. */
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
