import { expect, it } from 'vitest';
import { startTitle, whyNotStart } from '../../../../src/renderer/labels/batch-words.ts';
import { mostTogether } from '../../../../src/shared/labels.ts';

it('says before printing how many labels and which, and what is skipped', () => {
  const scope = { which: 'all submitted orders of today', skips: true, hasOutdated: false };
  expect(startTitle(37, scope)).toBe('Print 37 labels: all submitted orders of today that were not printed');
  expect(startTitle(37, { ...scope, hasOutdated: true })).toBe(
    'Print 37 labels: all submitted orders of today whose label was not printed or is outdated',
  );
  expect(startTitle(1, { ...scope, skips: false })).toBe('Print 1 label: all submitted orders of today');
  expect(startTitle(0, scope)).toBe('Print labels');
});

it('says before printing that no label is available yet, that all are printed, or that a batch cannot hold them all', () => {
  expect(whyNotStart(0, 0)).toMatch(/on the service yet/);
  expect(whyNotStart(3, 5)).toBeNull();
  expect(whyNotStart(mostTogether, 5_000)).toBeNull();
  expect(whyNotStart(0, 5)).toMatch(/printed before/);
  expect(whyNotStart(mostTogether + 1, 5_000)).toMatch(/^A batch has at most 1,000 labels/);
});
