import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Order, Stop } from '../../../src/training/model.ts';
import { livePlan, stopsByProgress } from './plans-support.ts';
import { ask, temporaryFolder, training, type Client } from './support.ts';

const get = ({ service }: Client, url: string) => ask(url, { authority: service.authority });

async function proofs(client: Client): Promise<{ photo: string; signature: string; done: Stop[] }> {
  const { done } = await stopsByProgress(client, await livePlan(client));
  const photo = done.flatMap(({ deliveryInfo }) => deliveryInfo!.photoUrls)[0];
  const signature = done.flatMap(({ deliveryInfo }) => deliveryInfo!.signatureUrl ?? [])[0];
  return { photo: photo!, signature: signature!, done };
}

/** Width and height of a PNG, and how many of its points have each colour. */
function look(bytes: Buffer): { width: number; height: number; counts: number[] } {
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const at = bytes.indexOf('IDAT');
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  const counts: number[] = [];
  for (let row = 0; row < height; row += 1) {
    for (const point of rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1))) {
      counts[point] = (counts[point] ?? 0) + 1;
    }
  }
  return { width, height, counts };
}

describe('photos and signatures', () => {
  it('are files of the service itself, read without a key', async () => {
    const client = await training();
    const { photo, signature } = await proofs(client);
    for (const url of [photo, signature]) {
      expect(url.startsWith(`${client.service.address}/files/plans/`), url).toBe(true);
      const { status, headers, bytes } = await get(client, url);
      expect([status, headers['content-type']]).toEqual([200, 'image/png']);
      const { width, height, counts } = look(bytes);
      expect(width * height).toBeGreaterThan(30_000);
      // The word TRAINING has a colour of its own: the last of a photo's, the pale one of a signature.
      expect(counts[url === photo ? 5 : 2]).toBeGreaterThan(1_000);
    }
  });

  it('are the same each time, and another for each stop', async () => {
    const client = await training();
    const { done, photo } = await proofs(client);
    const links = done.flatMap(({ deliveryInfo }) => deliveryInfo!.photoUrls).slice(0, 4);
    const pictures = await Promise.all(links.map(async (url) => (await get(client, url)).bytes.toString('base64')));
    expect(new Set(pictures).size).toBe(links.length);
    expect((await get(client, photo)).bytes.toString('base64')).toBe(pictures[0]);
  });

  it('are there for what a record links to, and for nothing else', async () => {
    const client = await training();
    const { photo } = await proofs(client);
    for (const url of [
      photo.replace('photo-1', 'photo-9'),
      photo.replace(/stops\/[^/]+/, 'stops/gone'),
      `${client.service.address}/files/`,
      `${client.service.address}/files/../service.json`,
    ]) {
      expect((await get(client, url)).status, url).toBe(404);
    }
    const refused = await ask(photo, { authority: client.service.authority, method: 'DELETE' });
    expect([refused.status, refused.bytes.toString()]).toEqual([405, expect.stringContaining('MethodNotAllowed')]);
  });

  it('are linked to at the address at which the service runs now', async () => {
    const folder = temporaryFolder();
    const first = await training({ folder });
    const before = (await proofs(first)).photo;
    await first.service.close();
    const other = await training();
    await other.service.close();
    const port = Number(new URL(other.service.address).port);
    const second = await training({ folder, port, clock: first.clock });
    expect(second.service.address).not.toBe(first.service.address);
    const { photo } = await proofs(second);
    expect(new URL(photo).pathname).toBe(new URL(before).pathname);
    expect(new URL(photo).origin).toBe(second.service.address);
    expect((await get(second, photo)).status).toBe(200);
  });

  it('of orders are read the same way', async () => {
    const client = await training();
    const orders = await client.all<Order>('orders', '/orders', 'orders');
    const url = orders.flatMap(({ progress }) => progress?.signatureUrl ?? [])[0];
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/files\/orders\/\w+\/signature\.png$/);
    expect((await get(client, url!)).status).toBe(200);
  });
});
