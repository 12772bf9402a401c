import { expect, it } from 'vitest';
import { ScannerKeys } from '../../../../src/renderer/lib/scanner-keys.ts';

/** Whether Enter after a text ends a code. @param gap milliseconds between two keys */
function isCode(text: string, gap: number): boolean {
  const keys = new ScannerKeys();
  const answers = [...Array.from(text), 'Enter'].map((key, at) => keys.ends({ key, timeStamp: 1_000 + at * gap }));
  expect(answers.slice(0, -1)).not.toContain(true);
  return answers.at(-1) === true;
}

it('takes Enter after a quick code for a scanner’s', () => {
  expect(isCode('4006381333931', 20)).toBe(true);
});

it('takes Enter after typing for a person’s, however short or slow it is', () => {
  expect(isCode('9-12', 20)).toBe(false);
  expect(isCode('0900-1200', 80)).toBe(false);
  expect(isCode('', 20)).toBe(false);
});
