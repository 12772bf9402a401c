/**
 * What looks odd about stops of a plan, from what the service has said of them. A hint never blocks anything, and what is
 * not known gives none: a stop without coordinates is not far from anywhere.
 */
import { foldText } from './fold-text.ts';
import { isStop, type StopRow } from './stops.ts';

/**
 * far: from where the routes start · same-point: as a stop of another street · before-opening: its window is over before
 * the routes start · no-phone: its notes ask for a call
 */
export type StopHint = 'far' | 'same-point' | 'before-opening' | 'no-phone';

/** Straight-line kilometres that nobody drives for one stop. */
export const farKilometres = 150;

type Place = Pick<StopRow, 'latitude' | 'longitude'>;

/** Kilometres in a straight line; null: one of the places is not known. */
function distanceOf(one: Place, other: Place): number | null {
  if (one.latitude === null || one.longitude === null || other.latitude === null || other.longitude === null)
    return null;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [north, east] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)];
  const half =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * 6_371 * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** The street without its house number, as far as the address begins with one; null: it does not say. */
function streetOf({ address }: StopRow): string | null {
  const street = foldText(address.split(',')[0] ?? '')
    .replace(/\d.*$/, '')
    .trim();
  return street.length < 3 ? null : street;
}

const calls = '(?:call|phone|telephone|ring|anruf\\w*|telefon\\w*)';
const notToCall = new RegExp(
  String.raw`\b(?:do not|don.?t|never|no|nicht|kein\w*|ohne|without)\s+(?:\w+\s+){0,2}?${calls}\b`,
  'g',
);
const toCall = [
  /\b(?:please|must|always|pls) (?:call|phone|telephone)\b/,
  /(?:^|[.,;:!] ?)(?:call|phone|telephone) (?!cent|box|shop|button)/,
  /\b(?:call|phone|telephone) (?:me|us|him|her|them|first|ahead|before|on arrival|when|upon|customer|recipient)\b/,
  /\bgive (?:\w+ )?a (?:call|ring)\b/,
  /\banrufen\b/,
  /\b(?:um|bitte|vorher|vorab) anruf\b/,
  /\banruf (?:vor|bei|erbeten|erwunscht)\b/,
  /\btelefonisch (?:anmelden|ankundigen|avisieren|melden|anmeldung)\b/,
  /\bruf(?:en)? (?:sie )?(?:mich|uns|bitte|vorher|kurz)(?: \w+){0,3} an\b/,
];

/** Whether notes ask the driver to call, and give no number to call. English and German. */
export function asksForCall(notes: string | null): boolean {
  if (notes === null || /(?:\d[ /-]?){6,}/.test(notes)) return false;
  const text = foldText(notes).replace(notToCall, '');
  return toCall.some((phrase) => phrase.test(text));
}

/** Ids of the stops at a point where the plan also has a stop of another street. */
function atSharedPoints(stops: readonly StopRow[]): Set<string> {
  const points = Map.groupBy(
    stops.filter((row) => row.latitude !== null && row.longitude !== null && streetOf(row) !== null),
    ({ latitude, longitude }) => `${latitude?.toFixed(5)} ${longitude?.toFixed(5)}`,
  );
  const odd = [...points.values()].filter((rows) => new Set(rows.map(streetOf)).size > 1);
  return new Set(odd.flatMap((rows) => rows.map(({ id }) => id)));
}

/**
 * @param rows all rows of the plan's list; the starts of its routes are among them once it is optimised
 * @param of.depot where the routes start as long as it is not; null: not known
 * @param of.opening when the plan's routes start, `08:00`; null: it does not say
 * @returns the hints by the id of the stop; a stop without hints is missing
 */
export function stopHints(
  rows: readonly StopRow[],
  { opening, depot }: { opening: string | null; depot: Place | null },
): ReadonlyMap<string, readonly StopHint[]> {
  const stops = rows.filter(isStop);
  const ofRoutes = rows.filter(({ type }) => type === 'start');
  const starts: readonly Place[] = ofRoutes.length === 0 && depot !== null ? [depot] : ofRoutes;
  const shared = atSharedPoints(stops);
  const isFar = (row: StopRow) => {
    const distances = starts.flatMap((start) => distanceOf(start, row) ?? []);
    return distances.length > 0 && distances.every((distance) => distance > farKilometres);
  };
  const found = stops.map((row): [string, StopHint[]] => [
    row.id,
    [
      ...(isFar(row) ? (['far'] as const) : []),
      ...(shared.has(row.id) ? (['same-point'] as const) : []),
      ...(opening !== null && row.latest !== null && row.latest < opening ? (['before-opening'] as const) : []),
      ...(!row.phone?.trim() && asksForCall(row.notes) ? (['no-phone'] as const) : []),
    ],
  ]);
  return new Map(found.filter(([, hints]) => hints.length > 0));
}
