/** Texts about a route. */
import type { RouteLine } from '../../shared/route-lines.ts';
import { formatDistance, formatDuration, formatWeight } from '../lib/format.ts';
import { t } from '../../messages/index.ts';

export const routeName = ({ name }: Pick<RouteLine, 'name'>): string => name ?? t('routes.without');

/** What a route carries: `42 stops`, `58 packages`, `12.5 kg`. */
export function loadWords({ stops, packages, weights }: RouteLine): string[] {
  return [
    t('routes.stops', { count: stops.length }),
    ...(packages > 0 ? [t('routes.packages', { count: packages })] : []),
    ...weights.map((weight) => formatWeight(weight)),
  ];
}

/** How long and how far it goes: `08:10–15:42`, `86 km`, `3 h 10 min driving`. @param time formats a moment */
export function wayWords(line: RouteLine, time: (at: number) => string): string[] {
  const { firstAt, lastAt, metres, drivingSeconds, stopSeconds } = line;
  return [
    ...(firstAt === null || lastAt === null ? [] : [t('routes.span', { first: time(firstAt), last: time(lastAt) })]),
    ...(metres === null ? [] : [formatDistance(metres)]),
    ...(drivingSeconds === null ? [] : [t('routes.driving', { time: formatDuration(drivingSeconds) })]),
    ...(stopSeconds === 0 ? [] : [t('routes.atStops', { time: formatDuration(stopSeconds) })]),
  ];
}

/** What is not as it should be, the worst first. */
export function faultWords({ failed, late, mostStops, stops, outsideHours }: RouteLine): string[] {
  return [
    ...(failed > 0 ? [t('routes.failed', { count: failed })] : []),
    ...(late.length > 0 ? [t('routes.late', { count: late.length })] : []),
    ...(mostStops !== null && stops.length > mostStops
      ? [t('routes.tooMany', { count: stops.length, most: mostStops })]
      : []),
    ...(outsideHours > 0 ? [t('routes.outsideHours', { count: outsideHours })] : []),
  ];
}
