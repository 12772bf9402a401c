/** Texts about a route. */
import type { RouteChange } from '../../shared/route-changes.ts';
import type { RouteLine } from '../../shared/route-lines.ts';
import { usualLoadExceeded } from '../../shared/vehicle-load.ts';
import { formatDistance, formatDuration, formatWeight, formatWindow } from '../lib/format.ts';
import { vehicleText } from '../lib/vehicle-text.ts';
import { t } from '../../messages/index.ts';

export const routeName = ({ name }: Pick<RouteLine, 'name'>): string => name ?? t('routes.without');

/** What the views are narrowed to: `Only Ada`. */
export const onlyWords = ({ name }: Pick<RouteLine, 'name'>): string =>
  name === null ? t('routes.onlyWithout') : t('routes.onlyDriver', { name });

/** How many stops a route has, and the most that its driver takes: `42 of at most 60 stops`. */
export const stopsWords = ({ stops, mostStops }: RouteLine): string =>
  mostStops === null
    ? t('routes.stops', { count: stops.length })
    : t('routes.stopsOfMost', { count: stops.length, most: mostStops });

/** What a route carries, and how much of it is done: `12 of 42 done`, `58 packages`, `12.5 kg`. */
export function loadWords({ stops, done, packages, weights }: RouteLine): string[] {
  return [
    ...(done > 0 ? [t('routes.done', { done, of: stops.length })] : []),
    ...(packages > 0 ? [t('routes.packages', { count: packages })] : []),
    ...weights.map((weight) => formatWeight(weight)),
  ];
}

/** What the driver works with: `Works 08:00–16:00`, `Small truck`. */
export function driverWords(line: RouteLine): string[] {
  const [hours, vehicle] = [formatWindow(line.begins, line.ends), vehicleText(line)];
  return [...(hours === null ? [] : [t('routes.worksHours', { hours })]), ...(vehicle === null ? [] : [vehicle])];
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
      ? [t('routes.tooMany', { count: stops.length - mostStops })]
      : []),
    ...(outsideHours > 0 ? [t('routes.outsideHours', { count: outsideHours })] : []),
  ];
}

/** What looks odd, and may be right: `Car: usually at most 400 kg`. */
export function hintWords(line: RouteLine): string[] {
  const [usual, vehicle] = [usualLoadExceeded(line), vehicleText(line)];
  if (usual === null || vehicle === null) return [];
  return [t('routes.heavy', { vehicle, weight: formatWeight({ unit: 'kilogram', amount: usual }) })];
}

/** Less is not worth a word: it may come from a different way of measuring. */
const leastMetres = 100;
const leastTime = 60_000;

/** What the last optimisation changed: `2 stops added`, `12 km less`, `ends 14 min earlier`. */
export function changeWords({ added, removed, metres, later }: RouteChange): string[] {
  const distance = formatDistance(Math.abs(metres ?? 0));
  const time = formatDuration(Math.abs(later ?? 0) / 1_000);
  return [
    ...(added > 0 ? [t('routes.added', { count: added })] : []),
    ...(removed > 0 ? [t('routes.removed', { count: removed })] : []),
    ...(metres !== null && Math.abs(metres) >= leastMetres
      ? [t(metres > 0 ? 'routes.longer' : 'routes.shorter', { distance })]
      : []),
    ...(later !== null && Math.abs(later) >= leastTime
      ? [t(later > 0 ? 'routes.later' : 'routes.earlier', { time })]
      : []),
  ];
}
