/**
 * Every bound of what is sent, from test/fixtures/bounds, where they are written down by hand from the documents: the
 * service takes the value at the bound, or refuses it for another reason, and refuses the one beyond it with 400.
 */
import { describe, expect, it } from 'vitest';
import { endpoints, type Endpoint, type EndpointName } from '../../../src/shared/endpoints.ts';
import type { BoundLine, BoundTable } from '../../fixtures/bounds/line.ts';
import { orderBounds } from '../../fixtures/bounds/orders.ts';
import { queryBounds } from '../../fixtures/bounds/queries.ts';
import { stopBounds } from '../../fixtures/bounds/stops.ts';
import { teamBounds } from '../../fixtures/bounds/team.ts';
import { openStop, useDesk, type Desk } from './rules-support.ts';

let desk: Desk;
const targets = new Map<string, Record<string, string>>();
useDesk((opened) => {
  desk = opened;
});

const endpointOf = (operation: string): Endpoint => endpoints[operation as EndpointName];
const bare = (id: unknown) => String(id).split('/').at(-1) ?? '';
const place = { address: { addressLineOne: 'Rosenweg 2' } };

/** The segments of an operation's path: of records that are there, so that the body is looked at. */
async function segmentsOf(operation: string): Promise<Record<string, string>> {
  const known = targets.get(operation);
  if (known) return known;
  const plan = operation.includes('.live') || operation === 'plans.reoptimize' ? desk.known.livePlan : desk.known.plan;
  const made = async (path: string, body: unknown) => bare((await desk.good(desk.send('POST', path, body)))['id']);
  const found: Record<string, string> = { planId: bare(plan) };
  const [noun = '', verb = ''] = operation.split('.');
  if (operation === 'stops.liveUpdate') found['stopId'] = bare((await openStop(desk, plan)).id);
  if (operation === 'stops.update') found['stopId'] = await made(`/${plan}/stops`, place);
  if (noun === 'unassignedStops' && verb === 'update')
    found['unassignedStopId'] = await made('/unassignedStops', place);
  if (operation === 'drivers.update') found['driverId'] = bare(desk.known.driver);
  if (operation === 'depots.update') found['depotId'] = bare(desk.known.otherDepot);
  if (operation === 'members.update') found['memberId'] = await made('/members', { role: 'read-only' });
  if (operation === 'orders.update') {
    found['id'] = bare((await desk.good(desk.order('POST', '/orders', place)))['id']);
  }
  if (operation === 'routes.stops') {
    const { routes } = (await desk.good(desk.send('GET', `/${desk.known.livePlan}`))) as { routes: string[] };
    found['routeId'] = bare(routes[0]);
  }
  targets.set(operation, found);
  return found;
}

/** The fixtures' ids and names, as this service has them. */
const asKnown = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll('"gate"', JSON.stringify(desk.known.property))
      .replaceAll('"couriers/c1"', JSON.stringify(desk.known.courier))
      .replaceAll('"pickupLocations/l1"', JSON.stringify(desk.known.pickupLocation))
      // June has no thirty-first.
      .replaceAll('"month":6,', '"month":7,'),
  ) as unknown;

/** Where the client is stricter than the documents, the service need not be: it is asked only what lies at the bound. */
const clientsOwn: readonly { operation: RegExp; field: RegExp; because: string }[] = [
  {
    operation: /Stops?\.|stops\./,
    field: /proofOfAttemptRequirements/,
    because: 'whether it may be empty is not said',
  },
  { operation: /^orders\.update$/, field: /^address\.addressLineOne$/, because: 'an empty object says nothing' },
  {
    operation: /^orders\.update$/,
    field: /proofOfAttemptRequirements$|handOffInfo$|pickupLocationId$/,
    because: 'null for the whole says nothing',
  },
  { operation: /list$|routes\.stops$/, field: /^filter\./, because: 'values of filters have no documented bounds' },
];
const isClientsOwn = (operation: string, field: string) =>
  clientsOwn.some((each) => each.operation.test(operation) && each.field.test(rootOf(field)));

async function statusOf(
  table: BoundTable,
  value: unknown,
): Promise<{ status: number; code: string | null; param: string | null }> {
  const { method, path, service } = endpointOf(table.operation);
  const segments = await segmentsOf(table.operation);
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => segments[name] ?? 'x');
  const query = table.of === 'query' ? `?${new URLSearchParams(value as Record<string, string>).toString()}` : '';
  const body = table.of === 'query' ? undefined : asKnown(value);
  const { status, body: said } = await (service === 'orders'
    ? desk.order(method, filled + query, body)
    : desk.send(method, filled + query, body, table.version));
  const { code = null, param = null } = (said ?? {}) as { code?: string | null; param?: string | null };
  return { status, code, param };
}

/** The field of a line without the indexes and the deeper parts that only some lines name. */
const rootOf = (field: string) => field.replace(/^(unassignedStops\.|orders\.)?\d+\./, '');

/** Whether a refusal is about this field: the service may name its parent, or a part of it. */
function isAbout(param: string | null, field: string): boolean {
  if (param === null) return false;
  const [one, other] = [rootOf(param), rootOf(field)];
  return one.startsWith(other) || other.startsWith(one);
}

function lines(table: BoundTable): [string, BoundLine[]][] {
  const byField = new Map<string, BoundLine[]>();
  for (const line of table.lines) byField.set(rootOf(line.field), [...(byField.get(rootOf(line.field)) ?? []), line]);
  return [...byField];
}

const tables = [...stopBounds, ...teamBounds, ...orderBounds, ...queryBounds];
const title = ({ operation, version }: BoundTable) => (version === 'v1' ? operation : `${operation} of ${version}`);

describe.each(tables.map((table) => [title(table), table] as const))('%s', (_title, table) => {
  it.each(lines(table).map(([field, each]) => [field === '' ? 'its size' : field, each] as const))(
    '%s',
    async (_field, each) => {
      for (const { field, at, beyond } of each) {
        const label = `${field}: ${JSON.stringify(beyond).slice(0, 100)}`;
        const fine = await statusOf(table, at);
        // What is of the right form may still be nowhere, of nobody or too far away: that has codes of its own. A token at
        // its bound is none that was issued, a property none that is defined.
        const elsewhere =
          fine.code !== 'validation_error' ||
          (field === 'starts.year' && fine.param === 'starts') ||
          /^pageToken|^customProperties.x+$|^filter$/.test(rootOf(field));
        const refusedForIt = fine.status === 400 && isAbout(fine.param, field) && !elsewhere;
        expect.soft(refusedForIt, `at the bound: ${label} (${fine.status} ${fine.param ?? ''})`).toBe(false);
        if (isClientsOwn(table.operation, field)) continue;
        const { status, code } = await statusOf(table, beyond);
        expect.soft([status, code], `beyond the bound: ${label}`).toEqual([400, 'validation_error']);
      }
    },
  );
});
