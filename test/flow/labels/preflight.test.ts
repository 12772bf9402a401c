/** The catalogue of bad label documents (src/training/labels/spoilt-kinds.ts), each found before it is printed. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { Preflight } from '../../../src/main/labels/preflight.ts';
import { realSystem } from '../../../src/main/system.ts';
import { findingsOf, weightOf, type DocumentCheck, type Finding } from '../../../src/shared/label-check.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';
import { renderLabels } from '../../../src/training/labels/render.ts';
import { spoiltLabels } from '../../../src/training/labels/spoilt.ts';
import { spoiltKinds, type SpoiltKind } from '../../../src/training/labels/spoilt-kinds.ts';
import type { Order } from '../../../src/training/model.ts';
import { DocumentChecks } from '../../campaigns/documents/checks.ts';
import { preflightAsChild } from '../../fixtures/preflight-process.ts';
import { bombs } from '../../support/bombs.ts';

const said: string[] = [];
const preflight = new Preflight({
  start: preflightAsChild(inject('programs').preflight),
  system: realSystem,
  report: (text) => void said.push(text),
});
// All tests share the process, which starts with its first document.
beforeAll(async () => {
  await check(new Uint8Array());
});
afterAll(() => preflight.close());

/** The check of a document as it came, and of what leaves for a printer with A6 paper. */
const check = async (bytes: Uint8Array, dotsPerInch = 203): Promise<DocumentCheck> =>
  (await preflight.prepare(bytes, dotsPerInch, { way: 'file' })).check;
const checkForPrinter = async (bytes: Uint8Array, dotsPerInch = 203): Promise<DocumentCheck> => {
  const placing = { ...defaultSettings.labelProfile, dotsPerInch };
  const leaving = { way: 'printer', placing, placesAll: false, title: 'WEB-1' } as const;
  return (await preflight.prepare(bytes, dotsPerInch, leaving)).check;
};

/** Gives vitest's matcher for close numbers the type of a number. */
const about = (value: number, digits: number) => expect.closeTo(value, digits) as number;

const at = Date.parse('2026-06-15T06:00:00Z');
const order = (barcodes: string[]) =>
  ({
    id: 'orders/o1',
    recipient: { name: 'Anna Berger', phone: '030 5550101', email: null, externalId: null },
    address: { addressLineOne: 'Lindenweg 12', addressLineTwo: '41731 Aldermünde' },
    packageInfo: { externalId: 'WEB-1', packageCount: barcodes.length },
    deliveryInstructions: { notes: 'Ring twice' },
    barcodes,
  }) as unknown as Order;
const two = order(['TD0001001', 'TD0001002']);

const expectedOf = (of: Order) => ({ packageCount: of.barcodes.length, barcodes: of.barcodes });
const findings = async (bytes: Uint8Array, of: Order, dotsPerInch = 203): Promise<Finding[]> =>
  findingsOf(await check(bytes, dotsPerInch), expectedOf(of));

describe.each([203, 300, 600])('at %i dpi', (dotsPerInch) => {
  it('finds nothing in a good document and reads every code', async () => {
    const bytes = await renderLabels(two, at);
    for (const seen of [await check(bytes, dotsPerInch), await checkForPrinter(bytes, dotsPerInch)]) {
      expect(seen).toMatchObject({
        kind: 'read',
        pages: two.barcodes.map((text) => ({ codes: [{ symbology: 'Code128', text }] })),
      });
      expect(findingsOf(seen, expectedOf(two))).toEqual([]);
    }
  });
});

/** The findings that preflight must have for each kind. Kinds that never reach it fail in the download. */
const expected: Record<Exclude<SpoiltKind, 'EXPIRED-LINK'>, object[]> = {
  A4: [
    {
      kind: 'size-differs',
      page: 1,
      size: { widthMillimetres: about(210, 0), heightMillimetres: about(297, 0) },
    },
    { kind: 'size-differs', page: 2 },
  ],
  '4X6': [
    { kind: 'size-differs', page: 1, size: { widthMillimetres: about(101.6, 1) } },
    { kind: 'size-differs', page: 2 },
  ],
  ROTATED: [
    { kind: 'on-its-side', page: 1 },
    { kind: 'on-its-side', page: 2 },
  ],
  'TWO-CODES': [
    { kind: 'several-codes', page: 1, count: 2 },
    { kind: 'code-not-of-order', page: 1, text: 'TD0001001-R' },
    { kind: 'several-codes', page: 2, count: 2 },
    { kind: 'code-not-of-order', page: 2, text: 'TD0001002-R' },
  ],
  'NO-CODE': [
    { kind: 'no-code', page: 1 },
    { kind: 'no-code', page: 2 },
  ],
  'SAME-CODE': [{ kind: 'same-code', page: 2, other: 1, text: 'TD0001001' }],
  'CODE-39': [
    { kind: 'other-code', page: 1, symbology: 'Code39' },
    { kind: 'other-code', page: 2, symbology: 'Code39' },
  ],
  'TOO-DENSE': [
    { kind: 'too-fine', page: 1, dots: about(1, 1), dotsPerInch: 203 },
    { kind: 'too-fine', page: 2 },
  ],
  PASSWORD: [{ kind: 'problem', problem: 'locked' }],
  TRUNCATED: [{ kind: 'problem', problem: 'damaged' }],
  'MILLION-PAGES': [{ kind: 'problem', problem: 'too-many-pages' }],
  'HUGE-IMAGE': [{ kind: 'problem', problem: expect.stringMatching(/too-slow|too-large/) as string }],
  'NOT-A-PDF': [{ kind: 'problem', problem: 'not-a-pdf' }],
};

