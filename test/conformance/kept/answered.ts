/** Where each kind of record is answered. What breaks a field's row is that this place answers the field wrongly. */
import type { AnsweredShape, Kind } from '../shapes/shape.ts';
import * as orders from '../shapes/orders.ts';
import * as routes from '../shapes/routes.ts';
import * as stops from '../shapes/stops.ts';
import * as team from '../shapes/team.ts';
import type { Kept } from './kept.ts';

/** Something that a field of this kind never is, as source. */
function wrongValue(is: Kind): string {
  return is === 'number' || is === 'whole' || is === 'truth' ? "'wrong'" : '7.5';
}

/** An assignment to a field within an object literal that spreads `from`: `address: { ...from.address, zip: 7.5 }`. */
function spoilt(from: string, [name = '', ...rest]: readonly string[], value: string): string {
  if (rest.length === 0) return `${name}: ${value} as never`;
  const inner = `${from}?.${name}`;
  if (rest[0] === '0') return `${name}: [{ ${spoilt(inner, rest.slice(1), value)} }] as never`;
  return `${name}: { ...${inner}, ${spoilt(inner, rest, value)} } as never`;
}

interface Place {
  prefix: string;
  shape: AnsweredShape;
  file: string;
  symbol: string;
  find: string;
  /** The place with an assignment in it, which spoils a field of what `record` names there. */
  record: string;
  replace: (assignment: string) => string;
}

const handlers = 'src/training/handlers';
const places: readonly Place[] = [
  {
    ...{ prefix: 'plan', shape: team.plan, file: `${handlers}/plans.ts`, symbol: 'planHandlers', record: 'plan' },
    find: 'items.map(({ plan }) => plan)',
    replace: (spoil) => `items.map(({ plan }) => ({ ...plan, ${spoil} }))`,
  },
  {
    ...{
      prefix: 'driver',
      shape: team.driver,
      file: `${handlers}/drivers.ts`,
      symbol: 'driverHandlers',
      record: 'each',
    },
    find: '{ drivers: items, nextPageToken }',
    replace: (spoil) => `{ drivers: items.map((each) => ({ ...each, ${spoil} })), nextPageToken }`,
  },
  {
    ...{ prefix: 'member', shape: team.member, file: `${handlers}/members.ts`, symbol: 'makeMember', record: 'made' },
    find: "const member = makeMember(store, memberInput(body, ''));",
    replace: (spoil) => `const made = makeMember(store, memberInput(body, '')); const member = { ...made, ${spoil} };`,
  },
  {
    ...{ prefix: 'depot', shape: team.depot, file: `${handlers}/depots.ts`, symbol: 'depotHandlers', record: 'each' },
    find: '{ depots: items, nextPageToken }',
    replace: (spoil) => `{ depots: items.map((each) => ({ ...each, ${spoil} })), nextPageToken }`,
  },
  {
    ...{ prefix: 'stop', shape: stops.stop, file: `${handlers}/stops.ts`, symbol: 'stopAnswer', record: 'stop' },
    find: 'state: route?.state ?? proposed.state } : route };',
    replace: (spoil) => `state: route?.state ?? proposed.state } : route, ${spoil} };`,
  },
  {
    ...{ prefix: 'unassigned-stop', shape: stops.unassignedStop, file: `${handlers}/unassigned.ts`, record: 'stop' },
    symbol: 'unassignedReads',
    find: 'items.map(({ stop }) => stop)',
    replace: (spoil) => `items.map(({ stop }) => ({ ...stop, ${spoil} }))`,
  },
  {
    ...{ prefix: 'route', shape: routes.route, file: `${handlers}/routes.ts`, symbol: 'routeHandlers', record: 'each' },
    find: '{ routes: items, nextPageToken }',
    replace: (spoil) => `{ routes: items.map((each) => ({ ...each, ${spoil} })), nextPageToken }`,
  },
  {
    ...{ prefix: 'operation', shape: routes.operation, file: `${handlers}/operations.ts`, record: 'operation' },
    symbol: 'operationHandlers',
    find: "handle: ({ parameters }) => find(parameters['operationId']).operation }",
    replace: (spoil) =>
      `handle: ({ parameters }) => { const { operation } = find(parameters['operationId']); return { ...operation, ${spoil} }; } }`,
  },
  {
    ...{ prefix: 'property', shape: team.customProperty, file: `${handlers}/custom-properties.ts`, record: 'each' },
    symbol: 'customPropertyHandlers',
    find: 'store.customStopProperties.all()',
    replace: (spoil) => `store.customStopProperties.all().map((each) => ({ ...each, ${spoil} }))`,
  },
  {
    ...{
      prefix: 'order',
      shape: orders.order,
      file: `${handlers}/orders.ts`,
      symbol: 'orders.list',
      record: 'stored.order',
    },
    find: '[stored.order];',
    replace: (spoil) => `[{ ...stored.order, ${spoil} }];`,
  },
  {
    ...{ prefix: 'courier', shape: orders.courier, file: `${handlers}/couriers.ts`, symbol: 'courierHandlers' },
    record: 'courier',
    find: '(exists ? [courier] : [])',
    replace: (spoil) => `(exists ? [{ ...courier, ${spoil} }] : [])`,
  },
  {
    ...{ prefix: 'pickup-location', shape: orders.pickupLocation, file: `${handlers}/pickup-locations.ts` },
    ...{ symbol: 'pickupLocationHandlers', record: 'each' },
    find: '{ pickupLocations: items, nextPageToken }',
    replace: (spoil) => `{ pickupLocations: items.map((each) => ({ ...each, ${spoil} })), nextPageToken }`,
  },
  {
    ...{ prefix: 'labels', shape: orders.shippingLabels, file: `${handlers}/orders.ts`, symbol: 'links.issue' },
    record: 'undefined',
    find: "links.issue(findOrder(store, parameters['id']))",
    replace: (spoil) => `({ ...links.issue(findOrder(store, parameters['id'])), ${spoil} })`,
  },
];

export const answered: Record<string, Kept> = Object.fromEntries(
  places.flatMap(({ prefix, shape, file, symbol, find, record, replace }) =>
    shape.fields.map(({ name, is }) => [
      `${prefix}.${name}`,
      { service: `${file} ${symbol}`, file, find, replace: replace(spoilt(record, name.split('.'), wrongValue(is))) },
    ]),
  ),
);
