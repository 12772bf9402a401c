/** From a stop that is there and the form filled with it: what was changed, and how it is carried out. */
import { stopUpdate, type StopBase, type StopUpdate } from '../../shared/stops.ts';
import { contentTyped } from './stop-build.ts';
import type { StopFields } from './stop-fields.ts';

type Fields = Record<string, unknown>;

/** nothing · change: these fields · relocate: an address cannot be changed, so that it is made anew at the other one. */
export type StopEdit =
  { kind: 'nothing' } | { kind: 'change'; change: StopUpdate; base: StopBase } | { kind: 'relocate' };

/** What a field is set to when the form leaves it out; null clears the others. */
const emptied: Readonly<Fields> = { barcodes: [], activity: 'delivery', optimizationOrder: 'default' };

/** Nested objects that are changed leaf by leaf, null clearing one; others are values that go whole. */
const nested: ReadonlySet<string> = new Set(['timing', 'recipient', 'orderInfo']);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * @param before the form as it was filled
 * @param after the form as it is
 * @param read the stop as it was then: what its fields said, to be told apart from what colleagues change meanwhile
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

/** Names of the form's fields that make up the address. */
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
