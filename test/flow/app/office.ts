/** An office for tests of the whole app: a training service beside it, read back over HTTPS. */
import { request } from 'node:https';
import { onTestFinished } from 'vitest';
import { startService, type RunningService } from '../../../src/training/server.ts';
import type { Switches } from '../../../src/training/switches.ts';
import type { TestApp } from '../../fixtures/app.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { worldOnce } from '../../fixtures/world-once.ts';

export async function startTraining(
  folder: string,
  seed = 1,
  switches: Partial<Switches> = {},
  generate = worldOnce,
): Promise<RunningService> {
  const service = await startService({ folder, seed, switches, generate });
  let closed = false;
  const close = async () => {
    if (!closed) await service.close();
    closed = true;
  };
  onTestFinished(close);
  return { ...service, close };
}

export const accessOf = (service: RunningService) => ({
  address: service.address,
  authority: service.authority,
  planningKey: service.planningKey,
  ordersKey: service.ordersKey,
});

/** The id of a writable plan whose stops have been read. */
export async function writablePlan(app: TestApp): Promise<string> {
  const plan = await waitFor('a plan that can be changed', async () => {
    const { rows } = await app.handlers.plans.list();
    return rows.find((row) => row.writable);
  });
  // Opening a plan reads it before the others.
  await app.handlers.plans.show({ planId: plan.id });
  await waitFor('its stops', async () => (await app.handlers.plans.get({ planId: plan.id })).stopCount !== null);
  return plan.id;
}

/**
 * Stops the service, and waits until the app has noticed. Before that, a change could leave: it would be in doubt then,
 * and no longer merged with the next one.
 */
export async function goOffline(app: TestApp, service: Pick<RunningService, 'close'>): Promise<void> {
  await service.close();
  await waitFor('the line to be down', async () => {
    await app.handlers.plans.refresh().catch(() => undefined);
    return app.session().connectivity.state === 'down';
  });
}

/** One answer, or null when the service is rate limiting. @param path from the version on, `/public/v1/…` */
function readOnce(service: RunningService, path: string): Promise<{ status: number; body: unknown } | null> {
  const headers = { authorization: `Bearer ${service.planningKey}` };
  return new Promise((resolve, reject) => {
    request(`${service.address}${path}`, { ca: service.authority, headers, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      answer.on('end', () => {
        const status = answer.statusCode ?? 0;
        resolve(status === 429 ? null : { status, body: JSON.parse(text) as unknown });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Reads one record independently of the app. Both share the rate limit, so this may take several attempts. */
export const readBack = (service: RunningService, id: string) =>
  waitFor(`an answer about ${id}`, () => readOnce(service, `/public/v1/${id}`));

interface ListPage {
  [list: string]: unknown;
  nextPageToken: string | null;
}

/** Reads a list to its end. @param list its name in the answer: `stops` */
export async function readList<Item>(service: RunningService, path: string, list: string): Promise<Item[]> {
  const items: Item[] = [];
  let token: string | null = null;
  do {
    const query: string = token === null ? '' : `?pageToken=${encodeURIComponent(token)}`;
    const answer = await waitFor('a page', () => readOnce(service, `/public/v1/${path}${query}`));
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    const page = answer.body as ListPage;
    items.push(...(page[list] as Item[]));
    token = page.nextPageToken;
  } while (token !== null);
  return items;
}

/** The sorted names of a plan's stops that begin with a text. */
export async function namesOnService(service: RunningService, planId: string, begins: string): Promise<string[]> {
  const stops = await readList<{ recipient: { name: string } | null }>(service, `${planId}/stops`, 'stops');
  return stops
    .map((stop) => stop.recipient?.name ?? '')
    .filter((name) => name.startsWith(begins))
    .sort();
}
