/** A training service of its own for each test, a clock that moves only when told, and a plain client that trusts it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../src/training/clock.ts';
import { startService, type RunningService, type ServiceOptions } from '../../../src/training/server.ts';
import { worldOnce } from '../../fixtures/world-once.ts';

/** Monday, 15 June 2026, eight in the morning in Berlin. */
export const morning = Date.UTC(2026, 5, 15, 6, 0, 0);

/** A new stop with every field that both kinds of stops take. */
export const everyStopField = {
  address: { addressName: 'Gartenhaus', addressLineOne: 'Lindenallee 4', zip: '41731', city: 'Aldermünde' },
  timing: {
    estimatedAttemptDuration: 240,
    earliestAttemptTime: { hour: 9, minute: 0 },
    latestAttemptTime: { hour: 12, minute: 30 },
  },
  recipient: { name: 'Zoë Weiß', email: 'zoe@mail.example', phone: '+49 30 23125001', externalId: 'dd-abc' },
  orderInfo: { products: ['Tea'], sellerName: 'Shop', sellerOrderId: '1', sellerWebsite: 'https://shop.example' },
  paymentOnDelivery: { amount: 1250, currency: 'EUR' },
  proofOfAttemptRequirements: { enabled: true },
  activity: 'pickup',
  optimizationOrder: 'first',
  packageCount: 3,
  weight: { amount: 12.35, unit: 'kilogram' },
  notes: 'Grüße 🚚',
  clientId: 'client-1',
  barcodes: ['A-1', 'A-2'],
  customProperties: { doorCode: '1234' },
};

export interface HandClock extends Clock {
  pass(milliseconds: number): void;
}

export function handClock(start = morning): HandClock {
  let at = start;
  return {
    now: () => at,
    after: () => () => undefined,
    pass(milliseconds) {
      at += milliseconds;
    },
  };
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'depot-desk-training-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  /** Parsed JSON; undefined when the body is none. */
  body: unknown;
}

export interface Asking {
  method?: string;
  authorization?: string | undefined;
  body?: string;
  contentType?: string | undefined;
  /** PEM; left out: what the computer trusts. */
  authority?: string | undefined;
  /** The address of this computer that the request comes from. */
  localAddress?: string;
  /** Awaited once the other side has the headers, before the body goes out. */
  during?: () => Promise<unknown>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One request on a connection of its own. */
export function ask(url: string, asking: Asking = {}): Promise<Answer> {
  const { method = 'GET', authorization, body, contentType, authority, localAddress, during } = asking;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method,
        agent: false,
        ...(localAddress === undefined ? {} : { localAddress }),
        ...(authority === undefined ? {} : { ca: authority }),
        headers: {
          ...(authorization === undefined ? {} : { authorization }),
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...(during === undefined ? {} : { expect: '100-continue' }),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode = 0, headers } = incoming;
          resolve({ status: statusCode, headers, bytes, body: parsed(bytes.toString('utf8')) });
        });
      },
    );
    outgoing.on('error', reject);
    if (during === undefined) {
      outgoing.end(body);
      return;
    }
    outgoing.on('continue', () => void during().then(() => outgoing.end(body), reject));
    outgoing.flushHeaders();
  });
}

/** One request to the control API, by the name under which it stays in reach while the services are not. */
export function askControl(
  { address, authority, controlKey }: RunningService,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return ask(`${address.replace('127.0.0.1', 'localhost')}/training/v1${path}`, {
    method,
    authority,
    authorization: `Bearer ${controlKey}`,
    ...(body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' }),
  });
}

export interface Client {
  service: RunningService;
  clock: HandClock;
  /** Reads at a pace that no limit minds. `path` begins after the base path. */
  planning(path: string, asking?: Asking): Promise<Answer>;
  orders(path: string, asking?: Asking): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  /** All items of a list, page by page. */
  all<Item>(service: 'planning' | 'orders', path: string, items: string): Promise<Item[]>;
}

/** Calls to a running service with the right keys; a second passes on its clock before each. */
export function clientOf(service: RunningService, clock: HandClock): Client {
  const { address, authority, planningKey, ordersKey } = service;
  const client: Client = {
    service,
    clock,
    planning(path, asking) {
      clock.pass(1_000);
      return ask(`${address}/public/v1${path}`, { authority, authorization: `Bearer ${planningKey}`, ...asking });
    },
    orders(path, asking) {
      clock.pass(1_000);
      return ask(`${address}/connect/v1${path}`, { authority, authorization: `Bearer ${ordersKey}`, ...asking });
    },
    post: (path, body) =>
      client.planning(path, { method: 'POST', body: JSON.stringify(body), contentType: 'application/json' }),
    async all<Item>(service: 'planning' | 'orders', path: string, items: string) {
      const found: Item[] = [];
      let token: string | null = null;
      do {
        const more: string = token === null ? '' : `${path.includes('?') ? '&' : '?'}pageToken=${token}`;
        const { status, body } = await client[service](`${path}${more}`);
        if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
        const page = body as Record<string, unknown>;
        found.push(...(page[items] as Item[]));
        token = page['nextPageToken'] as string | null;
      } while (token !== null);
      return found;
    },
  };
  return client;
}

/** Starts a service on a folder of its own that ends with the test. */
export async function training(options: Partial<ServiceOptions> & { clock?: HandClock } = {}): Promise<Client> {
  const clock = options.clock ?? handClock();
  const service = await startService({
    folder: options.folder ?? temporaryFolder(),
    generate: worldOnce,
    ...options,
    clock,
  });
  onTestFinished(() => service.close());
  return clientOf(service, clock);
}
