/**
 * The faults between a client and the service, as plain data: rules with the requests they apply to and what happens to
 * them. The documents describe none of this: it is how networks, proxies and services under load behave.
 */
import type { EndpointName, LimitClass } from '../../shared/endpoints.ts';

export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

export const certificateProblems = ['expired', 'wrong-host', 'self-signed', 'unknown-issuer'] as const;
export type CertificateProblem = (typeof certificateProblems)[number];

/** The maximum delay of a request that is applied late, in milliseconds. */
export const latest = 600_000;

/** The faults. All durations are in milliseconds of the computer's clock, not the service's. */
export type Fault =
  /** Delays to the service, back, or both; each delay is drawn from `least` to `most`. */
  | { kind: 'latency'; direction: 'up' | 'down' | 'both'; least: number; most: number }
  /** The connection is cut before the request is applied. */
  | { kind: 'loss-before' }
  /** The request is applied, but the connection is cut instead of a response. */
  | { kind: 'loss-after' }
  /** An error response of the service or a gateway; the request is applied or not. */
  | { kind: 'status'; status: 500 | 502 | 503; applied: boolean }
  /** No response: the connection is cut immediately or stays open without a byte. The request is applied later. */
  | { kind: 'late'; after: number; connection: 'cut' | 'open' }
  /** A 429 regardless of the limits, with each service's own body. `retryAfter` is in seconds; null: no header. */
  | { kind: 'too-many'; retryAfter: number | null }
  /** Applied; the headers announce the full length, but the body ends after this many bytes. */
  | { kind: 'truncated'; bytes: number }
  /** A sign-in page with status 200, like a captive portal; the request is applied or not. */
  | { kind: 'html'; applied: boolean }
  /** Applied; the status line and headers trickle in over this time. */
  | { kind: 'slow-headers'; takes: number }
  /** Applied; the body trickles in over this time. */
  | { kind: 'slow-body'; takes: number }
  /** Dates and timestamps of the response are off by this much. */
  | { kind: 'clock-skew'; by: number }
  /** Connections are refused, and open ones break. */
  | { kind: 'refused' }
  /** New connections get a certificate that must not be trusted. */
  | { kind: 'certificate'; problem: CertificateProblem };

export type FaultKind = Fault['kind'];

/** Which requests a rule applies to; an omitted condition matches everything. */
export interface Hits {
  methods?: readonly Method[] | undefined;
  /** The path without its query; `*` stands for any characters. */
  path?: string | undefined;
  operations?: readonly EndpointName[] | undefined;
  limitClasses?: readonly LimitClass[] | undefined;
  /** The share of matching requests, 0 to 1; all if omitted. */
  share?: number | undefined;
  /** The rule expires after this many hits. */
  atMost?: number | undefined;
  /** Start (inclusive) and end (exclusive) by the service's time, in milliseconds since the epoch. */
  from?: number | undefined;
  until?: number | undefined;
  /** The same by the computer's clock, in milliseconds since the rules were activated. */
  startsAfter?: number | undefined;
  endsAfter?: number | undefined;
}

export interface FaultRule {
  hits: Hits;
  fault: Fault;
}

export interface FaultPlan {
  /** Seed of the dice: the same rules and requests give the same faults again. */
  seed: number;
  /**
   * Applied in order. Delays and clock skews add up; the first other fault that hits decides the response. Connection
   * faults (`refused`, `certificate`) come before any request is known, so only their times count.
   */
  rules: readonly FaultRule[];
}

export const noFaults: FaultPlan = { seed: 1, rules: [] };

export const isOfConnection = (fault: Fault): fault is Extract<Fault, { kind: 'refused' | 'certificate' }> =>
  fault.kind === 'refused' || fault.kind === 'certificate';
