/**
 * Why no complete answer came: how far the exchange got (the evidence), and the error of the socket, TLS, the proxy or
 * undici, mapped to an app error code. Only this file interprets error codes of other layers.
 */
import type { ErrorCode } from '../../shared/errors.ts';

/** Steps before any byte of the request can leave. A request that fails here was not sent. */
export type PhaseBefore =
  /** for a free connection, or for the proxy lookup */
  | 'waiting'
  /** looking up the host's name */
  | 'name'
  /** reaching the host, or the proxy */
  | 'connect'
  /** the proxy was reached and has not opened the tunnel */
  | 'proxy'
  /** TLS handshake with the service, including its certificate */
  | 'tls';

/** Steps after which the request may have arrived. A request that fails here is in doubt. */
export type PhaseAfter =
  /** the request was given to a connected socket */
  | 'handed-over'
  /** status and headers have arrived, the body is incomplete */
  | 'answer-begun';

export interface Reason {
  code: ErrorCode;
  /** The other layer's own code, kept as evidence. */
  cause: string;
}

/** The connection could not be established, so no byte of the request left. */
export class DialError extends Error {
  /** With this code, undici fails every request that waits for the connection. */
  readonly code = 'DIAL_FAILED';
  readonly phase: PhaseBefore;
  readonly reason: Reason;
  /** `http://host:port` of the proxy that requires the user's network sign-in; null: none does. */
  readonly signInAt: string | null;

  constructor(phase: PhaseBefore, reason: Reason, signInAt: string | null = null) {
    super(`${phase}: ${reason.cause}`);
    this.name = 'DialError';
    this.phase = phase;
    this.reason = reason;
    this.signInAt = signInAt;
  }
}

/** The app aborted the exchange. */
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

/** The error code of another layer. If several addresses were tried, the code of the first one. */
export function causeOf(error: Error): string {
  const inner = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
}

/** Patterns are tried in this order. */
const reasons: readonly [RegExp, ErrorCode][] = [
  // Certificate and handshake errors of OpenSSL and Node. There is never a fallback without verification.
  [/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|ISSUER|ERR_TLS|ERR_SSL|EPROTO/, 'line.certificate'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'line.timeout'],
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'line.unreachable'],
  // An external link must not lead to a private address.
  [/^PRIVATE_ADDRESS$/, 'label.link-refused'],
  // Answers that are not HTTP, oversized headers, contradictory lengths.
  [/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/, 'line.odd-answer'],
];

/** Maps any error of an exchange to an app error code. */
export function reasonOf(error: Error): Reason {
  if (error instanceof DialError || error instanceof BrokenOff) return error.reason;
  const cause = causeOf(error);
  const known = reasons.find(([pattern]) => pattern.test(cause));
  return { code: known?.[1] ?? 'line.interrupted', cause };
}
