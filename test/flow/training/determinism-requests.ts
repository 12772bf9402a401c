/** Three hundred requests of every kind, the same each time; later ones use what earlier ones answered. */
import type { Asking } from './support.ts';

export interface Step {
  service: 'planning' | 'older' | 'orders' | 'link';
  /** After the base path; a whole address for a link. */
  path: string;
  asking: Asking;
}

/** What was answered so far. */
export interface Known {
  /** First values by field, of the answers to named steps. */
  ids: Map<string, string[]>;
  token: string | null;
  link: string | null;
}

type Make = (known: Known, turn: number) => Step;

const planning = (method: string, path: string, body?: unknown): Step => ({
  service: 'planning',
  path,
  asking: {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' }),
  },
});
const orders = (method: string, path: string, body?: unknown): Step => ({
  ...planning(method, path, body),
  service: 'orders',
});

function pick({ ids }: Known, collection: string, turn: number): string {
  const found = ids.get(collection) ?? [];
  return found[turn % Math.max(1, found.length)] ?? `${collection}/none`;
}

const address = (turn: number) => ({ addressLineOne: `Rosenweg ${1 + (turn % 50)}` });
const withToken = (path: string, { token }: Known) => (token === null ? path : `${path}?pageToken=${token}`);

/** One round; what it names is found in answers, so that the first round is full of refusals. */
const round: readonly Make[] = [
  () => planning('GET', '/plans'),
  (known) => planning('GET', withToken('/plans', known)),
  () => planning('GET', '/plans?filter.startsGte=2026-06-16&maxPageSize=20'),
  () => planning('GET', '/drivers'),
  (known, turn) => planning('GET', `/${pick(known, 'plans', turn)}/stops`),
  (known, turn) => planning('GET', withToken(`/${pick(known, 'plans', turn)}/stops`, known)),
  (known, turn) => ({ ...planning('GET', `/${pick(known, 'plans', turn)}/stops`), service: 'older' }),
  (_known, turn) => planning('POST', '/plans', { title: `D ${turn}`, starts: { day: 17, month: 6, year: 2026 } }),
  (known, turn) =>
    planning('POST', `/${pick(known, 'plans', 0)}/stops`, { address: address(turn), notes: `D ${turn}` }),
  (known, turn) =>
    planning(
      'POST',
      `/${pick(known, 'plans', turn)}/stops:import`,
      Array.from({ length: 5 }, (_, index) => ({
        address: index === 3 ? { addressLineOne: 'Nowhere' } : address(index),
      })),
    ),
  (known, turn) => planning('POST', `/${pick(known, 'plans', turn)}/stops:liveCreate`, { address: address(turn) }),
  (known, turn) => planning('POST', `/${pick(known, 'plans', turn)}:optimize`),
  (known, turn) => planning('POST', `/${pick(known, 'plans', turn)}:reoptimize`, {}),
  () => planning('GET', '/operations'),
  (known, turn) => planning('POST', `/${pick(known, 'plans', turn)}:distribute`),
  (_known, turn) => planning('POST', '/drivers', { name: `D ${turn}` }),
  (_known, turn) => planning('POST', '/drivers:import', [{ name: `D ${turn}` }, { depots: ['depots/gone'] }]),
  (known, turn) => planning('PATCH', `/${pick(known, 'drivers', turn)}`, { displayName: `D ${turn}` }),
  (known, turn) => planning('DELETE', `/${pick(known, 'stops', turn)}`),
  (_known, turn) => planning('POST', '/unassignedStops', { address: address(turn) }),
  () => planning('GET', '/stops:search?keyword=Rosenweg'),
  () => orders('GET', '/orders'),
  (_known, turn) => orders('POST', '/orders', { address: address(turn), packageInfo: { packageCount: 2 } }),
  (_known, turn) =>
    orders('POST', '/orders:import', { orders: [{ address: address(turn) }, { address: address(turn + 1) }] }),
  (known, turn) =>
    orders('POST', '/orders:submit', {
      orderIds: [pick(known, 'orders', turn)],
      courierId: pick(known, 'couriers', 0),
    }),
  () => orders('GET', '/couriers'),
  (known, turn) => orders('GET', `/${pick(known, 'orders', turn)}/shippingLabels`),
  (known) => ({ service: 'link', path: known.link ?? '', asking: {} }),
  () => planning('GET', '/nothing'),
  () => planning('GET', '/plans?maxPageSize=99'),
];

/** @param turn counts from 0 */
export function step(known: Known, turn: number): Step {
  const make = round[turn % round.length];
  if (!make) throw new RangeError('no such step');
  return make(known, Math.floor(turn / round.length) * 7 + (turn % 5));
}

/** Takes from an answer what later steps name. */
export function learn(known: Known, body: unknown): void {
  const text = JSON.stringify(body ?? null);
  for (const [, id = '', plan, stop] of text.matchAll(/"id":"((?:(plans\/\w+\/stops)|[a-zA-Z]+)\/(\w+))"/g)) {
    const collection = plan === undefined ? (id.split('/')[0] ?? '') : 'stops';
    const ids = known.ids.get(collection) ?? [];
    if (stop !== undefined && !ids.includes(id)) known.ids.set(collection, [...ids, id]);
  }
  if (typeof body !== 'object' || body === null) return;
  const { nextPageToken, url } = body as { nextPageToken?: string | null; url?: string | null };
  if (typeof nextPageToken === 'string') known.token = nextPageToken;
  if (typeof url === 'string' && url.startsWith('https://127.')) known.link = url;
}
