/** Stops, live stops, unassigned stops, search and custom stop properties (planning-api, Endpoints; resolved). */
import { z } from '../schemas.ts';
import { customStopProperty } from '../custom-stop-properties.ts';
import { searchHits, searchQuery } from '../search.ts';
import { batchResult, listOf, messageBody } from '../shapes.ts';
import { liveDeletion, liveStop, olderBarcodes, stop, stopCreateBody, stopUpdate } from '../stops.ts';
import {
  unassignedStop,
  unassignedStopCreate,
  unassignedStopImport,
  unassignedStopUpdate,
} from '../unassigned-stops.ts';
import {
  everyVersion,
  onlyV1,
  page,
  pageQuery,
  planningRead,
  planningWrite,
  textFilter,
  type Endpoint,
} from './endpoint.ts';

const batchOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(100);
const olderCreate = stopCreateBody.extend(olderBarcodes);
const olderUpdate = stopUpdate.extend(olderBarcodes);
const olderImport = z.strictObject({ ...unassignedStopImport.shape, unassignedStops: batchOf(olderCreate) });

const creates = { request: stopCreateBody, olderRequest: olderCreate };
const updates = { request: stopUpdate, olderRequest: olderUpdate };
const imports = {
  limitClasses: ['planning.write', 'planning.stop-import'],
  request: batchOf(stopCreateBody),
  olderRequest: batchOf(olderCreate),
  items: 'body',
  response: batchResult,
  success: 'batch',
} as const;

export const stopEndpoints = {
  'stops.create': { ...planningWrite, ...everyVersion, ...creates, path: '/plans/{planId}/stops', response: stop },
  'stops.list': {
    ...planningRead,
    ...everyVersion,
    path: '/plans/{planId}/stops',
    pageMaximum: 10,
    query: pageQuery(10, { 'filter.externalId': textFilter }),
    response: page('stops', listOf(stop)),
    success: 'page',
  },
  'stops.import': { ...planningWrite, ...everyVersion, ...imports, path: '/plans/{planId}/stops:import' },
  'stops.get': { ...planningRead, ...everyVersion, path: '/plans/{planId}/stops/{stopId}', response: stop },
  'stops.update': {
    ...planningWrite,
    ...everyVersion,
    ...updates,
    method: 'PATCH',
    path: '/plans/{planId}/stops/{stopId}',
    response: stop,
    repeatable: true,
  },
  'stops.delete': {
    ...planningWrite,
    ...everyVersion,
    method: 'DELETE',
    path: '/plans/{planId}/stops/{stopId}',
    response: messageBody,
    success: 'message',
    repeatable: true,
  },

  'stops.liveCreate': {
    ...planningWrite,
    ...everyVersion,
    ...creates,
    path: '/plans/{planId}/stops:liveCreate',
    response: liveStop,
    success: 'pending',
  },
  'stops.liveImport': { ...planningWrite, ...everyVersion, ...imports, path: '/plans/{planId}/stops:liveImport' },
  'stops.liveUpdate': {
    ...planningWrite,
    ...everyVersion,
    ...updates,
    path: '/plans/{planId}/stops/{stopId}:liveUpdate',
    response: liveStop,
    success: 'pending',
    repeatable: true,
  },
  'stops.liveDelete': {
    ...planningWrite,
    ...everyVersion,
    path: '/plans/{planId}/stops/{stopId}:liveDelete',
    response: liveDeletion,
    success: 'pending',
    repeatable: true,
  },

  /** Requested without a page size: the deployed service refuses 20, its own default (resolved, Methods and paths). */
  'stops.search': {
    ...planningRead,
    ...onlyV1,
    path: '/stops:search',
    query: pageQuery(20, searchQuery),
    response: page('stops', searchHits),
    success: 'page',
  },

  'unassignedStops.list': {
    ...planningRead,
    ...everyVersion,
    path: '/unassignedStops',
    pageMaximum: 20,
    query: pageQuery(20, { 'filter.externalId': textFilter }),
    response: page('unassignedStops', listOf(unassignedStop)),
    success: 'page',
  },
  'unassignedStops.get': {
    ...planningRead,
    ...everyVersion,
    path: '/unassignedStops/{unassignedStopId}',
    response: unassignedStop,
  },
  'unassignedStops.create': {
    ...planningWrite,
    ...everyVersion,
    path: '/unassignedStops',
    request: unassignedStopCreate,
    olderRequest: unassignedStopCreate.extend(olderBarcodes),
    response: unassignedStop,
  },
  'unassignedStops.import': {
    ...planningWrite,
    ...everyVersion,
    ...imports,
    path: '/unassignedStops:import',
    request: unassignedStopImport,
    olderRequest: olderImport,
    items: 'unassignedStops',
  },
  'unassignedStops.update': {
    ...planningWrite,
    ...everyVersion,
    method: 'PATCH',
    path: '/unassignedStops/{unassignedStopId}',
    request: unassignedStopUpdate,
    olderRequest: unassignedStopUpdate.extend(olderBarcodes),
    response: unassignedStop,
    repeatable: true,
  },
  'unassignedStops.delete': {
    ...planningWrite,
    ...everyVersion,
    method: 'DELETE',
    path: '/unassignedStops/{unassignedStopId}',
    response: messageBody,
    success: 'message',
    repeatable: true,
  },

  /** Not paged. */
  'customStopProperties.list': {
    ...planningRead,
    ...everyVersion,
    path: '/team/customStopProperties',
    response: page('customStopProperties', listOf(customStopProperty)),
    success: 'page',
  },
  'customStopProperties.get': {
    ...planningRead,
    ...everyVersion,
    path: '/team/customStopProperties/{customStopPropertyId}',
    response: customStopProperty,
  },
} as const satisfies Record<string, Endpoint>;
