/** Letters that are pressed together with Alt. */
import { expect, it } from 'vitest';
import { altLetter, withAlt } from '../../../../src/renderer/lib/shortcuts.ts';

const held = { altKey: true, ctrlKey: false, metaKey: false, shiftKey: false };

it('takes a letter with Alt alone', () => {
  expect(altLetter({ ...held, key: 'm', code: 'KeyM' })).toBe('M');
  expect(altLetter({ ...held, key: 'm', code: 'Semicolon' }), 'on a French keyboard').toBe('M');
  expect(altLetter({ ...held, altKey: false, key: 'm', code: 'KeyM' })).toBeNull();
  expect(altLetter({ ...held, ctrlKey: true, key: 'm', code: 'KeyM' }), 'AltGr types characters').toBeNull();
  expect(altLetter({ ...held, key: '1', code: 'Digit1' })).toBeNull();
  expect(altLetter({ ...held, key: 'ArrowLeft', code: 'ArrowLeft' })).toBeNull();
});

it('names it as the keyboard does', () => {
  expect(withAlt('M')).toBe('Alt+M');
});
