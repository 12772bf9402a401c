/** Names for kinds of entries. */
import { operationOf, type EntryKind, type Noun } from '../../shared/outbox-kinds.ts';
import { type PlainKey, t } from '../../messages/index.ts';

const kinds: Readonly<Record<EntryKind, PlainKey>> = {
  'stops.create': 'outbox.kindStopsCreate',
  'stops.update': 'outbox.kindStopsUpdate',
  'stops.delete': 'outbox.kindStopsDelete',
  'stops.move': 'outbox.kindStopsMove',
  'stops.liveCreate': 'outbox.kindStopsLiveCreate',
  'stops.liveUpdate': 'outbox.kindStopsLiveUpdate',
  'stops.liveDelete': 'outbox.kindStopsLiveDelete',
  'unassignedStops.create': 'outbox.kindUnassignedCreate',
  'unassignedStops.update': 'outbox.kindUnassignedUpdate',
  'unassignedStops.delete': 'outbox.kindUnassignedDelete',
  'orders.create': 'outbox.kindOrdersCreate',
  'orders.update': 'outbox.kindOrdersUpdate',
  'orders.delete': 'outbox.kindOrdersDelete',
  'orders.submit': 'outbox.kindOrdersSubmit',
  'orders.withdraw': 'outbox.kindOrdersWithdraw',
  'drivers.create': 'outbox.kindDriversCreate',
  'drivers.update': 'outbox.kindDriversUpdate',
  'drivers.delete': 'outbox.kindDriversDelete',
  'plans.create': 'outbox.kindPlansCreate',
  'plans.update': 'outbox.kindPlansUpdate',
  'plans.delete': 'outbox.kindPlansDelete',
  'plans.optimize': 'outbox.kindPlansOptimize',
  'plans.reoptimize': 'outbox.kindPlansReoptimize',
  'plans.distribute': 'outbox.kindPlansDistribute',
  'plans.redistribute': 'outbox.kindPlansRedistribute',
  'plans.save': 'outbox.kindPlansSave',
};

export const kindText = (kind: EntryKind): string => t(kinds[kind]);

/** Names for kinds of records, as offered by the filter. */
export const nounWords: Readonly<Record<Noun, PlainKey>> = {
  stops: 'outbox.nounStops',
  unassignedStops: 'outbox.nounUnassigned',
  orders: 'outbox.nounOrders',
  drivers: 'outbox.nounDrivers',
  plans: 'outbox.nounPlans',
};

export const nounOf = (kind: EntryKind): Noun => operationOf(kind).noun;

/** The connection whose key is needed to send this kind of entry. */
export const connectionOf = (kind: EntryKind): 'planning' | 'orders' => operationOf(kind).service;
