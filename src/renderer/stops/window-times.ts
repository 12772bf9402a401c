/** What is wrong with the ends of a time window on the day on which the depot's clock is changed, and what is worth knowing. */
import type { TimeOfDay } from '../../shared/shapes.ts';
import { timeText } from '../../shared/time.ts';
import { changeAt, minutesText, type DepotClock } from '../../shared/zones.ts';
import { t } from '../../messages/index.ts';

const changeOf = ({ hour, minute }: TimeOfDay, clock: DepotClock) => changeAt(hour * 60 + minute, clock);

/** Why a time cannot be meant: the clock skips it. Null: it comes that day, or nothing is typed. */
export function skippedText(time: TimeOfDay | undefined, clock: DepotClock): string | null {
  const change = time === undefined ? null : changeOf(time, clock);
  if (change?.kind !== 'skipped') return null;
  return t('zones.skipped', { from: minutesText(change.from), to: minutesText(change.to) });
}

/** Which of two is meant, when the clock shows a time twice. Null: it comes once, or nothing is typed. */
export function repeatedText(time: TimeOfDay | undefined, clock: DepotClock): string | null {
  if (time === undefined || changeOf(time, clock)?.kind !== 'repeated') return null;
  return t('zones.repeated', { time: timeText(time) });
}
