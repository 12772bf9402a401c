/**
 * The connection to the services. It loses, delays and refuses requests according to a plan made from the seed, but
 * repeats none. A request is applied within ten minutes after the client gave up on it, or never (outbox, Why the
 * obvious ways fail).
 */
import type { CallOptions, WriteOutcome } from '../../../src/main/api/client.ts';
import type { ServiceClient } from '../../../src/main/outbox/core.ts';
import type { System } from '../../../src/main/system.ts';
import type { EndpointName, ResponseOf } from '../../../src/shared/endpoints.ts';
import { AppError, type ErrorCode, type ErrorDetail } from '../../../src/shared/errors.ts';
import type { ServiceModel } from './service-model.ts';
import { tagOf, type Answer, type Body } from './held.ts';
import type { FaultKind, PlannedFault, Weather } from './weather.ts';

const strikesReads: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'read failed',
  'not sent',
  'too many',
  'answer slow',
  'filter ignored',
  'key refused',
]);
/** Faults of reads only. */
const ofReads: ReadonlySet<FaultKind> = new Set<FaultKind>(['read failed', 'filter ignored']);
/** Faults of the service itself, unlike those of the line. */
const ofService: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'error without effect',
  'error with effect',
  'answer truncated',
  'item left out',
]);
const deadline = 60_000;
const latest = 600_000;
const storm = 30_000;

export interface HostileOptions {
  /** The world's clock, which continues when a process ends. */
  system: System;
  model: ServiceModel;
  /** Called for each fault, with the time from which it has no new effects. */
  happened: (kind: FaultKind, until: number) => void;
  trace: (text: string) => void;
  /** Called when the key is refused. The user enters another one later. */
  keyRefused: () => void;
  /** Return records with reordered fields and with nulls. */
  isOdd: boolean;
}

export class HostileService implements ServiceClient {
  private readonly options: HostileOptions;
  private readonly weather: Weather;
  /** Requests in flight. At a crash each is applied immediately, later, or never. */
  private readonly underWay = new Set<() => void>();
  /** Late requests. A crash also counts as giving up. */
  private readonly late = new Set<{ at: number; apply: () => void }>();
  private isDead = false;

  constructor(options: HostileOptions, weather: Weather) {
    this.options = options;
    this.weather = weather;
  }

  /** The client is gone, but requests in flight may still arrive. */
  die(): void {
    this.isDead = true;
    const { system } = this.options;
    const now = system.now();
    for (const apply of this.underWay) {
      const luck = system.random();
      if (luck < 0.3) apply();
      else if (luck < 0.7) this.comes(system.random() * (latest - 1), apply);
    }
    this.underWay.clear();
    for (const request of [...this.late]) {
      if (request.at < now + latest) continue;
      this.late.delete(request);
      this.weather.coming -= 1;
      this.comes(system.random() * (latest - 1), request.apply);
    }
  }

  read<Name extends EndpointName>(name: Name, call: CallOptions): Promise<ResponseOf<Name>> {
    const fault = this.nextFault(false);
    return new Promise((resolve, reject) => {
      const fail = (code: ErrorCode, wait: number, detail: ErrorDetail = {}) =>
        this.answer(wait, () => reject(new AppError(code, { retry: 'later', detail })));
      if (fault?.kind === 'too many') {
        fail('service.busy', this.latency(), { status: 429, waitMilliseconds: 5_000 });
        return;
      }
      if (fault?.kind === 'key refused') {
        this.refuseKey();
        fail('service.key-refused', this.latency(), { status: 401 });
        return;
      }
      const isSlow = fault?.kind === 'answer slow';
      const asked = fault?.kind === 'filter ignored' ? { ...call, query: {} } : call;
      if (isSlow || fault?.kind === 'filter ignored') {
        this.told(fault.kind, isSlow ? fault.size * deadline : 0);
        this.options.trace(`${name} ${fault.kind}`);
      } else if (fault !== null) {
        const wait = fault.size * 20_000;
        this.told(fault.kind === 'not sent' ? 'not sent' : 'read failed', wait);
        fail('line.timeout', wait);
        return;
      }
      this.options.system.after(this.latency(), () => {
        const answer = this.options.model.apply(name, asked);
        this.options.trace(`${name} ${answer.status}`);
        this.answer(isSlow ? fault.size * deadline : this.latency(), () => {
          if (answer.status < 300)
            resolve((this.options.isOdd ? oddly(answer.value) : answer.value) as ResponseOf<Name>);
          else reject(new AppError(answer.status === 404 ? 'service.not-found' : 'service.refused'));
        });
      });
    });
  }

