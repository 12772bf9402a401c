/**
 * The client of both services: builds a request from the endpoint table, waits for the pace, and says what became of
 * it. Reads throw an AppError; writes give an outcome, because what follows depends on the evidence.
 */
import type { z } from 'zod';
import {
  basePaths,
  endpoints,
  type Endpoint,
  type EndpointName,
  type ResponseOf,
  type Service,
} from '../../shared/endpoints.ts';
import { AppError, type ErrorCode, type ErrorDetail } from '../../shared/errors.ts';
import { errorBody } from '../../shared/shapes.ts';
import type { Lane, Pace } from './pace.ts';
import type { Exchange, Transport } from './transport.ts';

export interface CallOptions {
  /** Bare id segments for the `{names}` of the path. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Items an import carries. */
  items?: number;
  lane: Lane;
}

/** What became of a write (outbox, Rule 5). */
export type WriteOutcome<Value> =
  | { kind: 'answered'; value: Value }
  | { kind: 'not-sent'; error: AppError }
  | { kind: 'refused'; error: AppError }
  | { kind: 'key-refused'; error: AppError }
  | { kind: 'in-doubt'; error: AppError };

export interface ClientOptions {
  transport: Transport;
  pace: Pace;
  /** Aborted when the workspace closes: what still waits for the pace is let go. */
  signal: AbortSignal;
  /** Host name for words about the line. */
  host: string;
  /** The key of a service; read at each call, so that a new key counts at once. */
  key(service: Service): string | null;
  /** How the key is written into the request; Bearer when left out. */
  scheme?: 'bearer' | 'basic';
  /** Told after each exchange: what the line's state is made of. */
  observe(exchange: Exchange, service: Service): void;
}

const readDeadline = 20_000;
const writeDeadline = 60_000;
const mostBytes = 16 * 1024 * 1024;

export class Client {
  private readonly options: ClientOptions;

  constructor(options: ClientOptions) {
    this.options = options;
  }

  /**
   * Reads from the service.
   *
   * @throws AppError with what the line or the service said
   */
  async read<Name extends EndpointName>(name: Name, call: CallOptions): Promise<ResponseOf<Name>> {
    const endpoint: Endpoint = endpoints[name];
    const exchange = await this.exchange(endpoint, call, readDeadline);
    if (exchange.kind !== 'answered') throw this.lineError(exchange);
    if (exchange.status < 200 || exchange.status > 299) throw this.statusError(exchange, endpoint);
    const parsed = parseBody(endpoint.response, exchange);
    if (parsed === undefined) throw this.error('line.odd-answer', { status: exchange.status }, 'later');
    return parsed as ResponseOf<Name>;
  }

  /**
   * Sends a write once. The request is checked against its own schema before anything leaves.
   *
   * @throws AppError `input.invalid` with the field's name, before any request
   */
  async write<Name extends EndpointName>(name: Name, call: CallOptions): Promise<WriteOutcome<ResponseOf<Name>>> {
    const endpoint: Endpoint = endpoints[name];
    const checked = endpoint.request?.safeParse(call.body);
    if (checked && !checked.success) {
      const issue = checked.error.issues[0];
      throw new AppError('input.invalid', { retry: 'after-change', detail: { field: issue?.path.join('.') ?? '' } });
    }
    const exchange = await this.exchange(endpoint, call, writeDeadline);
    if (exchange.kind === 'not-sent') return { kind: 'not-sent', error: this.lineError(exchange) };
    if (exchange.kind === 'in-doubt') return { kind: 'in-doubt', error: this.lineError(exchange) };
    const { status } = exchange;
    if (status >= 200 && status <= 299) {
      const value = parseBody(endpoint.response, exchange);
      // A captive portal answers 200 too: without the id that was asked for it is no success.
      if (value !== undefined) return { kind: 'answered', value: value as ResponseOf<Name> };
      return { kind: 'in-doubt', error: this.error('line.odd-answer', { status }, 'later') };
    }
    const error = this.statusError(exchange, endpoint);
    if (status === 429) return { kind: 'not-sent', error };
    if (status === 401) return { kind: 'key-refused', error };
    if (status >= 400 && status <= 499 && status !== 408 && isJson(exchange)) return { kind: 'refused', error };
    return { kind: 'in-doubt', error };
  }

