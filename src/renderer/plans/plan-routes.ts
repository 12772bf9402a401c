/**
 * The part of the plan form that sets how routes are made: route overrides, optimisation settings among them
 * (planning-api, PlanCreate). All fields are text; an empty one sets nothing.
 */
import { addressFields } from '../../shared/address-fields.ts';
import {
  objectives,
  planRouteOverridesInput,
  speeds,
  subObjectives,
  vehicleTypes,
  type RouteOverrides,
} from '../../shared/route-overrides.ts';
import type { PlanCreate } from '../../shared/plans.ts';
import { parseTime, timeText } from '../../shared/time.ts';
import { issueText } from '../lib/issue-text.ts';
import type { Problems } from '../lib/kept-form.svelte.ts';
import { parseNumber, some, trimmed } from '../lib/typed.ts';
import { vehicleText } from '../lib/vehicle-text.ts';
import { t } from '../../messages/index.ts';

/** In display order. */
export const addressParts = [
  'addressLineOne',
  'addressLineTwo',
  'zip',
  'city',
  'state',
  'country',
  'latitude',
  'longitude',
  'addressName',
] as const;
type AddressPart = (typeof addressParts)[number];
export type RouteEnd = 'startAddress' | 'endAddress';
export type AddressField = `${RouteEnd}.${AddressPart}`;

/** Fields with one value each, in display order; their names are those of the contract. */
const plainFields = [
  'startTime',
  'endTime',
  'maxStops',
  'vehicleType',
  'drivingSpeed',
  'deliverySpeed',
  'objective',
  'subObjective',
] as const;
export type RouteField = (typeof plainFields)[number] | AddressField;
/** The text of each field. A choice that the app does not know stays as the service has it. */
export type RouteFields = Record<RouteField, string>;

type Overrides = NonNullable<PlanCreate['routeOverrides']>;

const fieldsOfEnd = (end: RouteEnd) => addressParts.map((part): AddressField => `${end}.${part}`);

/** Fields by the part of the form that they are in, in display order. */
export const routeParts = {
  routes: plainFields.slice(0, 6),
  startAddress: fieldsOfEnd('startAddress'),
  endAddress: fieldsOfEnd('endAddress'),
  optimisation: plainFields.slice(6),
} as const satisfies Record<string, readonly RouteField[]>;
export type RoutePart = keyof typeof routeParts;

export const routeFieldNames: readonly RouteField[] = Object.values(routeParts).flat();

/** @param overrides of the plan, as read or as entered; null: none */
export function routeFieldsOf(overrides: RouteOverrides | null): RouteFields {
  const { startTime, endTime, maxStops, optimizationSettings } = overrides ?? {};
  const addressTexts = (['startAddress', 'endAddress'] as const).flatMap((end) => {
    const address = addressFields(overrides?.[end]);
    return addressParts.map((part) => [`${end}.${part}`, String(address[part] ?? '')] as const);
  });
  return {
    startTime: startTime ? timeText(startTime) : '',
    endTime: endTime ? timeText(endTime) : '',
    maxStops: String(maxStops ?? ''),
    vehicleType: overrides?.vehicleType ?? '',
    drivingSpeed: overrides?.drivingSpeed ?? '',
    deliverySpeed: overrides?.deliverySpeed ?? '',
    objective: optimizationSettings?.objective ?? '',
    subObjective: optimizationSettings?.subObjective ?? '',
    ...(Object.fromEntries(addressTexts) as Record<AddressField, string>),
  };
}

/** The fields as overrides, before validation, and what cannot be read as a number or a time. */
function typedOverrides(fields: RouteFields): { overrides: Record<string, unknown>; problems: Problems<RouteField> } {
  const problems: Problems<RouteField> = {};
  const time = (name: 'startTime' | 'endTime') => {
    const value = parseTime(fields[name]);
    if (value === undefined && fields[name].trim() !== '') problems[name] = t('stopForm.notATime');
    return value;
  };
  const number = (name: RouteField) => {
    const value = parseNumber(fields[name]);
    if (value === undefined && fields[name].trim() !== '') problems[name] = t('stopForm.notANumber');
    return value;
  };
  const address = (end: RouteEnd) =>
    some(
      Object.fromEntries(
        addressParts.map((part) => {
          const name: AddressField = `${end}.${part}`;
          return [part, part === 'latitude' || part === 'longitude' ? number(name) : trimmed(fields[name])];
        }),
      ),
    );
  const overrides = {
    startTime: time('startTime'),
    endTime: time('endTime'),
    startAddress: address('startAddress'),
    endAddress: address('endAddress'),
    maxStops: number('maxStops'),
    drivingSpeed: trimmed(fields.drivingSpeed),
    deliverySpeed: trimmed(fields.deliverySpeed),
    vehicleType: trimmed(fields.vehicleType),
    optimizationSettings: some({
      objective: trimmed(fields.objective),
      subObjective: trimmed(fields.subObjective),
    }),
  };
  return { overrides: some(overrides) ?? {}, problems };
}

