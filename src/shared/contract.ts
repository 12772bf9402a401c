/**
 * The contract between window and main: every call and every push, with its argument schema and its result type. Main's
 * handlers, the window's `backend` and the stand-ins in tests are derived from it; no channel name is typed by hand.
 */
import { z } from 'zod';
import { call, gesture, type Call } from './calls.ts';
import { connectionKinds, type ConnectResult, type KeyEntry } from './connections.ts';
import type { Session } from './session.ts';
import type { NamedRow } from './couriers.ts';
import type { DepotRow } from './depots.ts';
import { driverBase, driverUpdate, recognisableDriver, type DriverRow } from './drivers.ts';
import {
  entryQuery,
  historyStates,
  type EntryDetail,
  type EntryPage,
  type EntryView,
  type HistoryRow,
  type OutboxOverview,
} from './entries.ts';
import { mostPages, type Finding } from './label-check.ts';
import {
  type Batch,
  type BatchView,
  type FoundLabel,
  type LabelDocument,
  type LabelsOpen,
  mostTogether,
  type Printer,
  type Print,
  type ShownPrint,
} from './labels.ts';
import { importRows, importWork, mostKeptRows, type KeptImport, type KeptImportDetail } from './order-imports.ts';
import { orderBase, orderCreate, orderUpdate } from './order-input.ts';
import type { KnownOrder, OrderDetail, OrderRow } from './orders.ts';
import type { Draft } from './outbox.ts';
import { entryChoice } from './outbox-decisions.ts';
import { nouns } from './outbox-kinds.ts';
import { optimizationTypes } from './operations.ts';
import { paperKinds, type PaperOutline } from './papers.ts';
import { planBase, planCommands, planCreate, planUpdate, type PlanOutcome, type PlanRow } from './plans.ts';
import { settings, type Settings } from './settings.ts';
import { courierId, depotId, orderId, planId } from './shapes.ts';
import {
  stopBase,
  stopCreate,
  stopUpdate,
  type RecentRecipient,
  type RowResult,
  type StopDetail,
  type StopRow,
} from './stops.ts';
import {
  unassignedBase,
  unassignedStopUpdate,
  type UnassignedStopDetail,
  type UnassignedStopRow,
} from './unassigned-stops.ts';
import { faultRule, presetNames, type TrainingView } from './training.ts';

const nothing = z.undefined();

/** Rows read from the cache and how old they are. */
export interface Listing<Row> {
  rows: Row[];
  /** When the list was last read from the service as a whole, milliseconds since the epoch; null: never. */
  asOf: number | null;
  /** A refresh is under way. */
  refreshing: boolean;
  /** Where the next page begins; null: this was the last. */
  cursor: string | null;
  total: number;
}

const localId = z.string().min(1).max(100);
/** A stop of the service or one that has only its local id. */
const anyStopId = z.string().min(1).max(120);
const stopIds = z.array(anyStopId).min(1).max(1_000);
/** A plan of the service, or one that was created here and has only its local id. */
const anyPlanId = z.union([planId, localId.regex(/^[0-9a-f-]{36}$/)]);
/** An order of the service or one that has only its local id. */
const anyOrderId = z.string().min(1).max(120);
const anyOrderIds = z.array(anyOrderId).min(1).max(500);
const cursor = z.string().max(500).nullable();
const documentId = z.string().regex(/^[0-9a-f]{64}$/);
const printer = z.string().min(1).max(500);
const pageNumber = z.int().min(1).max(mostPages);
const pagesToPrint = {
  documentId,
  orderId,
  pages: z.array(pageNumber).min(1).max(mostPages).nullable(),
  anyway: z.boolean(),
};
const aPaper = {
  planId: anyPlanId,
  kind: z.enum(paperKinds),
  /** As the outline has it; null: everybody's. */
  driverId: z.string().min(1).max(120).nullable(),
};
/** A batch's id, and its label's position. */
const labelId = z.string().regex(/^[0-9a-f-]{36}:\d{1,4}$/);

