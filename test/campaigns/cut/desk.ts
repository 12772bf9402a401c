/**
 * The real client, the real core and a real outbox on disk, connected to the real training service through the cutter.
 * Time only advances while something waits, or explicitly.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type WriteOutcome } from '../../../src/main/api/client.ts';
import { Pace } from '../../../src/main/api/pace.ts';
import { HttpsTransport, type Exchange, type Transport } from '../../../src/main/api/transport.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import { Choices } from '../../../src/main/outbox/choices.ts';
import type { Core, ServiceClient } from '../../../src/main/outbox/core.ts';
import { Intake } from '../../../src/main/outbox/intake.ts';
import { Sender } from '../../../src/main/sending/sender.ts';
import type { System } from '../../../src/main/system.ts';
import type { StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import { realClock } from '../../../src/training/clock.ts';
import { startService } from '../../../src/training/server.ts';
import { serverCertificate } from '../../../src/training/tls/certificates.ts';
import { startCutter, type Cut, type Passed } from './cutter.ts';
import { quietParts } from '../../fixtures/core-parts.ts';

/** The outcome of the cut write, according to the client and to the service. */
export interface Seen {
  classed: WriteOutcome<unknown>['kind'];
  applied: boolean;
  passed: Passed;
}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

export interface Desk {
  core: Core;
  intake: Intake;
  choices: Choices;
  /** Advances the clock by milliseconds. */
  pass(milliseconds: number): void;
  /** Sends a request to the service without the app's client. `path` includes the base path. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Reads all pages of a list in the same way. */
  list(path: string, field: string): Promise<Record<string, unknown>[]>;
  /**
   * Sends queued entries, and cuts one of their writes.
   *
   * @param which the write to cut, from 1
   * @returns null if fewer writes were sent
   */
  sendAndCut(cut: Cut, which: number): Promise<Seen | null>;
  /** Sends and reconciles, and advances the clock in between, until nothing is left to do. */
  settle(): Promise<void>;
  /** Unsettled entries. */
  open(): StoredEntry[];
  close(): Promise<void>;
}

const bases = { planning: '/public/v1', orders: '/connect/v1', control: '/training/v1' };
const monday = Date.UTC(2026, 5, 15, 6);
/** More rounds than this mean an endless loop. */
const mostRounds = 400;

