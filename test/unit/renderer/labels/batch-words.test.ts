import { expect, it } from 'vitest';
import { whyNotStart } from '../../../../src/renderer/labels/batch-words.ts';
import { mostTogether } from '../../../../src/shared/labels.ts';

it('says before printing that no label is available yet, that all are printed, or that a batch cannot hold them all', () => {
  expect(whyNotStart(0, 0)).toMatch(/on the service yet/);
  expect(whyNotStart(3, 5)).toBeNull();
  expect(whyNotStart(mostTogether, 5_000)).toBeNull();
  expect(whyNotStart(0, 5)).toMatch(/printed before/);
  expect(whyNotStart(mostTogether + 1, 5_000)).toMatch(/^A batch has at most 1,000 labels/);
});
