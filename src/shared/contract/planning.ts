/** Calls for plans, stops, drivers and depots. */
import { z } from '../schemas.ts';
import { call, gesture } from '../calls.ts';
import { zoneChoice } from '../zone-choice.ts';
import type { NamedRow } from '../couriers.ts';
import type { DepotRow } from '../depots.ts';
import { driverBase, driverUpdate, recognisableDriver, type DriverRow } from '../drivers.ts';
import { changedRows, importedRows } from '../imports.ts';
import { draftForms, type Draft } from '../outbox.ts';
import { optimizationTypes } from '../operations.ts';
import { planBase, planCreate, planUpdate, type OpenPlan, type PlanOutcome, type PlanRow } from '../plans.ts';
import { mostDrivers, planCommands } from '../plan-rules.ts';
import { depotId, driverId } from '../shapes.ts';
import {
  stopBase,
  stopCreate,
  stopEdit,
  type RecentRecipient,
  type RowResult,
  type StopDetail,
  type StopRow,
  type StopsElsewhere,
} from '../stops.ts';
import {
  unassignedBase,
  unassignedStopEdit,
  type UnassignedStopDetail,
  type UnassignedStopRow,
} from '../unassigned-stops.ts';
import {
  anyPlanId,
  anyStopId,
  cursor,
  localId,
  mostStops,
  nothing,
  stopIds,
  type Listing,
  type Page,
} from './arguments.ts';

