/**
 * The pairs of test/fixtures/wire, written by hand from the documents, played against the service alone by a plain HTTPS
 * client: the request goes out as it stands there, with the ids that this service has, and is answered with the same
 * status; what was sent is read back, and a record has the fields of the document and no others.
 */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { endpoints, type Endpoint, type EndpointName } from '../../../src/shared/endpoints.ts';
import * as orders from '../../conformance/shapes/orders.ts';
import * as routes from '../../conformance/shapes/routes.ts';
import type { AnsweredShape } from '../../conformance/shapes/shape.ts';
import * as stops from '../../conformance/shapes/stops.ts';
import * as team from '../../conformance/shapes/team.ts';
import { wirePairs } from '../../fixtures/wire/index.ts';
import type { WirePair } from '../../fixtures/wire/pair.ts';
import { stage, switchesOf, type Staged } from './replay-scenes.ts';
import { bare } from './rules-scenes.ts';
import { openDesk, type Desk } from './rules-support.ts';
import { ask, type Answer } from './support.ts';

const shapes: Record<string, AnsweredShape> = {
  plans: team.plan, drivers: team.driver, members: team.member, depots: team.depot, routes: routes.route,
  customStopProperties: team.customProperty, stops: stops.stop, unassignedStops: stops.unassignedStop,
  operations: routes.operation, orders: orders.order, couriers: orders.courier,
  pickupLocations: orders.pickupLocation,
}; // prettier-ignore

/** What v0.2b calls otherwise (planning-api, Versioning). */
const older: Record<string, { without: string[]; with: string[] }> = {
  stops: {
    without: ['allowedDrivers', 'clientId'],
    with: ['driverIdentifier', 'allowedDriversIdentifiers', 'etaNullReason', 'circuitClientId'],
  },
  unassignedStops: { without: ['allowedDrivers', 'clientId'], with: ['allowedDriversIdentifiers', 'circuitClientId'] },
  plans: { without: ['routeOverrides'], with: [] },
  depots: { without: ['routeOverrides'], with: [] },
};

function keysOf(noun: string, version: WirePair['version']): string[] {
  const all = new Set(shapes[noun]?.fields.map(({ name }) => name.split('.')[0] ?? ''));
  const otherwise = version === 'v0.2b' ? older[noun] : undefined;
  return [...all]
    .filter((name) => !otherwise?.without.includes(name))
    .concat(otherwise?.with ?? [])
    .sort();
}

const listOf = (operation: string) =>
  operation === 'routes.stops' || operation === 'stops.search' ? 'stops' : (operation.split('.')[0] ?? '');

/** The ids that a pair names, as this service has them. */
function idsFor({ known }: Desk, pair: WirePair, staged: Staged): Record<string, string> {
  const order = staged.path?.['id'];
  return {
    'drivers/a': pair.operation.startsWith('members.') ? known.freeDriver : known.driver,
    'depots/d1': known.depot,
    'depots/d2': known.otherDepot,
    'couriers/c1': known.courier,
    'pickupLocations/l1': known.pickupLocation,
    ...(order === undefined || !pair.operation.startsWith('orders.') ? {} : { 'orders/o1': `orders/${order}` }),
    ...staged.ids,
  };
}

interface Sent {
  method: string;
  path: string;
  body: unknown;
}

/** The request of a pair with this service's ids in it. */
async function requestOf(desk: Desk, pair: WirePair, staged: Staged): Promise<Sent> {
  const { method, path, body } = pair.request;
  const [plain = '', query] = path.split('?');
  const segments = { ...staged.path };
  const parts = pair.call.path ?? {};
  const filled = Object.entries(parts).reduce((text, [name, segment]) => {
    const real = segments[name] ?? (name === 'customStopPropertyId' ? desk.known.property : bare(segment));
    return text.replace(
      new RegExp(`/${encodeURIComponent(segment).replace(/[%]/g, '%')}(?=[/:]|$)`),
      `/${encodeURIComponent(real)}`,
    );
  }, plain);
  const parameters = new URLSearchParams(query);
  if (parameters.has('pageToken') && pair.expect.outcome === 'answered') {
    parameters.delete('pageToken');
    const first = await desk.good(
      send(desk, pair, { method, path: `${filled}?${parameters.toString()}`, body: undefined }),
    );
    expect(first['nextPageToken'], 'there is a second page').toEqual(expect.any(String));
    parameters.set('pageToken', String(first['nextPageToken']));
  }
  const ids = { ...idsFor(desk, pair, staged), ...(pair.operation === 'orders.withdraw' ? withdrawn(staged) : {}) };
  const known = Object.entries(ids).reduce(
    (text, [theirs, ours]) => text.replaceAll(`"${theirs}"`, JSON.stringify(ours)),
    JSON.stringify(staged.body ?? body ?? null).replaceAll('"gate"', JSON.stringify(desk.known.property)),
  );
  const asked = parameters.size === 0 ? filled : `${filled}?${parameters.toString()}`;
  return { method, path: asked, body: body === undefined ? undefined : (JSON.parse(known) as unknown) };
}

