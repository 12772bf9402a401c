/** Sits between the connections and the service and applies the active fault rules. */
import type { ServerResponse } from 'node:http';
import type { ServiceName } from '../../shared/endpoints.ts';
import type { Clock } from '../clock.ts';
import { failure, signInPage, tooMany } from './bodies.ts';
import { Dealer, type Dealt } from './dealer.ts';
import { cut, deliver, deliverSlowBody, deliverSlowHeaders, deliverTruncated } from './delivery.ts';
import type { CertificateProblem, FaultKind, FaultPlan } from './faults.ts';
import type { Asked, Moment } from './match.ts';
import type { PresetName } from './presets.ts';
import { RequestLog, type RequestRecord } from './request-log.ts';
import { skewed } from './skew.ts';
import type { WireAnswer } from './wire-answer.ts';

/** A request whose body has been read. */
export interface Arrival extends Asked {
  service: ServiceName | undefined;
  /** The names of the query's parameters. */
  parameters: string[];
  response: ServerResponse;
}

/** How a new connection is received. */
export type Reception = { kind: 'open' } | { kind: 'refused' } | { kind: 'certificate'; problem: CertificateProblem };

export interface LayerOptions {
  /** The service's time. */
  serviceClock: Pick<Clock, 'now'>;
  /** The computer's clock, for durations. */
  clock: Clock;
}

export class FaultLayer {
  readonly log = new RequestLog();
  readonly #serviceClock: Pick<Clock, 'now'>;
  readonly #clock: Clock;
  readonly #dealer = new Dealer();
  readonly #waits = new Set<() => void>();
  readonly #hits = new Map<FaultKind, number>();
  #preset: PresetName | null = null;
  #since: number;
  #pending = 0;

  constructor({ serviceClock, clock }: LayerOptions) {
    this.#serviceClock = serviceClock;
    this.#clock = clock;
    this.#since = clock.now();
  }

  get plan(): FaultPlan {
    return this.#dealer.plan;
  }

  /** The preset whose rules are active; null: no rules or custom ones. */
  get preset(): PresetName | null {
    return this.#preset;
  }

  /** There were rules, but none can hit any more. */
  get isOver(): boolean {
    return this.plan.rules.length > 0 && this.#dealer.isOver(this.#moment());
  }

  get hitCounts(): number[] {
    return this.#dealer.hitCounts;
  }

  /** Hits of each kind of fault since the start. */
  get hitsByKind(): Partial<Record<FaultKind, number>> {
    return Object.fromEntries(this.#hits);
  }

  /** Unanswered requests that are still to be applied. */
  get pending(): number {
    return this.#pending;
  }

  /** Replaces the active rules. Requests in flight keep the faults they were given. */
  set(plan: FaultPlan, preset: PresetName | null): void {
    this.#dealer.set(plan);
    this.#preset = preset;
    this.#since = this.#clock.now();
  }

  reception(): Reception {
    const fault = this.#dealer.ofConnection(this.#moment());
    if (fault === undefined) return { kind: 'open' };
    return fault.kind === 'refused' ? { kind: 'refused' } : fault;
  }

  /** Counts a connection that was refused or got an untrusted certificate. */
  met(kind: 'refused' | 'certificate'): void {
    this.#count(kind);
  }

  /**
   * Answers one request, subject to the active rules.
   * @param apply executes the request and returns the response; never throws, and is called at most once
   */
  async around(arrival: Arrival, apply: () => Promise<WireAnswer>): Promise<void> {
    const { method, path, parameters } = arrival;
    const record = this.log.begin({ method, path, parameters, at: this.#serviceClock.now() });
    try {
      await this.#pass(arrival, record, apply);
    } finally {
      record.ended = true;
    }
  }

  /** Cancels all pending waits. Requests that have not been applied by then never are. */
  close(): void {
    for (const cancel of this.#waits) cancel();
    this.#waits.clear();
  }

  async #pass(arrival: Arrival, record: RequestRecord, apply: () => Promise<WireAnswer>): Promise<void> {
    const { response } = arrival;
    const reception = this.reception();
    if (reception.kind === 'refused') {
      // The connection was opened before connections were refused.
      this.#note(record, ['refused']);
      cut(response);
      return;
    }
    // Closes the connection after this response, so that the client's next request gets the certificate.
    if (reception.kind === 'certificate') response.shouldKeepAlive = false;
    const dealt = this.#dealer.deal(arrival, this.#moment());
    this.#note(record, dealt.kinds);
    if (dealt.up > 0) await this.#wait(dealt.up);

    const answer = await this.#answer(arrival, dealt, () => this.#apply(record, apply));
    if (dealt.down > 0) await this.#wait(dealt.down);
    // The client gave up or the connection was cut, so there is nobody to answer.
    if (response.destroyed) return;
    if (answer === undefined) cut(response);
    else await this.#deliver(response, record, dealt, skewed(answer, dealt.skew));
  }

  /** The response to send; undefined: none. */
  async #answer(
    { response, service }: Arrival,
    { ending }: Dealt,
    apply: () => Promise<WireAnswer>,
  ): Promise<WireAnswer | undefined> {
    switch (ending?.kind) {
      case 'loss-before':
        return undefined;
      case 'loss-after':
        await apply();
        return undefined;
      case 'late':
        if (ending.connection === 'cut') cut(response);
        this.#pending += 1;
        await this.#wait(ending.after);
        this.#pending -= 1;
        await apply();
        return undefined;
      case 'status':
        if (ending.applied) await apply();
        return failure(ending.status);
      case 'html':
        if (ending.applied) await apply();
        return signInPage;
      case 'too-many':
        return tooMany(service, ending.retryAfter);
      default:
        return apply();
    }
  }

  async #deliver(
    response: ServerResponse,
    record: RequestRecord,
    { ending, skew }: Dealt,
    answer: WireAnswer,
  ): Promise<void> {
    const date = new Date(this.#serviceClock.now() + skew).toUTCString();
    const wait = this.#wait;
    record.status = answer.status;
    if (ending?.kind === 'truncated') deliverTruncated(response, answer, date, ending.bytes);
    else if (ending?.kind === 'slow-headers') {
      await deliverSlowHeaders(response, answer, date, { takes: ending.takes, wait });
    } else if (ending?.kind === 'slow-body') {
      await deliverSlowBody(response, answer, date, { takes: ending.takes, wait });
    } else deliver(response, answer, date);
  }

  async #apply(record: RequestRecord, apply: () => Promise<WireAnswer>): Promise<WireAnswer> {
    const answer = await apply();
    if (record.applied !== null) record.applied = answer.status < 400 ? 'yes' : 'no';
    return answer;
  }

  #note(record: RequestRecord, kinds: FaultKind[]): void {
    record.faults = kinds;
    for (const kind of kinds) this.#count(kind);
    if (record.applied !== null && kinds.includes('late')) record.applied = 'later';
  }

  #count(kind: FaultKind): void {
    this.#hits.set(kind, (this.#hits.get(kind) ?? 0) + 1);
  }

  #moment(): Moment {
    return { service: this.#serviceClock.now(), inForce: this.#clock.now() - this.#since };
  }

  #wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = this.#clock.after(milliseconds, () => {
        this.#waits.delete(cancel);
        resolve();
      });
      this.#waits.add(cancel);
    });
}
