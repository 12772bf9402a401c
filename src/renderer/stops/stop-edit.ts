/** Compares an existing stop with its form: what was edited, and how the edit is carried out. */
import { stopUpdate, type StopBase, type StopUpdate } from '../../shared/stops.ts';
import { contentTyped } from './stop-build.ts';
import type { StopFields } from './stop-fields.ts';

type Fields = Record<string, unknown>;

/**
 * nothing · change: update these fields · relocate: the service cannot change an address, so the stop is created again
 * at the new one.
 */
export type StopEdit =
  { kind: 'nothing' } | { kind: 'change'; change: StopUpdate; base: StopBase } | { kind: 'relocate' };

/** Values for fields that the user has cleared; all others are set to null. */
const emptied: Readonly<Fields> = { barcodes: [], activity: 'delivery', optimizationOrder: 'default' };

/** Objects that are updated leaf by leaf, where null clears a leaf; other values are sent whole. */
const nested: ReadonlySet<string> = new Set(['timing', 'recipient', 'orderInfo', 'customProperties']);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * @param before the form as it was filled
 * @param after the form as it is now
 * @param read the stop as it was read then: the base for detecting edits by colleagues
 */
export function editOf(before: StopFields, after: StopFields, read: Readonly<Fields>): StopEdit {
  const [was, is] = [contentTyped(before) as Fields, contentTyped(after) as Fields];
  if (!isSame(was['address'], is['address'])) return { kind: 'relocate' };
  const change: Fields = {};
  const base: Fields = {};
  for (const name of Object.keys(stopUpdate.shape)) {
    if (isSame(was[name], is[name])) continue;
    change[name] = nested.has(name) ? leavesChanged(was[name], is[name]) : (is[name] ?? emptied[name] ?? null);
    base[name] = read[name] ?? null;
  }
  return Object.keys(change).length === 0 ? { kind: 'nothing' } : { kind: 'change', change, base };
}

function leavesChanged(was: unknown, is: unknown): Fields {
  const [one, other] = [(was ?? {}) as Fields, (is ?? {}) as Fields];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].filter((name) => !isSame(one[name], other[name])).map((name) => [name, other[name] ?? null]),
  );
}

/** The form fields that make up the address. */
export const addressFields = [
  'addressName',
  'addressLineOne',
  'addressLineTwo',
  'zip',
  'city',
  'state',
  'country',
  'latitude',
  'longitude',
] as const satisfies (keyof StopFields)[];

/** Fields that say something only together. */
const together: readonly (readonly (keyof StopFields)[])[] = [
  addressFields,
  ['earliest', 'latest'],
  ['barcodes', 'barcodeTyped'],
  ['paymentAmount', 'paymentCurrency'],
  ['weightAmount', 'weightUnit'],
];

/** Whether a field was edited, or one that says something only together with it. */
export function isEdited(name: keyof StopFields, before: StopFields, after: StopFields): boolean {
  const names = together.find((group) => group.includes(name)) ?? [name];
  return names.some((each) => !isSame(before[each], after[each]));
}
