/** What is said of an import whose rows are in the outbox. */
import type { SentImport, SentRow, SentState } from '../../shared/imports.ts';
import type { Session } from '../../shared/session.ts';
import { errorText } from '../lib/error-text.ts';
import { formatDuration } from '../lib/format.ts';
import { t } from '../../messages/index.ts';

/** Shorter times are over before they are read, in milliseconds. */
const worthSaying = 10_000;

/** Nothing of it waits for anything. */
export const hasEnded = ({ counts: { waiting, paused, asking } }: Pick<SentImport, 'counts'>): boolean =>
  waiting + paused + asking === 0;

export const countOf = ({ counts }: Pick<SentImport, 'counts'>): number =>
  Object.values(counts).reduce((sum, each) => sum + each, 0);

/** One line: the file, how much of it is sent, and what is with the rest. */
export function progressText(sent: SentImport, session: Pick<Session, 'connectivity'> | null): string {
  const { name, counts, millisecondsLeft } = sent;
  const parts = [t('imports.sentOf', { name, sent: counts.sent, count: countOf(sent) })];
  if (counts.asking > 0) parts.push(t('imports.sentAsking', { count: counts.asking }));
  if (counts.paused > 0) parts.push(t('imports.sentPaused', { count: counts.paused }));
  const isSending = counts.waiting > 0 && session?.connectivity.state === 'up';
  if (isSending && millisecondsLeft >= worthSaying) {
    parts.push(t('imports.sentLeft', { left: formatDuration(millisecondsLeft / 1_000) }));
  }
  return parts.join(' · ');
}

/** Why a row is not sent, in one line; null where there is nothing to say. */
export function rowReason({ state, reason }: Pick<SentRow, 'state' | 'reason'>): string | null {
  if (reason === null || state === 'sent' || state === 'paused' || state === 'discarded') return null;
  const { what, fromService, isOfCode } = errorText(reason);
  return fromService === null || isOfCode ? what : `${what} ${fromService}`;
}

/** What is with a row, in one line. */
export function rowText(row: Pick<SentRow, 'state' | 'reason' | 'isCorrectable'>): string {
  const text = rowReason(row) ?? sentStateText[row.state];
  return row.state === 'asking' && !row.isCorrectable ? `${text} ${t('imports.rowDecide')}` : text;
}

export const sentStateText: Readonly<Record<SentState, string>> = {
  sent: t('imports.rowSent'),
  waiting: t('imports.rowWaiting'),
  paused: t('imports.rowPaused'),
  asking: t('imports.rowAsking'),
  discarded: t('imports.rowDiscarded'),
};

/** The line of the file, from a row's key; empty for a record of several lines. */
export const lineOf = (key: string): string => /^line-(\d+)$/.exec(key)?.[1] ?? '';
