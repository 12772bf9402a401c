/** The columns of a table of stops, and what its rows are grouped by. */
import { farKilometres, type StopHint } from '../../shared/stop-hints.ts';
import { arrivalOf, weightsOf } from '../../shared/route-lines.ts';
import type { StopRow } from '../../shared/stops.ts';
import { minutesOf } from '../../shared/zones.ts';
import { customProperties } from '../lib/custom-properties.svelte.ts';
import { compareNames } from '../lib/filter.ts';
import { formatDistance, formatDuration, formatTime, formatWeight } from '../lib/format.ts';
import { t } from '../../messages/index.ts';
import { type Column, stateWidth } from '../ui/table.ts';
import type { NamedGrouping } from '../ui/table-view.svelte.ts';
import { activityWords, stopState, stopStates, stopWindow } from './stop-words.ts';

const number = (value: number | null) => (value === null ? null : String(value));

/** Kilograms in a unit that the app knows, so that weights of several units sort by weight. */
const kilogramsIn: Readonly<Record<string, number>> = { kilogram: 1, pound: 0.453_592_37, 'metric-ton': 1_000 };

/** Columns about what a stop is. */
const ofTheStop = (): Column<StopRow>[] => [
  {
    id: 'position',
    title: t('stops.columnPosition'),
    width: '48px',
    align: 'end',
    text: (row) => number(row.position),
    amount: (row) => row.position,
  },
  {
    id: 'state',
    title: t('stops.columnState'),
    width: stateWidth(stopStates),
    text: (row) => stopState(row).text,
  },
  {
    id: 'recipient',
    title: t('stops.columnRecipient'),
    width: 'minmax(100px, 2fr)',
    text: (row) => row.recipientName,
    below: { instead: 'address', text: (row) => row.address },
  },
  {
    id: 'address',
    title: t('stops.columnAddress'),
    width: 'minmax(120px, 3fr)',
    text: (row) => row.address,
  },
  {
    id: 'window',
    title: t('stops.columnWindow'),
    width: '104px',
    text: stopWindow,
    sortBy: (row) => minutesOf(row.earliest) ?? minutesOf(row.latest),
  },
  {
    id: 'packages',
    title: t('stops.columnPackages'),
    width: '76px',
    align: 'end',
    text: (row) => number(row.packageCount),
    amount: (row) => row.packageCount,
  },
  { id: 'phone', title: t('stops.phone'), width: '130px', text: (row) => row.phone, isPhone: true },
  { id: 'notes', title: t('stops.notes'), width: 'minmax(120px, 2fr)', text: (row) => row.notes },
  { id: 'externalId', title: t('stops.externalId'), width: '110px', text: (row) => row.externalId },
  { id: 'activity', title: t('stops.activity'), width: '84px', text: (row) => activityWords(row.activity) },
  {
    id: 'weight',
    title: t('stops.weight'),
    width: '76px',
    align: 'end',
    text: ({ weight }) => (weight === null ? null : formatWeight(weight)),
    sortBy: ({ weight }) => (weight === null ? null : weight.amount * (kilogramsIn[weight.unit] ?? 1)),
  },
  {
    id: 'duration',
    title: t('stops.duration'),
    width: '90px',
    align: 'end',
    text: ({ stopSeconds }) => (stopSeconds === null ? null : formatDuration(stopSeconds)),
    sortBy: (row) => row.stopSeconds,
  },
];

/** Columns about the route that a stop is on. */
const ofTheRoute = (zone: string): Column<StopRow>[] => [
  {
    id: 'driver',
    title: t('stops.columnDriver'),
    width: 'minmax(100px, 1fr)',
    text: (row) => row.driverName,
  },
  {
    id: 'arrival',
    title: t('stops.columnArrival'),
    width: '70px',
    align: 'end',
    text: (row) => {
      const at = arrivalOf(row);
      return at === null ? null : formatTime(at, zone);
    },
    sortBy: arrivalOf,
  },
  {
    id: 'distance',
    title: t('stops.columnDistance'),
    width: '80px',
    align: 'end',
    text: ({ travelMetres }) => (travelMetres === null ? null : formatDistance(travelMetres)),
    sortBy: (row) => row.travelMetres,
  },
  {
    id: 'driving',
    title: t('stops.columnDriving'),
    width: '100px',
    align: 'end',
    text: ({ travelSeconds }) => (travelSeconds === null ? null : formatDuration(travelSeconds)),
    sortBy: (row) => row.travelSeconds,
  },
];

const allowed = (driverNames: Readonly<Record<string, string>>): Column<StopRow> => ({
  id: 'allowedDrivers',
  title: t('stops.allowedDrivers'),
  width: 'minmax(110px, 1fr)',
  text: ({ allowedDrivers }) => allowedDrivers.map((id) => driverNames[id] ?? id).join(', '),
});

