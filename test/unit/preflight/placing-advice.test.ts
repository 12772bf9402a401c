/** What to change so that a code is complete on the paper. */
import { describe, expect, it } from 'vitest';
import { adviceFor } from '../../../src/preflight/placing-advice.ts';
import type { Placing } from '../../../src/preflight/stock.ts';

const a6 = { widthMillimetres: 105, heightMillimetres: 148 };
const placing = (change: Partial<Placing> = {}): Placing => ({
  stock: '4x6',
  right: 0,
  down: 0,
  rotation: 0,
  dotsPerInch: 203,
  ...change,
});
/** With the empty space beside it, in millimetres from the upper left corner. */
const area = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

describe('the advice for a code that is cut off', () => {
  it.each([
    // 1.7 mm of each side of an A6 page are beside 4 × 6 inch stock, or 14 dots.
    ['on the left', area(0, 100, 50, 120), { kind: 'offset', right: 2, down: 0 }],
    ['on the right', area(50, 100, 104.5, 120), { kind: 'offset', right: -1.5, down: 0 }],
    ['on both sides', area(0, 100, 105, 120), { kind: 'paper' }],
    ['nowhere', area(20, 100, 60, 120), { kind: 'unknown' }],
  ])('%s', (_where, code, advice) => {
    expect(adviceFor(code, a6, placing())).toEqual(advice);
  });

  it('adds to the present offset', () => {
    const moved = placing({ stock: 'a6', right: -5, down: 9 });
    expect(adviceFor(area(3, 130, 50, 147), a6, moved)).toEqual({
      ...{ kind: 'offset', right: -2.5, down: 0.5 },
    });
  });

  it('is other paper if the offset would be larger than the settings allow', () => {
    const letter = { widthMillimetres: 215.9, heightMillimetres: 279.4 };
    expect(adviceFor(area(10, 200, 50, 220), letter, placing({ stock: 'a6' }))).toEqual({ kind: 'paper' });
  });

  it('follows the rotation of the profile', () => {
    // Rotated clockwise, the lower edge of the label is the left edge of the paper.
    const lower = area(30, 140, 70, 148);
    expect(adviceFor(lower, a6, placing({ stock: 'a6', rotation: 90, right: -4 }))).toEqual({
      ...{ kind: 'offset', right: 0.5, down: 0 },
    });
  });
});
