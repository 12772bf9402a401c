/**
 * Why no whole answer came: how far the exchange had got (the evidence), and what the socket, TLS, the proxy or undici
 * said, put into the app's own code. Every code of another layer that means something here is read in this file alone.
 */
import type { ErrorCode } from '../../shared/errors.ts';

/** Steps before any byte of the request can leave: what fails here was not sent. */
export type PhaseBefore =
  /** for a free connection, or for being told which proxy to take */
  | 'waiting'
  /** looking up the host's name */
  | 'name'
  /** reaching the host, or the proxy */
  | 'connect'
  /** the proxy was reached and has not opened the tunnel */
  | 'proxy'
  /** agreeing on encryption with the service and checking its certificate */
  | 'tls';

/** Steps from which on the request may have arrived: what fails here is in doubt. */
export type PhaseAfter =
  /** the request was given to a connected socket */
  | 'handed-over'
  /** status and headers are here, the body is not whole */
  | 'answer-begun';

export interface Reason {
  code: ErrorCode;
  /** The other layer's own code, kept as evidence. */
  cause: string;
}

/** No connection came about: no byte of the request left. */
export class DialError extends Error {
  /** One that undici takes for the failure of every request that waits for this connection. */
  readonly code = 'DIAL_FAILED';
  readonly phase: PhaseBefore;
  readonly reason: Reason;

  constructor(phase: PhaseBefore, reason: Reason) {
    super(`${phase}: ${reason.cause}`);
    this.name = 'DialError';
    this.phase = phase;
    this.reason = reason;
  }
}

/** The exchange was broken off from here. */
export class BrokenOff extends Error {
  readonly code = 'BROKEN_OFF';
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.cause);
    this.name = 'BrokenOff';
    this.reason = reason;
  }
}

export const overdue: Reason = { code: 'line.timeout', cause: 'deadline' };
export const tooLarge: Reason = { code: 'line.too-large', cause: 'TOO_LARGE' };

/** The code another layer gave an error; of several addresses that were tried, the first one's. */
export function causeOf(error: Error): string {
  const inner = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
}

/** The reasons in the order in which they are tried. */
const reasons: readonly [RegExp, ErrorCode][] = [
  // What OpenSSL and Node say of a certificate or of a handshake that failed. Never a way on without it.
  [/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|ISSUER|ERR_TLS|ERR_SSL|EPROTO/, 'line.certificate'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'line.timeout'],
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'line.unreachable'],
  // Where a link from outside may not lead.
  [/^PRIVATE_ADDRESS$/, 'label.link-refused'],
  // An answer that is no HTTP, headers without end, lengths that contradict each other.
  [/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/, 'line.odd-answer'],
];

/** Puts any error of an exchange into the app's own code. */
export function reasonOf(error: Error): Reason {
  if (error instanceof DialError || error instanceof BrokenOff) return error.reason;
  const cause = causeOf(error);
  const known = reasons.find(([pattern]) => pattern.test(cause));
  return { code: known?.[1] ?? 'line.interrupted', cause };
}
