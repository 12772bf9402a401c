/**
 * What can go wrong between a client and the service, as plain data: rules, each with the requests it hits and what
 * happens to them. Nothing of it is in the documents; it is what networks, proxies and services under load do.
 */
import type { EndpointName, LimitClass } from '../../shared/endpoints.ts';

export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

export const certificateProblems = ['expired', 'wrong-host', 'self-signed', 'unknown-issuer'] as const;
export type CertificateProblem = (typeof certificateProblems)[number];

/** Milliseconds within which a request that is applied late is applied. */
export const latest = 600_000;

/** What happens. All durations in milliseconds by the computer's clock, not by the service's. */
export type Fault =
  /** Waits on the way to the service, on the way back, or both; each wait is drawn from `least` to `most`. */
  | { kind: 'latency'; direction: 'up' | 'down' | 'both'; least: number; most: number }
  /** The connection is cut before the request is applied. */
  | { kind: 'loss-before' }
  /** The request is applied, and the connection cut instead of an answer. */
  | { kind: 'loss-after' }
  /** The answer of a service or a gateway in trouble; applied or not. */
  | { kind: 'status'; status: 500 | 502 | 503; applied: boolean }
  /** No answer: the connection is cut at once, or left open without a byte; applied after a while anyway. */
  | { kind: 'late'; after: number; connection: 'cut' | 'open' }
  /** 429 whatever the limits say, each service with its own body; `retryAfter` in seconds, null: no such header. */
  | { kind: 'too-many'; retryAfter: number | null }
  /** Applied; the answer promises its whole length and ends after so many bytes of the body. */
  | { kind: 'truncated'; bytes: number }
  /** A sign-in page with status 200, as the network of a hotel answers; applied or not. */
  | { kind: 'html'; applied: boolean }
  /** Applied; status line and headers dribble in and are whole after so long. */
  | { kind: 'slow-headers'; takes: number }
  /** Applied; the body dribbles in and is whole after so long. */
  | { kind: 'slow-body'; takes: number }
  /** Dates and timestamps of the answer are off by so much. */
  | { kind: 'clock-skew'; by: number }
  /** Nobody can connect, and connections that are open break. */
  | { kind: 'refused' }
  /** New connections get a certificate that must not be trusted. */
  | { kind: 'certificate'; problem: CertificateProblem };

export type FaultKind = Fault['kind'];

/** Which requests a rule hits; what is left out does not matter. */
export interface Hits {
  methods?: readonly Method[] | undefined;
  /** The path without its query; `*` stands for any characters. */
  path?: string | undefined;
  operations?: readonly EndpointName[] | undefined;
  limitClasses?: readonly LimitClass[] | undefined;
  /** How many of them, 0 to 1; left out: all. */
  share?: number | undefined;
  /** Then the rule is used up. */
  atMost?: number | undefined;
  /** From then and before then by the service's time, milliseconds since the epoch. */
  from?: number | undefined;
  until?: number | undefined;
  /** From then and before then by the computer's clock, milliseconds since the rules were put in force. */
  startsAfter?: number | undefined;
  endsAfter?: number | undefined;
}

export interface FaultRule {
  hits: Hits;
  fault: Fault;
}

export interface FaultPlan {
  /** Of the dice: the same rules and requests meet the same luck again. */
  seed: number;
  /**
   * In order. Waits add up and skews too; of the faults that decide about the answer the first that hits does. Faults of
   * the connection (`refused`, `certificate`) come before any request is seen, so only their times count.
   */
  rules: readonly FaultRule[];
}

export const noFaults: FaultPlan = { seed: 1, rules: [] };

/** Faults that come before a request is seen. */
export const isOfConnection = (fault: Fault): fault is Extract<Fault, { kind: 'refused' | 'certificate' }> =>
  fault.kind === 'refused' || fault.kind === 'certificate';
