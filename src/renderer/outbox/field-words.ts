/** Names and values of a record's fields as text, for any kind of record. */
import { isOurMarker } from '../../shared/outbox.ts';
import { isObject, pathOf, type Fields } from '../../shared/outbox-merge.ts';
import { dateText, timeText } from '../../shared/time.ts';
import { customProperties } from '../lib/custom-properties.svelte.ts';
import { formatDay, formatDuration } from '../lib/format.ts';
import { fields as words } from '../../messages/en/fields.ts';
import { t } from '../../messages/index.ts';
import { moneyWords } from '../../messages/money-words.ts';

type Names = Readonly<Record<string, string>>;

/** Whether an object is a single value (day, time, amount, address) rather than a group of fields. */
const isValue = (value: Fields) =>
  ['day', 'hour', 'amount', 'latitude', 'addressLineOne', 'city', 'zip', 'country'].some((name) => name in value);

/** The values of a record with their dotted names, in the record's order. */
export function leavesOf(record: Fields, path = ''): { field: string; value: unknown }[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const field = path === '' ? name : `${path}.${name}`;
    // The parts of custom properties are named by users, as they like.
    const isGroup = isObject(value) && (field === 'customProperties' || !isValue(value));
    return isGroup ? leavesOf(value, field) : [{ field, value }];
  });
}

/** The value at a dotted name, or undefined. */
export function valueAt(record: Fields, field: string): unknown {
  let found: unknown = record;
  for (const name of pathOf(record, field)) found = isObject(found) ? found[name] : undefined;
  return found;
}

/** The field's name as text; that of a custom property is its team's; for an unknown field the field itself. */
export function fieldName(field: string): string {
  if (Object.hasOwn(words, field)) return words[field as keyof typeof words];
  const property = /^customProperties\.(.*)$/s.exec(field)?.[1];
  return property === undefined ? field : customProperties.nameOf(property);
}

/**
 * A value as text; null when it is empty or the app's own marker, which is hidden.
 * @param names names of records by id
 * @param now milliseconds since the epoch; a day of another year is shown with its year
 */
export function fieldValue(field: string, value: unknown, names: Names, now: number): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return isOurMarker(value) ? null : (names[value] ?? value);
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value === 'number') return field.endsWith('Duration') ? formatDuration(value) : String(value);
  if (Array.isArray(value)) {
    const lines = value.map((item) => fieldValue(field, item, names, now)).filter((line) => line !== null);
    return lines.length === 0 ? null : lines.join('\n');
  }
  return objectText(value as Fields, now);
}

function objectText(value: Fields, now: number): string | null {
  const { day, month, year, hour, minute, amount, currency, unit } = value as Record<string, number | undefined>;
  if (day !== undefined && month !== undefined && year !== undefined) {
    return formatDay(dateText({ day, month, year }), now);
  }
  if (hour !== undefined && minute !== undefined) return timeText({ hour, minute });
  if (amount !== undefined && currency !== undefined) return moneyWords(amount, String(currency));
  if (amount !== undefined) return unit === undefined ? String(amount) : `${amount} ${unit}`;
  return addressText(value);
}

function addressText(address: Fields): string | null {
  const { addressName, addressLineOne, addressLineTwo, zip, city, state, country, latitude, longitude } = address;
  const place = [zip, city].filter(Boolean).join(' ');
  const lines = [addressName, addressLineOne, addressLineTwo, place, state, country].filter(
    (line) => typeof line === 'string' && line !== '',
  );
  if (lines.length > 0) return lines.join(', ');
  return typeof latitude === 'number' && typeof longitude === 'number' ? `${latitude}, ${longitude}` : null;
}

/** Display order of fields: that of the message file; unknown fields come last. */
const order = Object.keys(words);

/** A record as names and values; empty values are left out. */
export function factsOf(record: Fields, names: Names, now: number): { name: string; value: string; long: boolean }[] {
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  const leaves = leavesOf(record).sort((one, other) => place(one.field) - place(other.field));
  return leaves.flatMap(({ field, value }) => {
    const text = fieldValue(field, value, names, now);
    return text === null
      ? []
      : [{ name: fieldName(field), value: text, long: text.includes('\n') || text.length > 60 }];
  });
}

/** The changes of an edit: each field before and after; null is empty. */
export function changesOf(
  typed: Fields,
  base: Fields,
  names: Names,
  now: number,
): { field: string; name: string; before: string | null; now: string | null }[] {
  return leavesOf(typed).map(({ field, value }) => ({
    field,
    name: fieldName(field),
    before: fieldValue(field, valueAt(base, field), names, now),
    now: fieldValue(field, value, names, now),
  }));
}
