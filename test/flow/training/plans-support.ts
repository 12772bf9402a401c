/** Plans and stops as tests of the planning service make and look at them. */
import { expect } from 'vitest';
import type { Depot, Driver, Plan, Stop } from '../../../src/training/model.ts';
import { ask, askControl, type Answer, type Client } from './support.ts';

/** Tuesday, a day after the usual first day. */
export const tuesday = { day: 16, month: 6, year: 2026 };

export const send = (client: Client, method: string, path: string, body?: unknown): Promise<Answer> =>
  client.planning(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' }),
  });

export const patch = (client: Client, path: string, body: unknown) => send(client, 'PATCH', path, body);

export const remove = (client: Client, path: string) => send(client, 'DELETE', path);

/** The same in version v0.2b. */
export function older(client: Client, method: string, path: string, body: unknown): Promise<Answer> {
  const { address, authority, planningKey } = client.service;
  client.clock.pass(1_000);
  return ask(`${address}/public/v0.2b${path}`, {
    authority,
    authorization: `Bearer ${planningKey}`,
    method,
    body: JSON.stringify(body),
    contentType: 'application/json',
  });
}

/** Throws when it is no 200. */
export async function ok<Body>(asked: Promise<Answer>): Promise<Body> {
  const { status, body } = await asked;
  expect([status, status === 200 ? null : body]).toEqual([200, null]);
  return body as Body;
}

/** Status and error code of a refusal, and the field where one is named. */
export async function refusal(asked: Promise<Answer>): Promise<[number, string | null, string | null]> {
  const { status, body } = await asked;
  const { code, param } = body as { code: string | null; param: string | null };
  return [status, code, param];
}

export const getPlan = (client: Client, id: string) => ok<Plan>(client.planning(`/${id}`));

export async function planWhere(client: Client, wanted: (plan: Plan) => boolean): Promise<Plan> {
  const plans = await client.all<Plan>('planning', '/plans', 'plans');
  const found = plans.find(wanted);
  if (!found) throw new Error('no such plan');
  return found;
}

/** A plan that can be edited and was not optimised. */
export const writablePlan = (client: Client) =>
  planWhere(client, (plan) => plan.writable && plan.drivers.length > 0 && plan.optimization === 'editing');

/** A plan whose routes are laid out and not yet with the drivers. */
export const optimisedPlan = (client: Client) =>
  planWhere(client, (plan) => plan.writable && plan.optimization === 'optimized');

/** A plan of today that drivers are on the road with. */
export const livePlan = (client: Client) => planWhere(client, (plan) => plan.distributed && plan.starts.day === 15);

/** The plan from before stop collections. */
export const oldPlan = (client: Client) => planWhere(client, (plan) => plan.starts.year === 2023);

export const stopsOf = (client: Client, { id }: Pick<Plan, 'id'>) =>
  client.all<Stop>('planning', `/${id}/stops`, 'stops');

/** Stops that nobody has been to, and those that are done. */
export async function stopsByProgress(client: Client, plan: Plan): Promise<{ open: Stop[]; done: Stop[] }> {
  const stops = (await stopsOf(client, plan)).filter(({ type }) => type === 'stop');
  const done = stops.filter(({ deliveryInfo }) => deliveryInfo?.attempted === true);
  return { done, open: stops.filter((stop) => !done.includes(stop)) };
}

/** Active drivers of one depot, and one who is of another alone. */
export async function crewOf(
  client: Client,
): Promise<{ depot: Depot; crew: Driver[]; foreign: Driver; paused: Driver }> {
  const [depot] = await client.all<Depot>('planning', '/depots', 'depots');
  const drivers = await client.all<Driver>('planning', '/drivers', 'drivers');
  const crew = drivers.filter(({ active, depots }) => active && depots.includes(depot!.id));
  const foreign = drivers.find(({ active, depots }) => active && depots.length > 0 && !depots.includes(depot!.id));
  const paused = drivers.find(({ active, depots }) => !active && depots.includes(depot!.id));
  return { depot: depot!, crew, foreign: foreign!, paused: paused! };
}

/** Turns a switch of the running service, as a trainer does. */
export async function turn(client: Client, switches: Record<string, string>): Promise<void> {
  const { status } = await askControl(client.service, 'PUT', '/switches', switches);
  if (status !== 200) throw new Error(`the switches were refused: ${status}`);
}
