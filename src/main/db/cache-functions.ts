/** All functions of the cache's worker, by name. Main derives the type of its client from this object. */
import { labelsOpen } from './label-state.ts';
import type { EntryQuery } from '../../shared/entries.ts';
import type { Raw } from '../../shared/shapes.ts';
import { asOf, isSameList, pullBack, purgeGone, stageRows, type StoredRow } from './cache-tables.ts';
import type { Database } from './database.ts';
import { findCodes } from './code-owners.ts';
import {
  listCouriers,
  listCustomProperties,
  listPickupLocations,
  putCouriers,
  putCustomProperties,
  putPickupLocations,
} from './couriers.ts';
import { pageOf } from './known-page.ts';
import { alikeEntries, entriesNamed, entryView, listEntries, outboxOverview } from './entry-list.ts';
import { forgetDriver, listDepots, listDrivers, putDepots, putDriver, putDrivers } from './drivers.ts';
import {
  countOrders,
  forgetOrder,
  getOrder,
  getOrders,
  labelContent,
  knownOrders,
  listOrders,
  orderIdsByMarker,
  putOrder,
  putOrders,
} from './orders.ts';
import { openPlans } from './open-plans.ts';
import { orderDeliveries } from './order-deliveries.ts';
import { forgetPlan, getPlan, listPlans, planDrivers, planOverrides, putPlan, putPlans } from './plans.ts';
import {
  countStops,
  forgetStop,
  getStop,
  listStops,
  planStops,
  putSomeStops,
  putStop,
  putStops,
  recentRecipients,
  routeOf,
  stayingStopIds,
  stopIdsByMarker,
  stopsList,
} from './stops.ts';
import { sentImportsNow, sentRowsNow } from './sent-progress.ts';
import { keepRoutes, keptRoutes } from './routes-before.ts';
import { subjectsOf, witnessesOf } from './subjects.ts';
import { plansWithNews, stopsReadAt, type StopSeen } from './stops-news.ts';
import {
  countUnassignedStops,
  forgetUnassignedStop,
  getUnassignedStop,
  listUnassignedStops,
  putUnassignedStop,
  putUnassignedStops,
  unassignedIdsByMarker,
} from './unassigned-stops.ts';

