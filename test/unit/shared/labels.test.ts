import { expect, it } from 'vitest';
import { contentsOnPaper, isWholeOnPaper, labelIssuesOf, staleParts } from '../../../src/shared/labels.ts';

const none = { printed: 0, isWhole: false, doubt: false, outdated: false };
const whole = { ...none, printed: 1, isWhole: true };

it('has an issue with a label that is missing, outdated, unconfirmed, or of an order that was not submitted', () => {
  expect(labelIssuesOf('submitted', none)).toEqual(['submittedUnprinted']);
  expect(labelIssuesOf('submitted', whole)).toEqual([]);
  expect(labelIssuesOf('submitted', { ...whole, printed: 2, outdated: true })).toEqual(['stale']);
  expect(labelIssuesOf('draft', none)).toEqual([]);
  expect(labelIssuesOf('draft', whole)).toEqual(['draftPrinted']);
  expect(labelIssuesOf('draft', { ...none, printed: 1 })).toEqual(['draftPrinted']);
  expect(labelIssuesOf('draft', { ...whole, doubt: true, outdated: true })).toEqual(['doubt', 'stale', 'draftPrinted']);
  // A courier added it or drives it, so it needs no label from here.
  expect(labelIssuesOf('read-only', none)).toEqual([]);
});

it('has an issue in one way only if it lacks pages and is outdated or unconfirmed', () => {
  const partly = { ...none, printed: 1 };
  expect(labelIssuesOf('submitted', partly)).toEqual(['submittedUnprinted']);
  expect(labelIssuesOf('submitted', { ...partly, outdated: true })).toEqual(['stale']);
  expect(labelIssuesOf('submitted', { ...partly, doubt: true })).toEqual(['doubt']);
  expect(labelIssuesOf('draft', partly)).toEqual(['draftPrinted']);
});

it('is whole with every page of the document that was printed last', () => {
  const pages = (...numbers: (number | null)[]) => numbers.map((page) => ({ page }));
  expect(isWholeOnPaper([], 3)).toBe(false);
  expect(isWholeOnPaper(pages(1), 3)).toBe(false);
  expect(isWholeOnPaper(pages(3, 1, 1), 3)).toBe(false);
  expect(isWholeOnPaper(pages(3, 1, 2), 3)).toBe(true);
  // Fewer packages than before.
  expect(isWholeOnPaper(pages(2, 1, 3), 2)).toBe(true);
  // An earlier version printed it in one piece.
  expect(isWholeOnPaper(pages(null), 3)).toBe(true);
  // How many pages it had is not known any more.
  expect(isWholeOnPaper(pages(2), null)).toBe(true);
  expect(isWholeOnPaper([], null)).toBe(false);
});

it('shows what each page said last, and what it said before until all pages were printed again', () => {
  const pages = (text: string) =>
    text.split(' ').map((each) => ({ page: Number(each.slice(0, -1)), content: each.slice(-1) }));
  // Newest first.
  expect(contentsOnPaper(pages('2b 3a 2a 1a'), 3)).toEqual(['b', 'a', 'a']);
  expect(contentsOnPaper(pages('1b 3b 2b 3a 2a 1a'), 3)).toEqual(['b', 'b', 'b']);
  // Fewer packages: the third page belongs to no package any more.
  expect(contentsOnPaper(pages('2b 1b 3a 2a 1a'), 2)).toEqual(['b', 'b']);
  // More packages: the third page was never printed.
  expect(contentsOnPaper(pages('2b 1b 2a 1a'), 3)).toEqual(['b', 'b', 'a', 'a']);
  expect(contentsOnPaper(pages('2b 1b 3a'), null)).toEqual(['b', 'b', 'a']);
  expect(contentsOnPaper([], null)).toEqual([]);
});

it('is outdated in every part in which one of its pages differs', () => {
  const now = { recipient: 'Mia Kern', address: 'Lindenallee 4', packages: '2', courier: '' };
  expect(staleParts([], now)).toEqual([]);
  expect(staleParts([now, { ...now, packages: '1' }, { ...now, address: 'Rosenweg 1' }], now)).toEqual([
    'address',
    'packages',
  ]);
});
