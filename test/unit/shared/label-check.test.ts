import { describe, expect, it } from 'vitest';
import { findingsOf, fitOf, weightOf, type CheckedPage, type DocumentCheck } from '../../../src/shared/label-check.ts';

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
  size: { widthMillimetres: 105, heightMillimetres: 148 },
  codes: [{ symbology: 'Code128', text }],
  narrowestBar: 2,
  ...change,
});
const read = (...pages: CheckedPage[]): DocumentCheck => ({ kind: 'read', dotsPerInch: 203, pages });

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
      ['code-not-of-order', 'say'],
      ['same-code', 'ask'],
      ['no-code', 'ask'],
    ]);
  });

  it('prevents printing a document that cannot be read', () => {
    const found = findingsOf({ kind: 'problem', problem: 'locked' }, { packageCount: 1, barcodes: [] });
    expect(found.map(weightOf)).toEqual(['refuse']);
  });
});
