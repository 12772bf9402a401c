/**
 * The client of both services: builds a request from the endpoint table, waits for the rate limiter, and returns the
 * outcome. Reads throw an AppError. Writes return the evidence, because the next step depends on it.
 */
import {
  endpoints,
  type Endpoint,
  type EndpointName,
  type ResponseOf,
  type ServiceName,
  type Version,
} from '../../shared/endpoints.ts';
import { AppError, type ErrorCode, type ErrorDetail } from '../../shared/errors.ts';
import { errorBody } from '../../shared/shapes.ts';
import { redacted } from '../log.ts';
import { writeDeadline } from '../write-deadline.ts';
import { isForeignRefusal, readBody } from './answer.ts';
import type { Priority, Pace } from './pace.ts';
import { prepare, type Call, type Prepared } from './request.ts';
import type { Exchange, Transport } from './transport.ts';
import { edgeOf, type VersionEdge } from './versions/edge.ts';

export interface CallOptions extends Call {
  priority: Priority;
}

/** The outcome of a write (outbox, Rule 5). */
export type WriteOutcome<Value> =
  | { kind: 'answered'; value: Value }
  | { kind: 'not-sent'; error: AppError }
  | { kind: 'refused'; error: AppError }
  | { kind: 'key-refused'; error: AppError }
  | { kind: 'in-doubt'; error: AppError };

export interface ClientOptions {
  transport: Transport;
  pace: Pace;
  /** Aborted when the workspace closes, which cancels requests that wait for the rate limiter. */
  signal: AbortSignal;
  /** Host name for error messages. */
  host: string;
  /** The key of a service, read at each call so that a new key takes effect immediately. */
  key(service: ServiceName): string | null;
  /** How the key is sent; default bearer. */
  scheme?: 'bearer' | 'basic';
  /** The version that the planning service speaks; default v1. */
  version?: Version;
  /** Called after each exchange, to derive the connectivity. */
  observe(exchange: Exchange, service: ServiceName): void;
}

/** What the rate limiter adds to an exchange that must be retried later. */
interface Wait {
  waitMilliseconds?: number;
  /** End of a suspected block. */
  until?: number;
}

const readDeadline = 20_000;
const mostBytes = 16 * 1024 * 1024;

export class Client {
  private readonly options: ClientOptions;
  private readonly version: Version;
  private readonly edge: VersionEdge;

  constructor(options: ClientOptions) {
    this.options = options;
    this.version = options.version ?? 'v1';
    this.edge = edgeOf(this.version);
  }

  /**
   * Reads from the service. The records in the answer can be stored: `rawOf` returns each as the service sent it.
   *
   * @throws AppError `input.invalid` and `connection.version` before any request; otherwise the error of the network or
   *   the service
   */
  async read<Name extends EndpointName>(name: Name, call: CallOptions): Promise<ResponseOf<Name>> {
    const endpoint: Endpoint = endpoints[name];
    const exchange = await this.exchange(endpoint, this.prepare(name, call), call.priority, readDeadline);
    if (exchange.kind !== 'answered') throw this.lineError(exchange);
    if (exchange.status < 200 || exchange.status > 299) throw this.statusError(exchange, endpoint);
    const parsed = this.valueOf(name, exchange);
    if (parsed === undefined) throw this.error('line.odd-answer', { status: exchange.status }, 'later');
    return parsed as ResponseOf<Name>;
  }

  /**
   * Sends a write once. The request is validated against its own schema before anything is sent.
   *
   * @throws AppError `input.invalid` with the field's name, or `connection.version`, before any request
   */
  async write<Name extends EndpointName>(name: Name, call: CallOptions): Promise<WriteOutcome<ResponseOf<Name>>> {
    const endpoint: Endpoint = endpoints[name];
    const exchange = await this.exchange(endpoint, this.prepare(name, call), call.priority, writeDeadline);
    if (exchange.kind === 'not-sent') return { kind: 'not-sent', error: this.lineError(exchange) };
    if (exchange.kind === 'in-doubt') return { kind: 'in-doubt', error: this.lineError(exchange) };
    const { status } = exchange;
    if (status >= 200 && status <= 299) {
      const value = this.valueOf(name, exchange);
      // A captive portal also answers 200, so an answer without the expected id is not a success.
      if (value !== undefined) return { kind: 'answered', value: value as ResponseOf<Name> };
      return { kind: 'in-doubt', error: this.error('line.odd-answer', { status }, 'later') };
    }
    const error = this.statusError(exchange, endpoint);
    if (status === 429) return { kind: 'not-sent', error };
    // Whoever refused it may have passed the request on before.
    if (isForeignRefusal(exchange)) return { kind: 'in-doubt', error };
    if (status === 401) return { kind: 'key-refused', error };
    if (status >= 400 && status <= 499 && status !== 408) return { kind: 'refused', error };
    return { kind: 'in-doubt', error };
  }

