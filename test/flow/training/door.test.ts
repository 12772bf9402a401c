import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { ask, handClock, temporaryFolder, training } from './support.ts';

describe('keys', () => {
  it('are taken as Basic and as Bearer, each by its own service only', async () => {
    const client = await training();
    const { planningKey, ordersKey } = client.service;
    const basic = (key: string, after = ':') => `Basic ${Buffer.from(key + after).toString('base64')}`;
    const status = async (authorization: string | undefined) => [
      (await client.planning('/plans', { authorization })).status,
      (await client.orders('/orders', { authorization })).status,
    ];
    expect(await status(`Bearer ${planningKey}`)).toEqual([200, 401]);
    expect(await status(`Bearer ${ordersKey}`)).toEqual([401, 200]);
    expect(await status(basic(planningKey))).toEqual([200, 401]);
    expect(await status(basic(ordersKey).replace('Basic', 'basic'))).toEqual([401, 200]);
    expect(await status(basic(planningKey, ''))).toEqual([401, 401]);
    expect(await status(basic(planningKey, ':password'))).toEqual([401, 401]);
    expect(await status(planningKey)).toEqual([401, 401]);
    expect(await status(undefined)).toEqual([401, 401]);
    expect(await status('Bearer ')).toEqual([401, 401]);
    const { body } = await client.planning('/plans', { authorization: 'Bearer wrong' });
    expect(Object.keys(body as object).sort()).toEqual(['code', 'message', 'param', 'url']);
  });

  it('stay the same from start to start, and differ from folder to folder', async () => {
    const folder = temporaryFolder();
    const first = await training({ folder });
    await first.service.close();
    const again = await training({ folder });
    const other = await training();
    expect([again.service.planningKey, again.service.ordersKey]).toEqual([
      first.service.planningKey,
      first.service.ordersKey,
    ]);
    expect(again.service.address).toBe(first.service.address);
    expect(other.service.planningKey).not.toBe(first.service.planningKey);
  });
});

describe('bodies', () => {
  it('need Content-Type: application/json, and to be JSON', async () => {
    const client = await training();
    const send = (contentType: string | undefined, body = '{}') =>
      client.planning('/plans/x/stops', { method: 'POST', body, contentType });
    for (const type of [undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
      expect((await send(type)).status, type).toBe(415);
    }
    expect((await send('Application/JSON; charset=utf-8')).status).toBe(404);
    expect((await send('application/json', '{"address":')).status).toBe(400);
  });

  it('belong to no GET and no DELETE: nothing is read or deleted with one, in any version and of either service', async () => {
    const client = await training();
    const { address, authority, planningKey, ordersKey } = client.service;
    const driver = (await client.all<{ id: string }>('planning', '/drivers', 'drivers')).at(-1)!.id;
    const order = (await client.all<{ id: string; submitted: boolean }>('orders', '/orders', 'orders')).find(
      ({ submitted }) => !submitted,
    )!.id;
    const withBody = async (method: string, path: string, body: string, contentType: string | undefined) => {
      client.clock.pass(1_000);
      const authorization = `Bearer ${path.startsWith('/connect/') ? ordersKey : planningKey}`;
      const answer = await ask(address + path, { authority, authorization, method, body, contentType });
      return [answer.status, (answer.body as { code: string | null }).code];
    };
    const refused = [400, 'unexpected_body'];
    const asked: [string, string][] = [
      ['GET', '/public/v1/plans'],
      ['GET', `/public/v1/${driver}`],
      ['GET', '/public/v0.2b/plans'],
      ['GET', '/connect/v1/orders'],
      ['DELETE', `/public/v1/${driver}`],
      ['DELETE', `/public/v0.2b/${driver}`],
      ['DELETE', `/connect/v1/${order}`],
    ];
    for (const [method, path] of asked) {
      for (const body of ['{}', 'null', '{"name":"X"}']) {
        expect(await withBody(method, path, body, 'application/json'), `${method} ${path} ${body}`).toEqual(refused);
      }
    }
    // What is wrong with every body is said first, and so is that nothing is there.
    expect(await withBody('GET', '/public/v1/plans', '{}', 'text/plain')).toEqual([415, 'unsupported_media_type']);
    expect(await withBody('GET', '/public/v1/plans', '{', 'application/json')).toEqual([400, 'invalid_json']);
    expect((await withBody('GET', '/public/v1/nothing', '{}', 'application/json'))[0]).toBe(404);

    expect((await client.planning(`/${driver}`)).status, 'still there').toBe(200);
    expect((await client.orders(`/${order}`)).status, 'still there').toBe(200);
    expect((await client.planning(`/${driver}`, { method: 'DELETE' })).status).toBe(200);
    expect((await client.orders(`/${order}`, { method: 'DELETE' })).status).toBe(200);
  });

  it('may hold an import with every field at its bound', async () => {
    const client = await training();
    const { body } = await client.planning('/plans?filter.title=Altstadt%20Tuesday');
    const { id } = (body as { plans: { id: string }[] }).plans.at(-1)!;
    const item = {
      address: { addressLineOne: 'Lindenallee 1', addressName: 'ß'.repeat(255) },
      notes: '🚚'.repeat(2000),
      barcodes: Array(50).fill('ü'.repeat(255)),
    };
    const answer = await client.post(`/${id}/stops:import`, Array(100).fill(item));
    expect(answer.status).toBe(200);
    expect((answer.body as { success: string[] }).success).toHaveLength(100);
  });
});

describe('certificates', () => {
  it('are trusted with the service’s own authority and with nothing else', async () => {
    const { service } = await training();
    await expect(ask(`${service.address}/public/v1/plans`)).rejects.toMatchObject({
      code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO/) as string,
    });
    const other = await training();
    await expect(
      ask(`${service.address}/public/v1/plans`, { authority: other.service.authority }),
    ).rejects.toHaveProperty('code');
    const { authority } = service;
    expect((await ask(`${service.address}/public/v1/plans`, { authority })).status).toBe(401);
    const byName = service.address.replace('127.0.0.1', 'localhost');
    expect((await ask(`${byName}/public/v1/plans`, { authority })).status).toBe(401);
  });

  it('stay the same until a month before the end, then are renewed under the same authority', async () => {
    const folder = temporaryFolder();
    const day = 86_400_000;
    const now = Date.now();
    const serialAfter = async (days: number) => {
      const client = await training({ folder, certificateClock: handClock(now + days * day) });
      const port = Number(new URL(client.service.address).port);
      const serial = await new Promise<string>((resolve, reject) => {
        const socket = connect({ port, host: '127.0.0.1', ca: client.service.authority }, () => {
          resolve(socket.getPeerCertificate().serialNumber);
          socket.destroy();
        });
        socket.on('error', reject);
      });
      await client.service.close();
      return { serial, authority: client.service.authority };
    };
    const first = await serialAfter(-380);
    const second = await serialAfter(-380 + 300);
    const third = await serialAfter(0);
    expect(second).toEqual(first);
    expect(third.authority).toBe(first.authority);
    expect(third.serial).not.toBe(first.serial);
  });

  it('do not answer plain HTTP', async () => {
    const { service } = await training();
    await expect(fetch(service.address.replace('https', 'http'))).rejects.toThrow();
  });
});
