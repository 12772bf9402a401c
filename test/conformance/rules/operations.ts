/** One row for every operation in each version that has it. */
import { endpoints, type Endpoint, type EndpointName } from '../../../src/shared/endpoints.ts';
import type { Rule, Section } from '../row.ts';
import { testOfScreen } from '../screens.ts';

const client = 'src/main/api/client.ts Client';
const pull = 'src/main/refresh/refresher.ts Refresher';
const outbox = 'src/main/sending/sender.ts Sender';

/** In our words, and who calls it in the app beside the client. */
const operations: Record<EndpointName, { rule: string; client?: string }> = {
  'plans.list': { rule: 'lists plans', client: pull },
  'plans.create': { rule: 'makes a plan' },
  'plans.get': { rule: 'fetches a plan' },
  'plans.update': { rule: 'changes a plan' },
  'plans.delete': { rule: 'deletes a plan' },
  'plans.optimize': { rule: 'optimises a plan' },
  'plans.distribute': { rule: 'sends a plan to its drivers' },
  'plans.reoptimize': { rule: 'optimises a plan with pending changes' },
  'plans.redistribute': { rule: 'sends the changes of a plan to its drivers' },
  'plans.save': { rule: 'saves the changes of a plan without telling the drivers' },
  'stops.create': { rule: 'makes a stop', client: outbox },
  'stops.list': { rule: 'lists the stops of a plan', client: pull },
  'stops.import': { rule: 'makes several stops', client: outbox },
  'stops.get': { rule: 'fetches a stop' },
  'stops.update': { rule: 'changes a stop' },
  'stops.delete': { rule: 'deletes a stop' },
  'stops.liveCreate': { rule: 'makes a stop in a live plan' },
  'stops.liveImport': { rule: 'makes several stops in a live plan' },
  'stops.liveUpdate': { rule: 'changes a stop of a live plan' },
  'stops.liveDelete': { rule: 'deletes a stop of a live plan' },
  'stops.search': { rule: 'searches all stops', client: 'src/main/refresh/news.ts newsSince' },
  'unassignedStops.list': { rule: 'lists unassigned stops' },
  'unassignedStops.get': { rule: 'fetches an unassigned stop' },
  'unassignedStops.create': { rule: 'makes an unassigned stop' },
  'unassignedStops.import': { rule: 'makes several unassigned stops' },
  'unassignedStops.update': { rule: 'changes an unassigned stop' },
  'unassignedStops.delete': { rule: 'deletes an unassigned stop' },
  'customStopProperties.list': { rule: 'lists the team’s own properties of stops' },
  'customStopProperties.get': { rule: 'fetches one of them' },
  'drivers.list': { rule: 'lists drivers', client: pull },
  'drivers.create': { rule: 'makes a driver' },
  'drivers.get': { rule: 'fetches a driver' },
  'drivers.update': { rule: 'changes a driver' },
  'drivers.delete': { rule: 'takes the driver’s role away' },
  'drivers.import': { rule: 'makes several drivers' },
  'depots.list': { rule: 'lists depots', client: pull },
  'depots.get': { rule: 'fetches a depot' },
  'depots.create': { rule: 'makes a depot' },
  'depots.update': { rule: 'changes a depot' },
  'depots.import': { rule: 'makes several depots' },
  'members.create': { rule: 'makes a member' },
  'members.update': { rule: 'changes a member' },
  'members.delete': { rule: 'takes the member’s roles away' },
  'members.import': { rule: 'makes several members' },
  'routes.get': { rule: 'fetches a route' },
  'routes.list': { rule: 'lists routes' },
  'routes.stops': { rule: 'lists the stops of a route' },
  'operations.list': { rule: 'lists operations' },
  'operations.get': { rule: 'fetches an operation' },
  'operations.cancel': { rule: 'breaks an operation off' },
  'orders.list': { rule: 'lists orders', client: pull },
  'orders.create': { rule: 'makes an order' },
  'orders.import': { rule: 'makes several orders' },
  'orders.submit': { rule: 'submits orders to a courier' },
  'orders.withdraw': { rule: 'takes orders back' },
  'orders.get': { rule: 'fetches an order' },
  'orders.update': { rule: 'edits an order' },
  'orders.delete': { rule: 'deletes an order' },
  'orders.shippingLabels': {
    rule: 'gives a link to an order’s labels',
    client: 'src/main/labels/documents.ts LabelDocuments',
  },
  'couriers.list': { rule: 'lists couriers' },
  'couriers.get': { rule: 'fetches a courier' },
  'pickupLocations.list': { rule: 'lists pickup locations' },
  'pickupLocations.get': { rule: 'fetches a pickup location' },
};

const rows: Rule[] = (Object.keys(operations) as EndpointName[]).flatMap((name) => {
  const { method, path, service, versions }: Endpoint = endpoints[name];
  const { rule, client: caller } = operations[name];
  return versions.map((version) => ({
    id: `operations.${version}.${name}`,
    rule: `${method} ${path} ${rule}.`,
    from: service === 'orders' ? 'order-api, Endpoints' : `planning-api, Endpoints; resolved, Methods and paths`,
    client: caller === undefined ? client : [client, caller],
    service: '',
    test: `test/flow/training/rules-operations.test.ts > operations > ${version} ${name}`,
    screen: testOfScreen(name, version),
    operation: { name, version },
  }));
});

const of = (title: string, wanted: (row: Rule) => boolean): Section => ({ title, rules: rows.filter(wanted) });
const isOrder = ({ from }: Rule) => from.startsWith('order-api');

export const operationSections: Section[] = [
  of('Operations of the planning service, v1', (row) => !isOrder(row) && row.operation?.version === 'v1'),
  of('Operations of the planning service, v0.2b', (row) => !isOrder(row) && row.operation?.version === 'v0.2b'),
  of('Operations of the order service', isOrder),
];
