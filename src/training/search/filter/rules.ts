/** The operators and values that each field type supports (planning-api, Filter language 2 and 3). */
import type { FieldType } from './fields.ts';
import { momentOf } from './moment.ts';
import type { Operator } from './tokens.ts';

/** null is both the Null literal and the value of a missing field. */
export type Value = string | number | boolean | null;

const valueNames: Record<FieldType, string> = {
  text: 'text in double quotes',
  texts: 'text in double quotes',
  moment: 'an ISO 8601 date in double quotes',
  number: 'a number',
  truth: 'true or false',
};

const valueTypes: Record<FieldType, 'string' | 'number' | 'boolean'> = {
  text: 'string',
  texts: 'string',
  moment: 'string',
  number: 'number',
  truth: 'boolean',
};

const orders: ReadonlySet<Operator> = new Set(['<', '<=', '>', '>=']);

/**
 * Checks a comparison against its field's type. Integer fields accept a Float. Text fields can only be ordered by ISO
 * 8601 dates, and then match if their own text is also a date.
 * @returns what is wrong with the operator or value; null when the comparison is valid
 */
export function mismatch(
  type: FieldType,
  operator: Operator,
  value: Value,
): { of: 'operator' | 'value'; problem: string } | null {
  if (operator === '~=' && type !== 'text' && type !== 'texts') {
    return { of: 'operator', problem: "'~=' compares fields of text only" };
  }
  if (orders.has(operator) && type === 'truth') {
    return { of: 'operator', problem: `'${operator}' does not compare true and false` };
  }
  if (value === null) {
    if (operator === '=' || operator === '!=') return null;
    return { of: 'value', problem: `null can be compared with '=' and '!=' only` };
  }
  if (typeof value !== valueTypes[type])
    return { of: 'value', problem: `this field takes ${valueNames[type]} or null` };
  const wantsMoment = type === 'moment' || (orders.has(operator) && type !== 'number');
  if (wantsMoment && momentOf(String(value)) === null) {
    return { of: 'value', problem: `an ISO 8601 date was expected, like "2026-06-15" or "2026-06-15T08:00:00Z"` };
  }
  return null;
}
