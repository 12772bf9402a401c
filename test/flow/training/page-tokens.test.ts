import { expect, it } from 'vitest';
import type { Plan } from '../../../src/training/model.ts';
import { temporaryFolder, training, type Client } from './support.ts';

interface PlanPage {
  plans: Plan[];
  nextPageToken: string | null;
}

const page = async (client: Client, query: string) => (await client.planning(`/plans?${query}`)).body as PlanPage;

it('gives every item once, and null only at the end', async () => {
  const client = await training();
  const seen: string[] = [];
  let token: string | null = '';
  let pages = 0;
  while (token !== null) {
    const got: PlanPage = await page(client, `maxPageSize=5${token === '' ? '' : `&pageToken=${token}`}`);
    seen.push(...got.plans.map(({ id }) => id));
    token = got.nextPageToken;
    pages += 1;
  }
  expect([pages, seen.length, new Set(seen).size]).toEqual([5, 21, 21]);
});

it('refuses tokens that are malformed, of other parameters or of another list', async () => {
  const client = await training();
  const { nextPageToken: token } = await page(client, 'maxPageSize=5');
  expect(token!.length).toBeLessThanOrEqual(255);
  const [body = '', signature = ''] = token!.split('.');
  const bad = {
    'made up': 'maxPageSize=5&pageToken=abc',
    empty: 'maxPageSize=5&pageToken=',
    long: `maxPageSize=5&pageToken=${'a'.repeat(256)}`,
    altered: `maxPageSize=5&pageToken=${body.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}.${signature}`,
    'other size': `maxPageSize=6&pageToken=${token!}`,
    'no size': `pageToken=${token!}`,
    'other filter': `maxPageSize=5&filter.startsGte=2026-06-01&pageToken=${token!}`,
  };
  for (const [name, query] of Object.entries(bad)) {
    const { status, body: answer } = await client.planning(`/plans?${query}`);
    expect([status, answer], name).toMatchObject([400, { param: 'pageToken' }]);
  }
  expect((await client.planning(`/drivers?maxPageSize=5&pageToken=${token!}`)).status).toBe(400);
  expect((await client.orders(`/orders?maxPageSize=5&pageToken=${token!}`)).status).toBe(400);
});

it('accepts a token under the other spelling of a filter', async () => {
  const client = await training();
  const { nextPageToken } = await page(client, 'maxPageSize=3&filter.startsGte=2026-06-10');
  const next = await page(client, `filter[startsGte]=2026-06-10&maxPageSize=3&pageToken=${nextPageToken!}`);
  expect(next.plans).toHaveLength(3);
});

it('goes on where it was, also when stops are added and the service is restarted meanwhile', async () => {
  const folder = temporaryFolder();
  const client = await training({ folder });
  const plans = await client.all<Plan>('planning', '/plans', 'plans');
  const path = `/${plans.find(({ optimization }) => optimization === 'editing')!.id}/stops`;
  const first = (await client.planning(path)).body as { stops: { id: string }[]; nextPageToken: string };
  await client.post(path, { address: { addressLineOne: 'Lindenallee 4' } });
  await client.service.close();
  const again = await training({ folder, clock: client.clock });
  const second = (await again.planning(`${path}?pageToken=${first.nextPageToken}`)).body as typeof first;
  const whole = await again.all<{ id: string }>('planning', path, 'stops');
  expect([...first.stops, ...second.stops].map(({ id }) => id)).toEqual(whole.slice(0, 20).map(({ id }) => id));
});