const property = (id: string): Column<StopRow> => ({
  id: `property:${id}`,
  title: customProperties.nameOf(id),
  width: 'minmax(90px, 1fr)',
  text: (row) => row.customProperties[id] ?? null,
});

/** Texts by hint. */
export const hintWords: Readonly<Record<StopHint, string>> = {
  far: t('stopHints.far', { distance: farKilometres }),
  'same-point': t('stopHints.samePoint'),
  'before-opening': t('stopHints.beforeOpening'),
  'no-phone': t('stopHints.noPhone'),
};

/** What looks odd about a stop as one text; null: nothing. */
export const hintText = (hints: readonly StopHint[]): string | null =>
  hints.length === 0 ? null : hints.map((each) => hintWords[each]).join('; ');

/** What looks odd about a stop; the list is filtered by it like by any column, also while the column is hidden. */
const hint = (hintsOf: (id: string) => readonly StopHint[]): Column<StopRow> => ({
  id: 'hint',
  title: t('stopHints.column'),
  width: 'minmax(120px, 2fr)',
  text: ({ id }) => hintText(hintsOf(id)),
});

/** Ids of the custom properties that any of the rows has. */
export function propertyNames(rows: readonly StopRow[]): readonly string[] {
  const names = new Set<string>();
  for (const { customProperties } of rows) for (const name in customProperties) names.add(name);
  return [...names].sort(compareNames);
}

/**
 * @param isUnassigned omits the columns about routes
 * @param driverNames names by id; a driver without one is shown by its id
 * @param properties ids of custom properties, a column each
 * @param zone of the depot, for arrivals
 * @param hintsOf what looks odd about the stop with an id
 */
export function stopColumns(
  isUnassigned: boolean,
  driverNames: Readonly<Record<string, string>>,
  properties: readonly string[],
  zone: string,
  hintsOf: (id: string) => readonly StopHint[] = () => [],
): Column<StopRow>[] {
  return [
    ...ofTheStop(),
    ...(isUnassigned ? [] : ofTheRoute(zone)),
    allowed(driverNames),
    ...(isUnassigned ? [] : [hint(hintsOf)]),
    ...properties.map((name) => property(name)),
  ];
}

/** Beside a pane on a small screen only the essential columns fit. */
export function usualColumns(isNarrow: boolean): readonly string[] {
  const essential = ['position', 'state', 'recipient', 'address', 'window'];
  return isNarrow ? essential : [...essential, 'packages', 'driver', 'arrival'];
}

/** `42 stops · 58 packages · 12.5 kg · 08:10–15:42`, of the stops that say so. @param zone of the depot */
export function stopsSummary(rows: readonly StopRow[], zone: string): string {
  const stops = rows.filter(({ type }) => type !== 'start' && type !== 'end');
  const packages = stops.reduce((sum, { packageCount }) => sum + (packageCount ?? 0), 0);
  const arrivals = stops.map(arrivalOf).filter((at) => at !== null);
  const [first, last] = arrivals.length === 0 ? [] : [least(arrivals), -least(arrivals.map((at) => -at))];
  return [
    t('routes.stops', { count: stops.length }),
    ...(packages > 0 ? [t('routes.packages', { count: packages })] : []),
    ...weightsOf(stops).map((weight) => formatWeight(weight)),
    ...(first === undefined || last === undefined
      ? []
      : [t('routes.span', { first: formatTime(first, zone), last: formatTime(last, zone) })]),
  ].join(' · ');
}

/** Not Math.min, which takes no list of any length. */
const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other), Infinity);

/** By driver, in the order of the plan's routes; the stops that are on no route come last. */
const byDriver = (zone: () => string, order: () => readonly string[]): NamedGrouping<StopRow> => ({
  id: 'driver',
  title: t('stops.columnDriver'),
  keyOf: ({ driverId }) => driverId ?? '',
  titleOf: ({ driverId, driverName }) => driverName ?? driverId ?? t('routes.without'),
  summaryOf: (rows) => stopsSummary(rows, zone()),
  compare: (one, other) =>
    Number(one.driverId === null) - Number(other.driverId === null) ||
    placeIn(order(), one.driverId) - placeIn(order(), other.driverId) ||
    compareNames(one.driverName ?? '', other.driverName ?? ''),
});

/** A driver who has stops without being in the plan comes after those who are. */
function placeIn(order: readonly string[], driverId: string | null): number {
  const at = driverId === null ? -1 : order.indexOf(driverId);
  return at < 0 ? order.length : at;
}

/**
 * @param zone of the depot, for arrivals
 * @param order ids of the plan's drivers, in its order
 */
export const stopGroupings = (
  isUnassigned: boolean,
  zone: () => string,
  order: () => readonly string[],
): readonly NamedGrouping<StopRow>[] => (isUnassigned ? [] : [byDriver(zone, order)]);
