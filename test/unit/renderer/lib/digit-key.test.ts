/** Digits that are pressed together with Ctrl or Alt. */
import { expect, it } from 'vitest';
import { digitOf } from '../../../../src/renderer/lib/digit-key.ts';

const control = { ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };
const alt = { ...control, ctrlKey: false, altKey: true };

it('takes a digit of the main keys and the keypad', () => {
  expect(digitOf({ ...control, key: '1', code: 'Digit1' })).toBe(1);
  expect(digitOf({ ...control, key: '1', code: 'Numpad1' })).toBe(1);
  expect(digitOf({ ...alt, key: '9', code: 'Digit9' })).toBe(9);
  expect(digitOf({ ...control, key: '0', code: 'Digit0' })).toBeNull();
  expect(digitOf({ ...control, key: 'a', code: 'KeyA' })).toBeNull();
  expect(digitOf({ ...control, key: 'End', code: 'Numpad1' }), 'the keypad moves').toBeNull();
});

it('takes the key of the digit where digits need Shift', () => {
  expect(digitOf({ ...control, key: '&', code: 'Digit1' }), 'on a French keyboard').toBe(1);
  expect(digitOf({ ...control, key: '+', code: 'Digit1' }), 'on a Czech keyboard it zooms').toBeNull();
  expect(digitOf({ ...control, key: '-', code: 'Digit6' }), 'on a French keyboard it zooms').toBeNull();
  expect(digitOf({ ...alt, key: '-', code: 'Digit6' }), 'Alt does not zoom').toBe(6);
});
