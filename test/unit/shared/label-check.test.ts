import { describe, expect, it } from 'vitest';
import {
  findingsOf,
  fitOf,
  narrowestBarOf,
  weightOf,
  type CheckedPage,
  type Finding,
  type ReadDocument,
} from '../../../src/shared/label-check.ts';

describe('fitOf', () => {
  it.each([
    [105, 148, 'fits'],
    [105.9, 147.1, 'fits'],
    [106.1, 148, 'other-size'],
    [105, 149.1, 'other-size'],
    [148, 105, 'on-its-side'],
    [210, 297, 'other-size'],
    [101.6, 152.4, 'other-size'],
  ] as const)('%f × %f mm: %s', (widthMillimetres, heightMillimetres, expected) => {
    expect(fitOf({ widthMillimetres, heightMillimetres })).toBe(expected);
  });
});

const page = (text: string, change: Partial<CheckedPage> = {}): CheckedPage => ({
  page: 1,
  size: { widthMillimetres: 105, heightMillimetres: 148 },
  codes: [{ symbology: 'Code128', text }],
  narrowestBar: 2,
  barHeight: 20,
  quietZone: 10,
  contrast: 1,
  spoilt: null,
  ...change,
});
const read = (...pages: CheckedPage[]): ReadDocument => ({
  kind: 'read',
  dotsPerInch: 203,
  total: pages.length,
  bytesAfterEnd: 1,
  pages: pages.map((one, index) => ({ ...one, page: index + 1 })),
});

describe('findingsOf', () => {
  it('finds nothing if a label has a page and a code for each package', () => {
    expect(findingsOf(read(page('A'), page('B')), { packageCount: 2, barcodes: ['A', 'B'] })).toEqual([]);
  });

  it('reports too many and too few pages, but nothing if the order has no count', () => {
    const differs = (pages: number, packages: number) => [{ kind: 'pages-differ', pages, packages }];
    expect(findingsOf(read(page('A')), { packageCount: 3, barcodes: ['A'] })).toEqual(differs(1, 3));
    expect(findingsOf(read(page('A'), page('B')), { packageCount: 1, barcodes: ['A', 'B'] })).toEqual(differs(2, 1));
    expect(findingsOf(read(page('A')), { packageCount: null, barcodes: ['A'] })).toEqual([]);
  });

  it.each([
    [1.96, ['too-fine']],
    [1.98, []],
    [2.9, []],
    [null, []],
  ])('reports for a narrowest bar of %s dots: %j', (narrowestBar, kinds) => {
    const found = findingsOf(read(page('A', { narrowestBar })), { packageCount: 1, barcodes: ['A'] });
    expect(found.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('does not ask about a code that the order does not name', () => {
    const found = findingsOf(read(page('A'), page('A'), page('X', { codes: [] })), { packageCount: 3, barcodes: [] });
    expect(found.map((one) => [one.kind, weightOf(one)])).toEqual([
      ['code-unlisted', 'say'],
      ['same-code', 'ask'],
      ['no-code', 'ask'],
    ]);
  });

  it('asks about a label that was printed in another way', () => {
    expect(weightOf({ kind: 'printed-since', at: 0, printer: 'Labels' })).toBe('ask');
  });

  it('asks about a code that is not among those of the order, and names the order that it belongs to', () => {
    const others = new Map([['B', 'WEB-9']]);
    const found = findingsOf(read(page('A'), page('B')), { packageCount: 2, barcodes: ['C'], others });
    expect(found).toEqual([
      { kind: 'code-not-of-order', page: 1, text: 'A' },
      { kind: 'code-of-another', page: 2, text: 'B', title: 'WEB-9' },
    ]);
    expect(found.map(weightOf)).toEqual(['ask', 'ask']);
  });

  it('compares a GS1-128 by its data', () => {
    const barcodes = ['(00)340123450000000018'];
    for (const text of ['(00)340123450000000018', '00340123450000000018', ']C10034012345000000001\u001d8']) {
      expect(findingsOf(read(page(text)), { packageCount: 1, barcodes })).toEqual([]);
    }
    expect(findingsOf(read(page('A(B)')), { packageCount: 1, barcodes: ['AB'] })).toMatchObject([{ text: 'A(B)' }]);
  });

  it.each<[Partial<CheckedPage>, Finding]>([
    [{ contrast: 0.69 }, { kind: 'pale', page: 1, contrast: 0.69 }],
    [{ barHeight: 4.9 }, { kind: 'low-bars', page: 1, millimetres: 4.9 }],
    [{ quietZone: 9.6 }, { kind: 'narrow-quiet-zone', page: 1, modules: 9.6 }],
    [
      { codes: [], spoilt: { kind: 'paper' } },
      { kind: 'spoilt-by-placing', page: 1, advice: { kind: 'paper' } },
    ],
  ])('asks about %j', (change, finding) => {
    const found = findingsOf(read(page('A', change)), { packageCount: 1, barcodes: ['A'] });
    expect(found).toEqual([finding]);
    expect(found.map(weightOf)).toEqual(['ask']);
  });

  it('finds nothing in bars that are just good enough', () => {
    const change = { contrast: 0.7, barHeight: 5, quietZone: 9.7 };
    expect(findingsOf(read(page('A', change)), { packageCount: 1, barcodes: ['A'] })).toEqual([]);
  });

  it('asks about more than a kilobyte behind the end, and compares the packages with all pages of the document', () => {
    const cut = { ...read(page('A')), total: 2 };
    expect(findingsOf({ ...cut, bytesAfterEnd: 1_024 }, { packageCount: 2, barcodes: ['A'] })).toEqual([]);
    expect(findingsOf({ ...cut, bytesAfterEnd: 1_025 }, { packageCount: 1, barcodes: ['A'] })).toEqual([
      { kind: 'bytes-after-end', bytes: 1_025 },
      { kind: 'pages-differ', pages: 2, packages: 1 },
    ]);
  });

  it('reports the narrowest bar of all pages', () => {
    expect(narrowestBarOf(read(page('A', { narrowestBar: 3 }), page('B'), page('C', { narrowestBar: null })))).toBe(2);
    expect(narrowestBarOf({ kind: 'problem', problem: 'locked' })).toBeNull();
  });

  it('prevents printing a document that cannot be read', () => {
    const found = findingsOf({ kind: 'problem', problem: 'locked' }, { packageCount: 1, barcodes: [] });
    expect(found.map(weightOf)).toEqual(['refuse']);
  });
});
