import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Order } from '../../../src/training/model.ts';
import { ask, temporaryFolder, training, type Client } from './support.ts';

interface Labels {
  url: string;
  expiresAt: number;
}

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
  return stdout;
}

/** One row of a grey picture (PGM) as text, `#` where it is dark. @param height from the top, 0 to 1 */
function rowOf(picture: Buffer, height: number): string {
  const [header = '', columns, rows] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 40)) ?? [];
  const start = header.length + Math.floor(Number(rows) * height) * Number(columns);
  return Array.from(picture.subarray(start, start + Number(columns)), (grey) => (grey < 128 ? '#' : '.')).join('');
}

async function orderWith(client: Client, packages: number): Promise<Order> {
  const orders = await client.all<Order>('orders', '/orders', 'orders');
  return orders.find(({ barcodes }) => barcodes.length === packages)!;
}

const labelsOf = async (client: Client, order: Order) =>
  (await client.orders(`/${order.id}/shippingLabels`)).body as Labels;

it('draws one A6 page a package with its own code, which a reader reads at the printer’s resolution', async () => {
  const client = await training();
  const order = await orderWith(client, 3);
  const { url } = await labelsOf(client, order);
  const { status, headers, bytes } = await ask(url, { authority: client.service.authority });
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);

  const folder = mkdtempSync(join(temporaryFolder(), 'label-'));
  const file = join(folder, 'label.pdf');
  writeFileSync(file, bytes);
  expect(run('pdfinfo', file)).toMatch(/Pages: +3\n[^]*Page size: +297\.6\d* x 419\.5\d* pts/);
  run('pdftoppm', '-r', '203', '-gray', '-png', file, join(folder, 'page'));
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.png'))
    .sort();
  const read = pages.map((page) => run('zbarimg', '--quiet', '--nodbus', join(folder, page)).trim());
  expect(read).toEqual(order.barcodes.map((barcode) => `CODE-128:${barcode}`));

  const text = run('pdftotext', '-raw', '-f', '2', '-l', '2', file, '-');
  expect(text).toContain('TRAINING');
  expect(text).toContain('Package 2 of 3');
  expect(text).toContain(order.packageInfo.externalId);
});

it('draws bars of whole printer dots, two at least, with ten modules of white on either side', async () => {
  const client = await training();
  const { url } = await labelsOf(client, await orderWith(client, 5));
  const folder = temporaryFolder();
  const file = join(folder, 'label.pdf');
  writeFileSync(file, (await ask(url, { authority: client.service.authority })).bytes);
  run('pdftoppm', '-r', '203', '-gray', '-singlefile', file, join(folder, 'page'));
  const row = rowOf(readFileSync(join(folder, 'page.pgm')), 0.8);
  const runs = [...row.matchAll(/(.)\1*/gu)].map(([same]) => ({ dark: same.startsWith('#'), dots: same.length }));
  const dark = runs.filter((each) => each.dark).map(({ dots }) => dots);
  const module = Math.min(...dark);
  expect(module).toBeGreaterThanOrEqual(2);
  expect(dark.filter((dots) => dots % module !== 0 || dots > 4 * module)).toEqual([]);
  const [before, after] = [runs.at(0)!, runs.at(-1)!];
  expect([before.dark, after.dark]).toEqual([false, false]);
  expect(Math.min(before.dots, after.dots)).toBeGreaterThanOrEqual(10 * module);
  expect(Math.abs(before.dots - after.dots), 'in the middle of the label').toBeLessThanOrEqual(2 * module);
});

it('signs a new link at each call; one hour later the link is refused in XML', async () => {
  const client = await training();
  const { authority } = client.service;
  const order = await orderWith(client, 1);
  const first = await labelsOf(client, order);
  const second = await labelsOf(client, order);
  expect(second.url).not.toBe(first.url);
  expect(first.url.startsWith(`${client.service.address}/labels/`)).toBe(true);

  client.clock.pass(first.expiresAt * 1000 - client.clock.now() - 1);
  expect((await ask(first.url, { authority })).status).toBe(200);
  client.clock.pass(1);
  const late = await ask(first.url, { authority });
  expect([late.status, late.headers['content-type']]).toEqual([403, 'application/xml; charset=utf-8']);
  expect(late.bytes.toString()).toContain('<Code>ExpiredToken</Code>');
  expect((await ask(second.url, { authority })).status).toBe(200);
});

it('is good for exactly one hour', async () => {
  const client = await training();
  const { expiresAt } = await labelsOf(client, await orderWith(client, 1));
  expect(expiresAt - Math.floor(client.clock.now() / 1000)).toBe(3600);
});

it('refuses a link in which anything was changed', async () => {
  const client = await training();
  const { authority } = client.service;
  const { url } = await labelsOf(client, await orderWith(client, 1));
  const other = await orderWith(client, 2);
  const changed = [
    url.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 60}`),
    url.replace(/signature=./, (text) => (text.endsWith('A') ? 'signature=B' : 'signature=A')),
    url.replace(/labels\/[^.]+/, other.id.replace('orders', 'labels')),
    url.split('?')[0]!,
  ];
  for (const each of changed) expect((await ask(each, { authority })).status, each).toBe(403);
});

it('survives a restart, and gives the same document for the same link', async () => {
  const folder = temporaryFolder();
  const client = await training({ folder });
  const { url } = await labelsOf(client, await orderWith(client, 2));
  const before = await ask(url, { authority: client.service.authority });
  await client.service.close();
  const again = await training({ folder, clock: client.clock });
  const after = await ask(url, { authority: again.service.authority });
  expect(after.status).toBe(200);
  expect(after.bytes.equals(before.bytes)).toBe(true);
});
