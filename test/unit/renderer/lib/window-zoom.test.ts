import { describe, expect, it } from 'vitest';
import { zoomChangeOf } from '../../../../src/renderer/lib/window-zoom.ts';

const none = { ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };
const pressed = (key: string, code: string, held: Partial<typeof none> = {}) =>
  zoomChangeOf({ key, code, ...none, ...held });

describe('the zoom keys', () => {
  it.each([
    ['+', 'NumpadAdd', {}, 'in'],
    ['+', 'BracketRight', {}, 'in'],
    ['+', 'Equal', { shiftKey: true }, 'in'],
    ['=', 'Equal', {}, 'in'],
    ['-', 'Minus', {}, 'out'],
    ['-', 'NumpadSubtract', {}, 'out'],
    ['0', 'Digit0', {}, 'reset'],
    ['0', 'Numpad0', {}, 'reset'],
    // A keyboard whose digits need Shift.
    ['à', 'Digit0', {}, 'reset'],
    ['0', 'Digit0', { shiftKey: true }, 'reset'],
  ] as const)('%s of %s with Ctrl and %j is %s', (key, code, held, change) => {
    expect(pressed(key, code, held)).toBe(change);
  });

  it('are none without Ctrl, with Alt, or when the key means something else', () => {
    expect(pressed('+', 'NumpadAdd', { ctrlKey: false })).toBeUndefined();
    expect(pressed('+', 'NumpadAdd', { altKey: true })).toBeUndefined();
    // Shift+0 where it types =, and Shift+- where it types _.
    expect(pressed('=', 'Digit0', { shiftKey: true })).toBeUndefined();
    expect(pressed('_', 'Minus', { shiftKey: true })).toBeUndefined();
    expect(pressed('1', 'Digit1')).toBeUndefined();
    expect(pressed('Insert', 'Numpad0')).toBeUndefined();
  });
});