/** @param through `http`: counts HTTP bytes; `cable`: counts TLS bytes */
export async function openDesk(through: 'http' | 'cable'): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), 'depot-desk-cut-'));
  let now = monday;
  const clock = { now: () => now, after: () => () => undefined };
  const service = await startService({ folder: join(folder, 'service'), clock });
  const identity = through === 'http' ? await serverCertificate(join(folder, 'service'), realClock) : null;
  const cutter = await startCutter({ to: service.address, authority: service.authority, identity });

  let seed = 1;
  const random = () => (seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
  // Waiting for the pace advances the clock by that time.
  const system: System = {
    now: () => now,
    elapsed: () => now,
    random,
    after(milliseconds, action) {
      let isCanceled = false;
      queueMicrotask(() => {
        if (isCanceled) return;
        now += milliseconds;
        action();
      });
      return () => (isCanceled = true);
    },
  };
  // Request deadlines only expire explicitly.
  const deadlines = new Set<() => void>();
  const byHand: System = {
    ...system,
    after(_milliseconds, action) {
      deadlines.add(action);
      return () => deadlines.delete(action);
    },
  };
  const expire = () => setImmediate(() => [...deadlines].forEach((action) => action()));

  const inner = new HttpsTransport({ origin: cutter.origin, authorities: [service.authority], system: byHand });
  let aim: { cut: Cut; left: number } | null = null;
  let seen: Omit<Seen, 'classed'> | null = null;
  const appliedSince = async (number: number) => {
    const { body } = await ask('GET', `${bases.control}/requests?after=${number}`);
    const requests = body['requests'] as { method: string; applied: string | null }[];
    return requests.some(({ method, applied }) => method !== 'GET' && applied === 'yes');
  };
  const transport: Transport = {
    async exchange(request): Promise<Exchange> {
      if (request.method === 'GET' || aim === null) return inner.exchange(request);
      aim.left -= 1;
      if (aim.left > 0) return inner.exchange(request);
      const { cut } = aim;
      aim = null;
      const before = await ask('GET', `${bases.control}/requests?after=999999999`);
      const over = cutter.cutNext(cut, () => cut.way === 'silent' && expire());
      const exchange = await inner.exchange(request);
      const passed = await over;
      seen = { passed, applied: await appliedSince(Number(before.body['count'])) };
      return exchange;
    },
    close: () => inner.close(),
  };
  const pace = new Pace({ system, desks: 1 });
  const client = new Client({
    transport,
    pace,
    signal: new AbortController().signal,
    host: 'training',
    key: (of) => (of === 'planning' ? service.planningKey : service.ordersKey),
    observe: () => undefined,
  });
  const cuts: Seen[] = [];
  const watched: ServiceClient = {
    read: (name, call) => client.read(name, call),
    async write(name, call) {
      const outcome = await client.write(name, call);
      if (seen !== null) cuts.push({ ...seen, classed: outcome.kind });
      seen = null;
      return outcome;
    },
  };
  const file = openOutboxFile(join(folder, 'outbox.db'), now);
  const core: Core = {
    system,
    storage: file.entries,
    service: watched,
    ...quietParts,
  };
  const outbox = new Sender(core);
  const agent = new Agent({ ca: service.authority, keepAlive: true, maxSockets: 1 });

  function ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const isOrders = path.startsWith(bases.orders);
    const key = path.startsWith(bases.control)
      ? service.controlKey
      : isOrders
        ? service.ordersKey
        : service.planningKey;
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const sent = httpsRequest(`${service.address}${path}`, { method, agent, headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const parsed = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
          resolve({ status: incoming.statusCode ?? 0, body: parsed });
        });
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
  const asked: Desk['ask'] = (method, path, body) => {
    // One request per second exceeds no limit.
    now += 1_000;
    return ask(method, path, body);
  };

  return {
    core,
    intake: new Intake(core),
    choices: new Choices(core),
    pass(milliseconds) {
      now += milliseconds;
    },
    ask: asked,
    async list(path, field) {
      const items: Record<string, unknown>[] = [];
      for (let token: unknown = ''; typeof token === 'string';) {
        const more = token === '' ? '' : `${path.includes('?') ? '&' : '?'}pageToken=${token}`;
        const { status, body } = await asked('GET', `${path}${more}`);
        if (status !== 200) throw new Error(`${path} answered ${status}`);
        items.push(...(body[field] as Record<string, unknown>[]));
        token = body['nextPageToken'];
      }
      return items;
    },
    async sendAndCut(cut, which) {
      cuts.length = 0;
      aim = { cut, left: which };
      for (let round = 0; round < which && cuts.length === 0; round += 1) {
        for (const group of outbox.groups()) await outbox.send(group);
      }
      aim = null;
      return cuts[0] ?? null;
    },
    async settle() {
      for (let round = 0; round < mostRounds; round += 1) {
        const doubtful = outbox.doubtful();
        for (const entry of doubtful) await outbox.reconcile(entry);
        const groups = outbox.groups();
        for (const group of groups) await outbox.send(group);
        if (doubtful.length > 0 || groups.length > 0) continue;
        const due = outbox.nextDue(now);
        if (due === null) return;
        // Pending changes that need someone else's action would be polled for ever.
        const entries = file.entries.list(20);
        const isLive = entries.some(
          ({ state, progress }) => state === 'pending' && progress?.operationId === undefined,
        );
        if (
          isLive &&
          entries.every(({ state, sweepAt }) => sweepAt === null && state !== 'queued' && state !== 'in-doubt')
        )
          return;
        now = Math.max(now + 1, due);
      }
      throw new Error('it goes in circles');
    },
    open: () => file.entries.list(0),
    async close() {
      agent.destroy();
      pace.close();
      await transport.close();
      await cutter.close();
      await service.close();
      file.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
