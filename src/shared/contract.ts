/**
 * The contract between window and main: every call and every push, with its argument schema and its result type. Main's
 * handlers, the window's `backend` and the stand-ins in tests are derived from it; no channel name is typed by hand.
 */
import type { z } from 'zod';
import type { Call } from './calls.ts';
import type { KeyEntry } from './connections.ts';
import type { Session } from './session.ts';
import { labelsCalls } from './contract/labels.ts';
import { ordersCalls } from './contract/orders.ts';
import { outboxCalls } from './contract/outbox.ts';
import { planningCalls } from './contract/planning.ts';
import { sessionCalls } from './contract/session.ts';
import { settingsCalls } from './contract/settings.ts';

export type { Listing } from './contract/arguments.ts';

export const contract = {
  ...sessionCalls,
  ...planningCalls,
  ...ordersCalls,
  ...labelsCalls,
  ...outboxCalls,
  ...settingsCalls,
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