describe('the catalogue of bad documents', () => {
  it.each(Object.keys(expected) as (keyof typeof expected)[])(
    'finds BAD-%s, which is not printed unasked',
    async (kind) => {
      const began = performance.now();
      const found = await findings(await spoiltLabels(kind, two, at), two);
      expect(found).toHaveLength(expected[kind].length);
      expect(found).toMatchObject(expected[kind]);
      expect(found.some((finding) => weightOf(finding) !== 'say')).toBe(true);
      expect(performance.now() - began).toBeLessThan(9_000);
    },
  );

  it('covers every kind that the training service has', () => {
    expect([...Object.keys(expected), 'EXPIRED-LINK'].sort()).toEqual(Object.keys(spoiltKinds).sort());
  });

  it('does not affect the next document', async () => {
    expect(await findings(await renderLabels(two, at), two)).toEqual([]);
  });
});

describe('a slightly wrong document', () => {
  it('scaled to fit a 4 × 6 inch label has bars that are not whole dots, although its codes decode', async () => {
    const narrow = order(['TD-A1B2C3D4E5F6G7H8J9K1', 'TD-A1B2C3D4E5F6G7H8J9K2']);
    const whole = await PDFDocument.load(await renderLabels(narrow, at));
    const shrunk = await PDFDocument.create();
    for (const page of await shrunk.embedPages(whole.getPages())) {
      const { width, height } = page;
      const scale = 0.968;
      shrunk.addPage([width, height]).drawPage(page, { width: width * scale, height: height * scale });
    }
    const found = await findings(await shrunk.save(), narrow);
    expect(found.map(({ kind }) => kind)).toEqual(['too-fine', 'too-fine']);
  });

  it('with too few pages is reported', async () => {
    const bytes = await renderLabels(order(['TD0001001']), at);
    expect(await findings(bytes, two)).toEqual([{ kind: 'pages-differ', pages: 1, packages: 2 }]);
  });

  it('with a code of another order of the batch or unknown to its order is reported', async () => {
    const seen = await check(await renderLabels(two, at));
    const others = new Map([['TD0001002', 'WEB-9']]);
    expect(findingsOf(seen, { packageCount: 2, barcodes: ['TD0001002'], others })).toEqual([
      { kind: 'code-not-of-order', page: 1, text: 'TD0001001' },
      { kind: 'code-of-another', page: 2, text: 'TD0001002', title: 'WEB-9' },
    ]);
  });

  it('with a code rotated by 90 degrees is read and reported', async () => {
    const whole = await PDFDocument.load(await renderLabels(order(['TD0001001']), at));
    const turned = await PDFDocument.create();
    const [page] = await turned.embedPages(whole.getPages());
    turned
      .addPage([page!.height, page!.width])
      .drawPage(page!, { x: page!.height, rotate: { type: 'degrees', angle: 90 } as never });
    const found = await findings(await turned.save(), order(['TD0001001']));
    expect(found).toEqual([{ kind: 'on-its-side', page: 1 }]);
  });

  it('truncated at any kilobyte is reported as damaged', async () => {
    const whole = await renderLabels(two, at);
    for (let length = 1024; length < whole.length; length += 1024) {
      const found = await findings(whole.subarray(0, length), two);
      expect(found, `${length} bytes`).toEqual([{ kind: 'problem', problem: 'damaged' }]);
    }
  });
});

describe('8: a malicious document', () => {
  it.each(bombs)('with $name stays within the limits', async ({ problem, make }) => {
    const checks = new DocumentChecks(preflightAsChild(inject('programs').preflight));
    onTestFinished(() => checks.close());
    const { kind, milliseconds, memory, faults } = await checks.check(await make(), 0);
    const seen = `${kind} after ${milliseconds.toFixed(0)} ms with ${(memory / 1e6).toFixed(0)} MB`;
    expect(faults, seen).toEqual([]);
    if (problem !== null) expect(kind, seen).toMatch(problem);
    const next = await checks.check(await renderLabels(two, at), 0);
    expect(next).toMatchObject({ kind: 'checked', faults: [] });
    // The process that could not read it was ended.
    if (kind !== 'checked') expect(next.starts).toBe(1);
  });
});
