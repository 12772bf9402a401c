import { describe, expect, it } from 'vitest';
import type { Plan, Stop, UnassignedStop } from '../../../src/training/model.ts';
import { ask, temporaryFolder, training, type Client } from './support.ts';

type Hit = { type: 'stop'; stop: Stop } | { type: 'unassignedStop'; unassignedStop: UnassignedStop };
interface Found {
  stops: Hit[];
  nextPageToken: string | null;
}

const query = (parameters: Record<string, string>) => `/stops:search?${new URLSearchParams(parameters).toString()}`;
const idOf = (hit: Hit) => (hit.type === 'stop' ? hit.stop.id : hit.unassignedStop.id);

async function search(client: Client, parameters: Record<string, string>): Promise<Found> {
  const { status, body } = await client.planning(query(parameters));
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as Found;
}

const keywordIds = async (client: Client, keyword: string) => (await search(client, { keyword })).stops.map(idOf);

async function newPlan(client: Client): Promise<Plan> {
  const { body } = await client.post('/plans', { title: 'Search', starts: { day: 20, month: 6, year: 2026 } });
  return body as Plan;
}

async function addStop(client: Client, plan: Plan, more: object): Promise<Stop> {
  const { body } = await client.post(`/${plan.id}/stops`, { address: { addressLineOne: 'Rosenweg 1' }, ...more });
  return body as Stop;
}

/** The search sees a change three seconds later; each request takes one. */
const afterTheLag = (client: Client) => client.clock.pass(2_000);

