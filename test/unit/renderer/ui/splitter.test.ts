/** The keys on the edge between two panes. */
import { expect, it } from 'vitest';
import { sizeAfter, within } from '../../../../src/renderer/ui/splitter.ts';

const sizes = { value: 300, least: 200, most: 400 };
const press = (key: string, shiftKey = false) => ({ key, shiftKey });

it('moves the edge where the arrow points', () => {
  expect(sizeAfter(press('ArrowRight'), 'right', sizes)).toBe(316);
  expect(sizeAfter(press('ArrowRight'), 'left', sizes)).toBe(284);
  expect(sizeAfter(press('ArrowUp'), 'up', sizes)).toBe(316);
  expect(sizeAfter(press('ArrowDown'), 'up', sizes)).toBe(284);
  expect(sizeAfter(press('ArrowUp'), 'right', sizes)).toBeNull();
});

it('goes further with Shift, and not beyond its bounds', () => {
  expect(sizeAfter(press('ArrowLeft', true), 'left', sizes)).toBe(380);
  expect(sizeAfter(press('ArrowLeft', true), 'left', { ...sizes, value: 390 })).toBe(400);
  expect(sizeAfter(press('Home'), 'left', sizes)).toBe(200);
  expect(sizeAfter(press('End'), 'left', sizes)).toBe(400);
  expect(sizeAfter(press('a'), 'left', sizes)).toBeNull();
});

it('keeps the least size where there is no room for it', () => {
  expect(within(300, { least: 200, most: 100 })).toBe(200);
  expect(within(250.6, sizes)).toBe(251);
});
