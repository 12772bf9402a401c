/** Texts and counts for batches of labels. */
import {
  asksPerson,
  type BatchLabel,
  type BatchState,
  type BatchView,
  mostTogether,
  unfollowedJob,
} from '../../shared/labels.ts';
import type { OrderRow } from '../../shared/orders.ts';
import { weightOf } from '../../shared/label-check.ts';
import { errorLine } from '../lib/error-text.ts';
import { formatDuration } from '../lib/format.ts';
import { messages, type PlainKey, t } from '../../messages/index.ts';
import { findingLine } from './label-words.ts';

type Label = BatchView['labels'][number];

/** The state shown for a label: its own, combined with that of its pages at the printer. */
export type ShownState =
  'waiting' | 'ready' | 'printing' | 'handed-over' | 'printed' | 'asks' | 'failed' | 'left-out' | 'doubt';

export function shownState({ state, prints }: Pick<Label, 'state' | 'prints'>): ShownState {
  if (state !== 'printed') return state;
  if (prints.some((print) => print.state === 'doubt')) return 'doubt';
  const open = prints.filter((print) => print.state !== 'done' && print.state !== 'confirmed');
  if (open.length === 0) return 'printed';
  return open.every(asksPerson) ? 'handed-over' : 'printing';
}

/** What a batch asks of an order. */
export type ToPrint = Pick<OrderRow, 'printedCount' | 'isLabelWhole' | 'labelIssues'>;

/** Whether the service has another label now. A change that waits here has not changed the label yet. */
export const isOutdated = ({ labelIssues }: Pick<ToPrint, 'labelIssues'>): boolean => labelIssues.includes('stale');

/** Whether an order needs a label: it has none, or one that is outdated or lacks a page. */
export const needsLabel = (order: ToPrint): boolean => !order.isLabelWhole || isOutdated(order);

/**
 * Whether some pages of a label are on paper and others are not. An outdated label is another one now, so nothing of it
 * is printed twice.
 */
export const isPartlyPrinted = (order: ToPrint): boolean =>
  order.printedCount > 0 && !order.isLabelWhole && !isOutdated(order);

const stateWords: Readonly<Record<ShownState, PlainKey>> = {
  waiting: 'batches.labelWaiting',
  ready: 'batches.labelReady',
  printing: 'batches.labelPrinting',
  'handed-over': 'batches.labelHandedOver',
  printed: 'batches.labelPrinted',
  asks: 'batches.labelAsks',
  failed: 'batches.labelFailed',
  'left-out': 'batches.labelLeftOut',
  doubt: 'batches.labelDoubt',
};
export const shownStateText = (state: ShownState): string => t(stateWords[state]);

/** Why a label needs a decision or was not printed, or what was only noted. */
export function reasonLines({ reason, pages }: Pick<BatchLabel, 'reason' | 'pages'>): string[] {
  if (reason === null) return [];
  if (reason.kind === 'error') return [errorLine(reason.error)];
  return reason.findings.map((finding) => findingLine(finding, pages ?? 0));
}

/** Whether to offer "Print anyway": not for documents that cannot be read. */
export const canPrintAnyway = ({ state, reason }: Pick<BatchLabel, 'state' | 'reason'>): boolean =>
  state === 'asks' && reason?.kind === 'found' && reason.findings.every((finding) => weightOf(finding) !== 'refuse');

/** Whether to offer another check: a document may only have been unreadable because this computer was too slow. */
export const canCheckAgain = ({ state, reason }: Pick<BatchLabel, 'state' | 'reason'>): boolean =>
  state === 'asks' && reason?.kind === 'found' && reason.findings.some(({ kind }) => kind === 'problem');

/**
 * Whether to offer to skip a label. One that waits can be skipped while its batch is paused, because the printer may
 * reject its page each time.
 */
export const canLeaveOut = (label: BatchLabel['state'], batch: BatchState): boolean =>
  label === 'asks' || label === 'failed' || (batch === 'paused' && (label === 'ready' || label === 'waiting'));

/** Whether its pages may still wait in a printer queue from which only the user can remove them. */
export const mayBeQueued = ({ prints }: Pick<Label, 'prints'>): boolean =>
  prints.some(({ job }) => job === unfollowedJob);

export interface Counts {
  total: number;
  /** Labels with every page handed over to the printer. */
  done: number;
  /** Labels that need a decision. */
  asking: number;
  /** Labels neither printed nor skipped. */
  open: number;
}

export function countsOf(labels: readonly Pick<BatchLabel, 'state'>[]): Counts {
  const count = (...states: BatchLabel['state'][]) => labels.filter(({ state }) => states.includes(state)).length;
  return {
    total: labels.length,
    done: count('printed'),
    asking: count('asks', 'failed'),
    open: count('waiting', 'ready', 'asks', 'failed'),
  };
}

/**
 * Why printing cannot start; null when it can.
 * @param chosen number of labels to print, after skipping those printed before
 * @param all number of requested labels that exist
 */
export function whyNotStart(chosen: number, all: number): string | null {
  if (all === 0) return t('batches.startNone');
  if (chosen === 0) return t('batches.startNothing');
  return chosen > mostTogether ? t('batches.startTooMany', { most: mostTogether }) : null;
}

/** Which orders a batch holds, as part of a sentence. */
export interface BatchScope {
  /** The orders that were asked for: `all submitted orders of today`. */
  which: string;
  /** Some of them were printed before and are skipped. */
  skips: boolean;
  /** Some of the others were printed before and changed since. */
  hasOutdated: boolean;
}

/** `Print 37 labels: all submitted orders that are not fully printed`; without a count while there are none. */
export function startTitle(count: number, { which, skips, hasOutdated }: BatchScope): string {
  if (count === 0) return t('batches.startTitleNone');
  if (!skips) return t('batches.startTitle', { count, which });
  const rest = t(hasOutdated ? 'batches.whichUnprintedOrOutdated' : 'batches.whichUnprinted', { which });
  return t('batches.startTitle', { count, which: rest });
}

/** The time left, rounded to whole minutes; null while it is unknown. */
export function leftText(milliseconds: number | null): string | null {
  if (milliseconds === null) return null;
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 60) return t('batches.leftSeconds');
  return t('batches.left', { time: formatDuration(Math.ceil(seconds / 60) * 60) });
}

const words: Readonly<Record<string, unknown>> = messages.batches;

/** Why a printer does not print, from the spooler's keywords, and what happens next. */
export function standstillText(reasons: readonly string[]): string {
  if (reasons.includes('busy-for-long')) return t('batches.slowText');
  if (reasons.includes('job-held')) return t('batches.heldText');
  const known = printerReasons(reasons);
  return known === null ? t('batches.stoppedText') : t('batches.stoppedReasons', { reasons: known });
}

/** The spooler's keywords as text: `media-empty-error` is `no paper`. Null when none is known. */
function printerReasons(reasons: readonly string[]): string | null {
  const known = reasons.flatMap((reason) => {
    const found = words[`reason.${reason.replace(/-(error|warning|report)$/, '')}`];
    return typeof found === 'string' ? [found] : [];
  });
  return known.length === 0 ? null : [...new Set(known)].join(', ');
}
