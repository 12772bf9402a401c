/** Labels on other paper, moved and rotated, and the test page, checked with independent programs. */
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPdf, placePages } from '../../../src/preflight/place-page.ts';
import { makeTestPage, testCode } from '../../../src/main/labels/test-page.ts';
import { defaultSettings, type LabelProfile } from '../../../src/shared/settings.ts';
import { renderLabels } from '../../../src/training/labels/render.ts';
import type { Order } from '../../../src/training/model.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const order = {
  id: 'orders/o1',
  recipient: { name: 'Anna Berger', phone: '030 5550101', email: null, externalId: null },
  address: { addressLineOne: 'Lindenweg 12', addressLineTwo: '41731 Aldermünde' },
  packageInfo: { externalId: 'WEB-1', packageCount: 2 },
  deliveryInstructions: { notes: 'Ring twice' },
  barcodes: ['TD0001001', 'TD0001002'],
} as unknown as Order;
const label = await renderLabels(order, Date.parse('2026-06-15T06:00:00Z'));

interface Seen {
  size: string;
  codes: string[];
  /** The bounds of the dark dots of the raster: left, top, right and bottom in millimetres. */
  ink: { left: number; top: number; right: number; bottom: number };
}

function look(bytes: Uint8Array): Seen {
  const folder = temporaryFolder();
  const file = join(folder, 'page.pdf');
  writeFileSync(file, bytes);
  const size = /Page size:\s+(\S+ x \S+) pts/.exec(execFileSync('pdfinfo', [file], { encoding: 'utf8' }))?.[1] ?? '';
  execFileSync('pdftoppm', ['-r', '203', '-gray', '-png', file, join(folder, 'page')]);
  const picture = join(folder, readdirSync(folder).find((name) => name.endsWith('.png')) ?? '');
  const said = execFileSync('zbarimg', ['--quiet', '--nodbus', '-Sdisable', '-Scode128.enable', picture], {
    encoding: 'utf8',
  });
  const raster = execFileSync('pdftoppm', ['-r', '203', '-gray', file], { maxBuffer: 1e9 });
  const [header = '', columns = '', rows = ''] =
    /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(raster.toString('latin1', 0, 40)) ?? [];
  const width = Number(columns);
  const ink = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  for (let y = 0; y < Number(rows); y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((raster[header.length + y * width + x] ?? 255) > 100) continue;
      const [across, down] = [(x / 203) * 25.4, (y / 203) * 25.4];
      ink.left = Math.min(ink.left, across);
      ink.right = Math.max(ink.right, across);
      ink.top = Math.min(ink.top, down);
      ink.bottom = Math.max(ink.bottom, down);
    }
  }
  return { size, codes: said.split('\n').filter((line) => line !== ''), ink };
}

const profile = (change: Partial<LabelProfile>): LabelProfile => ({ ...defaultSettings.labelProfile, ...change });
const placed = async (change: Partial<LabelProfile>) =>
  look(await placePages(await loadPdf(label), [2], profile(change)));
const wholePage = () => placed({});

describe('a label on paper', () => {
  it('is the requested page in its own size', async () => {
    const plain = await wholePage();
    expect(plain.size).toBe('297.638 x 419.528');
    expect(plain.codes).toEqual(['CODE-128:TD0001002']);
  });

  it('on 4 × 6 inch stock is cropped at the margins and not scaled', async () => {
    const plain = await wholePage();
    const seen = await placed({ stock: '4x6' });
    expect(seen.size).toBe('288 x 432');
    expect(seen.codes).toEqual(['CODE-128:TD0001002']);
    expect(seen.ink.right - seen.ink.left).toBeCloseTo(plain.ink.right - plain.ink.left, 0);
    expect(seen.ink.left).toBeCloseTo(plain.ink.left - (105 - 101.6) / 2, 0);
    expect(seen.ink.top).toBeCloseTo(plain.ink.top, 0);
  });

  it('is moved by the offset of the profile in millimetres', async () => {
    const plain = await wholePage();
    const seen = await placed({ right: 2, down: 1.5 });
    expect(seen.ink.left - plain.ink.left).toBeCloseTo(2, 0);
    expect(seen.ink.top - plain.ink.top).toBeCloseTo(1.5, 0);
  });

  it('stays within the paper when rotated by 180 degrees', async () => {
    const plain = await wholePage();
    const seen = await placed({ rotation: 180 });
    expect(seen.codes).toEqual(['CODE-128:TD0001002']);
    expect(seen.ink.left).toBeCloseTo(105 - plain.ink.right, 0);
    expect(seen.ink.top).toBeCloseTo(148 - plain.ink.bottom, 0);
  });

  it.each([90, 270] as const)(
    'keeps everything when rotated by %i degrees, with the paper rotated as well',
    async (rotation) => {
      const plain = await wholePage();
      const seen = await placed({ rotation });
      expect(seen.size).toBe('419.528 x 297.638');
      expect(seen.codes).toEqual(['CODE-128:TD0001002']);
      const { left, top, right, bottom } = plain.ink;
      expect(seen.ink.left).toBeCloseTo(rotation === 90 ? 148 - bottom : top, 0);
      expect(seen.ink.right).toBeCloseTo(rotation === 90 ? 148 - top : bottom, 0);
      expect(seen.ink.top).toBeCloseTo(rotation === 90 ? left : 105 - right, 0);
    },
  );
});

describe('the test page', () => {
  it.each([203, 300, 600])('has a frame 5 mm from each edge and a readable code at %i dpi', async (dotsPerInch) => {
    const seen = look(await makeTestPage(dotsPerInch));
    expect(seen.codes).toEqual([`CODE-128:${testCode}`]);
    expect(seen.ink.left).toBeCloseTo(5, 0);
    expect(seen.ink.right).toBeCloseTo(100, 0);
    expect(seen.ink.bottom).toBeCloseTo(143, 0);
  });
});