export const cacheFunctions = {
  asOf: (database: Database, list: string) => asOf(database, list),
  isSameList: (database: Database, list: string, digest: string, at: number) => isSameList(database, list, digest, at),
  stageRows: (database: Database, list: string, rows: StoredRow[]) => stageRows(database, list, rows),
  pullBack: (database: Database, now: number) => pullBack(database, now),
  purgeGone: (database: Database, now: number) => purgeGone(database, now),
  putPlans: (database: Database, rows: StoredRow[], at: number, digest?: string) =>
    putPlans(database, rows, at, digest),
  putPlan: (database: Database, item: Raw, at: number) => putPlan(database, item, at),
  forgetPlan: (database: Database, id: string, at: number) => forgetPlan(database, id, at),
  listPlans: (database: Database) => ({ rows: listPlans(database), asOf: asOf(database, 'plans') }),
  getPlan: (database: Database, id: string) => getPlan(database, id),
  openPlans: (database: Database, day: string, dayAt?: Readonly<Record<string, string>>) =>
    openPlans(database, day, dayAt),
  planDrivers: (database: Database, id: string) => planDrivers(database, id),
  planOverrides: (database: Database, id: string) => planOverrides(database, id),
  keepRoutes: (database: Database, planId: string) => keepRoutes(database, planId),
  keptRoutes: (database: Database, planId: string) => keptRoutes(database, planId),
  putStops: (database: Database, planId: string, rows: StoredRow[], at: number, digest?: string) =>
    putStops(database, planId, rows, at, digest),
  putStop: (database: Database, planId: string, item: Raw, at: number) => putStop(database, planId, item, at),
  putSomeStops: (database: Database, planId: string, rows: StoredRow[], at: number) =>
    putSomeStops(database, planId, rows, at),
  routeOf: (database: Database, planId: string, driverId: string) => routeOf(database, planId, driverId),
  forgetStop: (database: Database, id: string, at: number) => forgetStop(database, id, at),
  listStops: (database: Database, planId: string, offset: number, most: number) => ({
    rows: listStops(database, planId, offset, most),
    total: countStops(database, planId),
    asOf: asOf(database, stopsList(planId)),
  }),
  stopsPage: (database: Database, planId: string, offset: number, most: number, known?: string) => ({
    ...pageOf(listStops(database, planId, offset, most), known),
    total: countStops(database, planId),
    asOf: asOf(database, stopsList(planId)),
  }),
  stayingStopIds: (database: Database, planId: string) => stayingStopIds(database, planId),
  planStops: (database: Database, planId: string) => ({
    stops: planStops(database, planId),
    asOf: asOf(database, stopsList(planId)),
  }),
  getStop: (database: Database, planId: string, id: string) => getStop(database, planId, id),
  stopIdsByMarker: (database: Database, planId: string, marker: string) => stopIdsByMarker(database, planId, marker),
  recentRecipients: (database: Database, text: string, most: number) => recentRecipients(database, text, most),
  putUnassignedStops: (database: Database, rows: StoredRow[], at: number, digest?: string) =>
    putUnassignedStops(database, rows, at, digest),
  putUnassignedStop: (database: Database, item: Raw, at: number) => putUnassignedStop(database, item, at),
  forgetUnassignedStop: (database: Database, id: string, at: number) => forgetUnassignedStop(database, id, at),
  listUnassignedStops: (database: Database, offset: number, most: number) => ({
    rows: listUnassignedStops(database, offset, most),
    total: countUnassignedStops(database),
    asOf: asOf(database, 'unassignedStops'),
  }),
  getUnassignedStop: (database: Database, id: string) => getUnassignedStop(database, id),
  unassignedIdsByMarker: (database: Database, marker: string) => unassignedIdsByMarker(database, marker),
  plansWithNews: (database: Database, hits: StopSeen[]) => plansWithNews(database, hits),
  stopsReadAt: (database: Database) => stopsReadAt(database),
  putDrivers: (database: Database, rows: StoredRow[], at: number, digest?: string) =>
    putDrivers(database, rows, at, digest),
  putDriver: (database: Database, item: Raw, at: number) => putDriver(database, item, at),
  forgetDriver: (database: Database, id: string, at: number) => forgetDriver(database, id, at),
  listDrivers: (database: Database) => ({ rows: listDrivers(database), asOf: asOf(database, 'drivers') }),
  putDepots: (database: Database, rows: StoredRow[], at: number, digest?: string) =>
    putDepots(database, rows, at, digest),
  listDepots: (database: Database) => ({ rows: listDepots(database), asOf: asOf(database, 'depots') }),
  putOrders: (database: Database, rows: StoredRow[], at: number, digest?: string) =>
    putOrders(database, rows, at, digest),
  putOrder: (database: Database, item: Raw, at: number) => putOrder(database, item, at),
  forgetOrder: (database: Database, id: string) => forgetOrder(database, id),
  listOrders: (database: Database, offset: number, most: number) => ({
    rows: listOrders(database, offset, most),
    total: countOrders(database),
    asOf: asOf(database, 'orders'),
  }),
  getOrder: (database: Database, id: string) => getOrder(database, id),
  labelContent: (database: Database, id: string) => labelContent(database, id),
  getOrders: (database: Database, ids: string[]) => getOrders(database, ids),
  orderIdsByMarker: (database: Database, marker: string) => orderIdsByMarker(database, marker),
  findCodes: (database: Database, codes: string[], except: string) => findCodes(database, codes, except),
  knownOrders: (database: Database, externalIds: string[]) => knownOrders(database, externalIds),
  orderDeliveries: (database: Database, since: number, after: string, most: number) =>
    orderDeliveries(database, since, after, most),
  putCouriers: (database: Database, rows: StoredRow[], at: number, digest?: string) =>
    putCouriers(database, rows, at, digest),
  listCouriers: (database: Database) => listCouriers(database),
  putPickupLocations: (database: Database, rows: StoredRow[], at: number, digest?: string) =>
    putPickupLocations(database, rows, at, digest),
  listPickupLocations: (database: Database) => listPickupLocations(database),
  putCustomProperties: (database: Database, rows: StoredRow[], at: number, digest?: string) =>
    putCustomProperties(database, rows, at, digest),
  listCustomProperties: (database: Database) => listCustomProperties(database),
  witnessesOf: (database: Database) => witnessesOf(database),
  subjectsOf: (database: Database, ids: string[]) => subjectsOf(database, ids),
  outboxOverview: (database: Database) => outboxOverview(database),
  listEntries: (database: Database, query: EntryQuery, now: number) => listEntries(database, query, now),
  entriesNamed: (database: Database, ids: string[], now: number) => entriesNamed(database, ids, now),
  entryView: (database: Database, entryId: string, now: number) => entryView(database, entryId, now),
  alikeEntries: (database: Database, entryId: string) => alikeEntries(database, entryId),
  sentImports: (database: Database) => sentImportsNow(database),
  sentRows: (database: Database, importId: string, now: number) => sentRowsNow(database, importId, now),
  labelsOpen: (database: Database, most: number) => labelsOpen(database, most),
} as const;

export type CacheFunctions = typeof cacheFunctions;
export type CacheFunctionName = keyof CacheFunctions;

type AfterDatabase<Parameters> = Parameters extends [Database, ...infer Rest] ? Rest : never;

/** The same functions as main calls them: asynchronous, and without the database parameter. */
export type Cache = {
  [Name in CacheFunctionName]: (
    ...values: AfterDatabase<Parameters<CacheFunctions[Name]>>
  ) => Promise<ReturnType<CacheFunctions[Name]>>;
};