  private prepare(name: EndpointName, call: CallOptions): Prepared {
    return prepare(name, endpoints[name], call, this.version, this.edge);
  }

  /** The value of a 2xx answer, in the fields of v1, or undefined when it does not match the schema. */
  private valueOf(name: EndpointName, exchange: Extract<Exchange, { kind: 'answered' }>): unknown {
    const { response, success }: Endpoint = endpoints[name];
    // resolved, Methods and paths: an empty 204 is equivalent to the message body.
    if (success === 'message' && exchange.status === 204 && exchange.body.length === 0) return {};
    return readBody(response, exchange.body, (json) => this.edge.answer(name, json));
  }

  private async exchange(
    endpoint: Endpoint,
    prepared: Prepared,
    priority: Priority,
    deadlineMilliseconds: number,
  ): Promise<Exchange & Wait> {
    const key = this.options.key(endpoint.service);
    if (key === null) return { kind: 'not-sent', code: 'connection.no-key', cause: endpoint.service, phase: 'waiting' };
    const until = this.options.pace.blockedUntil(endpoint.service);
    // A click fails immediately, because nobody waits twenty minutes for a button. Background requests wait.
    if (until !== null && priority === 'click')
      return { kind: 'not-sent', code: 'service.blocked', cause: 'pace', phase: 'waiting', until };
    const pass = await this.options.pace.enter(endpoint.limitClasses, priority, prepared.items, this.options.signal);
    if (pass === null) return { kind: 'not-sent', code: 'line.interrupted', cause: 'closed', phase: 'waiting' };
    const headers: Record<string, string> = { accept: 'application/json', authorization: this.authorization(key) };
    const { path, body } = prepared;
    if (body !== null) headers['content-type'] = 'application/json';
    const exchange = await this.options.transport.exchange({
      method: endpoint.method,
      path,
      headers,
      body,
      deadlineMilliseconds,
      mostBytes,
      left: () => this.options.pace.left(pass),
    });
    this.options.observe(exchange, endpoint.service);
    if (exchange.kind !== 'answered') {
      if (exchange.kind === 'not-sent') this.options.pace.unsent(pass);
      else this.options.pace.unanswered(pass);
      return exchange;
    }
    if (exchange.status === 429) return { ...exchange, waitMilliseconds: this.options.pace.refused(pass) };
    this.options.pace.succeeded(pass);
    return exchange;
  }

  /** planning-api and order-api, Authentication: the key alone, or as a user name with an empty password. */
  private authorization(key: string): string {
    if (this.options.scheme !== 'basic') return `Bearer ${key}`;
    return `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  }

  private lineError(exchange: Exclude<Exchange, { kind: 'answered' }> & Wait): AppError {
    const detail: ErrorDetail = { cause: exchange.cause, phase: exchange.phase };
    if (exchange.until !== undefined) detail.until = exchange.until;
    if (exchange.kind === 'in-doubt' && exchange.status !== undefined) detail.status = exchange.status;
    return this.error(exchange.code, detail, 'later');
  }

  private statusError(exchange: Extract<Exchange, { kind: 'answered' }> & Wait, endpoint: Endpoint): AppError {
    const { status } = exchange;
    if (isForeignRefusal(exchange)) return this.error('line.odd-answer', { status }, 'later');
    const body = readBody(errorBody, exchange.body);
    const detail: ErrorDetail = { status };
    // The service may echo parts of the request, including the key.
    if (body?.code) detail.serviceCode = redacted(body.code).slice(0, 100);
    if (body?.message) detail.serviceMessage = redacted(body.message).slice(0, 500);
    if (body?.param) detail.field = redacted(body.param).slice(0, 200);
    if (exchange.waitMilliseconds !== undefined) detail.waitMilliseconds = exchange.waitMilliseconds;
    if (status === 401) return this.error('service.key-refused', { ...detail, name: endpoint.service }, 'after-change');
    if (status === 403) return this.error('service.forbidden', detail, 'no');
    if (status === 404 || status === 410) return this.error('service.not-found', detail, 'no');
    if (status === 409) return this.error('service.conflict', detail, 'after-change');
    if (status === 429) {
      const until = this.options.pace.blockedUntil(endpoint.service);
      if (until !== null) return this.error('service.blocked', { ...detail, until }, 'later');
      return this.error('service.busy', detail, 'later');
    }
    if (status >= 500 || status === 408) return this.error('service.failed', detail, 'later');
    if (status >= 300 && status < 400) return this.error('line.odd-answer', detail, 'later');
    return this.error('service.refused', detail, 'after-change');
  }

  private error(code: ErrorCode, detail: ErrorDetail, retry: AppError['retry']): AppError {
    return new AppError(code, { retry, detail: { host: this.options.host, ...detail } });
  }
}
