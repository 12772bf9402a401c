/**
 * A Transport for the real client: a planning service behind a network, in virtual time. It pages, has latency, and
 * refuses requests that exceed its read limit (a sliding log).
 */
import type { Exchange, Request, Transport } from '../../../../src/main/api/transport.ts';
import { limitOf } from './races.ts';
import { models } from './servers.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface ServiceSize {
  plans: number;
  stopsInPlan: number;
  unassignedStops: number;
  drivers: number;
}

export interface Tally {
  requests: number;
  refused: number;
  /** When the last answer arrived. */
  lastAnswerAt: number;
}

/** planning-api, Limits: maximum page sizes. */
const pageSizes = { plans: 20, stops: 10, unassignedStops: 20, drivers: 50, depots: 20 };

const stop = (id: string, number: number) => ({
  id,
  stopPosition: number,
  address: { address: `${number} Mill Lane, 4711 Harbour`, addressLineOne: `${number} Mill Lane` },
  recipient: { name: `Recipient ${number}`, externalId: `parcel-${number}` },
});

export class VirtualService implements Transport {
  readonly tally: Tally = { requests: 0, refused: 0, lastAnswerAt: 0 };
  private readonly clock: VirtualClock;
  private readonly size: ServiceSize;
  private readonly roundTrip: number;
  private readonly limit;

  /** @param roundTrip milliseconds; each way takes half of it, minus up to 5 */
  constructor(clock: VirtualClock, size: ServiceSize, roundTrip: number) {
    this.clock = clock;
    this.size = size;
    this.roundTrip = roundTrip;
    this.limit = models['sliding log'](limitOf('planning.read'), clock.random);
  }

  exchange(request: Request): Promise<Exchange> {
    const delay = () => this.roundTrip / 2 - 5 + this.clock.random() * 5;
    request.left?.();
    return new Promise((resolve) => {
      this.clock.after(delay(), () => {
        this.tally.requests += 1;
        const taken = this.limit.take(this.clock.now());
        if (!taken) this.tally.refused += 1;
        const body = Buffer.from(taken ? JSON.stringify(this.answer(new URL(request.path, 'https://service'))) : '');
        this.clock.after(delay(), () => {
          this.tally.lastAnswerAt = this.clock.now();
          resolve({ kind: 'answered', status: taken ? 200 : 429, contentType: 'application/json', body });
        });
      });
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private answer(url: URL): unknown {
    const { size } = this;
    const path = url.pathname.replace('/public/v1', '');
    const stopsOf = /^\/plans\/(p\d+)\/stops$/.exec(path)?.[1];
    if (stopsOf !== undefined) {
      return page(url, 'stops', size.stopsInPlan, (number) => stop(`plans/${stopsOf}/stops/s${number}`, number));
    }
    if (path === '/plans') {
      return page(url, 'plans', size.plans, (number) => {
        // Ten plans per day around the day of the run, so that some are for today.
        const day = new Date(this.clock.now() + (Math.floor(number / 10) - 10) * 86_400_000);
        const starts = { day: day.getUTCDate(), month: day.getUTCMonth() + 1, year: day.getUTCFullYear() };
        return { id: `plans/p${number}`, title: `Tour ${number}`, starts, writable: true };
      });
    }
    if (path === '/drivers') {
      return page(url, 'drivers', size.drivers, (number) => ({ id: `drivers/d${number}`, name: `Driver ${number}` }));
    }
    if (path === '/depots') {
      return page(url, 'depots', 3, (number) => ({ id: `depots/d${number}`, name: `Depot ${number}` }));
    }
    if (path === '/team/customStopProperties') return { customStopProperties: [] };
    if (path === '/unassignedStops') {
      return page(url, 'unassignedStops', size.unassignedStops, (number) => stop(`unassignedStops/u${number}`, number));
    }
    throw new Error(`${path} is not known here`);
  }
}

function page(url: URL, name: keyof typeof pageSizes, total: number, item: (number: number) => unknown): unknown {
  const from = Number(url.searchParams.get('pageToken') ?? '0');
  const until = Math.min(total, from + Number(url.searchParams.get('maxPageSize') ?? pageSizes[name]));
  const items = Array.from({ length: until - from }, (_none, number) => item(from + number));
  return { [name]: items, nextPageToken: until < total ? String(until) : null };
}
