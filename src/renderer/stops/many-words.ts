/** Texts about changes to several stops at once. */
import type { StopRow, WhyNotEdited } from '../../shared/stops.ts';
import { type PlainKey, t } from '../../messages/index.ts';
import { editableOf } from './many-edits.ts';

const reasons: Readonly<Record<WhyNotEdited, PlainKey | null>> = {
  attempted: 'assign.whyAttempted',
  going: 'assign.whyGoing',
  // The ends of a route are not among the rows that an action applies to.
  'end-of-route': null,
};

/** A sentence for each reason why stops cannot be changed. @param left how many, by reason */
export const leftWords = (left: ReadonlyMap<WhyNotEdited, number>): string[] =>
  [...left].flatMap(([reason, count]) => {
    const why = reasons[reason];
    return why === null ? [] : [t('assign.leftOut', { count, why: t(why) })];
  });

/** Why stops can be neither changed nor deleted, as one text; null: nothing is to be said of any. */
export function whyLeft(rows: readonly StopRow[]): string | null {
  const words = leftWords(editableOf(rows).left);
  return words.length === 0 ? null : words.join(' ');
}
