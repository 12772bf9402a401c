/** Texts about the time zone of a depot. */
import {
  aheadOf,
  aheadOfUtc,
  computerZone,
  wallClock,
  zoneName,
  zonePlace,
  type DepotClock,
} from '../../shared/zones.ts';
import { t } from '../../messages/index.ts';
import { formatDuration } from './format.ts';

/**
 * Whose times are shown, if this computer's clock shows others: `Times in Lisbon (1 h behind this computer)`.
 *
 * @param clock of the depot; without a day, today counts
 * @param now milliseconds since the epoch
 * @returns null when both clocks show the same that day
 */
export function zoneNote({ zone, day }: DepotClock, now: number): string | null {
  const ahead = aheadOf({ zone, day: day ?? wallClock(now, zone).day }, computerZone());
  if (ahead === 0) return null;
  const words = { place: zonePlace(zone), difference: formatDuration(Math.abs(ahead) / 1_000) };
  return t(ahead > 0 ? 'zones.ahead' : 'zones.behind', words);
}

/** `UTC+5:30`, `UTC−4`: how far the clock of a place is ahead of UTC at a moment. */
export function offsetText(zone: string, at: number): string {
  const minutes = aheadOfUtc(at, zone) / 60_000;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const amount = rest === 0 ? String(hours) : `${hours}:${String(rest).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '−' : '+'}${amount}`;
}

/** `America/New York, UTC−4`, as the list of zones shows it. */
export const zoneText = (zone: string, at: number): string => `${zoneName(zone)}, ${offsetText(zone, at)}`;
