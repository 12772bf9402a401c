/** Calls of plans, stops, drivers and depots. */
import { z } from 'zod';
import { call, gesture } from '../calls.ts';
import type { DepotRow } from '../depots.ts';
import { driverBase, driverUpdate, recognisableDriver, type DriverRow } from '../drivers.ts';
import type { Draft } from '../outbox.ts';
import { optimizationTypes } from '../operations.ts';
import { planBase, planCommands, planCreate, planUpdate, type PlanOutcome, type PlanRow } from '../plans.ts';
import { depotId } from '../shapes.ts';
import {
  stopBase,
  stopCreate,
  stopUpdate,
  type RecentRecipient,
  type RowResult,
  type StopDetail,
  type StopRow,
} from '../stops.ts';
import {
  unassignedBase,
  unassignedStopUpdate,
  type UnassignedStopDetail,
  type UnassignedStopRow,
} from '../unassigned-stops.ts';
import { anyPlanId, anyStopId, cursor, localId, nothing, stopIds, type Listing } from './arguments.ts';

export const planningCalls = {
  plans: {
    list: call<Listing<PlanRow>>()(nothing),
    get: call<PlanRow>()(z.strictObject({ planId: anyPlanId })),
    refresh: call<void>()(nothing),
    /** The plan that is on screen is read first and most often; null when none is. */
    show: call<void>()(z.strictObject({ planId: anyPlanId.nullable() })),
    /** Saves the plan with its entry; stops can be typed for it at once. Answers after the commit. */
    create: gesture<PlanRow>()({ plan: planCreate }),
    /** @param argument.base what the changed fields were when the person began */
    edit: gesture<PlanRow>()({ planId: anyPlanId, change: planUpdate, base: planBase }),
    /** Deletes the plan with its stops; a plan that has not left is taken back. The person has confirmed it. */
    remove: gesture<void>()({ planId: anyPlanId }),
    /**
     * Queues what is done to the plan as a whole. What tells people is confirmed by the person before this is called, and
     * is never repeated by itself.
     */
    command: gesture<PlanRow>()({
      planId: anyPlanId,
      command: z.enum(planCommands),
      /** Of a re-optimisation; left out: the changed stops alone. */
      optimizationType: z.enum(optimizationTypes).optional(),
    }),
    /** Cancels the optimisation of the plan that was started here and runs on the service; nothing when it has ended. */
    cancel: call<void>()(z.strictObject({ planId: anyPlanId })),
    /** What the last optimisation that was asked for here came to; null while there is none, or it is not known. */
    outcome: call<PlanOutcome | null>()(z.strictObject({ planId: anyPlanId })),
  },
  stops: {
    /** In route order; at most 200 rows a page. */
    list: call<Listing<StopRow>>()(z.strictObject({ planId: anyPlanId, cursor })),
    get: call<StopDetail>()(z.strictObject({ planId: anyPlanId, id: anyStopId })),
    refresh: call<void>()(z.strictObject({ planId: anyPlanId })),
    /** Saves the stop with its entry; answers after the commit. */
    add: gesture<StopRow>()({ planId: anyPlanId, stop: stopCreate, draftId: localId.nullable() }),
    /**
     * Changes fields of a stop that is on the service or on its way there; answers after the commit. Where the plan is not
     * writable the change is made live.
     * @param argument.change the fields that the person set; null clears one
     * @param argument.base what these fields were when the person began, nested objects whole
     */
    edit: gesture<StopRow>()({
      planId: anyPlanId,
      id: anyStopId,
      change: stopUpdate,
      base: stopBase,
      draftId: localId.nullable(),
    }),
    /** Creates a stop again at another address of its plan, then deletes it at the old one: an address cannot be changed. */
    relocate: gesture<StopRow>()({ planId: anyPlanId, id: anyStopId, stop: stopCreate, draftId: localId.nullable() }),
    /** Puts stops into another plan. One result for each, in their order. */
    move: gesture<RowResult[]>()({ planId: anyPlanId, ids: stopIds, toPlanId: anyPlanId }),
    /** Deletes stops; what has not left is taken back. One result for each, in their order. */
    remove: gesture<RowResult[]>()({ planId: anyPlanId, ids: stopIds }),
    /** Undoes deletions that have not left; what was taken back is queued again. One result for each, in their order. */
    restore: gesture<RowResult[]>()({ planId: anyPlanId, ids: stopIds }),
    /** Replaces the content of an unsent or refused stop and queues it again. */
    correct: gesture<StopRow>()({ entryId: localId, stop: stopCreate, draftId: localId.nullable() }),
    /** Recipients of earlier stops whose name, phone or postcode begins like the text; at most 8. */
    recentRecipients: call<RecentRecipient[]>()(z.strictObject({ text: z.string().max(255) })),
    /** Stops of the plan, sent or waiting, that look like this one; at most 5. */
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
  /** Stops that are in no plan yet. */
  unassignedStops: {
    /** Those that wait to be sent last; at most 200 rows a page. */
    list: call<Listing<UnassignedStopRow>>()(z.strictObject({ cursor })),
    get: call<UnassignedStopDetail>()(z.strictObject({ id: anyStopId })),
    refresh: call<void>()(nothing),
    /** Saves the stop with its entry; answers after the commit. Without a depot the team's main one is taken. */
    add: gesture<UnassignedStopRow>()({ stop: stopCreate, depot: depotId.nullable(), draftId: localId.nullable() }),
    /** As `stops.edit`. */
    edit: gesture<UnassignedStopRow>()({
      id: anyStopId,
      change: unassignedStopUpdate,
      base: unassignedBase,
      draftId: localId.nullable(),
    }),
    /** As `stops.correct`. */
    correct: gesture<UnassignedStopRow>()({ entryId: localId, stop: stopCreate, draftId: localId.nullable() }),
    /** As `stops.relocate`. */
    relocate: gesture<UnassignedStopRow>()({ id: anyStopId, stop: stopCreate, draftId: localId.nullable() }),
    /** Makes each a stop of the plan, live where it is not writable, and deletes it here then. One result for each. */
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
        form: z.enum(['stop', 'order']),
        /** Empty: it belongs to no plan. `unassigned`: a stop without one. */
        planId: z.union([anyPlanId, z.enum(['', 'unassigned'])]),
        fields: z.record(z.string().max(100), z.unknown()),
      }),
    ),
    remove: call<void>()(z.strictObject({ id: localId })),
    /** The answer to the push `closing`: what was typed last is kept. */
    allKept: call<void>()(nothing),
  },
  drivers: {
    list: call<Listing<DriverRow>>()(nothing),
    refresh: call<void>()(nothing),
    /** Saves the driver with its entry; answers after the commit. Without e-mail and phone nobody could be known again. */
    create: gesture<DriverRow>()({ driver: recognisableDriver }),
    edit: gesture<DriverRow>()({ id: localId, change: driverUpdate, base: driverBase }),
    /** Replaces the content of an unsent or refused driver, e-mail and phone too, and queues it again. */
    correct: gesture<DriverRow>()({ entryId: localId, driver: recognisableDriver }),
    /** Takes the driver role away; what has not left is taken back. The person has confirmed it. */
    remove: gesture<RowResult[]>()({ ids: z.array(localId).min(1).max(300) }),
    /** As `stops.restore`. */
    restore: gesture<RowResult[]>()({ ids: z.array(localId).min(1).max(300) }),
  },
  depots: {
    list: call<Listing<DepotRow>>()(nothing),
  },
} as const;
