/** The handlers of all groups of the contract. A missing group does not compile. */
import { connectionHandlers } from './connections.ts';
import type { Context } from './context.ts';
import { courierHandlers, pickupLocationHandlers } from './couriers.ts';
import { crashesHandlers } from './crashes.ts';
import { draftHandlers } from './drafts.ts';
import { depotHandlers } from './depots.ts';
import { driverHandlers } from './drivers.ts';
import type { MainHandlers } from './gestures.ts';
import { batchHandlers } from './batches.ts';
import { labelHandlers } from './labels.ts';
import { mapHandlers } from './map.ts';
import { importHandlers } from './imports.ts';
import { orderHandlers } from './orders.ts';
import { outboxHandlers } from './outbox.ts';
import { paperHandlers } from './papers.ts';
import { planHandlers } from './plans.ts';
import { sessionHandlers } from './session.ts';
import { settingsHandlers } from './settings.ts';
import { stopHandlers } from './stops.ts';
import { tableHandlers } from './tables.ts';
import { trainingHandlers } from './training.ts';
import { unassignedStopHandlers } from './unassigned-stops.ts';
import { updatesHandlers } from './updates.ts';
import { windowHandlers } from './window.ts';

export function createHandlers(context: Context): MainHandlers {
  return {
    session: sessionHandlers(context),
    connections: connectionHandlers(context),
    plans: planHandlers(context),
    stops: stopHandlers(context),
    unassignedStops: unassignedStopHandlers(context),
    drafts: draftHandlers(context),
    drivers: driverHandlers(context),
    depots: depotHandlers(context),
    orders: orderHandlers(context),
    imports: importHandlers(context),
    couriers: courierHandlers(context),
    pickupLocations: pickupLocationHandlers(context),
    labels: labelHandlers(context),
    crashes: crashesHandlers(context),
    map: mapHandlers(context),
    batches: batchHandlers(context),
    papers: paperHandlers(context),
    outbox: outboxHandlers(context),
    tables: tableHandlers(context),
    training: trainingHandlers(context),
    settings: settingsHandlers(context),
    updates: updatesHandlers(context),
    window: windowHandlers(context),
  };
}
