import { describe, expect, it } from 'vitest';
import { findingsOf, fitOf, pageSize } from '../../../../src/renderer/labels/findings.ts';

const a6 = { widthMillimetres: 105, heightMillimetres: 148 };

describe('pageSize', () => {
  it('reads A6 from points', () => {
    const size = pageSize([0, 0, 297.638, 419.528], 1, 0);
    expect(size.widthMillimetres).toBeCloseTo(105, 1);
    expect(size.heightMillimetres).toBeCloseTo(148, 1);
  });

  it('turns the size with the page and scales it by the user unit', () => {
    const size = pageSize([10, 10, 10 + 419.528 / 2, 10 + 297.638 / 2], 2, 90);
    expect(size.widthMillimetres).toBeCloseTo(105, 1);
    expect(size.heightMillimetres).toBeCloseTo(148, 1);
  });

  it('reads a box whose corners are given the other way round', () => {
    expect(pageSize([297.638, 419.528, 0, 0], 1, 180).widthMillimetres).toBeCloseTo(105, 1);
  });
});

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

describe('findingsOf', () => {
  it('finds nothing in a label with a page for each package', () => {
    expect(findingsOf([a6, a6], 2, 2)).toEqual([]);
  });

  it('says when pages and packages differ, either way', () => {
    expect(findingsOf([a6], 1, 3)).toEqual([{ kind: 'pages-differ', pages: 1, packages: 3 }]);
    expect(findingsOf([a6, a6], 2, 1)).toEqual([{ kind: 'pages-differ', pages: 2, packages: 1 }]);
  });

  it('does not compare with a number the order does not give', () => {
    expect(findingsOf([a6], 1, null)).toEqual([]);
  });

  it('names the first page of another size and counts them', () => {
    const a4 = { widthMillimetres: 210, heightMillimetres: 297 };
    expect(findingsOf([a6, a4, a4], 3, 3)).toEqual([{ kind: 'size-differs', count: 2, page: 2, size: a4 }]);
  });

  it('takes a label that lies on its side for A6', () => {
    expect(findingsOf([{ widthMillimetres: 148, heightMillimetres: 105 }], 1, 1)).toEqual([]);
  });

  it('says when not every page was measured', () => {
    expect(findingsOf([a6], 1_000_000, null)).toEqual([{ kind: 'not-all-measured', measured: 1, pages: 1_000_000 }]);
  });
});