describe('the search', () => {
  it('finds stops of plans, with their routes, and unassigned stops, each as it is read by itself', async () => {
    const client = await training();
    const plans = await client.all<Plan>('planning', '/plans', 'plans');
    const distributed = plans.find((plan) => plan.distributed)!;
    const { stops } = await search(client, { filter: `planId = "${distributed.id}" and type = "stop"` });
    expect(stops).toHaveLength(20);
    const [first] = stops;
    if (first?.type !== 'stop') throw new Error('not a stop of a plan');
    expect(first.stop.route?.id).toMatch(/^routes\//);
    expect((await client.planning(`/${first.stop.id}`)).body).toEqual(first.stop);

    const { stops: unassigned } = await search(client, { filter: 'planId = null' });
    expect(unassigned).toHaveLength(20);
    for (const hit of unassigned.slice(0, 3)) {
      if (hit.type !== 'unassignedStop') throw new Error('not an unassigned stop');
      expect((await client.planning(`/${hit.unassignedStop.id}`)).body).toEqual(hit.unassignedStop);
    }
  });

  it('reaches every stop of all plans and every unassigned one, each once', async () => {
    // The day stands still, so that no route is made or driven while the pages are read.
    const client = await training({ time: { speed: 0 } });
    const hits = await client.all<Hit>('planning', '/stops:search', 'stops');
    expect(new Set(hits.map(idOf)).size).toBe(hits.length);
    const unassigned = await client.all<UnassignedStop>('planning', '/unassignedStops', 'unassignedStops');
    expect(hits.filter(({ type }) => type === 'unassignedStop')).toHaveLength(unassigned.length);
    expect(hits.filter(({ type }) => type === 'stop')).toHaveLength(1_500);
  });

  it('sees a new stop, a change and a deletion only some seconds later; reading the stop sees them at once', async () => {
    const client = await training();
    const plan = await newPlan(client);
    const stop = await addStop(client, plan, { recipient: { name: 'Quirin Zwetschge' } });
    expect(await keywordIds(client, 'zwetschge')).toEqual([]);
    expect((await client.planning(`/${stop.id}`)).body).toEqual(stop);
    afterTheLag(client);
    expect(await keywordIds(client, 'zwetschge')).toEqual([stop.id]);

    const patch = { method: 'PATCH', contentType: 'application/json' };
    await client.planning(`/${stop.id}`, { ...patch, body: '{"recipient":{"name":"Quirin Mirabelle"}}' });
    const [before] = (await search(client, { keyword: 'zwetschge' })).stops;
    expect(before).toMatchObject({ stop: { recipient: { name: 'Quirin Zwetschge' } } });
    afterTheLag(client);
    expect(await keywordIds(client, 'zwetschge')).toEqual([]);
    expect(await keywordIds(client, 'mirabelle')).toEqual([stop.id]);

    await client.planning(`/${stop.id}`, { method: 'DELETE' });
    expect(await keywordIds(client, 'mirabelle')).toEqual([stop.id]);
    expect((await client.planning(`/${stop.id}`)).status).toBe(404);
    afterTheLag(client);
    expect(await keywordIds(client, 'mirabelle')).toEqual([]);
  });

  it('knows after a restart at once what was entered before', async () => {
    const folder = temporaryFolder();
    const first = await training({ folder });
    const stop = await addStop(first, await newPlan(first), { recipient: { name: 'Quirin Zwetschge' } });
    await first.service.close();
    const second = await training({ folder, clock: first.clock });
    expect(await keywordIds(second, 'zwetschge')).toEqual([stop.id]);
  });

  it('sorts by relevance with a keyword, in spite of a typing mistake, and otherwise as it is told', async () => {
    const client = await training();
    const plan = await newPlan(client);
    const remark = await addStop(client, plan, { notes: 'Next to Zwetschge', packageCount: 1 });
    const similar = await addStop(client, plan, { recipient: { name: 'Zwetsche' }, packageCount: 3 });
    const exact = await addStop(client, plan, { recipient: { name: 'Zwetschge' }, packageCount: 2 });
    const nothing = await addStop(client, plan, { recipient: { name: 'Zwetschge' } });
    afterTheLag(client);
    const equal = [exact.id, nothing.id].sort();
    expect(await keywordIds(client, 'zwetschge')).toEqual([...equal, remark.id, similar.id]);
    expect((await keywordIds(client, 'zwetshcge')).slice(0, 2)).toEqual(equal);

    const sorted = async (more: Record<string, string>) =>
      (await search(client, { keyword: 'zwetschge', sortField: 'packageCount', ...more })).stops.map(idOf);
    expect(await sorted({})).toEqual([remark.id, exact.id, similar.id, nothing.id]);
    expect(await sorted({ sortOrder: 'asc' })).toEqual(await sorted({}));
    expect(await sorted({ sortOrder: 'desc' })).toEqual([similar.id, exact.id, remark.id, nothing.id]);
  });

  it('comes in pages of at most 20 whose tokens hold for the same parameters only', async () => {
    const client = await training();
    const parameters = { filter: 'activity = "pickup"', sortField: 'createdAt', sortOrder: 'desc' };
    const first = await search(client, { ...parameters, maxPageSize: '7' });
    expect(first.stops).toHaveLength(7);
    const token = first.nextPageToken!;
    expect(token.length).toBeLessThanOrEqual(255);
    const second = await search(client, { ...parameters, maxPageSize: '7', pageToken: token });
    expect(second.stops).toHaveLength(7);
    const whole = await search(client, parameters);
    expect([...first.stops, ...second.stops].map(idOf)).toEqual(whole.stops.slice(0, 14).map(idOf));
    expect(whole.stops).toHaveLength(20);
    const moved = await client.planning(query({ ...parameters, sortOrder: 'asc', maxPageSize: '7', pageToken: token }));
    expect([moved.status, moved.body]).toMatchObject([400, { param: 'pageToken' }]);
  });

  it('refuses a wrong or unknown parameter by its name', async () => {
    const client = await training();
    const wrong: [param: string, parameters: Record<string, string>][] = [
      ['keyword', { keyword: 'x'.repeat(256) }],
      ['keyword', { keyword: '' }],
      ['filter', { filter: `notes = "${'x'.repeat(2_040)}"` }],
      ['filter', { filter: '' }],
      ['maxPageSize', { maxPageSize: '21' }],
      ['maxPageSize', { maxPageSize: '0' }],
      ['maxPageSize', { maxPageSize: '1.5' }],
      ['sortField', { sortField: 'notes' }],
      ['sortOrder', { sortField: 'createdAt', sortOrder: 'down' }],
      ['limit', { limit: '5' }],
      ['pageToken', { pageToken: 'made-up' }],
    ];
    for (const [param, parameters] of wrong) {
      const { status, body } = await client.planning(query(parameters));
      expect([status, body], JSON.stringify(parameters)).toMatchObject([400, { param }]);
    }
  });

  it('takes parameters at their bounds', async () => {
    const client = await training();
    for (const parameters of [
      { keyword: 'x'.repeat(255) },
      { filter: `notes = "${'x'.repeat(2_038)}"` },
      { maxPageSize: '20' },
      { maxPageSize: '1' },
    ]) {
      expect((await client.planning(query(parameters))).status).toBe(200);
    }
  });

  it('does not exist in v0.2b', async () => {
    const { service } = await training();
    const { authority, planningKey, address } = service;
    const asked = { authority, authorization: `Bearer ${planningKey}` };
    expect((await ask(`${address}/public/v0.2b/stops:search?keyword=a`, asked)).status).toBe(404);
  });
});
