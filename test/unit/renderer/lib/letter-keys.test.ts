/** Commands by a single letter, told from a scanner's keys. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LetterKeys } from '../../../../src/renderer/lib/letter-keys.ts';

let done: string[];
/** The row that is active. */
let active: string;
let letters: LetterKeys<string>;

beforeEach(() => {
  vi.useFakeTimers();
  done = [];
  active = '';
  letters = new LetterKeys(() => active, {
    a: (row) => done.push(`a${row}`),
    m: (row) => done.push(`m${row}`),
  });
});
afterEach(() => vi.useRealTimers());

const take = (key: string, more: Partial<KeyboardEvent> = {}) =>
  letters.take({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more });

/** Presses keys one after the other. @param apart milliseconds between two of them */
function type(keys: readonly string[], apart: number) {
  for (const key of keys) {
    take(key);
    vi.advanceTimersByTime(apart);
  }
  vi.advanceTimersByTime(1_000);
}

it('runs the command of a letter that is typed alone, in either case', () => {
  type(['a', 'M'], 200);
  expect(done).toEqual(['a', 'm']);
});

it.each([
  ['that begins with the letter', ['A', '1', '2', '3', 'Enter']],
  ['that ends with the letter', ['1', '2', '3', 'A', 'Enter']],
  ['of the letter alone', ['A', 'Enter']],
])('runs nothing for a scanned code %s', (_what, keys) => {
  type(keys, 20);
  expect(done).toEqual([]);
});

it('acts on the row that was active at the press, although another one is when it runs', () => {
  active = '1';
  take('m');
  vi.advanceTimersByTime(50);
  active = '2';
  take('ArrowDown');
  vi.advanceTimersByTime(1_000);
  expect(done).toEqual(['m1']);
});

it('is not disturbed by keys that move and mark', () => {
  type(['ArrowDown', ' ', 'a'], 20);
  expect(done).toEqual(['a']);
});

it('leaves letters with a modifier to others, and runs once while a key is held', () => {
  expect([take('a', { ctrlKey: true }), take('z'), take('Delete')]).toEqual([false, false, false]);
  vi.advanceTimersByTime(500);
  expect(take('a')).toBe(true);
  vi.advanceTimersByTime(500);
  expect(take('a', { repeat: true })).toBe(true);
  vi.advanceTimersByTime(500);
  expect(done).toEqual(['a']);
});