  write<Name extends EndpointName>(name: Name, call: CallOptions): Promise<WriteOutcome<ResponseOf<Name>>> {
    type Outcome = WriteOutcome<ResponseOf<Name>>;
    const tags = newTags(name, call.body);
    if (this.weather.failsNext && tags.length > 0) this.failOne(tags);
    const fault = this.lasting(tags) ?? this.lateFault(name, call) ?? this.nextFault(true);
    if (fault !== null && ofService.has(fault.kind)) this.countFailures(tags);
    const { model, trace } = this.options;
    return new Promise((resolve) => {
      const say = (wait: number, outcome: () => Outcome) => this.answer(wait, () => resolve(outcome()));
      const doubt = (code: ErrorCode): Outcome => ({ kind: 'in-doubt', error: new AppError(code, { retry: 'later' }) });
      const apply = (what: string): Answer => {
        const answer = model.apply(name, call);
        trace(`${name} ${answer.status}${what === '' ? '' : ` (${what})`}`);
        return answer;
      };
      if (fault === null) {
        const sent = () => void apply('after the end');
        this.underWay.add(sent);
        this.options.system.after(this.latency(), () => {
          if (!this.underWay.delete(sent)) return;
          const answer = apply('');
          say(this.latency(), () => outcomeOf(answer));
        });
        return;
      }
      if (fault.kind === 'item left out' && /import$/i.test(name)) {
        this.told(fault.kind, 0);
        model.leavesOutOne = true;
        const answer = apply('one left out');
        say(this.latency(), () => outcomeOf(answer));
        return;
      }
      const wait = 1_000 + fault.size * (deadline - 1_000);
      switch (fault.kind) {
        case 'record failed':
          this.told(fault.kind, 0);
          this.countFailures(tags.filter((tag) => tag === this.weather.fails));
          trace(`${name} 500 each time`);
          say(this.latency(), () => doubt('service.failed'));
          return;
        case 'clock set':
        case 'filter ignored':
          throw new Error('no fault of a write');
        case 'key refused':
          this.refuseKey();
          trace(`${name} 401`);
          say(this.latency(), () => ({ kind: 'key-refused', error: new AppError('service.key-refused') }));
          return;
        case 'answer slow': {
          this.told(fault.kind, wait);
          const answer = apply('answered late');
          say(wait, () => outcomeOf(answer));
          return;
        }
        case 'too many':
          trace(`${name} 429`);
          say(this.latency(), () => notSent('service.busy', { status: 429, waitMilliseconds: 5_000 }));
          return;
        case 'not sent':
        case 'read failed':
          this.told('not sent', 0);
          trace(`${name} not sent`);
          say(this.latency(), () => notSent('line.unreachable', {}));
          return;
        case 'request lost':
          this.told(fault.kind, wait);
          trace(`${name} lost`);
          say(wait, () => doubt('line.timeout'));
          return;
        case 'answer lost':
          this.told(fault.kind, wait);
          apply('answer lost');
          say(wait, () => doubt('line.interrupted'));
          return;
        case 'error without effect':
          this.told(fault.kind, 0);
          trace(`${name} 500`);
          say(this.latency(), () => doubt('service.failed'));
          return;
        case 'error with effect':
          this.told(fault.kind, 0);
          apply('500 said');
          say(this.latency(), () => doubt('service.failed'));
          return;
        case 'late': {
          this.told(fault.kind, wait);
          trace(`${name} delayed`);
          this.comes(wait + this.options.system.random() * (latest - 1), () => void apply('late'));
          say(wait, () => doubt('line.timeout'));
          return;
        }
        case 'item left out':
        case 'answer truncated':
          this.told('answer truncated', 0);
          apply('answer truncated');
          say(this.latency(), () => doubt('line.odd-answer'));
      }
    });
  }

