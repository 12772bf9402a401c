/** One request of each kind that the two services accept, for the large data set. */

export interface Call {
  service: 'planning' | 'older' | 'orders';
  method: string;
  /** After the base path. */
  path: string;
  body?: unknown;
}

/** Ids that the requests refer to, looked up in the service first. */
export interface Found {
  /** An editable plan, a distributed one, and one with routes that are not distributed yet. */
  open: string;
  live: string;
  laidOut: string;
  /** Stops of the open plan, and unattempted stops of the live one. */
  stops: string[];
  liveStops: string[];
  drivers: string[];
  depot: string;
  route: string;
  operation: string;
  unassigned: string[];
  /** Draft orders. */
  orders: string[];
  courier: string;
  /** Tokens of a late page, by list. */
  tokens: { stops: string; unassigned: string; orders: string };
}

export interface Kind {
  name: string;
  /** How often it is sent. Null: the default. */
  times: number | null;
  /** @param turn counts from 0 */
  call: (found: Found, turn: number) => Call;
}

const planning = (method: string, path: string, body?: unknown): Call => ({ service: 'planning', method, path, body });
const orders = (method: string, path: string, body?: unknown): Call => ({ service: 'orders', method, path, body });
const pick = <Item>(items: readonly Item[], turn: number): Item => {
  const item = items[turn % items.length];
  if (item === undefined) throw new RangeError('nothing was found to ask for');
  return item;
};
const read = (name: string, path: (found: Found, turn: number) => string): Kind => ({
  name,
  times: null,
  call: (found, turn) => planning('GET', path(found, turn)),
});
const write = (name: string, call: Kind['call'], times: number | null = null): Kind => ({ name, times, call });

const stop = (turn: number) => ({
  address: { addressLineOne: `Rosenweg ${1 + (turn % 60)}` },
  recipient: { name: 'Zoë Weiß', externalId: `B-${turn}` },
  notes: 'Ring twice, the bell is slow.',
  packageCount: 1,
});
const order = (turn: number) => ({
  address: { addressLineOne: `Lindenallee ${1 + (turn % 60)}`, city: 'Aldermünde' },
  recipient: { name: 'Zoë Weiß' },
  packageInfo: { packageCount: 2, externalId: `B-${turn}` },
});
const hundred = (turn: number) => Array.from({ length: 100 }, (_, index) => stop(turn * 100 + index));

