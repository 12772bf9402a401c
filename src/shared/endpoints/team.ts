/** Drivers, depots and members (planning-api, Endpoints; resolved, Methods and paths, Bounds). */
import { z } from '../schemas.ts';
import { depot, depotCreate, depotUpdate } from '../depots.ts';
import { driver, driverCreate, driverUpdate } from '../drivers.ts';
import { member, memberCreate, memberUpdate } from '../members.ts';
import { batchResult, listOf, messageBody } from '../shapes.ts';
import {
  everyVersion,
  onlyV1,
  page,
  pageQuery,
  planningRead,
  planningWrite,
  truthFilter,
  type Endpoint,
} from './endpoint.ts';

const batch = { items: 'body', response: batchResult, success: 'batch' } as const;
const removal = { method: 'DELETE', response: messageBody, success: 'message', repeatable: true } as const;
const change = { method: 'PATCH', repeatable: true } as const;

export const teamEndpoints = {
  'drivers.list': {
    ...planningRead,
    ...everyVersion,
    path: '/drivers',
    pageMaximum: 50,
    query: pageQuery(50, { 'filter.active': truthFilter }),
    response: page('drivers', listOf(driver)),
    success: 'page',
  },
  'drivers.create': {
    ...planningWrite,
    ...everyVersion,
    path: '/drivers',
    limitClasses: ['planning.write', 'planning.driver-create'],
    request: driverCreate,
    response: driver,
  },
  'drivers.get': { ...planningRead, ...everyVersion, path: '/drivers/{driverId}', response: driver },
  'drivers.update': {
    ...planningWrite,
    ...everyVersion,
    ...change,
    path: '/drivers/{driverId}',
    request: driverUpdate,
    response: driver,
  },
  /** Removes the driver role only. Dashboard access stays. */
  'drivers.delete': { ...planningWrite, ...everyVersion, ...removal, path: '/drivers/{driverId}' },
  'drivers.import': {
    ...planningWrite,
    ...everyVersion,
    ...batch,
    path: '/drivers:import',
    limitClasses: ['planning.write', 'planning.driver-import'],
    request: z.array(driverCreate).min(1).max(50),
  },

  'depots.list': {
    ...planningRead,
    ...everyVersion,
    path: '/depots',
    pageMaximum: 20,
    query: pageQuery(20, {}),
    response: page('depots', listOf(depot)),
    success: 'page',
  },
  'depots.get': { ...planningRead, ...onlyV1, path: '/depots/{depotId}', response: depot },
  'depots.create': { ...planningWrite, ...onlyV1, path: '/depots', request: depotCreate, response: depot },
  'depots.update': {
    ...planningWrite,
    ...onlyV1,
    ...change,
    path: '/depots/{depotId}',
    request: depotUpdate,
    response: depot,
  },
  'depots.import': {
    ...planningWrite,
    ...onlyV1,
    ...batch,
    path: '/depots:import',
    request: z.array(depotCreate).min(1).max(100),
  },

  'members.create': { ...planningWrite, ...onlyV1, path: '/members', request: memberCreate, response: member },
  'members.update': {
    ...planningWrite,
    ...onlyV1,
    ...change,
    path: '/members/{memberId}',
    request: memberUpdate,
    response: member,
  },
  'members.delete': { ...planningWrite, ...onlyV1, ...removal, path: '/members/{memberId}' },
  'members.import': {
    ...planningWrite,
    ...onlyV1,
    ...batch,
    path: '/members:import',
    request: z.array(memberCreate).min(1).max(50),
  },
} as const satisfies Record<string, Endpoint>;
