import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPolicy } from '../../../src/main/policy.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'depot-desk-policy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function policyOf(text: string) {
  const file = join(folder, 'policy.json');
  writeFileSync(file, text);
  return readPolicy(file);
}

it('keeps labels for ninety days where no administrator says anything', () => {
  expect(readPolicy(join(folder, 'none.json'))).toEqual({ isBad: false, updates: {}, labelDays: 90 });
  expect(policyOf('{}')).toEqual({ isBad: false, updates: {}, labelDays: 90 });
});

it('keeps them for a shorter time if the administrator says so', () => {
  expect(policyOf('{"keep":{"labelDays":14},"updates":{"off":true}}')).toEqual({
    ...{ isBad: false, updates: { off: true }, labelDays: 14 },
  });
  expect(policyOf('{"keep":{"labelDays":1}}').labelDays).toBe(1);
  expect(policyOf('{"keep":{"labelDays":90}}')).toMatchObject({ isBad: false, labelDays: 90 });
});

it('reads a file that an editor on Windows has saved with a byte order mark', () => {
  expect(policyOf('\uFEFF{"keep":{"labelDays":14},"updates":{"off":true}}')).toEqual({
    ...{ isBad: false, updates: { off: true }, labelDays: 14 },
  });
});

it.each([
  ['{"keep":{"labelDays":14},"updates":{"adress":"https://updates.example.org/"}}', { updates: {}, labelDays: 14 }],
  ['{"keep":{"labelDays":14},"updates":null}', { updates: {}, labelDays: 14 }],
  ['{"keep":{"days":14},"updates":{"off":true}}', { updates: { off: true }, labelDays: 90 }],
])('keeps to one part when there is a mistake in the other: %s', (text, parts) => {
  expect(policyOf(text)).toEqual({ isBad: true, ...parts });
});

it('takes a file that is there and cannot be read for a mistake, not for none', () => {
  expect(readPolicy(folder)).toEqual({ isBad: true, updates: {}, labelDays: 90 });
});

it.each([
  '',
  'null',
  '[]',
  '{"keep":{"labelDays":0}}',
  '{"keep":{"labelDays":91}}',
  '{"keep":{"labelDays":"14"}}',
  '{"keep":{"labelDays":1.5}}',
  '{"keep":{"days":14}}',
  '{"updates":{"address":"http://updates.example.org/"}}',
])('says that it cannot be read: %s', (text) => {
  expect(policyOf(text).isBad).toBe(true);
});