const withdrawn = ({ ids }: Staged) => ids ?? {};

function send(
  { service, clock }: Desk,
  pair: WirePair,
  sent: Sent,
  { authorization, during }: Pick<Staged, 'authorization' | 'during'> = {},
  pause = 60_000,
): Promise<Answer> {
  clock.pass(pause);
  const key = pair.request.path.startsWith('/connect/') ? service.ordersKey : service.planningKey;
  return ask(service.address + sent.path, {
    authority: service.authority,
    method: sent.method,
    authorization: authorization ?? `Bearer ${key}`,
    ...(during === undefined ? {} : { during }),
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body), contentType: 'application/json' }),
  });
}

const isAllEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).every(isAllEmpty));

/** What of a body is not answered as it was sent: addresses are looked up, a role becomes one of several. */
const notEchoed = /(^|\.)(address|startAddress|endAddress|role)$/;

function checkEcho(sent: unknown, answered: unknown, path = ''): void {
  if (sent === undefined) return;
  // What is cleared falls back to its default, or is an object of empty fields.
  if (sent === null && (isAllEmpty(answered) || (path === 'activity' && answered === 'delivery'))) return;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    // Null and the empty list clear a field; what is empty is answered as null.
    const wanted = sent === null || (Array.isArray(sent) && sent.length === 0) ? [null, sent] : [sent];
    expect(
      wanted.map((each) => JSON.stringify(each)),
      path,
    ).toContain(JSON.stringify(answered));
    return;
  }
  for (const [name, value] of Object.entries(sent)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (notEchoed.test(at)) continue;
    checkEcho(value, (answered as Record<string, unknown> | null)?.[name], at);
  }
}

/** Fields that are answered as more than was sent: v0.2b's whole drivers, and settings that are all null when cleared. */
function echoable(pair: WirePair, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { drivers, allowedDrivers, routeOverrides, ...rest } = body as Record<string, unknown>;
  const older = pair.version === 'v0.2b';
  const isNew = pair.operation.endsWith('.create');
  return {
    // Null says nothing about what is new: it gets what it gets without.
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => !isNew || value !== null)),
    ...(older || drivers === undefined ? {} : { drivers }),
    ...(older || allowedDrivers === undefined ? {} : { allowedDrivers }),
    ...(routeOverrides === null || routeOverrides === undefined ? {} : { routeOverrides }),
  };
}

async function checkRecord(desk: Desk, pair: WirePair, sent: Sent, noun: string, answered: unknown): Promise<void> {
  const record = answered as Record<string, unknown>;
  expect(Object.keys(record).sort()).toEqual(keysOf(noun, pair.version));
  checkEcho(echoable(pair, sent.body), record);
  const isRead = pair.request.method === 'GET' || noun === 'members' || pair.operation.includes('.live');
  if (isRead || noun === 'operations') return;
  const base = /^\/(public|connect)\/[^/]+/.exec(sent.path)?.[0] ?? '';
  const again = await send(desk, pair, { method: 'GET', path: `${base}/${String(record['id'])}`, body: undefined });
  expect([again.status, again.body]).toEqual([200, record]);
}

const itemsIn = (body: unknown): number => {
  if (Array.isArray(body)) return body.length;
  const lists = Object.values(body as Record<string, unknown>).filter((value) => Array.isArray(value));
  return (lists[0] as unknown[] | undefined)?.length ?? 0;
};