  /** From now on the service fails one of these records. */
  private failOne(tags: readonly string[]): void {
    const { weather, options } = this;
    weather.failsNext = false;
    weather.fails = tags[Math.floor(options.system.random() * tags.length)] ?? null;
  }

  /** A fault that lasts until somebody mends it. */
  private lasting(tags: readonly string[]): PlannedFault | null {
    const { fails } = this.weather;
    return fails !== null && tags.includes(fails) ? { after: 0, kind: 'record failed', size: 0 } : null;
  }

  private countFailures(tags: readonly string[]): void {
    const { failures } = this.weather;
    for (const tag of tags) failures.set(tag, (failures.get(tag) ?? 0) + 1);
  }

  private lateFault(name: EndpointName, { path }: CallOptions): PlannedFault | null {
    const { weather } = this;
    const isMeant =
      (name === 'stops.create' || name === 'stops.import') && weather.lateIn === `plans/${path?.['planId'] ?? ''}`;
    if (!isMeant) return null;
    weather.lateIn = null;
    return { after: 0, kind: 'late', size: this.options.system.random() };
  }

  private nextFault(isWrite: boolean): PlannedFault | null {
    const { weather } = this;
    const { system } = this.options;
    const now = system.now();
    if (now < weather.stormUntil) return { after: 0, kind: 'too many', size: 0 };
    const badLine = weather.badLineFault(now, isWrite);
    if (badLine !== null) return badLine;
    const [next] = weather.plan;
    if (next === undefined) return null;
    if (weather.well < next.after) {
      weather.well += 1;
      return null;
    }
    // A write fault waits for the next write, a read fault for the next read.
    if (isWrite ? ofReads.has(next.kind) : !strikesReads.has(next.kind)) return null;
    weather.plan.shift();
    weather.well = 0;
    if (next.kind === 'too many') {
      const until = next.size * storm;
      weather.stormUntil = now + until;
      this.told(next.kind, until);
    }
    return next;
  }

  private refuseKey(): void {
    this.weather.isKeyRefused = true;
    this.told('key refused', 0);
    this.options.keyRefused();
  }

  /** Applies it later, whether or not the client still waits for it. */
  private comes(milliseconds: number, apply: () => void): void {
    const { system } = this.options;
    const request = { at: system.now() + milliseconds, apply };
    this.late.add(request);
    this.weather.coming += 1;
    system.after(milliseconds, () => {
      if (!this.late.delete(request)) return;
      this.weather.coming -= 1;
      apply();
    });
  }

  private told(kind: FaultKind, wait: number): void {
    this.options.happened(kind, this.options.system.now() + wait);
  }

  private latency(): number {
    return 20 + this.options.system.random() * 300;
  }

  private answer(wait: number, action: () => void): void {
    this.options.system.after(wait, () => {
      if (!this.isDead) action();
    });
  }
}

/** The tags of the records that a request would create. */
function newTags(name: EndpointName, body: unknown): string[] {
  if (!/\.(create|import|liveCreate|liveImport)$/.test(name)) return [];
  if (Array.isArray(body)) return (body as Body[]).map(tagOf);
  const items = Object.values(body as Body).find(Array.isArray) as Body[] | undefined;
  return name.endsWith('mport') && items !== undefined ? items.map(tagOf) : [tagOf(body as Body)];
}

/** The same value with reversed fields, and with nulls for absent ones. */
function oddly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(oddly);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).reverse();
  const isRecord = 'id' in value;
  return {
    ...(isRecord ? { weight: null, barcodes: null } : {}),
    ...Object.fromEntries(fields.map(([name, inner]) => [name, oddly(inner)])),
  };
}

function notSent(code: ErrorCode, detail: ErrorDetail): { kind: 'not-sent'; error: AppError } {
  return { kind: 'not-sent', error: new AppError(code, { retry: 'later', detail }) };
}

function outcomeOf<Value>(answer: Answer): WriteOutcome<Value> {
  if (answer.status < 300) return { kind: 'answered', value: answer.value as Value };
  const detail: ErrorDetail = { status: answer.status };
  if (answer.code !== undefined) detail.serviceCode = answer.code;
  const code: ErrorCode = answer.status === 404 ? 'service.not-found' : 'service.conflict';
  return { kind: 'refused', error: new AppError(code, { detail }) };
}