export const contract = {
  session: {
    get: call<Session>()(nothing),
    /** Opens the training workspace; starts the training service if it does not run. */
    startTraining: gesture<Session>()({}),
    /** Ends the training service while the workspace stays open, to practise working without a line. */
    stopTrainingService: gesture<Session>()({}),
    /** Leaves the workspace and forgets its keys; refused while entries wait. */
    signOut: gesture<Session>()({}),
    dismissNotice: call<Session>()(z.strictObject({ kind: z.string().max(50) })),
    /** The person says that a key opens the account that the entries belong to, although nothing known is there. */
    confirmAccount: gesture<Session>()({ kind: z.enum(connectionKinds) }),
    /** Tries the line at once instead of at the next planned moment. */
    tryLine: call<Session>()(nothing),
  },
  connections: {
    /** Main collects key presses for this field from now on; they never reach the window. */
    beginKeyEntry: call<KeyEntry>()(z.strictObject({ kind: z.enum(connectionKinds) })),
    endKeyEntry: call<void>()(nothing),
    /** Takes the key from the clipboard. */
    pasteKey: call<KeyEntry>()(z.strictObject({ kind: z.enum(connectionKinds) })),
    clearKey: call<KeyEntry>()(z.strictObject({ kind: z.enum(connectionKinds) })),
    /** Lets the person choose a file with a certificate authority; null when they chose none. */
    chooseAuthority: call<{ name: string; pem: string } | null>()(nothing),
    /**
     * Checks each key that was entered with one request of page size 1, keeps them and opens the workspace.
     * `authority` is a certificate in PEM form, trusted for this workspace alone.
     */
    connect: gesture<ConnectResult>()({ address: z.string().max(2000), authority: z.string().max(100_000).nullable() }),
  },
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
    /** Makes a stop anew at another address of its plan, then deletes it at the old one: an address cannot be changed. */
    relocate: gesture<StopRow>()({ planId: anyPlanId, id: anyStopId, stop: stopCreate, draftId: localId.nullable() }),
    /** Puts stops into another plan. One result for each, in their order. */
    move: gesture<RowResult[]>()({ planId: anyPlanId, ids: stopIds, toPlanId: anyPlanId }),
    /** Deletes stops; what has not left is taken back. One result for each, in their order. */
    remove: gesture<RowResult[]>()({ planId: anyPlanId, ids: stopIds }),
    /** Undoes deletions that have not left; what was taken back is queued anew. One result for each, in their order. */
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
        addressLineOne: z.string().max(255).nullable(),
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
  orders: {
    /** Those that wait first, then newest first; at most 200 rows a page. */
    list: call<Listing<OrderRow>>()(z.strictObject({ cursor })),
    get: call<OrderDetail>()(z.strictObject({ orderId: anyOrderId })),
    /** One for each, in their order; null where there is none. */
    getMany: call<(OrderDetail | null)[]>()(z.strictObject({ orderIds: z.array(anyOrderId).max(100) })),
    refresh: call<void>()(nothing),
    /** Saves the order with its entry; answers after the commit. */
    add: gesture<OrderRow>()({ order: orderCreate, draftId: localId.nullable() }),
    /**
     * Saves many at once, all or none; they go out in imports of up to 100. Gives back how many.
     * @param argument.gesture of an import, and after a colon which part of it
     * @param argument.of keys of the orders in the file, in their order: of one import each is saved once, however it is
     *   cut into parts. Its draft, where it is kept, notes them in the same transaction, and is gone after the last
     */
    addMany: gesture<number>()({
      orders: z.array(orderCreate).min(1).max(100),
      of: z
        .strictObject({ importId: localId, keys: z.array(z.string().max(30)).max(100), last: z.boolean() })
        .nullable(),
    }),
    /**
     * Changes fields of an order.
     * @param argument.edit the fields that the person set (order-api, Edit semantics)
     * @param argument.base what these fields were when the person began
     */
    edit: gesture<OrderRow>()({ orderId: anyOrderId, edit: orderUpdate, base: orderBase, draftId: localId.nullable() }),
    /** The same with many at once, as a file brings them; what is with a courier stays. One result for each, in their order. */
    editMany: gesture<RowResult[]>()({
      edits: z
        .array(z.strictObject({ orderId: anyOrderId, edit: orderUpdate, base: orderBase }))
        .min(1)
        .max(100),
    }),
    /** Replaces the content of an unsent or refused order and queues it again. */
    correct: gesture<OrderRow>()({ entryId: localId, order: orderCreate, draftId: localId.nullable() }),
    /** Deletes orders; a submitted one is withdrawn first where `withdraw` says so. One result for each, in their order. */
    remove: gesture<RowResult[]>()({ orderIds: anyOrderIds, withdraw: z.boolean() }),
    /** Hands drafts to a courier. One result for each, in their order. */
    submit: gesture<RowResult[]>()({ orderIds: anyOrderIds, courierId }),
    /** Takes submitted orders back to draft. One result for each, in their order. */
    withdraw: gesture<RowResult[]>()({ orderIds: anyOrderIds }),
    /** Queues what was refused of these orders again. One result for each, in their order. */
    retry: gesture<RowResult[]>()({ orderIds: anyOrderIds }),
    /** Gives up what waits or was refused of these orders; what may be on the service stays. One result for each. */
    giveUp: gesture<RowResult[]>()({ orderIds: anyOrderIds }),
    /** Orders with these external ids that are here already, or, when `ask` says so, on the service. */
    known: call<KnownOrder[]>()(
      z.strictObject({ externalIds: z.array(z.string().min(1).max(1_000)).max(100), ask: z.boolean() }),
    ),
    /** Writes rows to a file as csv; main asks where. Null when the person chose nowhere. */
    saveRows: call<{ name: string } | null>()(
      z.strictObject({ name: z.string().max(200), text: z.string().max(20_000_000) }),
    ),
  },
  /** Imports that are not done, kept while they are corrected. */
  orderImports: {
    /** Newest first. */
    list: call<KeptImport[]>()(nothing),
    get: call<KeptImportDetail>()(z.strictObject({ id: localId })),
    /** A part of the file's rows, from 0; said once, before the import itself. */
    saveRows: call<void>()(z.strictObject({ id: localId, part: z.int().min(0).max(mostKeptRows), rows: importRows })),
    save: call<void>()(z.strictObject({ id: localId, work: importWork })),
    remove: call<void>()(z.strictObject({ id: localId })),
  },
  couriers: {
    list: call<NamedRow[]>()(nothing),
  },
  pickupLocations: {
    list: call<NamedRow[]>()(nothing),
  },
  labels: {
    /** A fresh label document of the order, or the one kept from before when the line is down. */
    fetch: call<LabelDocument>()(z.strictObject({ orderId })),
    /** What preflight finds in a document, and how many pages it has; 0 when they cannot be counted. */
    check: call<{ findings: Finding[]; pages: number }>()(z.strictObject({ documentId, orderId })),
    /**
     * Prints pages of a document, all when `pages` is null; refused with `label.refused` when preflight found something
     * and `anyway` is not set. One line of the ledger each page.
     */
    print: gesture<Print[]>()({ ...pagesToPrint, printer }),
    /** The same in the system's dialog, where the person chooses the printer; they may also cancel. */
    printInDialog: gesture<{ printed: boolean }>()(pagesToPrint),
    /** A person looked whether a page is on paper. */
    confirm: gesture<void>()({ printId: localId, onPaper: z.boolean() }),
    /** The label with this code on it, as a scanner reads it; null when none of the kept documents has it. */
    find: call<FoundLabel | null>()(z.strictObject({ code: z.string().min(1).max(200) })),
    /** What is still open about labels; at most 200 orders of each kind. */
    open: call<LabelsOpen>()(nothing),
    /** Prints a page with a ruler and a code, to see that sizes are true. */
    printTestPage: gesture<void>()({ printer }),
    /** Main asks where; null when the person chose nowhere. */
    save: call<{ name: string } | null>()(z.strictObject({ documentId, orderId })),
    /** What was printed of this order, newest first. */
    prints: call<ShownPrint[]>()(z.strictObject({ orderId })),
    printers: call<Printer[]>()(nothing),
  },
  /** Papers of a plan on A4. */
  papers: {
    outline: call<PaperOutline>()(z.strictObject({ planId: anyPlanId })),
    /** Saves it as a PDF where the person chooses; null when they chose nowhere. */
    save: call<{ name: string } | null>()(z.strictObject(aPaper)),
    /** Hands it to the printer, which is remembered. */
    print: gesture<void>()({ ...aPaper, printer }),
    /** The same in the system's dialog, where the person may also cancel. */
    printInDialog: gesture<{ printed: boolean }>()(aPaper),
  },
  /** Many labels, printed in the order in which they are given. */
  batches: {
    start: gesture<Batch>()({ orderIds: z.array(orderId).min(1).max(mostTogether), printer }),
    /** The last twenty, newest first. */
    list: call<Batch[]>()(nothing),
    get: call<BatchView>()(z.strictObject({ batchId: localId })),
    pause: gesture<void>()({ batchId: localId }),
    continue: gesture<void>()({ batchId: localId }),
    /** After a jam: everything from this page on is printed again. */
    continueFrom: gesture<void>()({ labelId, page: pageNumber }),
    /** What was not printed stays unprinted. */
    end: gesture<void>()({ batchId: localId }),
    decide: gesture<void>()({ labelId, choice: z.enum(['print-anyway', 'leave-out', 'again']) }),
  },
  outbox: {
    overview: call<OutboxOverview>()(nothing),
    /** At most 200 entries a page; of what is settled the last 200 are listed. */
    list: call<EntryPage>()(entryQuery),
    entry: call<EntryView>()(z.strictObject({ entryId: localId })),
    /** Queues a refused entry again, or lets a waiting one be looked at now. An entry in doubt is looked up, not resent. */
    retry: gesture<void>()({ entryId: localId }),
    /** The person gives the entry up; it is kept as such. Refused for what may be on the service. */
    giveUp: gesture<void>()({ entryId: localId }),
    /**
     * One choice for entries that ask, in one transaction; one for which the way is not open (any more) is left as it is.
     * Refused when that is so for all.
     */
    decide: gesture<{ done: number }>()({ entryIds: z.array(localId).min(1).max(1_000), choice: entryChoice }),
    /** The same for an entry and all that ask for the same reason: of its kind and plan. */
    decideAlike: gesture<{ done: number }>()({ entryId: localId, choice: entryChoice }),
    /**
     * Writes all open entries into a file that the person chooses; null when they chose none. `keep` false: they are not
     * sent from here any more, until the file is taken in again. Damaged entries stay.
     */
    exportEntries: gesture<{ name: string; count: number } | null>()({ keep: z.boolean() }),
    /** Takes in a file of the same account that the person chooses; null when they chose none. */
    importEntries: gesture<{ taken: number; known: number } | null>()({}),
    /** Gives up everything that has not been confirmed, what may be on the service already included. Answers how many. */
    giveUpAll: gesture<number>()({}),
    /**
     * What was sent and what the service said, newest first, at most 200 lines a page; `before` is the number of the last
     * line of the page before, null the beginning.
     */
    history: call<HistoryRow[]>()(
      z.strictObject({
        text: z.string().max(500),
        noun: z.enum(nouns).nullable(),
        state: z.enum(historyStates).nullable(),
        before: z.number().int().nullable(),
      }),
    ),
    /** What a line of the history said. */
    historyDetail: call<EntryDetail>()(z.strictObject({ number: z.number().int() })),
    /** What an entry says, for reading. */
    detail: call<EntryDetail>()(z.strictObject({ entryId: localId })),
    /** What was typed for a new stop, to fill the form with. */
    content: call<StopDetail>()(z.strictObject({ entryId: localId })),
  },
  /** What a trainer steers; each is refused with `training.not-open` outside the training depot. */
  training: {
    get: call<TrainingView>()(nothing),
    /** Puts faults in force in place of those before; null: none. */
    setPreset: call<TrainingView>()(z.strictObject({ preset: z.enum(presetNames).nullable() })),
    setRules: call<TrainingView>()(z.strictObject({ rules: z.array(faultRule).max(50) })),
    /** `now`: milliseconds since the epoch; a field that is left out stays as it is. */
    setClock: call<TrainingView>()(
      z.strictObject({ now: z.number().int().optional(), speed: z.number().min(0).max(3_600).optional() }),
    ),
    setSwitch: call<TrainingView>()(
      z.strictObject({ name: z.string().regex(/^\w{1,50}$/), choice: z.string().max(50) }),
    ),
  },
  settings: {
    get: call<Settings>()(nothing),
    set: call<Settings>()(settings.partial()),
  },
} as const;