async function checkAnswer(desk: Desk, pair: WirePair, sent: Sent, { body }: Answer): Promise<void> {
  const { success }: Endpoint = endpoints[pair.operation as EndpointName];
  const said = body as Record<string, unknown>;
  const noun = listOf(pair.operation);
  switch (success) {
    case 'page': {
      const items = said[noun] as Record<string, unknown>[];
      if (pair.operation === 'stops.search') {
        for (const { type, ...rest } of items) expect(Object.keys(rest)).toEqual([type]);
        return;
      }
      for (const item of items) expect(Object.keys(item).sort()).toEqual(keysOf(noun, pair.version));
      const more = pair.operation === 'customStopProperties.list' ? [] : ['nextPageToken'];
      expect(Object.keys(said).sort()).toEqual([noun, ...more].sort());
      return;
    }
    case 'id':
      return checkRecord(desk, pair, sent, noun, said);
    case 'operation':
      return checkRecord(desk, pair, { ...sent, body: undefined }, 'operations', said);
    case 'pending':
      expect(Object.keys(said).sort()).toEqual(pair.operation.endsWith('Delete') ? ['pending'] : ['pending', 'stop']);
      expect(said['pending']).toBe(true);
      if (said['stop'] !== undefined) await checkRecord(desk, pair, sent, 'stops', said['stop']);
      return;
    case 'batch': {
      const pending = pair.operation === 'stops.liveImport' ? ['pending'] : [];
      expect(Object.keys(said).sort()).toEqual(['failed', ...pending, 'success']);
      const { success: made, failed } = said as { success: string[]; failed: object[] };
      expect(made.length + failed.length).toBe(itemsIn(sent.body));
      return;
    }
    case 'message':
      expect(body === undefined ? [] : Object.keys(said).sort()).toEqual(
        isAllEmpty(pair.response.body ?? null) ? [] : ['code', 'message', 'param', 'url'],
      );
      return;
    case 'link':
      expect(Object.keys(said).sort()).toEqual(['expiresAt', 'url']);
  }
}

/** Codes that the documents and resolved name; the others of the pairs are made up. */
const documentedCodes = new Set([
  ...['plan_not_writable', 'plan_optimization_in_progress', 'plan_already_optimized', 'no_drivers_available'],
  ...['depot_not_found', 'plan_optimization_not_supported', 'plan_not_optimized', 'plan_already_distributed'],
  ...['plan_concurrent_modification', 'operation_already_done', 'driver_not_active', 'operation_not_found'],
  ...['stop_not_editable', 'order_read_only', 'order_not_found', 'order_not_submitted'],
  ...['plan_inaccessible', 'route_inaccessible', 'feature_not_in_subscription', 'vehicle_capacity_disabled'],
]);

describe('the wire pairs, played against the service', () => {
  let matched = 0;
  afterAll(() => {
    process.stdout.write(`${matched} of ${wirePairs.length} pairs matched\n`);
  });

  it.each(wirePairs.map((pair) => [`${pair.version} ${pair.operation}: ${pair.section}`, pair] as const))(
    '%s',
    async (_name, pair) => {
      const desk = await openDesk({ switches: switchesOf(pair) });
      onTestFinished(() => desk.close());
      const staged = await stage(desk, pair);
      const sent = await requestOf(desk, pair, staged);
      for (let before = 0; before < (staged.times ?? 0); before += 1) {
        await send(desk, pair, sent, staged, before === 0 ? 60_000 : 0);
      }
      const answer = await send(
        desk,
        pair,
        sent,
        staged,
        staged.times === undefined ? (staged.atOnce ? 1_000 : 60_000) : 0,
      );
      const { status, body } = pair.response;
      const statusClass = (each: number) => (each === 201 ? 200 : each);
      expect([answer.status, JSON.stringify(answer.body ?? null).slice(0, 200)]).toEqual([
        statusClass(status),
        expect.any(String),
      ]);
      const code = status >= 400 ? (body as { code?: string } | undefined)?.code : undefined;
      if (code !== undefined && documentedCodes.has(code)) expect(answer.body).toMatchObject({ code });
      if (status === 429 && pair.request.path.startsWith('/connect/')) expect(answer.bytes).toHaveLength(0);
      if (pair.response.text !== undefined) {
        expect([answer.body, answer.headers['content-type']]).toEqual([
          undefined,
          expect.stringMatching(/^text\/html/),
        ]);
      } else if (status < 300) await checkAnswer(desk, pair, sent, answer);
      matched += 1;
    },
  );
});
