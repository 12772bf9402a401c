/**
 * One table: every operation of both services, the 50 of planning v1 (39 of them in v0.2b) and the 13 of connect v1. It
 * drives the client, the training service, the tests and the documentation. Methods and paths: planning-api, Endpoints
 * and resolved, Methods and paths; order-api, Endpoints.
 */
import type { z } from 'zod';
import type { ServiceName, Version } from './endpoints/endpoint.ts';
import { orderEndpoints } from './endpoints/orders.ts';
import { planEndpoints } from './endpoints/plans.ts';
import { stopEndpoints } from './endpoints/stops.ts';
import { teamEndpoints } from './endpoints/team.ts';

export { limits, versions } from './endpoints/endpoint.ts';
export type { Endpoint, LimitClass, LimitWindow, ServiceName, Version } from './endpoints/endpoint.ts';

/** The base path of an endpoint. */
export function basePath(service: ServiceName, version: Version): string {
  return service === 'orders' ? '/connect/v1' : `/public/${version}`;
}

export const endpoints = { ...planEndpoints, ...stopEndpoints, ...teamEndpoints, ...orderEndpoints } as const;

export type EndpointName = keyof typeof endpoints;

/** The parsed response of an endpoint. */
export type ResponseOf<Name extends EndpointName> = z.infer<(typeof endpoints)[Name]['response']>;
