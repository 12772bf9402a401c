/**
 * A Transport for the real client with plans and stops behind a network, in virtual time. It stores writes and refuses
 * requests that exceed a documented limit. Each window is a sliding log, the strictest reading.
 */
import type { Exchange, Request, Transport } from '../../../../src/main/api/transport.ts';
import { limits, type LimitClass, type LimitWindow } from '../../../../src/shared/endpoints.ts';
import type { VirtualClock } from './virtual-clock.ts';

interface Stop {
  id: string;
  notes: string | null;
  recipient: { externalId: string | null };
}

/** A sliding log of requests or of their items. */
class Window {
  private readonly window: LimitWindow;
  private taken: { at: number; count: number }[] = [];
  private sum = 0;

  constructor(window: LimitWindow) {
    this.window = window;
  }

  hasRoom(now: number, items: number): boolean {
    let gone = 0;
    for (const { at, count } of this.taken) {
      if (at > now - this.window.milliseconds) break;
      this.sum -= count;
      gone += 1;
    }
    if (gone > 0) this.taken = this.taken.slice(gone);
    return this.sum + this.countOf(items) <= this.window.limit;
  }

  take(now: number, items: number): void {
    this.taken.push({ at: now, count: this.countOf(items) });
    this.sum += this.countOf(items);
  }

  private countOf(items: number): number {
    return this.window.counts === 'items' ? items : 1;
  }
}

export class CountedStops implements Transport {
  readonly plans = new Map<string, Map<string, Stop>>();
  refused = 0;
  requests = 0;
  imports = 0;
  /** When the last change was answered. */
  changedAt = 0;
  /** When the last list was answered. */
  listedAt = 0;
  private readonly clock: VirtualClock;
  private readonly roundTrip: number;
  private readonly windows = new Map<LimitClass, Window[]>();
  private next = 0;

  /** @param roundTrip milliseconds; each way takes half of it, minus up to 5 */
  constructor(clock: VirtualClock, roundTrip: number) {
    this.clock = clock;
    this.roundTrip = roundTrip;
  }

  /** @returns the ids of the added stops */
  fill(planId: string, count: number): string[] {
    const plan = this.planOf(planId);
    return Array.from({ length: count }, () => {
      const id = this.newId(planId);
      plan.set(id, { id, notes: null, recipient: { externalId: null } });
      return id;
    });
  }

  exchange(request: Request): Promise<Exchange> {
    const delay = () => this.roundTrip / 2 - this.clock.random() * 5;
    request.left?.();
    return new Promise((resolve) => {
      this.clock.after(delay(), () => {
        this.requests += 1;
        const said = this.isWithin(request) ? this.answer(request) : null;
        if (said === null) this.refused += 1;
        this.clock.after(delay(), () => {
          if (said !== null && request.method !== 'GET') this.changedAt = this.clock.now();
          if (said !== null && request.path.includes('/stops?')) this.listedAt = this.clock.now();
          const body = Buffer.from(said === null ? '' : JSON.stringify(said));
          resolve({ kind: 'answered', status: said === null ? 429 : 200, contentType: 'application/json', body });
        });
      });
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private isWithin({ method, path, body }: Request): boolean {
    const isImport = path.endsWith(':import');
    const items = isImport ? (JSON.parse(body ?? '[]') as unknown[]).length : 1;
    const classes: LimitClass[] =
      method === 'GET'
        ? ['planning.read']
        : ['planning.write', ...(isImport ? (['planning.stop-import'] as const) : [])];
    const windows = classes.flatMap((name) => {
      const known = this.windows.get(name) ?? limits[name].map((window) => new Window(window));
      this.windows.set(name, known);
      return known;
    });
    const now = this.clock.now();
    if (!windows.every((window) => window.hasRoom(now, items))) return false;
    for (const window of windows) window.take(now, items);
    return true;
  }

  private answer({ method, path, body }: Request): unknown {
    const url = new URL(path, 'https://service');
    const [, planId = '', rest = ''] = /\/(plans\/\w+)\/stops(.*)$/.exec(url.pathname) ?? [];
    const plan = this.planOf(planId);
    if (method === 'GET' && rest === '') {
      const from = Number(url.searchParams.get('pageToken') ?? '0');
      const stops = [...plan.values()].slice(from, from + 10);
      return { stops, nextPageToken: from + 10 < plan.size ? String(from + 10) : null };
    }
    const stop = plan.get(`${planId}/stops${rest}`);
    if (method === 'GET') return stop;
    const sent: unknown = JSON.parse(body ?? '{}');
    if (rest === ':import') {
      this.imports += 1;
      return { success: (sent as Omit<Stop, 'id'>[]).map((item) => this.add(plan, planId, item).id), failed: [] };
    }
    if (method === 'PATCH' && stop !== undefined) return Object.assign(stop, sent);
    if (method === 'POST' && rest === '') return this.add(plan, planId, sent as Omit<Stop, 'id'>);
    throw new Error(`${method} ${path} is not known here`);
  }

  private add(plan: Map<string, Stop>, planId: string, item: Omit<Stop, 'id'>): Stop {
    const stop = { ...item, id: this.newId(planId) };
    plan.set(stop.id, stop);
    return stop;
  }

  private newId(planId: string): string {
    this.next += 1;
    return `${planId}/stops/s${this.next}`;
  }

  private planOf(planId: string): Map<string, Stop> {
    const known = this.plans.get(planId) ?? new Map<string, Stop>();
    this.plans.set(planId, known);
    return known;
  }
}
