/**
 * A client of the services that shares no code with the app. Tests use it to verify what the app claims to have done
 * (planning-api and order-api).
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';

export interface ServiceAccess {
  /** `https://host:port` */
  address: string;
  authorityFile: string;
  planningKey: string;
  ordersKey: string;
}

interface ServiceTime {
  hour: number;
  minute: number;
}
export interface ServiceStop {
  id: string;
  /** `start`, `stop` or `end` */
  type: string;
  route: { id: string } | null;
  notes: string | null;
  packageCount: number | null;
  allowedDrivers: string[] | null;
  timing: { earliestAttemptTime: ServiceTime | null; latestAttemptTime: ServiceTime | null } | null;
  recipient: { name: string | null; externalId: string | null } | null;
  address: { addressLineOne: string | null };
}
export interface ServicePlan {
  id: string;
  title: string;
  depot: string | null;
  writable: boolean;
  optimization: string | null;
  distributed: boolean;
  drivers: string[];
  starts: { day: number; month: number; year: number };
}
export interface ServiceOrder {
  id: string;
  barcodes: string[];
  packageInfo: {
    packageCount: number | null;
    externalId: string | null;
    products?: string[] | null;
    weight?: { amount: number; unit: string } | null;
  } | null;
  recipient: { name: string | null } | null;
  deliveryInstructions?: { expectedDeliveryDate?: { year: number; month: number; day: number } | null } | null;
  submitted: boolean | null;
  readOnly: boolean | null;
}

export interface ServiceDriver {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  depots: string[];
}

type Page = Record<string, unknown> & { nextPageToken?: string | null };

/**
 * Milliseconds between two requests of all clients in a process. The app shares the limit of 10 reads a second with
 * them (planning-api, Limits) and rests for a minute after three refusals, so a test that reads again and again takes
 * half of the limit and no more.
 */
const spacing = 200;

/** Reads all pages of lists from one service and makes the edits of a colleague, at half of the service's limit. */
export class PlainClient {
  /** When the next request may leave, by `performance.now()`. */
  static #nextAt = 0;
  /** Requests of all clients in this process, to tell them from the app's. */
  static readonly sent: { method: string; path: string }[] = [];
  readonly #access: ServiceAccess;
  readonly #agent: Agent;

  constructor(access: ServiceAccess) {
    this.#access = access;
    // A new connection for each request: the service closes an idle one after seconds, perhaps while it is used again.
    this.#agent = new Agent({ ca: readFileSync(access.authorityFile), keepAlive: false, maxSockets: 1 });
  }

  close(): void {
    this.#agent.destroy();
  }

  /** One GET; throws on every status but 200. A 429 is retried, because the app reads at the same time. */
  async get(path: string): Promise<Page> {
    return JSON.parse(await this.#answer(path)) as Page;
  }

  plans = () => this.#all<ServicePlan>('/public/v1/plans', 'plans');
  drivers = () => this.#all<ServiceDriver>('/public/v1/drivers', 'drivers');
  orders = () => this.#all<ServiceOrder>('/connect/v1/orders', 'orders');
  unassignedStops = () => this.#all<ServiceStop>('/public/v1/unassignedStops', 'unassignedStops');
  stops = (planId: string) => this.#all<ServiceStop>(`/public/v1/${planId}/stops`, 'stops');

  couriers = () => this.#all<{ id: string }>('/connect/v1/couriers', 'couriers');

  /** Edits one record, as a colleague at another desk would. */
  async patch(id: string, change: object): Promise<void> {
    await this.#answer(`/public/v1/${id}`, 'PATCH', JSON.stringify(change));
  }

  /** Deletes one record of either service, as a colleague would. */
  async remove(id: string): Promise<void> {
    await this.#answer(`${id.startsWith('orders/') ? '/connect' : '/public'}/v1/${id}`, 'DELETE');
  }

  /** Adds active drivers to a depot, as somebody at another desk would. @param names at most fifty */
  async addDrivers(names: readonly string[], depot: string, routeOverrides?: Record<string, unknown>): Promise<void> {
    const drivers = names.map((name, at) => ({
      ...{ name, email: `added${at + 1}@depot.example`, depots: [depot], routeOverrides },
    }));
    const answer = await this.#answer('/public/v1/drivers:import', 'POST', JSON.stringify(drivers));
    const { failed } = JSON.parse(answer) as { failed: unknown[] };
    if (failed.length > 0) throw new Error(`drivers were not added: ${JSON.stringify(failed)}`);
  }

  /** Makes a plan, as somebody at another desk would. */
  async addPlan(
    plan: Pick<ServicePlan, 'title' | 'starts' | 'depot' | 'drivers'> & { routeOverrides?: Record<string, unknown> },
  ): Promise<ServicePlan> {
    return JSON.parse(await this.#answer('/public/v1/plans', 'POST', JSON.stringify(plan))) as ServicePlan;
  }

  /** Submits an order, as a colleague would. */
  async submit(orderId: string, courierId: string): Promise<void> {
    await this.#answer('/connect/v1/orders:submit', 'POST', JSON.stringify({ orderIds: [orderId], courierId }));
  }

  async #answer(path: string, method = 'GET', sends = ''): Promise<string> {
    for (;;) {
      await PlainClient.#turn();
      const { status, body } = await this.#request(path, method, sends);
      if (status === 200) return body;
      if (status !== 429) throw new Error(`${method} ${path}: ${status} ${body}`);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }

  static async #turn(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, PlainClient.#nextAt);
    PlainClient.#nextAt = at + spacing;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  }

  async #all<Item>(path: string, field: string): Promise<Item[]> {
    const items: Item[] = [];
    let token: string | null = null;
    do {
      const page: Page = await this.get(token === null ? path : `${path}?pageToken=${encodeURIComponent(token)}`);
      items.push(...((page[field] ?? []) as Item[]));
      token = page.nextPageToken ?? null;
    } while (token !== null);
    return items;
  }

  #request(path: string, method: string, sends: string): Promise<{ status: number; body: string }> {
    PlainClient.sent.push({ method, path });
    const key = path.startsWith('/connect/') ? this.#access.ordersKey : this.#access.planningKey;
    const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
    return new Promise((resolve, reject) => {
      const sent = request(
        this.#access.address + path,
        {
          agent: this.#agent,
          method,
          headers: { authorization, ...(sends === '' ? {} : { 'content-type': 'application/json' }) },
        },
        (answer) => {
          let body = '';
          answer.setEncoding('utf8').on('data', (text: string) => {
            body += text;
          });
          answer.on('end', () => {
            resolve({ status: answer.statusCode ?? 0, body });
          });
        },
      );
      sent.on('error', reject);
      sent.setTimeout(10_000, () => sent.destroy(new Error(`${method} ${path}: no answer in 10 s`)));
      sent.end(sends);
    });
  }
}
