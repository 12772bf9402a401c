/**
 * Filter semantics. The documents leave these open, so they are decided here:
 * - A missing field is null. `= null` matches it, `!= null` matches any value.
 * - `!=` is the exact complement of `=`: `notes != "x"` matches a stop without notes.
 * - `<` `<=` `>` `>=` and `~=` never match null.
 * - A field with several texts (`barcodes`, `orderInfo.products`) matches if any text does. An empty list is null. So
 *   `barcodes != "A"` matches the stops that do not have the barcode A.
 * - Quoted text is case-sensitive: the document calls only keywords, true, false and null case-insensitive.
 */
import type { NumberColumn, TextColumn } from '../columns.ts';
import type { FilterField } from './fields.ts';
import { momentOf } from './moment.ts';
import type { Comparison, Expression } from './parse.ts';
import type { Value } from './rules.ts';
import type { Operator } from './tokens.ts';

/** Whether the document at this place matches. */
export type Matcher = (place: number) => boolean;

export interface Columns {
  /** Times in milliseconds, booleans as 0 and 1. */
  numbers(field: FilterField): NumberColumn;
  texts(field: FilterField): TextColumn;
  customProperty(id: string): TextColumn;
}

type Order = Exclude<Operator, '=' | '!=' | '~='>;

function inOrder(value: number, operator: Order, bound: number): boolean {
  switch (operator) {
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
  }
}

const not =
  (matcher: Matcher): Matcher =>
  (place) =>
    !matcher(place);

function numberMatcher(column: NumberColumn, operator: Operator, bound: number | null): Matcher {
  if (bound === null) {
    const isNull: Matcher = (place) => Number.isNaN(column.at(place));
    return operator === '!=' ? not(isNull) : isNull;
  }
  if (operator === '=') return (place) => column.at(place) === bound;
  if (operator === '!=') return (place) => column.at(place) !== bound;
  if (operator === '~=') return () => false; // rejected by the parser
  return (place) => inOrder(column.at(place), operator, bound);
}

function textMatcher(column: TextColumn, operator: Operator, value: string | null): Matcher {
  if (value === null) {
    return operator === '!=' ? (place) => !column.isEmpty(place) : (place) => column.isEmpty(place);
  }
  if (operator === '=') return column.equal(value);
  if (operator === '!=') return not(column.equal(value));
  if (operator === '~=') return column.any((text) => text.includes(value));
  const bound = momentOf(value) ?? NaN;
  return column.any((text) => inOrder(momentOf(text) ?? NaN, operator, bound));
}

const asNumber = (value: Value, isMoment: boolean): number | null => {
  if (value === null) return null;
  return isMoment ? momentOf(String(value)) : Number(value);
};

function comparisonMatcher(columns: Columns, { field, operator, value }: Comparison): Matcher {
  const text = value === null ? null : String(value);
  if ('customProperty' in field) return textMatcher(columns.customProperty(field.customProperty), operator, text);
  switch (field.type) {
    case 'text':
    case 'texts':
      return textMatcher(columns.texts(field.name), operator, text);
    case 'moment':
    case 'number':
    case 'truth':
      return numberMatcher(columns.numbers(field.name), operator, asNumber(value, field.type === 'moment'));
  }
}

/** Compiles an expression. The matcher is valid until the columns change. */
export function matcherOf(columns: Columns, expression: Expression): Matcher {
  if (expression.kind === 'comparison') return comparisonMatcher(columns, expression);
  const parts = expression.parts.map((part) => matcherOf(columns, part));
  return expression.kind === 'and'
    ? (place) => parts.every((matches) => matches(place))
    : (place) => parts.some((matches) => matches(place));
}
