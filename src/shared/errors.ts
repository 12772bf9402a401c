/**
 * Errors are values with codes. A code survives every border (service, worker, window); one table in the window
 * (`renderer/lib/error-text.ts`) turns it into words and an action. Nothing matches on English text.
 */

/** What the app itself can say. Codes of the services stand in `serviceCode` and are shown raw when unknown. */
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
  'connection.version',
  'workspace.unsent-entries',
  // data on this computer
  'storage.not-saved',
  'storage.newer',
  'storage.lists',
  'transfer.not-a-file',
  'transfer.other-account',
  'transfer.not-read',
  'record.not-found',
  'record.not-editable',
  'input.invalid',
  'gesture.other',
  'gesture.interrupted',
  // labels and printing
  'label.not-a-pdf',
  'label.link-expired',
  'label.link-refused',
  'label.refused',
  'printer.none',
  'printer.missing',
  'printer.failed',
  'printer.still-queued',
  'save.failed',
  // training
  'training.not-started',
  'training.not-open',
  // the border between window and main
  'call.refused',
  'call.unknown',
  'app.closing',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What a person can usefully do about it. */
export type Retry = 'no' | 'later' | 'after-change';

/** Everything that may cross a border with an error: an allow-list, so that a key or a body never travels along. */
export interface ErrorDetail {
  /** HTTP status of the answer, where there was one. */
  status?: number;
  /** The service's own error code (`plan_not_writable`), shown as it is when the app has no words for it. */
  serviceCode?: string;
  /** The service's own sentence; may be shown, never matched on. */
  serviceMessage?: string;
  /** The field at fault, as a dotted path (`address.zip`). */
  field?: string;
  /** Operating system or library code (`ECONNREFUSED`, `CERT_HAS_EXPIRED`). */
  cause?: string;
  /** How far an exchange without a whole answer had got: the evidence for not sent or in doubt (`tls`, `handed-over`). */
  phase?: string;
  /** Host name that was spoken to. */
  host?: string;
  /** Milliseconds to wait before trying again, when known. */
  waitMilliseconds?: number;
  /** When it is tried again, in milliseconds since the epoch, where a person has to know. */
  until?: number;
  /** A name a person knows: a printer, a file. */
  name?: string;
  /** How many, where the words need a number. */
  count?: number;
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

/** An error as it crosses a border. */
export interface EncodedError {
  code: ErrorCode;
  retry: Retry;
  detail: ErrorDetail;
}

/**
 * Prepares any thrown value for a border. What is not an AppError becomes `internal`: its text may hold anything.
 */
export function encodeError(error: unknown): EncodedError {
  if (error instanceof AppError) return { code: error.code, retry: error.retry, detail: error.detail };
  return { code: 'internal', retry: 'no', detail: {} };
}

/** The other end of {@link encodeError}. */
export function decodeError(encoded: EncodedError): AppError {
  return new AppError(encoded.code, { retry: encoded.retry, detail: encoded.detail });
}

/** Marks a switch as exhaustive: a new case does not compile until it is handled. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`);
}
