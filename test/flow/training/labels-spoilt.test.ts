/** The bad label documents that can be asked for, each looked at with programs that did not make it. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { spawnSync } from 'node:child_process';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dot } from '../../../src/training/labels/code128.ts';
import { spoiltKindOf, spoiltKinds } from '../../../src/training/labels/spoilt-kinds.ts';
import type { Order } from '../../../src/training/model.ts';
import { create } from './order-helpers.ts';
import { ask, temporaryFolder, training, type Answer } from './support.ts';

interface Fetched {
  order: Order;
  answer: Answer;
  expiresAt: number;
  now: number;
  file: string;
}

/** The document of a new order of two packages with this external id. */
async function labelsOf(externalId: string): Promise<Fetched> {
  const client = await training();
  const order = await create(client, { packageInfo: { externalId, packageCount: 2 } });
  const { url, expiresAt } = (await client.orders(`/${order.id}/shippingLabels`)).body as {
    url: string;
    expiresAt: number;
  };
  const answer = await ask(url, { authority: client.service.authority });
  const file = join(temporaryFolder(), 'label.pdf');
  writeFileSync(file, answer.bytes);
  return { order, answer, expiresAt, now: client.clock.now(), file };
}

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** What pdfinfo says of the first page. */
function information(file: string): Record<string, string> {
  const { stdout } = run('pdfinfo', file);
  return Object.fromEntries(
    [...stdout.matchAll(/^([^:]+): +(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** The codes on each page as a reader of all symbologies sees them, at the resolution of a label printer. */
function codes(file: string, dotsPerInch = 203): string[][] {
  const folder = temporaryFolder();
  run('pdftoppm', '-r', String(dotsPerInch), '-gray', '-png', file, join(folder, 'page'));
  const pages = readdirSync(folder).sort();
  return pages.map((page) => {
    const { stdout } = run('zbarimg', '--quiet', '--nodbus', '-Sean8.disable', '-Sean13.disable', join(folder, page));
    return stdout.split('\n').filter((line) => line !== '');
  });
}

const code128 = ({ barcodes }: Order) => barcodes.map((barcode) => [`CODE-128:${barcode}`]);

const a6 = /^297\.\d+ x 419\.\d+ pts/;

describe('a good document', () => {
  it('comes for every other external id, also one that only begins alike', async () => {
    for (const externalId of ['BADGER', 'BAD-', 'BAD-A40', 'A4', 'BAD-LUCK']) {
      expect(spoiltKindOf({ packageInfo: { externalId } } as Order), externalId).toBeUndefined();
    }
    const { file, order } = await labelsOf('BAD-A40');
    expect(information(file)).toMatchObject({ Pages: '2', 'Page size': expect.stringMatching(a6) as string });
    expect(codes(file)).toEqual(code128(order));
  });
});

/** By kind, what is seen: all but the named fault is right. */
const seen: Record<keyof typeof spoiltKinds, (fetched: Fetched) => void | Promise<void>> = {
  A4({ file, order }) {
    expect(information(file)).toMatchObject({ Pages: '2', 'Page size': '595.28 x 841.89 pts (A4)' });
    expect(codes(file)).toEqual(code128(order));
  },
  '4X6'({ file, order }) {
    expect(information(file)).toMatchObject({ Pages: '2', 'Page size': '288 x 432 pts' });
    expect(codes(file)).toEqual(code128(order));
  },
  ROTATED({ file, order }) {
    expect(information(file)).toMatchObject({ 'Page rot': '90', 'Page size': expect.stringMatching(a6) as string });
    expect(codes(file)).toEqual(code128(order));
  },
  'TWO-CODES'({ file, order }) {
    expect(codes(file).map((page) => page.sort())).toEqual(
      order.barcodes.map((barcode) => [`CODE-128:${barcode}`, `CODE-128:${barcode}-R`]),
    );
  },
  'NO-CODE'({ file }) {
    expect(information(file)).toMatchObject({ Pages: '2', 'Page size': expect.stringMatching(a6) as string });
    expect(codes(file)).toEqual([[], []]);
  },
  'SAME-CODE'({ file, order }) {
    expect(codes(file)).toEqual([[`CODE-128:${order.barcodes[0]!}`], [`CODE-128:${order.barcodes[0]!}`]]);
  },
  'CODE-39'({ file, order }) {
    expect(codes(file)).toEqual(order.barcodes.map((barcode) => [`CODE-39:${barcode}`]));
  },
  'TOO-DENSE'({ file, order }) {
    // It is read at twice the resolution: the code is right, and only too fine.
    expect(codes(file, 406)).toEqual(code128(order));
    expect(narrowestBar(file)).toBeCloseTo(dot, 1);
  },
  async PASSWORD({ file, answer }) {
    expect(run('pdfinfo', file).stderr).toMatch(/password/i);
    expect(information(file)).toEqual({});
    await expect(PDFDocument.load(answer.bytes)).rejects.toThrow(/encrypted/i);
    expect((await PDFDocument.load(answer.bytes, { password: 'training' })).getPageCount()).toBe(2);
  },
  TRUNCATED({ file, answer }) {
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.bytes.includes('%%EOF')).toBe(false);
    expect(run('pdfinfo', file).status).not.toBe(0);
  },
  async 'MILLION-PAGES'({ answer }) {
    expect(answer.bytes.length).toBeLessThan(100_000);
    const loading = getDocument({ data: new Uint8Array(answer.bytes), verbosity: 0 });
    const document = await loading.promise;
    expect(document.numPages).toBe(1_000_000);
    const page = await document.getPage(1);
    expect(page.getViewport({ scale: 1 }).width).toBeCloseTo(297.6, 0);
    await loading.destroy();
  },
  'HUGE-IMAGE'({ file, answer }) {
    expect(run('pdfimages', '-list', file).stdout).toMatch(/image +100000 +100000 +gray +1 +1/);
    expect(information(file)).toMatchObject({ Pages: '2', 'Page size': expect.stringMatching(a6) as string });
    expect(answer.bytes.length).toBeLessThan(200_000);
  },
  'NOT-A-PDF'({ answer }) {
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.bytes.toString()).toMatch(/^<!DOCTYPE html>/);
  },
  'EXPIRED-LINK'({ answer, expiresAt, now }) {
    expect(expiresAt * 1000).toBeLessThanOrEqual(now);
    expect([answer.status, answer.headers['content-type']]).toEqual([403, 'application/xml; charset=utf-8']);
    expect(answer.bytes.toString()).toContain('<Code>ExpiredToken</Code>');
  },
};

/** Points of the narrowest bar on the first page, measured at 1218 dpi, which is six times the printer's. */
function narrowestBar(file: string): number {
  const picture = spawnSync('pdftoppm', ['-r', '1218', '-gray', '-f', '1', '-l', '1', file], { maxBuffer: 1e9 }).stdout;
  const [header = '', columns, rows] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 40)) ?? [];
  const start = header.length + Math.floor(Number(rows) * 0.8) * Number(columns);
  const row = Array.from(picture.subarray(start, start + Number(columns)), (grey) => (grey < 128 ? '#' : '.')).join('');
  return (Math.min(...[...row.matchAll(/#+/g)].map(([bar]) => bar.length)) / 1218) * 72;
}

describe('a bad document', () => {
  it.each(Object.entries(spoiltKinds))('is had by the external id BAD-%s: %s', async (kind) => {
    await seen[kind as keyof typeof spoiltKinds](await labelsOf(`BAD-${kind}-17`));
  });
});