export const planningCalls = {
  plans: {
    list: call<Listing<PlanRow>>()(nothing),
    get: call<PlanRow>()(z.strictObject({ planId: anyPlanId })),
    /** Plans of today that are not distributed, or have stops without a result. */
    open: call<OpenPlan[]>()(nothing),
    refresh: call<void>()(nothing),
    /** Tells main which plan is on screen, or null. That plan is read first and most often. */
    show: call<void>()(z.strictObject({ planId: anyPlanId.nullable() })),
    /** Saves the plan and its entry, and answers after the commit. Stops can be added to the plan immediately. */
    create: gesture<PlanRow>()({ plan: planCreate, draftId: localId.nullable() }),
    /** @param argument.base the values of the changed fields when the user began */
    edit: gesture<PlanRow>()({
      planId: anyPlanId,
      change: planUpdate,
      base: planBase,
      draftId: localId.nullable(),
    }),
    /**
     * Creates a plan like another one: with its depot and route overrides, with those of its drivers that are named, and
     * with its stops if asked. Answers once all of them are saved.
     */
    copy: gesture<PlanRow>()({
      planId: anyPlanId,
      plan: planCreate.pick({ title: true, starts: true }),
      drivers: z.array(driverId).max(mostDrivers),
      withStops: z.boolean(),
    }),
    /** Deletes the plan and its stops, or undoes a plan that was not sent. The user has confirmed it. */
    remove: gesture<void>()({ planId: anyPlanId }),
    /**
     * Queues a command for the whole plan. The user confirms commands that notify people before this call, and the app
     * never repeats those automatically.
     */
    command: gesture<PlanRow>()({
      planId: anyPlanId,
      command: z.enum(planCommands),
      /** Only for a re-optimisation. Default: only the changed stops. */
      optimizationType: z.enum(optimizationTypes).optional(),
    }),
    /**
     * Cancels the optimisation of the plan that was started here and runs on the service. False: it had ended before, or
     * none was started here.
     */
    cancel: call<boolean>()(z.strictObject({ planId: anyPlanId })),
    /** The result of the last optimisation requested here. Null if there was none or the result is unknown. */
    outcome: call<PlanOutcome | null>()(z.strictObject({ planId: anyPlanId })),
  },
  stops: {
    /** In route order, at most 200 rows per page. @param argument.known the digest of the page that the window has */
    list: call<Page<StopRow>>()(z.strictObject({ planId: anyPlanId, cursor, known: z.string().max(100).optional() })),
    get: call<StopDetail>()(z.strictObject({ planId: anyPlanId, id: anyStopId })),
    refresh: call<void>()(z.strictObject({ planId: anyPlanId })),
    /** The custom properties that are defined for the team; empty: there are none, or they could not be read. */
    properties: call<NamedRow[]>()(nothing),
    /** Reads a driver's route in the plan from the service; the whole plan where the route has other stops now. */
    readRoute: call<void>()(z.strictObject({ planId: anyPlanId, driverId })),
    /**
     * Searches the service for stops with these numbers outside a plan. A hit may be gone by now, and a new stop may be
     * missing. Null: the service has no search.
     * @param argument.planId the plan whose own stops do not count; null: unassigned stops do not
     */
    elsewhere: call<StopsElsewhere | null>()(
      z.strictObject({ planId: anyPlanId.nullable(), externalIds: z.array(z.string().min(1).max(1_000)).max(100) }),
    ),
    /** Saves the stop and its entry, and answers after the commit. */
    add: gesture<StopRow>()({ planId: anyPlanId, stop: stopCreate, draftId: localId.nullable() }),
    /**
     * Saves many stops of a file, all or none, and returns how many; live if the plan is not writable. As
     * `orders.addMany`.
     */
    addMany: gesture<number>()({
      planId: anyPlanId,
      stops: z.array(stopCreate).min(1).max(100),
      of: importedRows.nullable(),
    }),
    /**
     * Changes fields of a stop that is on the service or waiting to be sent, and answers after the commit. If the plan
     * is not writable, the change is live.
     * @param argument.change the fields that the user set; null clears a field
     * @param argument.base the values of these fields when the user began, with nested objects complete
     */
    edit: gesture<StopRow>()({
      planId: anyPlanId,
      id: anyStopId,
      change: stopEdit,
      base: stopBase,
      draftId: localId.nullable(),
    }),
    /**
     * Changes fields of several stops as `edit` does, in one transaction. One result per stop, in the same order.
     * @param argument.of as in `orders.editMany`
     */
    editMany: gesture<RowResult[]>()({
      planId: anyPlanId,
      edits: z
        .array(z.strictObject({ id: anyStopId, change: stopEdit, base: stopBase }))
        .min(1)
        .max(mostStops),
      of: changedRows.optional(),
    }),
    /**
     * Sets fields back to what they were before edits that were not sent. A field that was edited again since stays. One
     * result per stop, in the same order.
     * @param argument.edits what each edit set, and the values before it; null: there was none
     */
    undoEdits: gesture<RowResult[]>()({
      planId: anyPlanId,
      edits: z
        .array(z.strictObject({ id: anyStopId, change: stopEdit, before: stopEdit }))
        .min(1)
        .max(mostStops),
    }),
    /**
     * Creates the stop again at another address of its plan, then deletes the old one, because an address cannot be
     * edited.
     */
    relocate: gesture<StopRow>()({ planId: anyPlanId, id: anyStopId, stop: stopCreate, draftId: localId.nullable() }),
    /** Moves stops to another plan. One result per stop, in the same order. */
    move: gesture<RowResult[]>()({ planId: anyPlanId, ids: stopIds, toPlanId: anyPlanId }),
    /**
     * Creates each stop without a plan at the plan's depot, then deletes it here. Its allowed drivers, who are the
     * plan's, are dropped. One result per stop, in the same order.
     */
    unassign: gesture<RowResult[]>()({ planId: anyPlanId, ids: stopIds }),
    /** Deletes stops, or undoes them if they were not sent. One result per stop, in the same order. */
    remove: gesture<RowResult[]>()({ planId: anyPlanId, ids: stopIds }),
    /** Undoes deletions that were not sent, and queues undone stops again. One result per stop, in the same order. */
    restore: gesture<RowResult[]>()({ planId: anyPlanId, ids: stopIds }),
    /**
     * Undoes the last move of each stop, to another plan, to the unassigned stops or from there, if nothing of it was
     * sent and the stop was not changed at its new place. One result per stop, in the same order.
     * @param argument.ids the stops as they were called at the place that they left
     */
    undoMoves: gesture<RowResult[]>()({ ids: stopIds }),
    /** Replaces the content of an unsent or rejected stop and queues it again. */
    correct: gesture<StopRow>()({ entryId: localId, stop: stopCreate, draftId: localId.nullable() }),
    /** Recipients of earlier stops whose name, phone or postcode starts with the text, at most 8. */
    recentRecipients: call<RecentRecipient[]>()(z.strictObject({ text: z.string().max(255) })),
    /** Sent or waiting stops of the plan that resemble this one, at most 5. */
    similar: call<StopRow[]>()(
      z.strictObject({
        planId: anyPlanId,
        name: z.string().max(255).nullable(),
        phone: z.string().max(255).nullable(),
        /** Street, postcode and city as far as they are typed, with commas between them. */
        address: z.string().max(1100).nullable(),
      }),
    ),
  },
  /** Stops without a plan. */
  unassignedStops: {
    /** Stops that are waiting to be sent come last. At most 200 rows per page. */
    list: call<Listing<UnassignedStopRow>>()(z.strictObject({ cursor })),
    get: call<UnassignedStopDetail>()(z.strictObject({ id: anyStopId })),
    refresh: call<void>()(nothing),
    /**
     * Saves the stop and its entry, and answers after the commit. Without a depot the service uses the team's main
     * depot.
     */
    add: gesture<UnassignedStopRow>()({ stop: stopCreate, depot: depotId.nullable(), draftId: localId.nullable() }),
    /** Saves many stops of a file for one depot, all or none, and returns how many. As `orders.addMany`. */
    addMany: gesture<number>()({
      stops: z.array(stopCreate).min(1).max(100),
      depot: depotId.nullable(),
      of: importedRows.nullable(),
    }),
    /** As `stops.edit`. */
    edit: gesture<UnassignedStopRow>()({
      id: anyStopId,
      change: unassignedStopEdit,
      base: unassignedBase,
      draftId: localId.nullable(),
    }),
    /** As `stops.editMany`. */
    editMany: gesture<RowResult[]>()({
      edits: z
        .array(z.strictObject({ id: anyStopId, change: unassignedStopEdit, base: unassignedBase }))
        .min(1)
        .max(mostStops),
      of: changedRows.optional(),
    }),
    /** As `stops.correct`. */
    correct: gesture<UnassignedStopRow>()({ entryId: localId, stop: stopCreate, draftId: localId.nullable() }),
    /** As `stops.relocate`. */
    relocate: gesture<UnassignedStopRow>()({ id: anyStopId, stop: stopCreate, draftId: localId.nullable() }),
    /** Adds each stop to the plan, live if it is not writable, then deletes the unassigned one. One result per stop. */
    assign: gesture<RowResult[]>()({ ids: stopIds, planId: anyPlanId }),
    remove: gesture<RowResult[]>()({ ids: stopIds }),
    /** As `stops.restore`. */
    restore: gesture<RowResult[]>()({ ids: stopIds }),
  },
  drafts: {
    list: call<Draft[]>()(nothing),
    save: call<void>()(
      z.strictObject({
        id: localId,
        form: z.enum(draftForms),
        /** As in {@link Draft}. */
        planId: z.union([anyPlanId, z.enum(['', 'unassigned'])]),
        fields: z.record(z.string().max(100), z.unknown()),
      }),
    ),
    remove: call<void>()(z.strictObject({ id: localId })),
    /** The answer to the `closing` push: the window has saved its latest input. */
    allKept: call<void>()(nothing),
  },
  drivers: {
    list: call<Listing<DriverRow>>()(nothing),
    refresh: call<void>()(nothing),
    /**
     * Saves the driver and its entry, and answers after the commit. E-mail or phone is needed to recognize the driver
     * later.
     */
    create: gesture<DriverRow>()({ driver: recognisableDriver, draftId: localId.nullable() }),
    /** Saves many drivers of a file, all or none, and returns how many. As `orders.addMany`. */
    addMany: gesture<number>()({
      drivers: z.array(recognisableDriver).min(1).max(100),
      of: importedRows.nullable(),
    }),
    edit: gesture<DriverRow>()({
      id: localId,
      change: driverUpdate,
      base: driverBase,
      draftId: localId.nullable(),
    }),
    /** As `stops.editMany`. */
    editMany: gesture<RowResult[]>()({
      edits: z
        .array(z.strictObject({ id: localId, change: driverUpdate, base: driverBase }))
        .min(1)
        .max(mostStops),
      of: changedRows.optional(),
    }),
    /** Replaces the content of an unsent or rejected driver, including e-mail and phone, and queues it again. */
    correct: gesture<DriverRow>()({ entryId: localId, driver: recognisableDriver, draftId: localId.nullable() }),
    /** Removes the driver role, or undoes a driver that was not sent. The user has confirmed it. */
    remove: gesture<RowResult[]>()({ ids: z.array(localId).min(1).max(300) }),
    /** As `stops.restore`. */
    restore: gesture<RowResult[]>()({ ids: z.array(localId).min(1).max(300) }),
  },
  depots: {
    list: call<Listing<DepotRow>>()(nothing),
    /** Stores the time zone of a depot on this computer. Null: as its country suggests. */
    setZone: call<void>()(z.strictObject({ depotId: localId, choice: zoneChoice.nullable() })),
  },
} as const;
