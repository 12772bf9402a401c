/**
 * What the pace remembers, as plain data behind a small store: in memory here. A store on a shared engine would let
 * several desks draw on one budget; nothing in the state is an object with behaviour, so that it can be kept anywhere.
 * All moments are by `System.elapsed`, which nobody can set.
 */
import { limits, type LimitClass, type LimitWindow } from '../../../shared/endpoints.ts';

/** A request that counts in the windows of its class. */
export interface Counted {
  id: number;
  items: number;
  /** When it was let go. A connection may have to be opened before it leaves. */
  sentAt: number;
  /** When it was handed to a connection: it arrived there no earlier. null: not yet. */
  leftAt: number | null;
  /** When its answer came: it arrived there no later. null: it is in flight. */
  answeredAt: number | null;
}

/** What several desks behind one address leave each other; fractions of the whole limit, in (0, 1]. */
export interface ShareState {
  /** Behind one address, this one included. */
  desks: number;
  /** Taken now. */
  share: number;
  /** Where the share comes back to after it was halved. */
  target: number;
  /** No more than the target is tried before this moment. */
  holdUntil: number;
  /** How long more than the target has been tried without a 429, in milliseconds of use. */
  tried: number;
  usedAt: number;
  refusedAt: number;
}

export interface ClassState {
  /** The next moment by the even spacing, for each window of the class. */
  nextAt: number[];
  counted: Counted[];
  restUntil: number;
  /** 429s since the last success. */
  strikes: number;
  /** When the last one was known: what had left before it says nothing new. */
  refusedAt: number;
  /** When the present row of 429s began, or null. */
  refusedSince: number | null;
  /** How often in a row the class was stopped for a minute. */
  stops: number;
  /** After a 429 one request goes first; the others wait for its answer, at the longest until here. */
  probeUntil: number;
  /** Windows longer than a second are used evenly until then: a burst was refused. */
  evenUntil: number;
  /** Added to the spacing because of 429s, as a fraction, and when that was last counted down. */
  learned: number;
  learnedAt: number;
  /** Round trips of the last requests, in milliseconds, oldest overwritten. */
  roundTrips: number[];
  roundTripsSeen: number;
  /** How far arrivals are scattered, in milliseconds. */
  scatter: number;
  /** Since when the class has been used without a pause. */
  busySince: number;
  usedAt: number;
  share: ShareState;
}

export interface PaceState {
  classes: Partial<Record<LimitClass, ClassState>>;
  /** A suspected block by the service, by its name: nothing is sent before that time. */
  blockedUntil: Record<string, number>;
  lastId: number;
}

export interface PaceStore {
  /** Reads and changes the state in one step; nobody else sees or changes it meanwhile. */
  change<Result>(work: (state: PaceState) => Result): Result;
}

export function memoryStore(): PaceStore {
  const state: PaceState = { classes: {}, blockedUntil: {}, lastId: 0 };
  return { change: (work) => work(state) };
}

/** What is taken for the scatter of arrivals until round trips are known. */
const assumedScatter = 50;

export function windowsOf(name: LimitClass): readonly LimitWindow[] {
  return limits[name];
}

/** @param desks how many draw on the limit without speaking to each other; each begins with its part */
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
    busySince: 0,
    usedAt: 0,
    share: partOf(desks),
  });
}

/** What a desk begins with. @param desks behind one address, this one included */
export function partOf(desks: number): ShareState {
  return { desks, share: 1 / desks, target: 1 / desks, holdUntil: 0, tried: 0, usedAt: 0, refusedAt: 0 };
}

/** Until when nothing is sent to a service whose block is suspected; 0: none is. */
export function blockEnd(state: PaceState, service: string): number {
  return state.blockedUntil[service] ?? 0;
}

/** planning or orders: whose limit it is. */
export function serviceOf(name: LimitClass): string {
  return name.slice(0, name.indexOf('.'));
}
