import { describe, expect, it } from 'vitest';
import type { Named } from '../../../src/training/model.ts';
import { couriers, create, pickupLocations, refusal, submit } from './order-helpers.ts';
import { training } from './support.ts';

interface CourierPage {
  couriers: Named[];
  nextPageToken: string | null;
}

describe('couriers', () => {
  it('are listed with id and name, and given by their ids', async () => {
    const client = await training();
    const found = await couriers(client);
    expect(found.length).toBeGreaterThanOrEqual(2);
    for (const courier of found) {
      expect(Object.keys(courier).sort()).toEqual(['id', 'name']);
      expect((await client.orders(`/${courier.id}`)).body).toEqual(courier);
    }
    expect(refusal(await client.orders('/couriers/gone'))).toEqual([404, 'courier_not_found', null]);
  });

  it('have pages that are empty before the end, where a connection’s courier no longer exists', async () => {
    const client = await training();
    const first = (await client.orders('/couriers?maxPageSize=1')).body as CourierPage;
    expect(first).toEqual({ couriers: [], nextPageToken: expect.any(String) as string });
    expect(await client.all('orders', '/couriers?maxPageSize=1', 'couriers')).toEqual(await couriers(client));
  });

  it('that are gone or not connected are neither listed nor given, and take no orders', async () => {
    const client = await training();
    const { id } = await create(client);
    const first = (await client.orders('/couriers?maxPageSize=1')).body as CourierPage;
    // The token is a position, which is the id of the last courier read: that of one who is gone.
    const gone = Buffer.from(first.nextPageToken!, 'base64url').toString();
    for (const courier of [gone, 'couriers/not-connected']) {
      expect((await client.orders(`/${courier}`)).status).toBe(404);
      expect((await submit(client, [id], courier)).status).toBe(400);
      expect(await couriers(client)).not.toContainEqual(expect.objectContaining({ id: courier }));
    }
  });
});

describe('pickup locations', () => {
  it('are listed with id and name, and given by their ids', async () => {
    const client = await training();
    const found = await pickupLocations(client);
    expect(found).toHaveLength(2);
    for (const location of found) {
      expect(Object.keys(location).sort()).toEqual(['id', 'name']);
      expect((await client.orders(`/${location.id}`)).body).toEqual(location);
    }
    const gone = await client.orders('/pickupLocations/gone');
    expect(refusal(gone)).toEqual([404, 'pickup_location_not_found', null]);
  });
});

describe.each([
  ['couriers', couriers],
  ['pickupLocations', pickupLocations],
] as const)('the list of %s', (name, all) => {
  const listed = (body: unknown) => (body as Record<string, Named[]>)[name]!;

  it('has pages of up to 100; more is refused, not clamped', async () => {
    const client = await training();
    expect((await client.orders(`/${name}?maxPageSize=100`)).status).toBe(200);
    expect(refusal(await client.orders(`/${name}?maxPageSize=101`))).toEqual([400, 'validation_error', 'maxPageSize']);
    expect((await client.orders(`/${name}?maxPageSize=0`)).status).toBe(400);
    expect((await client.orders(`/${name}?filter.externalId=x`)).status).toBe(400);
  });

  it('resumes from whatever position a made-up token decodes to', async () => {
    const client = await training();
    const found = await all(client);
    const resumed = async (token: string) => {
      const { status, body } = await client.orders(`/${name}?pageToken=${token}`);
      return [status, listed(body)];
    };
    const position = (text: string) => Buffer.from(text).toString('base64url');
    expect(await resumed(position('a'))).toEqual([200, found]);
    expect(await resumed(position('zzz'))).toEqual([200, []]);
    expect(await resumed(position(found[0]!.id))).toEqual([200, found.slice(1)]);
    expect(await resumed('!')).toEqual([200, found]);
    expect((await client.orders(`/${name}?pageToken=${'a'.repeat(256)}`)).status).toBe(400);
    expect((await client.orders(`/${name}?pageToken=`)).status).toBe(400);
  });
});