export const kinds: readonly Kind[] = [
  read('plans.list, 20', () => '/plans?maxPageSize=20'),
  read('plans.list, from a day on', () => '/plans?filter.startsGte=2026-06-16'),
  read('plans.get', ({ open }) => `/${open}`),
  read('stops.list, first page', ({ live }) => `/${live}/stops`),
  read('stops.list, last page', ({ live, tokens }) => `/${live}/stops?pageToken=${tokens.stops}`),
  read('stops.list, external id', ({ live }, turn) => `/${live}/stops?filter.externalId=C-A0${100 + (turn % 100)}`),
  read('stops.get', ({ stops }, turn) => `/${pick(stops, turn)}`),
  {
    name: 'stops.list in v0.2b',
    times: null,
    call: ({ live }) => ({ service: 'older', method: 'GET', path: `/${live}/stops` }),
  },
  { name: 'plans.list in v0.2b', times: null, call: () => ({ service: 'older', method: 'GET', path: '/plans' }) },
  read('routes.list', () => '/routes'),
  read('routes.get', ({ route }) => `/${route}`),
  read('routes.stops', ({ route }) => `/${route}/stops`),
  read('operations.list', () => '/operations'),
  read('operations.get', ({ operation }) => `/${operation}`),
  read('drivers.list', () => '/drivers'),
  read('drivers.get', ({ drivers }, turn) => `/${pick(drivers, turn)}`),
  read('depots.list', () => '/depots'),
  read('unassignedStops.list', () => '/unassignedStops'),
  read('unassignedStops.list, last page', ({ tokens }) => `/unassignedStops?pageToken=${tokens.unassigned}`),
  read('customStopProperties.list', () => '/team/customStopProperties'),
  read(
    'stops.search, a word',
    (_found, turn) => `/stops:search?keyword=${pick(['Rosenweg', 'Weiß', 'Apotheke', 'C-A0017'], turn)}`,
  ),
  read('stops.search, misspelt', () => '/stops:search?keyword=Rosenwge'),
  read(
    'stops.search, filter',
    () => `/stops:search?filter=${encodeURIComponent('packageCount > 3 and activity = "delivery"')}`,
  ),
  read('stops.search, sorted', () => '/stops:search?keyword=Rosenweg&sortField=packageCount&sortOrder=desc'),
  { name: 'orders.list', times: null, call: () => orders('GET', '/orders') },
  {
    name: 'orders.list, last page',
    times: null,
    call: ({ tokens }) => orders('GET', `/orders?pageToken=${tokens.orders}`),
  },
  { name: 'orders.list, external id', times: null, call: () => orders('GET', '/orders?filter.externalId=WEB-10900') },
  { name: 'orders.get', times: null, call: (found, turn) => orders('GET', `/${pick(found.orders, turn)}`) },
  {
    name: 'orders.shippingLabels',
    times: null,
    call: (found, turn) => orders('GET', `/${pick(found.orders, turn)}/shippingLabels`),
  },
  { name: 'couriers.list', times: null, call: () => orders('GET', '/couriers') },
  write('plans.create', () => planning('POST', '/plans', { title: 'B', starts: { day: 20, month: 6, year: 2026 } })),
  write('plans.update', ({ open }, turn) => planning('PATCH', `/${open}`, { title: `B ${turn}` })),
  write('stops.create', ({ open }, turn) => planning('POST', `/${open}/stops`, stop(turn))),
  write('stops.list after a write', ({ open }) => planning('GET', `/${open}/stops`)),
  write('stops.update', ({ stops }, turn) => planning('PATCH', `/${pick(stops, turn)}`, { notes: `B ${turn}` })),
  write('stops.import, 100', ({ open }, turn) => planning('POST', `/${open}/stops:import`, hundred(turn)), 40),
  write('stops.delete', ({ stops }, turn) => planning('DELETE', `/${pick(stops, turn)}`), 100),
  write('stops.liveCreate', ({ live }, turn) => planning('POST', `/${live}/stops:liveCreate`, stop(turn)), 40),
  write('stops.liveUpdate', ({ liveStops }, turn) =>
    planning('POST', `/${pick(liveStops, turn)}:liveUpdate`, { notes: `B ${turn}` }),
  ),
  write('plans.reoptimize, and what it lays out', ({ live }, turn) =>
    turn % 2 === 0
      ? planning('POST', `/${live}:reoptimize`, {})
      : planning('POST', `/${live}/stops:liveCreate`, stop(turn)),
  ),
  write('unassignedStops.create', (_found, turn) => planning('POST', '/unassignedStops', stop(turn))),
  write(
    'unassignedStops.import, 100',
    (_found, turn) => planning('POST', '/unassignedStops:import', { unassignedStops: hundred(turn), depot: null }),
    40,
  ),
  write('unassignedStops.update', ({ unassigned }, turn) =>
    planning('PATCH', `/${pick(unassigned, turn)}`, { notes: `B ${turn}` }),
  ),
  write('drivers.create', (_found, turn) => planning('POST', '/drivers', { name: `B ${turn}` })),
  write(
    'drivers.import, 50',
    (_found, turn) => planning('POST', '/drivers:import', Array(50).fill({ name: `B ${turn}` })),
    20,
  ),
  write('drivers.update', ({ drivers }, turn) => planning('PATCH', `/${pick(drivers, turn)}`, { name: `B ${turn}` })),
  write('depots.update', ({ depot }, turn) => planning('PATCH', `/${depot}`, { name: `B ${turn}` })),
  write('members.create', (_found, turn) => planning('POST', '/members', { name: `B ${turn}`, role: 'dispatcher' })),
  write('orders.create', (_found, turn) => orders('POST', '/orders', order(turn))),
  write('orders.list after a write', () => orders('GET', '/orders')),
  write('orders.update', (found, turn) =>
    orders('PATCH', `/${pick(found.orders, turn)}`, { recipient: { name: `B ${turn}` } }),
  ),
  write(
    'orders.import, 100',
    (_found, turn) =>
      orders('POST', '/orders:import', {
        orders: Array.from({ length: 100 }, (_each, index) => order(turn * 100 + index)),
      }),
    40,
  ),
  write(
    'orders.submit, 10',
    (found, turn) =>
      orders('POST', '/orders:submit', {
        orderIds: found.orders.slice(turn * 10, turn * 10 + 10),
        courierId: found.courier,
      }),
    20,
  ),
  write('search after writes', () => planning('GET', '/stops:search?keyword=Rosenweg')),
];
