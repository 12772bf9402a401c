/** A service whose time the test moves, timers included, and a client that says how far an answer got. */
import { request } from 'node:https';
import { onTestFinished } from 'vitest';
import type { FaultRule } from '../../../../src/training/faults/faults.ts';
import type { Plan, Stop } from '../../../../src/training/model.ts';
import { waitFor } from '../../../fixtures/wait-for.ts';
import {
  askControl,
  clientOf,
  morning,
  temporaryFolder,
  type Answer,
  type Client,
  type HandClock,
} from '../support.ts';
import { startService, type ServiceOptions } from '../../../../src/training/server.ts';

interface Timer {
  at: number;
  action: () => void;
}

/** Time that moves only when told, and what was to happen meanwhile happens then. */
export class TimedClock implements HandClock {
  #now = morning;
  readonly #timers = new Set<Timer>();

  now = (): number => this.#now;

  /** How many wait for their time. */
  get waiting(): number {
    return this.#timers.size;
  }

  after = (milliseconds: number, action: () => void): (() => void) => {
    const timer = { at: this.#now + milliseconds, action };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  pass = (milliseconds: number): void => {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (!next) break;
      this.#timers.delete(next);
      this.#now = next.at;
      next.action();
    }
    this.#now = end;
  };
}

/** What a client saw of one request, as far as it got. */
export interface Seen {
  /** Code of what broke; null: the answer is whole. */
  broken: string | null;
  /** 0: no answer began. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  bytes: number;
}

export interface Faulty extends Client {
  clock: TimedClock;
  plan: Plan;
  /** Calls the control API, by the name that faults of the connection let through. */
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Puts rules in force; fails when they are refused. */
  faults(...rules: FaultRule[]): Promise<void>;
  /** A new stop of the plan; never throws. */
  add(externalId: string): Promise<Seen>;
  /** How many stops with this external id the service has, asked with no fault in force. */
  has(externalId: string): Promise<number>;
}

/** One request on a connection of its own; never throws. `path` begins with a slash. */
export function look(
  client: Client,
  path: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Seen> {
  const { address, authority, planningKey, ordersKey } = client.service;
  const key = path.startsWith('/connect/') ? ordersKey : planningKey;
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const seen: Seen = { broken: null, status: 0, headers: {}, text: '', bytes: 0 };
    const broke = (error: NodeJS.ErrnoException) => resolve({ ...seen, broken: error.code ?? error.message });
    const outgoing = request(`${address}${path}`, {
      method,
      agent: false,
      ca: authority,
      headers: {
        authorization: `Bearer ${key}`,
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
    });
    outgoing.on('error', broke);
    outgoing.on('response', (incoming) => {
      seen.status = incoming.statusCode ?? 0;
      seen.headers = incoming.headers;
      incoming.on('data', (part: Buffer) => {
        seen.text += part.toString('latin1');
        seen.bytes += part.length;
      });
      incoming.on('error', broke);
      incoming.on('end', () => resolve({ ...seen, text: Buffer.from(seen.text, 'latin1').toString('utf8') }));
    });
    outgoing.end(text);
    onTestFinished(() => void outgoing.destroy());
  });
}

/** Starts a service on a folder of its own, with a plan that takes stops. */
export async function faulty(options: Partial<ServiceOptions> = {}): Promise<Faulty> {
  const clock = new TimedClock();
  const service = await startService({ folder: temporaryFolder(), ...options, clock });
  onTestFinished(() => service.close());
  // The search index is made, so that nothing but what a test starts waits for the clock.
  clock.pass(10_000);
  const client = clientOf(service, clock);
  const control: Faulty['control'] = (method, path, body) => askControl(service, method, path, body);
  const plans = await client.all<Plan>('planning', '/plans', 'plans');
  const plan = plans.find(({ writable }) => writable)!;
  const put = async (method: string, body?: unknown) => {
    const { status, body: answer } = await control(method, '/faults', body);
    if (status !== 200) throw new Error(`the faults were refused: ${JSON.stringify(answer)}`);
  };
  return {
    ...client,
    clock,
    plan,
    control,
    faults: (...rules) => put('PUT', { rules }),
    add(externalId) {
      const body = { address: { addressLineOne: 'Am Teich 3' }, recipient: { externalId } };
      return look(client, `/public/v1/${plan.id}/stops`, { method: 'POST', body });
    },
    async has(externalId) {
      await put('DELETE');
      return (await client.all<Stop>('planning', `/${plan.id}/stops?filter.externalId=${externalId}`, 'stops')).length;
    },
  };
}

/** Waits until so many things wait for the service's clock. */
export const waits = (clock: TimedClock, count = 1): Promise<unknown> =>
  waitFor('something to wait for the clock', () => clock.waiting >= count);