export type Contract = typeof contract;
export type Group = keyof Contract;

/** Names of a group's calls that are gestures. */
export type GestureOf<Of extends Group> = {
  [C in keyof Contract[Of]]: Contract[Of][C] extends { isGesture: true } ? C : never;
}[keyof Contract[Of]];

/** `group.call` of all calls that are gestures. */
export type GestureName = { [G in Group]: `${G}.${GestureOf<G> & string}` }[Group];

/** All calls that are gestures, in the order of the contract. */
export const gestureNames: readonly GestureName[] = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).flatMap(([name, each]) => ('isGesture' in each ? [`${group}.${name}` as GestureName] : [])),
);

export type ArgumentOf<Of> = Of extends Call<infer Argument, unknown> ? z.infer<Argument> : never;
export type ResultOf<Of> = Of extends Call<z.ZodType, infer Result> ? Result : never;

/** One argument, or none where the contract says so. */
type ParametersOf<Of> = undefined extends ArgumentOf<Of> ? [argument?: undefined] : [argument: ArgumentOf<Of>];

/** What main implements and the window calls: a missing handler does not compile. */
export type Handlers = {
  [G in Group]: {
    [C in keyof Contract[G]]: (...parameters: ParametersOf<Contract[G][C]>) => Promise<ResultOf<Contract[G][C]>>;
  };
};
export type Backend = Handlers;

