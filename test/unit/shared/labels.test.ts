import { expect, it } from 'vitest';
import { labelIssuesOf } from '../../../src/shared/labels.ts';

const none = { printed: 0, doubt: false, outdated: false };

it('has an issue with a label that is missing, outdated, unconfirmed, or of an order that was not submitted', () => {
  expect(labelIssuesOf('submitted', none)).toEqual(['submittedUnprinted']);
  expect(labelIssuesOf('submitted', { ...none, printed: 1 })).toEqual([]);
  expect(labelIssuesOf('submitted', { ...none, printed: 2, outdated: true })).toEqual(['stale']);
  expect(labelIssuesOf('draft', none)).toEqual([]);
  expect(labelIssuesOf('draft', { ...none, printed: 1 })).toEqual(['draftPrinted']);
  const all = { printed: 1, doubt: true, outdated: true };
  expect(labelIssuesOf('draft', all)).toEqual(['doubt', 'stale', 'draftPrinted']);
  // A courier added it or drives it, so it needs no label from here.
  expect(labelIssuesOf('read-only', none)).toEqual([]);
});