function fieldAt(path: readonly PropertyKey[]): RouteField {
  const [name = '', part = ''] = path.map(String);
  const whole = `${name}.${part}`;
  const end = name === 'startAddress' || name === 'endAddress' ? (`${name}.addressLineOne` as const) : undefined;
  return routeFieldNames.find((each) => each === whole || each === part || each === name) ?? end ?? 'startTime';
}

/** What is left to send of the overrides. */
interface RouteEdit {
  /** The overrides that changed, null for those to clear; main sends the others with them. Null: nothing changed. */
  change: Overrides | null;
  /** The overrides before the edit. */
  base: Record<string, unknown>;
  problems: Problems<RouteField>;
}

/**
 * Compares the overrides with those before an edit. Only what was edited is validated, by the rules of the contract:
 * what the service has may be a value that cannot be sent.
 *
 * @param before the fields as the form was filled; those of no plan for a new one
 */
export function routeEdit(before: RouteFields, after: RouteFields): RouteEdit {
  const { overrides: base } = typedOverrides(before);
  const { overrides, problems } = typedOverrides(after);
  const names = [...new Set([...Object.keys(base), ...Object.keys(overrides)])];
  const changed = names.filter((name) => JSON.stringify(base[name]) !== JSON.stringify(overrides[name]));
  const result = planRouteOverridesInput.safeParse(
    Object.fromEntries(changed.map((name) => [name, overrides[name] ?? null])),
  );
  for (const issue of result.error?.issues ?? []) {
    const field = fieldAt(issue.path);
    problems[field] ??= issueText(issue, field);
  }
  const { maxStops } = result.data ?? {};
  // The service does not document what no stops at all would mean.
  if (maxStops != null && maxStops < 1) problems.maxStops ??= t('stopForm.tooSmall', { least: 1 });
  return { change: changed.length === 0 ? null : (result.data ?? {}), base, problems };
}

/** The choices of a field: none, those that can be sent, and the one that the service has if it is another. */
function choices(
  known: readonly string[],
  words: Readonly<Record<string, string>>,
  none: string,
  value: string,
): { value: string; label: string }[] {
  const others = value === '' || known.includes(value) ? [] : [value];
  return [
    { value: '', label: none },
    ...[...known, ...others].map((each) => ({ value: each, label: words[each] ?? each })),
  ];
}

const speedWords: Readonly<Record<string, string>> = {
  slower: t('planForm.speedSlower'),
  average: t('planForm.speedAverage'),
  faster: t('planForm.speedFaster'),
};
const vehicleWords = Object.fromEntries(
  vehicleTypes.map((vehicleType) => [vehicleType, vehicleText({ vehicleType }) ?? vehicleType]),
);
const objectiveWords: Readonly<Record<string, string>> = {
  distribute_services: t('planForm.distributeServices'),
  minimize_drivers: t('planForm.minimizeDrivers'),
};
const subObjectiveWords: Readonly<Record<string, string>> = {
  equalize_workload: t('planForm.equalizeWorkload'),
  equalize_time: t('planForm.equalizeTime'),
  maximize_efficiency: t('planForm.maximizeEfficiency'),
};

export const speedChoices = (value: string) => choices(speeds, speedWords, t('planForm.asUsual'), value);
export const vehicleChoices = (value: string) => choices(vehicleTypes, vehicleWords, t('planForm.asUsual'), value);
export const objectiveChoices = (value: string) => choices(objectives, objectiveWords, t('planForm.asForTeam'), value);
export const subObjectiveChoices = (value: string) =>
  choices(subObjectives, subObjectiveWords, t('planForm.asForTeam'), value);

/** A goal that a plan can have but that cannot be sent with one. */
export const isUnsendable = (objective: string): boolean =>
  objective !== '' && !objectives.some((each) => each === objective);

/** What is set in a part of the form, in one line; null: nothing. */
export function summaryOf(part: RoutePart, fields: RouteFields): string | null {
  const set = (name: RouteField, text: (value: string) => string) => {
    const value = trimmed(fields[name]);
    return value === undefined ? [] : [text(value)];
  };
  const word = (words: Readonly<Record<string, string>>) => (value: string) => words[value] ?? value;
  const speed = (label: string) => (value: string) => `${label}: ${(speedWords[value] ?? value).toLowerCase()}`;
  const lines = {
    routes: () => [
      ...set('startTime', (time) => t('planForm.from', { time })),
      ...set('endTime', (time) => t('planForm.until', { time })),
      ...set('maxStops', (count) => t('planForm.atMost', { count: parseNumber(count) ?? 0 })),
      ...set('vehicleType', word(vehicleWords)),
      ...set('drivingSpeed', speed(t('planForm.drivingSpeed'))),
      ...set('deliverySpeed', speed(t('planForm.deliverySpeed'))),
    ],
    startAddress: () => routeParts.startAddress.flatMap((name) => set(name, String)),
    endAddress: () => routeParts.endAddress.flatMap((name) => set(name, String)),
    optimisation: () => [...set('objective', word(objectiveWords)), ...set('subObjective', word(subObjectiveWords))],
  }[part]();
  return lines.length === 0 ? null : lines.join(', ');
}
