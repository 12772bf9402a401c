/**
 * The table of entry kinds: what each does, how many fit in one request, whether it may be repeated, and how to find
 * out whether it was applied (outbox, By operation). All code that distinguishes kinds uses this table.
 */
import type { ServiceName } from './endpoints/endpoint.ts';

export const nouns = ['stops', 'unassignedStops', 'orders', 'drivers', 'plans'] as const;
export type Noun = (typeof nouns)[number];

export type Action =
  | 'create'
  | 'edit'
  | 'delete'
  /** creates at the new place, confirms, then deletes at the old one: one entry with two steps */
  | 'move'
  | 'live-create'
  | 'live-edit'
  | 'live-delete'
  | 'submit'
  | 'withdraw'
  /** starts an operation that runs on the service and is polled */
  | 'operate'
  /** notifies people, or commits a plan for them: never repeated unless the user decides so */
  | 'announce';

/** How to find out whether a request without an answer was applied. */
export type Doubt =
  /** by the exact list filter for the marker. A sweep removes later copies */
  | 'marker'
  /** by a record that was not listed before the attempt and matches what was sent */
  | 'new-record'
  /** by an operation that was not listed before the attempt */
  | 'new-operation'
  /** by reading the record again: if it does not match, the entry is resent */
  | 're-read'
  /** by repeating it until there is nothing left to do */
  | 'repeat'
  /** by reading the plan. The user decides what the plan does not show */
  | 'ask';

export interface Operation {
  noun: Noun;
  action: Action;
  service: ServiceName;
  /** Most entries in one request (planning-api and order-api, Limits). */
  together: number;
  /** Fewer than this are sent one by one. Default: 2. */
  togetherFrom?: number;
  doubt: Doubt;
  /** Waits for everything before it in its lane, and everything after it waits for it. */
  alone: boolean;
}

const planning = { service: 'planning', together: 1, alone: false } as const;
const orders = { service: 'orders', noun: 'orders', together: 1, alone: false } as const;
const ofPlan = { ...planning, noun: 'plans', alone: true } as const;

export const operations = {
  'stops.create': { ...planning, noun: 'stops', action: 'create', together: 100, doubt: 'marker' },
  'stops.update': { ...planning, noun: 'stops', action: 'edit', doubt: 're-read' },
  'stops.delete': { ...planning, noun: 'stops', action: 'delete', doubt: 'repeat' },
  'stops.move': { ...planning, noun: 'stops', action: 'move', doubt: 'marker' },
  'stops.liveCreate': {
    ...planning,
    ...{ noun: 'stops', action: 'live-create', together: 100, doubt: 'marker' },
    // The answer to an import names no stop's id, and an edit of a pending stop needs it. A batch without an answer may
    // also leave a question for each of its stops.
    togetherFrom: 10,
  },
  'stops.liveUpdate': { ...planning, noun: 'stops', action: 'live-edit', doubt: 'repeat' },
  'stops.liveDelete': { ...planning, noun: 'stops', action: 'live-delete', doubt: 'repeat' },
  'unassignedStops.create': { ...planning, noun: 'unassignedStops', action: 'create', together: 100, doubt: 'marker' },
  'unassignedStops.update': { ...planning, noun: 'unassignedStops', action: 'edit', doubt: 're-read' },
  'unassignedStops.delete': { ...planning, noun: 'unassignedStops', action: 'delete', doubt: 'repeat' },
  'orders.create': { ...orders, action: 'create', together: 100, doubt: 'marker' },
  'orders.update': { ...orders, action: 'edit', doubt: 're-read' },
  'orders.delete': { ...orders, action: 'delete', doubt: 'repeat' },
  'orders.submit': { ...orders, action: 'submit', together: 100, doubt: 're-read' },
  'orders.withdraw': { ...orders, action: 'withdraw', together: 100, doubt: 're-read' },
  // An import of drivers takes fifty (resolved, Bounds).
  'drivers.create': { ...planning, noun: 'drivers', action: 'create', together: 50, doubt: 'new-record' },
  'drivers.update': { ...planning, noun: 'drivers', action: 'edit', doubt: 're-read' },
  'drivers.delete': { ...planning, noun: 'drivers', action: 'delete', doubt: 'repeat' },
  'plans.create': { ...planning, noun: 'plans', action: 'create', doubt: 'new-record' },
  'plans.update': { ...planning, noun: 'plans', action: 'edit', doubt: 're-read' },
  'plans.delete': { ...ofPlan, action: 'delete', doubt: 'repeat' },
  'plans.optimize': { ...ofPlan, action: 'operate', doubt: 'new-operation' },
  'plans.reoptimize': { ...ofPlan, action: 'operate', doubt: 'new-operation' },
  'plans.distribute': { ...ofPlan, action: 'announce', doubt: 'ask' },
  'plans.redistribute': { ...ofPlan, action: 'announce', doubt: 'ask' },
  'plans.save': { ...ofPlan, action: 'announce', doubt: 'ask' },
} as const satisfies Record<string, Operation>;

/** Noun and operation. */
export type EntryKind = keyof typeof operations;

/** Kinds that are sent alone in their lane. */
export const aloneKinds = (Object.keys(operations) as EntryKind[]).filter((kind) => operations[kind].alone);

/** Kinds that the service applies with the plan's next optimisation, which does not wait for them. */
export const liveKinds = (Object.keys(operations) as EntryKind[]).filter((kind) =>
  operations[kind].action.startsWith('live-'),
);

export function operationOf(kind: EntryKind): Operation {
  return operations[kind];
}

/** True for kinds that create a record on the service. Their content is the record's and carries the marker. */
export function isCreate(kind: EntryKind): boolean {
  const { action } = operationOf(kind);
  return action === 'create' || action === 'move' || action === 'live-create';
}

/** The field that carries the marker (outbox, Rule 4), or null if there is none. */
export function markerField(noun: Noun): readonly ['recipient' | 'packageInfo', 'externalId'] | null {
  switch (noun) {
    case 'stops':
    case 'unassignedStops':
      return ['recipient', 'externalId'];
    case 'orders':
      return ['packageInfo', 'externalId'];
    case 'drivers':
    case 'plans':
      return null;
  }
}

/** Local ids never change (outbox, Rule 6). The service's ids look like `plans/…`. */
const local = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function isLocalId(id: string): boolean {
  return local.test(id);
}