type HandlerOf<Name> = Name extends `${infer G extends Group}.${infer C}`
  ? C extends keyof Handlers[G]
    ? Extract<Handlers[G][C], (argument: never) => unknown>
    : never
  : never;
/** The handler of a gesture by its name, its argument, and what it answers. */
export type GestureHandler<Name extends GestureName> = HandlerOf<Name>;
export type GestureArgument<Name extends GestureName> = Parameters<HandlerOf<Name>>[0] & { gesture: string };
export type GestureAnswer<Name extends GestureName> = Awaited<ReturnType<HandlerOf<Name>>>;

/** Nouns whose rows changed; the window reads again what it shows of them. */
export type Changed =
  | 'plans'
  | 'unassignedStops'
  | 'stops'
  | 'drivers'
  | 'depots'
  | 'orders'
  | 'couriers'
  | 'outbox'
  | 'prints'
  | 'settings'
  | 'drafts'
  | 'training';

/** Pushes from main to the window. */
export interface Pushes {
  changed: { what: Changed[]; planId: string | null };
  session: Session;
  keyEntry: KeyEntry;
  /** The app ends: nothing is taken any more. */
  closing: null;
  /** The person asked to close while entries wait, or used a menu command. */
  command: { name: 'refresh' | 'new-stop' | 'search' | 'settings' };
}

export type PushName = keyof Pushes;
