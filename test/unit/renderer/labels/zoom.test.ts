import { describe, expect, it } from 'vitest';
import { densityOf, factorOf, shownSize, stepZoom } from '../../../../src/renderer/labels/zoom.ts';

const a6 = { widthMillimetres: 105, heightMillimetres: 148 };

describe('zoom of the label preview', () => {
  it('shows true size at 100 % on a 96 dpi screen', () => {
    expect(shownSize(1, a6)).toEqual({ width: 397, height: 559 });
  });

  it('fits the page into the narrower side of the space', () => {
    expect(factorOf('fit', a6, { width: 397, height: 10_000 })).toBeCloseTo(1, 2);
    expect(factorOf('fit', a6, { width: 10_000, height: 559 / 2 })).toBeCloseTo(0.5, 2);
  });

  it('keeps a chosen zoom between 50 and 300 %', () => {
    expect(factorOf(0.1, a6, { width: 1, height: 1 })).toBe(0.5);
    expect(factorOf(9, a6, { width: 1, height: 1 })).toBe(3);
  });

  it('shows a page of unusual size whole, even far below 50 %', () => {
    const huge = { widthMillimetres: 5080, heightMillimetres: 5080 };
    const factor = factorOf('fit', huge, { width: 500, height: 500 });
    expect(shownSize(factor, huge).width).toBeLessThanOrEqual(500);
  });

  it('does not divide by zero for a page without size', () => {
    expect(factorOf('fit', { widthMillimetres: 0, heightMillimetres: 0 }, { width: 500, height: 500 })).toBe(1);
  });

  it('steps up and down and stops at the ends', () => {
    expect(stepZoom(1, 1)).toBe(1.25);
    expect(stepZoom(1, -1)).toBe(0.8);
    expect(stepZoom(1.1, 1)).toBe(1.25);
    expect(stepZoom(1.1, -1)).toBe(1);
    expect(stepZoom(3, 1)).toBe(3);
    expect(stepZoom(0.5, -1)).toBe(0.5);
  });

  it('uses the pixels of the screen, or fewer if a page would take too much memory', () => {
    expect(densityOf({ width: 397, height: 559 }, 2)).toBe(2);
    const density = densityOf({ width: 20_000, height: 20_000 }, 2);
    expect(20_000 * density * (20_000 * density)).toBeLessThanOrEqual(16_000_001);
  });
});
