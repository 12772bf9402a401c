/** Optimisations as tests start them, wait for them and look at what they laid out. */
import type { Operation, Plan, Route, Stop } from '../../../src/training/model.ts';
import { crewOf, ok, send, stopsOf, tuesday } from './plans-support.ts';
import type { Client } from './support.ts';

export const optimise = (client: Client, { id }: Pick<Plan, 'id'>) =>
  ok<Operation>(send(client, 'POST', `/${id}:optimize`));

export const reoptimise = (client: Client, { id }: Pick<Plan, 'id'>, optimizationType?: string) =>
  ok<Operation>(send(client, 'POST', `/${id}:reoptimize`, optimizationType && { optimizationType }));

/** Lets enough of the service's time pass and reads the operation: it is done. */
export async function finished(client: Client, { id }: Operation): Promise<Operation> {
  client.clock.pass(60_000);
  const operation = await ok<Operation>(client.planning(`/${id}`));
  if (!operation.done) throw new Error(`${id} is not done`);
  return operation;
}

export interface Summary {
  numOptimizedStops: number;
  skippedStops: { id: string; reason: string }[];
}

export const summaryOf = ({ result }: Operation): Summary => {
  if (!result || !('numOptimizedStops' in result)) throw new Error(`no summary: ${JSON.stringify(result)}`);
  return result;
};

/** Optimises a plan to its end. */
export const optimised = async (client: Client, plan: Pick<Plan, 'id'>) =>
  summaryOf(await finished(client, await optimise(client, plan)));

export interface StopWish {
  name: string;
  [field: string]: unknown;
}

/** Houses that the city has, one for each number. */
const house = (index: number) => ({
  addressLineOne: `${['Lindenallee', 'Marktstraße', 'Rosenweg'][index % 3]} ${index + 1}`,
});

/** A plan for Tuesday with drivers of the first depot and stops, not optimised. */
export async function planWith(
  client: Client,
  { drivers = 2, stops = [], ...more }: { drivers?: number; stops?: StopWish[] } & Record<string, unknown> = {},
): Promise<Plan> {
  const { depot, crew } = await crewOf(client);
  const ids = crew.slice(0, drivers).map(({ id }) => id);
  const wanted = { title: 'Own', starts: tuesday, depot: depot.id, drivers: ids, ...more };
  const plan = await ok<Plan>(client.post('/plans', wanted));
  if (stops.length > 0) await ok(client.post(`/${plan.id}/stops:import`, inputs(stops)));
  return plan;
}

export const inputs = (stops: readonly StopWish[]) =>
  stops.map(({ name, ...given }, index) => ({ address: house(index), recipient: { name }, ...given }));

export const named = (count: number): StopWish[] =>
  Array.from({ length: count }, (_, index) => ({ name: `s${index}` }));

export const nameOf = (stop: Stop) => stop.recipient?.name ?? stop.type;

/** The names of a plan's stops, route by route, in the order in which they are driven. */
export async function orders(client: Client, plan: Pick<Plan, 'id'>): Promise<Record<string, string[]>> {
  const stops = await stopsOf(client, plan);
  const found: Record<string, string[]> = {};
  for (const stop of stops.sort((one, other) => (one.stopPosition ?? 0) - (other.stopPosition ?? 0))) {
    if (stop.route) (found[stop.route.id] ??= []).push(nameOf(stop));
  }
  return found;
}

export const routesOf = async (client: Client, { id }: Pick<Plan, 'id'>) =>
  (await client.all<Route>('planning', '/routes', 'routes')).filter(({ plan }) => plan === id);

export const stopNamed = async (client: Client, plan: Pick<Plan, 'id'>, name: string) => {
  const found = (await stopsOf(client, plan)).find((stop) => nameOf(stop) === name);
  if (!found) throw new Error(`no stop ${name}`);
  return found;
};
