/**
 * The state of the service: the generated data plus the changes from the journal, all in memory. A change is written to
 * the journal before it is applied.
 */
import { hash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { dice, type Dice } from '../data/dice.ts';
import type { Size } from '../data/size.ts';
import { makeWorld, type World } from '../data/world.ts';
import type { Stop } from '../model.ts';
import { Collection } from './collection.ts';
import { stateOf } from './compaction.ts';
import type { Journal } from './journal.ts';
import type { Kind, Records } from './records.ts';
import type { Collections, StatePart, Write } from './collections.ts';

/** A line of the journal. Never reuse a kind with a different meaning: newer versions read old journals. */
export type Change =
  | { kind: 'stops.added'; stops: Stop[] }
  /** `made`: the number of ids made so far, so that none is made twice. `at`: milliseconds since the epoch. */
  | ({ kind: 'records'; made: number; at: number } & Write)
  | StatePart;

export interface Store extends Collections {
  readonly seed: number;
  /** `2026-06-15`, the day around which the data is generated. */
  readonly firstDay: string;
  /** Applies a change that survives a kill once this returns. Throws and changes nothing if writing fails. */
  write(change: Write): void;
  /** Calls the listener after each change from now on, but not for changes from the journal. */
  watch(listener: (change: Write) => void): void;
  /** A new id without its prefix: 20 letters and digits, reproducible for the same seed and previous requests. */
  newId(): string;
  /** Dice for one use, equally reproducible. @param use what they are for */
  dice(use: string): Dice;
}

const collections = (): Collections => ({
  plans: new Collection(({ plan }) => plan.id),
  stops: new Collection(({ stop }) => stop.id, {
    plan: ({ stop }) => stop.plan,
    route: ({ routeId }) => routeId,
    externalId: ({ stop }) => (stop.recipient?.externalId == null ? null : `${stop.plan} ${stop.recipient.externalId}`),
  }),
  unassignedStops: new Collection(({ stop }) => stop.id, {
    externalId: ({ stop }) => stop.recipient?.externalId ?? null,
  }),
  drivers: new Collection(({ id }) => id),
  depots: new Collection(({ id }) => id),
  members: new Collection(({ id }) => id),
  routes: new Collection(({ id }) => id, { plan: ({ plan }) => plan }),
  operations: new Collection(({ operation }) => operation.id, {
    plan: ({ operation }) => operation.metadata.targetPlanId,
  }),
  customStopProperties: new Collection(({ id }) => id),
  orders: new Collection(({ order }) => order.id, {
    externalId: ({ order }) => order.packageInfo.externalId,
    barcode: ({ order }) => order.barcodes[0] ?? null,
  }),
  couriers: new Collection(({ courier }) => courier.id),
  pickupLocations: new Collection(({ id }) => id),
});

const kinds = Object.keys(collections()) as Kind[];

/** Applies a change. The cast is needed because the compiler cannot track the kind through the loop. */
function apply(into: Collections, { put = {}, remove = {} }: Write, at: number): void {
  for (const kind of kinds) {
    const collection = into[kind] as Collection<Records[Kind]>;
    for (const item of put[kind] ?? []) collection.put(item, at);
    for (const id of remove[kind] ?? []) collection.remove(id, at);
  }
}

/** Restores a part of a compacted journal, with records at their previous places. */
function applyState(into: Collections, { put = {}, remove, places, nextPlaces }: StatePart): void {
  for (const kind of kinds) {
    const collection = into[kind] as Collection<Records[Kind]>;
    for (const [index, item] of (put[kind] ?? []).entries()) collection.put(item, 0, places[kind]?.[index]);
    collection.keepPlacesBefore(nextPlaces[kind] ?? 0);
  }
  apply(into, { remove: remove ?? {} }, 0);
}

/** Converts a journal line of the first version. */
const fromStops = (stops: readonly Stop[], at: number): Write => ({
  put: { stops: stops.map((stop) => ({ stop: { ...stop, route: null }, routeId: null, createdAt: at })) },
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export interface StoreOptions {
  seed: number;
  firstDay: string;
  size?: Size;
  world?: World;
  journal: Journal<Change>;
  changes: readonly Change[];
  clock: Pick<Clock, 'now'>;
}

export function openStore(options: StoreOptions): Store {
  const { seed, firstDay, journal, clock } = options;
  const world = options.world ?? makeWorld(seed, firstDay, options.size);
  const all = collections();
  // Generated data counts as always present, so that lists do not lag behind it.
  apply(all, { put: world }, 0);

  const listeners: ((change: Write) => void)[] = [];
  let made = 0;
  for (const change of options.changes) {
    if (change.kind === 'records') {
      apply(all, change, 0);
      ({ made } = change);
    } else if (change.kind === 'state') {
      applyState(all, change);
      ({ made } = change);
    } else {
      apply(all, fromStops(change.stops, clock.now()), 0);
      made += change.stops.length;
    }
  }

  journal.compact(() => stateOf(all, world, { made, at: clock.now() }));

  return {
    ...all,
    seed,
    firstDay,
    write(change) {
      const at = clock.now();
      journal.append({ kind: 'records', made, at, ...change });
      apply(all, change, at);
      for (const listener of listeners) listener(change);
    },
    watch: (listener) => void listeners.push(listener),
    newId() {
      made += 1;
      let segment = '';
      for (const byte of hash('sha256', `${seed} ${firstDay} ${made}`, 'buffer').subarray(0, 20)) {
        segment += letters.charAt(byte % letters.length);
      }
      return segment;
    },
    dice(use) {
      made += 1;
      return dice(seed, `${use} ${made}`);
    },
  };
}
