import { expect, it } from 'vitest';
import { t } from '../../../../src/messages/index.ts';
import {
  canCheckAgain,
  canLeaveOut,
  isPartlyPrinted,
  mayBeQueued,
  needsLabel,
  standstillText,
  startTitle,
  type ToPrint,
  whyNotStart,
} from '../../../../src/renderer/labels/batch-words.ts';
import type { Finding } from '../../../../src/shared/label-check.ts';
import { mostTogether, unfollowedJob } from '../../../../src/shared/labels.ts';
import type { OrderRow } from '../../../../src/shared/orders.ts';

it('says before printing how many labels and which, and what is skipped', () => {
  const scope = { which: 'all submitted orders of today', skips: true, hasOutdated: false };
  expect(startTitle(37, scope)).toBe('Print 37 labels: all submitted orders of today that are not fully printed');
  expect(startTitle(37, { ...scope, hasOutdated: true })).toBe(
    'Print 37 labels: all submitted orders of today whose label is not fully printed or is outdated',
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

const partly = { printedCount: 1, isLabelWhole: false, labelIssues: [] } as const satisfies ToPrint;

it('calls a label partly printed of which pages are on paper and others are not, unless it is outdated', () => {
  expect(isPartlyPrinted(partly)).toBe(true);
  expect(isPartlyPrinted({ ...partly, printedCount: 0 })).toBe(false);
  expect(isPartlyPrinted({ ...partly, isLabelWhole: true })).toBe(false);
  expect(isPartlyPrinted({ ...partly, labelIssues: ['stale'] })).toBe(false);
});

it('prints a label again that the service renders differently now, and not for a change that waits here', () => {
  const whole = { ...partly, isLabelWhole: true };
  const changedHere: ToPrint & Pick<OrderRow, 'labelChanged'> = { ...whole, labelChanged: ['recipient'] };
  expect([whole, changedHere].map(needsLabel)).toEqual([false, false]);
  expect(needsLabel({ ...changedHere, labelIssues: ['stale'] })).toBe(true);
  expect(needsLabel(partly)).toBe(true);
});

it('offers another check of a document that could not be checked, and of no other', () => {
  const found = (...findings: Finding[]) => ({ kind: 'found', findings }) as const;
  expect(canCheckAgain({ state: 'asks', reason: found({ kind: 'problem', problem: 'too-slow' }) })).toBe(true);
  expect(canCheckAgain({ state: 'asks', reason: found({ kind: 'no-code', page: 1 }) })).toBe(false);
  expect(canCheckAgain({ state: 'left-out', reason: found({ kind: 'problem', problem: 'too-slow' }) })).toBe(false);
  expect(canCheckAgain({ state: 'failed', reason: null })).toBe(false);
});

it('offers to skip a label that needs a decision, and one that waits while its batch is paused', () => {
  const states = ['waiting', 'ready', 'asks', 'failed', 'printed', 'left-out'] as const;
  expect(states.filter((state) => canLeaveOut(state, 'paused'))).toEqual(['waiting', 'ready', 'asks', 'failed']);
  expect(states.filter((state) => canLeaveOut(state, 'printing'))).toEqual(['asks', 'failed']);
});

it('asks to empty the printer queue where the app cannot take pages out of it', () => {
  const page = { id: 'p1', page: 1, state: 'handed-over' } as const;
  expect(mayBeQueued({ prints: [{ ...page, job: unfollowedJob }] })).toBe(true);
  expect(mayBeQueued({ prints: [{ ...page, job: '7' }] })).toBe(false);
});

it('says why a printer prints nothing, and that a held page has to be released in its queue', () => {
  expect(standstillText(['media-empty-error'])).toBe(t('batches.stoppedReasons', { reasons: 'no paper' }));
  expect(standstillText(['busy-for-long'])).toBe(t('batches.slowText'));
  expect(standstillText(['job-held'])).toBe(t('batches.heldText'));
});