  private async exchange(
    endpoint: Endpoint,
    call: CallOptions,
    deadlineMilliseconds: number,
  ): Promise<Exchange & { waitMilliseconds?: number }> {
    const key = this.options.key(endpoint.service);
    if (key === null) return { kind: 'not-sent', code: 'connection.no-key', cause: endpoint.service, phase: 'waiting' };
    const granted = await this.options.pace.enter(endpoint.limitClasses, call.lane, call.items, this.options.signal);
    if (!granted) return { kind: 'not-sent', code: 'line.interrupted', cause: 'closed', phase: 'waiting' };
    const headers: Record<string, string> = { accept: 'application/json', authorization: this.authorization(key) };
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    if (body !== null) headers['content-type'] = 'application/json';
    const exchange = await this.options.transport.exchange({
      method: endpoint.method,
      path: pathOf(endpoint, call),
      headers,
      body,
      deadlineMilliseconds,
      mostBytes,
    });
    this.options.observe(exchange, endpoint.service);
    if (exchange.kind !== 'answered') return exchange;
    if (exchange.status === 429)
      return { ...exchange, waitMilliseconds: this.options.pace.refused(endpoint.limitClasses) };
    this.options.pace.succeeded(endpoint.limitClasses);
    return exchange;
  }

  /** planning-api and order-api, Authentication: the key alone, or as a user name with an empty password. */
  private authorization(key: string): string {
    if (this.options.scheme !== 'basic') return `Bearer ${key}`;
    return `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  }

  private lineError(exchange: Exclude<Exchange, { kind: 'answered' }>): AppError {
    const detail: ErrorDetail = { cause: exchange.cause, phase: exchange.phase };
    if (exchange.kind === 'in-doubt' && exchange.status !== undefined) detail.status = exchange.status;
    return this.error(exchange.code, detail, 'later');
  }

  private statusError(
    exchange: Extract<Exchange, { kind: 'answered' }> & { waitMilliseconds?: number },
    endpoint: Endpoint,
  ): AppError {
    const { status } = exchange;
    const body = parseBody(errorBody, exchange);
    const detail: ErrorDetail = { status };
    if (body?.code) detail.serviceCode = body.code.slice(0, 100);
    if (body?.message) detail.serviceMessage = body.message.slice(0, 500);
    if (body?.param) detail.field = body.param.slice(0, 200);
    if (exchange.waitMilliseconds !== undefined) detail.waitMilliseconds = exchange.waitMilliseconds;
    if (status === 401) return this.error('service.key-refused', { ...detail, name: endpoint.service }, 'after-change');
    if (status === 403) return this.error('service.forbidden', detail, 'no');
    if (status === 404 || status === 410) return this.error('service.not-found', detail, 'no');
    if (status === 409) return this.error('service.conflict', detail, 'after-change');
    if (status === 429) return this.error('service.busy', detail, 'later');
    if (status >= 500 || status === 408) return this.error('service.failed', detail, 'later');
    if (status >= 300 && status < 400) return this.error('line.odd-answer', detail, 'later');
    return this.error('service.refused', detail, 'after-change');
  }

  private error(code: ErrorCode, detail: ErrorDetail, retry: AppError['retry']): AppError {
    return new AppError(code, { retry, detail: { host: this.options.host, ...detail } });
  }
}

function pathOf(endpoint: Endpoint, call: CallOptions): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const segment = call.path?.[name] ?? '';
    if (!/^[A-Za-z0-9_-]{1,50}$/.test(segment)) throw new AppError('input.invalid', { detail: { field: name } });
    return segment;
  });
  const query = new URLSearchParams(call.query).toString();
  return basePaths[endpoint.service] + path + (query === '' ? '' : `?${query}`);
}

function isJson(exchange: Extract<Exchange, { kind: 'answered' }>): boolean {
  return parseBody(errorBody, exchange) !== undefined;
}

/** The body as the schema reads it, or undefined when it is no JSON or not of that shape. */
function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  exchange: Extract<Exchange, { kind: 'answered' }>,
): z.infer<Schema> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(exchange.body.toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The bare segment of an id: `plans/abc` → `abc`. */
export function bareId(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}
