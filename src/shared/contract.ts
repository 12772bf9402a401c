/**
 * The contract between window and main: every call and every push, with its argument schema and its result type. Main's
 * handlers, the window's `backend` and the test doubles are derived from it, so no channel name is typed by hand.
 */
import type { z } from 'zod';
import type { Call } from './calls.ts';
import type { KeyEntry } from './connections.ts';
import type { Session } from './session.ts';
import type { UpdatesView } from './updates.ts';
import { labelsCalls } from './contract/labels.ts';
import { mapCalls } from './contract/map.ts';
import { ordersCalls } from './contract/orders.ts';
import { outboxCalls } from './contract/outbox.ts';
import { planningCalls } from './contract/planning.ts';
import { sessionCalls } from './contract/session.ts';
import { settingsCalls } from './contract/settings.ts';
import { tablesCalls } from './contract/tables.ts';
import { crashesCalls } from './contract/crashes.ts';
import { updatesCalls } from './contract/updates.ts';
import { windowCalls } from './contract/window.ts';

export type { Listing, Page } from './contract/arguments.ts';

export const contract = {
  ...sessionCalls,
  ...planningCalls,
  ...ordersCalls,
  ...labelsCalls,
  ...mapCalls,
  ...crashesCalls,
  ...outboxCalls,
  ...settingsCalls,
  ...tablesCalls,
  ...updatesCalls,
  ...windowCalls,
} as const;

export type Contract = typeof contract;
export type Group = keyof Contract;

/** The names of a group's gestures. */
export type GestureOf<Of extends Group> = {
  [C in keyof Contract[Of]]: Contract[Of][C] extends { isGesture: true } ? C : never;
}[keyof Contract[Of]];

/** `group.call` for every gesture. */
export type GestureName = { [G in Group]: `${G}.${GestureOf<G> & string}` }[Group];

/** All gestures in the order of the contract. */
export const gestureNames: readonly GestureName[] = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).flatMap(([name, each]) => ('isGesture' in each ? [`${group}.${name}` as GestureName] : [])),
);

export type ArgumentOf<Of> = Of extends Call<infer Argument, unknown> ? z.infer<Argument> : never;
export type ResultOf<Of> = Of extends Call<z.ZodType, infer Result> ? Result : never;

/** One argument, or none if the contract declares none. */
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
/** A gesture's handler, its argument and its answer. */
export type GestureHandler<Name extends GestureName> = HandlerOf<Name>;
export type GestureArgument<Name extends GestureName> = Parameters<HandlerOf<Name>>[0] & { gesture: string };
export type GestureAnswer<Name extends GestureName> = Awaited<ReturnType<HandlerOf<Name>>>;

/** The kinds of records that changed. The window reloads those that it shows. */
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
  updates: UpdatesView;
  /** The app is exiting and accepts no more calls. */
  closing: null;
  /** The user tried to close the app with entries waiting, or used a menu command. */
  command: { name: 'refresh' | 'new-stop' | 'import' | 'search' | 'settings' };
}

export type PushName = keyof Pushes;
