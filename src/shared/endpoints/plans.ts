/** Plans, live plans, routes and operations (planning-api, Endpoints; resolved, Methods and paths). */
import { operation, reoptimize } from '../operations.ts';
import { z } from '../schemas.ts';
import { plan, planCreate, planUpdate } from '../plans.ts';
import { route } from '../routes.ts';
import { listOf, messageBody } from '../shapes.ts';
import { stop } from '../stops.ts';
import {
  dateFilter,
  everyVersion,
  onlyV1,
  page,
  pageQuery,
  planningRead,
  planningWrite,
  textFilter,
  truthFilter,
  type Endpoint,
} from './endpoint.ts';

const optimise = ['planning.write', 'planning.optimise'] as const;

export const planEndpoints = {
  'plans.list': {
    ...planningRead,
    ...everyVersion,
    path: '/plans',
    pageMaximum: 20,
    query: pageQuery(20, {
      'filter.title': textFilter,
      'filter.startsGte': dateFilter,
      'filter.startsLte': dateFilter,
    }),
    response: page('plans', listOf(plan)),
    success: 'page',
  },
  'plans.create': {
    ...planningWrite,
    ...everyVersion,
    path: '/plans',
    request: planCreate,
    olderRequest: planCreate.omit({ routeOverrides: true }),
    response: plan,
  },
  'plans.get': { ...planningRead, ...everyVersion, path: '/plans/{planId}', response: plan },
  'plans.update': {
    ...planningWrite,
    ...everyVersion,
    method: 'PATCH',
    path: '/plans/{planId}',
    request: planUpdate,
    olderRequest: planUpdate.omit({ routeOverrides: true }),
    response: plan,
    repeatable: true,
  },
  'plans.delete': {
    ...planningWrite,
    ...everyVersion,
    method: 'DELETE',
    path: '/plans/{planId}',
    response: messageBody,
    success: 'message',
    repeatable: true,
  },
  'plans.optimize': {
    ...planningWrite,
    ...everyVersion,
    path: '/plans/{planId}:optimize',
    limitClasses: optimise,
    response: operation,
    success: 'operation',
  },
  'plans.distribute': { ...planningWrite, ...everyVersion, path: '/plans/{planId}:distribute', response: plan },
  'plans.reoptimize': {
    ...planningWrite,
    ...everyVersion,
    path: '/plans/{planId}:reoptimize',
    limitClasses: optimise,
    request: reoptimize,
    response: operation,
    success: 'operation',
  },
  'plans.redistribute': { ...planningWrite, ...everyVersion, path: '/plans/{planId}:redistribute', response: plan },
  'plans.save': {
    ...planningWrite,
    ...everyVersion,
    path: '/plans/{planId}:save',
    response: messageBody,
    success: 'message',
  },

  'routes.get': { ...planningRead, ...everyVersion, path: '/routes/{routeId}', response: route },
  'routes.list': {
    ...planningRead,
    ...onlyV1,
    path: '/routes',
    pageMaximum: 20,
    query: pageQuery(20, {}),
    response: page('routes', listOf(route)),
    success: 'page',
  },
  'routes.stops': {
    ...planningRead,
    ...onlyV1,
    path: '/routes/{routeId}/stops',
    pageMaximum: 10,
    query: pageQuery(10, { 'filter.externalId': textFilter }),
    response: page('stops', listOf(stop)),
    success: 'page',
  },

  'operations.list': {
    ...planningRead,
    ...everyVersion,
    path: '/operations',
    pageMaximum: 20,
    query: pageQuery(20, {
      'filter.done': truthFilter,
      'filter.type': z.enum(['plan_optimization']).optional(),
    }),
    response: page('operations', listOf(operation)),
    success: 'page',
  },
  'operations.get': {
    ...planningRead,
    ...everyVersion,
    path: '/operations/{operationId}',
    response: operation,
    success: 'operation',
  },
  'operations.cancel': {
    ...planningWrite,
    ...everyVersion,
    path: '/operations/{operationId}:cancel',
    response: operation,
    success: 'operation',
    repeatable: true,
  },
} as const satisfies Record<string, Endpoint>;
