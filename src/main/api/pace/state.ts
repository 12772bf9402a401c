/**
 * The state of the rate limiter, as plain data behind a small store, here in memory. Plain data can be stored anywhere:
 * a shared store would let several desks draw on one budget. All times are by `System.elapsed`, which is monotonic.
 */
import { limits, type LimitClass, type LimitWindow } from '../../../shared/endpoints.ts';

/** A request that counts in the windows of its class. */
export interface Counted {
  id: number;
  items: number;
  /** When it was released. It may still have to wait for a connection. */
  sentAt: number;
  /** When it was handed to a connection, the earliest time it can have arrived; null: not yet. */
  leftAt: number | null;
  /** When its answer came, the latest time it can have arrived; null: in flight. */
  answeredAt: number | null;
}

/** This desk's share of a limit that several desks behind one address use; fractions of the limit, in (0, 1]. */
export interface ShareState {
  /** Number of desks behind the address, this one included. */
  desks: number;
  /** The current share. */
  share: number;
  /** The value that a halved share recovers to. */
  target: number;
  /** The share does not exceed the target before this time. */
  holdUntil: number;
  /** How long the share has been increasing without a 429, in milliseconds of use. */
  tried: number;
  usedAt: number;
  refusedAt: number;
}

export interface ClassState {
  /** The next evenly spaced slot, for each window of the class. */
  nextAt: number[];
  counted: Counted[];
  restUntil: number;
  /** 429s since the last success. */
  strikes: number;
  /** When the last 429 arrived. A 429 for a request that left before it says nothing new. */
  refusedAt: number;
  /** When the current series of 429s began, or null. */
  refusedSince: number | null;
  /** Consecutive stops of the class, each for a minute. */
  stops: number;
  /** After a 429 a single request goes first. The others wait for its answer, at most until this time. */
  probeUntil: number;
  /** Until this time, windows longer than a second are used evenly, because a burst was refused. */
  evenUntil: number;
  /** Margin added to the spacing because of 429s, as a fraction. `learnedAt`: when its decay was last applied. */
  learned: number;
  learnedAt: number;
  /** Ring buffer of the latest round trips, in milliseconds. */
  roundTrips: number[];
  roundTripsSeen: number;
  /** Jitter of the arrivals, in milliseconds. */
  scatter: number;
  /** A round trip that took longer was held up on its way, in milliseconds; null: too few are known. */
  longestUsual: number | null;
  /** Start of the current uninterrupted use of the class. */
  busySince: number;
  usedAt: number;
  share: ShareState;
}

export interface PaceState {
  classes: Partial<Record<LimitClass, ClassState>>;
  /** End of a suspected block, by service. Nothing is sent to it before that time. */
  blockedUntil: Record<string, number>;
  lastId: number;
}

export interface PaceStore {
  /** Reads and changes the state atomically. */
  change<Result>(work: (state: PaceState) => Result): Result;
}

export function memoryStore(): PaceStore {
  const state: PaceState = { classes: {}, blockedUntil: {}, lastId: 0 };
  return { change: (work) => work(state) };
}

/** Assumed scatter of arrivals, in milliseconds, until round trips are known. */
const assumedScatter = 50;

export function windowsOf(name: LimitClass): readonly LimitWindow[] {
  return limits[name];
}

/** @param desks number of desks that share the limit without communicating; each starts with an equal part */
export function classState(state: PaceState, name: LimitClass, desks: number): ClassState {
  return (state.classes[name] ??= {
    nextAt: windowsOf(name).map(() => 0),
    counted: [],
    restUntil: 0,
    strikes: 0,
    refusedAt: 0,
    refusedSince: null,
    stops: 0,
    probeUntil: 0,
    evenUntil: 0,
    learned: 0,
    learnedAt: 0,
    roundTrips: [],
    roundTripsSeen: 0,
    scatter: assumedScatter,
    longestUsual: null,
    busySince: 0,
    usedAt: 0,
    share: partOf(desks),
  });
}

/** A desk's initial share. @param desks number behind one address, this one included */
export function partOf(desks: number): ShareState {
  return { desks, share: 1 / desks, target: 1 / desks, holdUntil: 0, tried: 0, usedAt: 0, refusedAt: 0 };
}

/** End of a service's suspected block; 0: no block. */
export function blockEnd(state: PaceState, service: string): number {
  return state.blockedUntil[service] ?? 0;
}

/** The service that the limit belongs to: planning or orders. */
export function serviceOf(name: LimitClass): string {
  return name.slice(0, name.indexOf('.'));
}
