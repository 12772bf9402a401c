/**
 * Errors are values with codes. A code survives every boundary (service, worker, window). One table in the window
 * (`renderer/lib/error-text.ts`) maps it to a text and an action. No code matches on English text.
 */

/** The app's own error codes. Codes of the services are in `serviceCode` and are shown raw if unknown. */
export const errorCodes = [
  // the line
  'line.unreachable',
  'line.timeout',
  'line.certificate',
  'line.proxy',
  'line.not-https',
  'line.interrupted',
  'line.odd-answer',
  'line.too-large',
  // what the service answered
  'service.key-refused',
  'service.forbidden',
  'service.not-found',
  'service.conflict',
  'service.refused',
  'service.busy',
  'service.blocked',
  'service.failed',
  // keys and connections
  'key.empty',
  'key.malformed',
  'keychain.unavailable',
  'connection.none',
  'connection.address',
  'connection.no-key',
  'connection.authority',
  'connection.not-confirmed',
  'connection.version',
  'proxy.not-confirmed',
  'workspace.unsent-entries',
  'workspace.searching',
  // data on this computer
  'storage.not-saved',
  'storage.newer',
  'storage.lists',
  'transfer.not-a-file',
  'transfer.other-account',
  'transfer.not-read',
  'transfer.too-large',
  'record.not-found',
  'record.not-editable',
  'record.sent-meanwhile',
  'record.discarded-meanwhile',
  'record.odd-payment',
  'record.odd-weight',
  'record.odd-activity',
  'input.invalid',
  'gesture.other',
  'gesture.interrupted',
  // labels and printing
  'label.not-a-pdf',
  'label.link-expired',
  'label.link-refused',
  'label.refused',
  'label.not-checked',
  'printer.none',
  'printer.missing',
  'printer.failed',
  'printer.still-queued',
  'paper.too-large',
  'save.failed',
  // the map
  'map.address',
  // updates of the app
  'update.address',
  'update.not-there',
  'update.no-parts',
  'update.wrong-file',
  'update.not-allowed',
  'update.no-agent',
  'update.not-installed',
  // training
  'training.not-started',
  'training.not-open',
  // the boundary between window and main
  'call.refused',
  'call.unknown',
  'call.too-many',
  'app.closing',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Whether the user can usefully retry. */
export type Retry = 'no' | 'later' | 'after-change';

/** Everything that may travel with an error across a boundary: an allow-list, so that no key or body leaks. */
export interface ErrorDetail {
  /** HTTP status of the answer, where there was one. */
  status?: number;
  /** The service's own error code (`plan_not_writable`), shown raw if the app has no text for it. */
  serviceCode?: string;
  /** The service's own message. It may be shown but is never matched on. */
  serviceMessage?: string;
  /** The field at fault, as a dotted path (`address.zip`). */
  field?: string;
  /** Operating system or library code (`ECONNREFUSED`, `CERT_HAS_EXPIRED`). */
  cause?: string;
  /**
   * How far a request without a complete answer got: the evidence for "not sent" or "in doubt" (`tls`, `handed-over`).
   */
  phase?: string;
  /** The host name that was contacted. */
  host?: string;
  /** Milliseconds to wait before trying again, when known. */
  waitMilliseconds?: number;
  /** When the next attempt runs, milliseconds since the epoch, if the user needs to know. */
  until?: number;
  /** A name that the user knows: a printer, a file. */
  name?: string;
  /** A count, if the text needs one. */
  count?: number;
  /** Pages of a label, from 1, that were sent before the error and may be on paper. */
  sentPages?: number[];
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retry: Retry;
  readonly detail: ErrorDetail;

  constructor(
    code: ErrorCode,
    options: { retry?: Retry; detail?: ErrorDetail; message?: string; cause?: unknown } = {},
  ) {
    super(options.message ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retry = options.retry ?? 'no';
    this.detail = options.detail ?? {};
  }
}

/** An error as sent across a boundary. */
export interface EncodedError {
  code: ErrorCode;
  retry: Retry;
  detail: ErrorDetail;
}

/**
 * Encodes any thrown value for a boundary. Anything but an AppError becomes `internal`, because its text may hold
 * anything.
 */
export function encodeError(error: unknown): EncodedError {
  if (error instanceof AppError) return { code: error.code, retry: error.retry, detail: error.detail };
  return { code: 'internal', retry: 'no', detail: {} };
}

/** The inverse of {@link encodeError}. */
export function decodeError(encoded: EncodedError): AppError {
  return new AppError(encoded.code, { retry: encoded.retry, detail: encoded.detail });
}

/** Marks a switch as exhaustive: a new case does not compile until it is handled. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`);
}
