import { describe, expect, it } from 'vitest';
import { pageSize } from '../../../../src/renderer/labels/page-size.ts';

describe('pageSize', () => {
  it('converts points to A6', () => {
    const size = pageSize([0, 0, 297.638, 419.528], 1, 0);
    expect(size.widthMillimetres).toBeCloseTo(105, 1);
    expect(size.heightMillimetres).toBeCloseTo(148, 1);
  });

  it('rotates the size with the page and scales it by the user unit', () => {
    const size = pageSize([10, 10, 10 + 419.528 / 2, 10 + 297.638 / 2], 2, 90);
    expect(size.widthMillimetres).toBeCloseTo(105, 1);
    expect(size.heightMillimetres).toBeCloseTo(148, 1);
  });

  it('accepts a box with its corners in reverse order', () => {
    expect(pageSize([297.638, 419.528, 0, 0], 1, 180).widthMillimetres).toBeCloseTo(105, 1);
  });
});
