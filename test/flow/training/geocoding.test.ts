/** That an import finds addresses better than single stops do (planning-api, Stops and Unassigned stops). */
import { expect, it } from 'vitest';
import type { Depot, Plan, Stop, UnassignedStop } from '../../../src/training/model.ts';
import { training, type Client } from './support.ts';

/** There are two: a well-known one in Nordfeld (41731) and one in Ostend (41742), where a depot is. */
const twice = { address: { addressLineOne: 'Mühlenweg 5' } };
const nordfeld = 'Mühlenweg 5, 41731 Aldermünde, Germany';
const ostend = 'Mühlenweg 5, 41742 Aldermünde, Germany';

const depotNamed = async (client: Client, name: string) =>
  (await client.all<Depot>('planning', '/depots', 'depots')).find((depot) => depot.name === name)!.id;

async function imported(client: Client, path: string, body: unknown): Promise<Stop | UnassignedStop> {
  const { status, body: answer } = await client.post(path, body);
  if (status !== 200) throw new Error(JSON.stringify(answer));
  const [id] = (answer as { success: string[] }).success;
  return (await client.planning(`/${id!}`)).body as Stop;
}

it('takes the better known of two streets for an unassigned stop alone, and the one near the depot in an import', async () => {
  const client = await training();
  const depot = await depotNamed(client, 'Depot Ostend');
  const { body } = await client.post('/unassignedStops', { ...twice, depot });
  expect((body as UnassignedStop).address.address).toBe(nordfeld);
  expect((await imported(client, '/unassignedStops:import', { unassignedStops: [twice], depot })).address.address).toBe(
    ostend,
  );
  const elsewhere = await depotNamed(client, 'Depot Hafen');
  const there = await imported(client, '/unassignedStops:import', { unassignedStops: [twice], depot: elsewhere });
  expect(there.address.address).toBe(nordfeld);
});

it('does the same for the stops of a plan, whose depot it is', async () => {
  const client = await training();
  const depot = await depotNamed(client, 'Depot Ostend');
  const starts = { day: 20, month: 6, year: 2026 };
  const plan = (await client.post('/plans', { title: 'Ostend', starts, depot })).body as Plan;
  expect(((await client.post(`/${plan.id}/stops`, twice)).body as Stop).address.address).toBe(nordfeld);
  expect((await imported(client, `/${plan.id}/stops:import`, [twice])).address.address).toBe(ostend);
});
