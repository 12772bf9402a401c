/**
 * One table: every operation of both services that the app uses. The client, the training service, the tests and the
 * documents are driven by it. Methods and paths: planning-api, Endpoints and resolved, Methods and paths; order-api,
 * Endpoints. Limits: planning-api, Limits; order-api, Limits.
 */
import { z } from 'zod';
import { depot } from './depots.ts';
import { driver } from './drivers.ts';
import { order, orderShippingLabels } from './orders.ts';
import { plan } from './plans.ts';
import { batchResult } from './shapes.ts';
import { stop, stopCreate } from './stops.ts';

/** Which service, and with it which key and which base path. */
export type Service = 'planning' | 'orders';

export const basePaths: Record<Service, string> = { planning: '/public/v1', orders: '/connect/v1' };

/** A set of windows: at most `limit` requests (or items) in any `milliseconds`. */
export interface LimitWindow {
  limit: number;
  milliseconds: number;
  /** What is counted: requests, or the items they carry. */
  counts: 'requests' | 'items';
}

const perSecond = (limit: number): LimitWindow => ({ limit, milliseconds: 1_000, counts: 'requests' });

/** Every documented limit, by class. A request of a class counts in all its windows. */
export const limits = {
  'planning.read': [perSecond(10)],
  'planning.write': [perSecond(5)],
  'planning.stop-import': [
    { limit: 30, milliseconds: 60_000, counts: 'requests' },
    { limit: 100, milliseconds: 600_000, counts: 'requests' },
    { limit: 1_000, milliseconds: 60_000, counts: 'items' },
  ],
  'orders.read': [perSecond(10)],
  'orders.write': [perSecond(5)],
} as const satisfies Record<string, readonly LimitWindow[]>;
export type LimitClass = keyof typeof limits;

export interface Endpoint {
  service: Service;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the service's base path; `{name}` stands for a bare id segment. */
  path: string;
  /**
   * Classes the request counts in. An import of stops is a POST, so it counts as a write too: the document does not
   * say that it does not, and the stricter reading is never refused.
   */
  limitClasses: readonly LimitClass[];
  /** The greatest `maxPageSize` the service takes; undefined when the list has no pages. */
  pageMaximum?: number;
  request?: z.ZodType;
  response: z.ZodType;
  /** May be sent again when no answer came, because doing it twice does what doing it once does. */
  repeatable: boolean;
}

const page = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject({ ...shape, nextPageToken: z.string().nullish() });

export const endpoints = {
  'plans.list': {
    service: 'planning',
    method: 'GET',
    path: '/plans',
    limitClasses: ['planning.read'],
    pageMaximum: 20,
    response: page({ plans: z.array(plan).nullish() }),
    repeatable: true,
  },
  'plans.get': {
    service: 'planning',
    method: 'GET',
    path: '/plans/{planId}',
    limitClasses: ['planning.read'],
    response: plan,
    repeatable: true,
  },
  'stops.list': {
    service: 'planning',
    method: 'GET',
    path: '/plans/{planId}/stops',
    limitClasses: ['planning.read'],
    pageMaximum: 10,
    response: page({ stops: z.array(stop).nullish() }),
    repeatable: true,
  },
  'stops.get': {
    service: 'planning',
    method: 'GET',
    path: '/plans/{planId}/stops/{stopId}',
    limitClasses: ['planning.read'],
    response: stop,
    repeatable: true,
  },
  'stops.create': {
    service: 'planning',
    method: 'POST',
    path: '/plans/{planId}/stops',
    limitClasses: ['planning.write'],
    request: stopCreate,
    response: stop,
    repeatable: false,
  },
  'stops.import': {
    service: 'planning',
    method: 'POST',
    path: '/plans/{planId}/stops:import',
    limitClasses: ['planning.write', 'planning.stop-import'],
    request: z.array(stopCreate).min(1).max(100),
    response: batchResult,
    repeatable: false,
  },
  'drivers.list': {
    service: 'planning',
    method: 'GET',
    path: '/drivers',
    limitClasses: ['planning.read'],
    pageMaximum: 50,
    response: page({ drivers: z.array(driver).nullish() }),
    repeatable: true,
  },
  'depots.list': {
    service: 'planning',
    method: 'GET',
    path: '/depots',
    limitClasses: ['planning.read'],
    pageMaximum: 20,
    response: page({ depots: z.array(depot).nullish() }),
    repeatable: true,
  },
  'orders.list': {
    service: 'orders',
    method: 'GET',
    path: '/orders',
    limitClasses: ['orders.read'],
    pageMaximum: 50,
    response: page({ orders: z.array(order).nullish() }),
    repeatable: true,
  },
  'orders.get': {
    service: 'orders',
    method: 'GET',
    path: '/orders/{id}',
    limitClasses: ['orders.read'],
    response: order,
    repeatable: true,
  },
  'orders.shippingLabels': {
    service: 'orders',
    method: 'GET',
    path: '/orders/{id}/shippingLabels',
    limitClasses: ['orders.read'],
    response: orderShippingLabels,
    repeatable: true,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** What a call of the endpoint answers. */
export type ResponseOf<Name extends EndpointName> = z.infer<(typeof endpoints)[Name]['response']>;
