import { describe, expect, it } from 'vitest';
import { code128, dot, moduleWidth } from '../../../src/training/labels/code128.ts';

const millimetres = (points: number) => (points / 72) * 25.4;

describe('Code 128', () => {
  it('has 11 modules per character, two more at the end, and a quiet zone of ten on either side', () => {
    const { widths, modules } = code128('TD26-A');
    expect(widths.reduce((sum, width) => sum + width)).toBe(11 * 6 + 11 + 11 + 13);
    expect(modules).toBe(101 + 20);
    expect(widths.length % 2, 'begins and ends with a bar').toBe(1);
  });

  it('is drawn with three printer dots per module if it fits, but never below a quarter of a millimetre', () => {
    const room = (97 / 25.4) * 72;
    expect(moduleWidth(code128('TD260000001-1'), room)).toBeCloseTo(3 * dot);
    const narrow = moduleWidth(code128('A long code of 24 letter'), room);
    expect(narrow).toBeCloseTo(2 * dot);
    expect(millimetres(narrow)).toBeGreaterThanOrEqual(0.25);
    expect(() => moduleWidth(code128('x'.repeat(60)), room)).toThrow(RangeError);
  });
});
