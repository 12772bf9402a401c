/** The whole language, checked with random expressions against an independent implementation of its rules. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/training/http/errors.ts';
import { momentOf } from '../../../../src/training/search/filter/moment.ts';
import { parseFilter, type Expression } from '../../../../src/training/search/filter/parse.ts';
import { editDistance } from '../../../../src/training/search/edit-distance.ts';

const properties = new Set(['doorCode', 'Tor / Bell?']);
const parse = (filter: string) => parseFilter(filter, properties);

const equality = fc.constantFrom('=', '!=');
const order = fc.constantFrom('<', '<=', '>', '>=');
const moments = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** A comparison as the parser should return it. */
const comparison = fc
  .oneof(
    fc.tuple(fc.constant('recipient.name'), fc.oneof(equality, fc.constant('~=')), fc.string({ unit: 'grapheme' })),
    fc.tuple(fc.constant('packageCount'), fc.oneof(equality, order), fc.integer()),
    fc.tuple(
      fc.constant('address.latitude'),
      fc.oneof(equality, order),
      fc.integer().map((value) => value / 100),
    ),
    fc.tuple(fc.constant('deliveryInfo.attempted'), equality, fc.boolean()),
    fc.tuple(fc.constant('createdAt'), fc.oneof(equality, order), moments),
    fc.tuple(fc.constant('barcodes'), equality, fc.constant(null)),
    fc.tuple(fc.constant('customProperties.Tor / Bell?'), equality, fc.string()),
  )
  .map(([name, operator, value]) => ({ kind: 'comparison' as const, name, operator, value }));

type Tree =
  { kind: 'comparison'; name: string; operator: string; value: unknown } | { kind: 'and' | 'or'; parts: Tree[] };

const tree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    fc.record({ kind: fc.constantFrom('and', 'or'), parts: fc.array(tie('tree'), { minLength: 2, maxLength: 4 }) }),
  ),
})).tree;

function printed(each: Tree): string {
  if (each.kind !== 'comparison') {
    return each.parts
      .map((part) => (part.kind === 'comparison' ? printed(part) : `(${printed(part)})`))
      .join(` ${each.kind} `);
  }
  const name = each.name.endsWith('?') ? 'custom_property."Tor / Bell?"' : each.name;
  return `${name} ${each.operator} ${JSON.stringify(each.value)}`;
}

/** The parsed expression in the shape of the printed tree. */
function asTree(expression: Expression): Tree {
  if (expression.kind !== 'comparison') return { kind: expression.kind, parts: expression.parts.map(asTree) };
  const { field, operator, value } = expression;
  const name = 'customProperty' in field ? `customProperties.${field.customProperty}` : field.name;
  return { kind: 'comparison', name, operator, value };
}

describe('the filter language', () => {
  it('parses its own output to the same expression', () => {
    fc.assert(
      fc.property(tree, (each) => {
        expect(asTree(parse(printed(each)))).toEqual(each);
      }),
    );
  });

  it('rejects invalid text with a position inside it, and never throws anything else', () => {
    const words = fc.constantFrom(
      'packageCount', 'notes', 'createdAt', 'barcodes', 'and', 'OR', '(', ')', '=', '!=', '~=', '<', '>=', '"x"', '"', '\\',
      '1', '-2.5', '.', 'null', 'True', 'customProperties.', 'doorCode', ' ', '🚚', '\u0000',
    ); // prettier-ignore
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words, { maxLength: 12 }).map((each) => each.join(' ')),
    );
    fc.assert(
      fc.property(text, (filter) => {
        try {
          parse(filter);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          const place = Number(/^filter, character (\d+): /.exec((error as Refusal).message)?.[1]);
          expect(place).toBeGreaterThanOrEqual(1);
          expect(place).toBeLessThanOrEqual(Array.from(filter).length + 1);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('binds "and" tighter than "or", as in sums of products', () => {
    const flat = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(flat, fc.func(fc.boolean()), (sums, truth) => {
        const filter = sums
          .map((products) => products.map((each) => `packageCount = ${each}`).join(' and '))
          .join(' or ');
        const expected =
          sums.reduce(
            (sum, products) => sum + products.reduce((product, each) => product * Number(truth(each)), 1),
            0,
          ) > 0;
        const holds = (each: Expression): boolean => {
          if (each.kind === 'comparison') return truth(Number(each.value));
          return each.kind === 'and' ? each.parts.every(holds) : each.parts.some(holds);
        };
        expect(holds(parse(filter))).toBe(expected);
      }),
    );
  });
});

describe('a date of the filter language', () => {
  it.each([
    ['2026-06-15', '2026-06-15T00:00:00.000Z'],
    ['2026-06-15T08:00', '2026-06-15T08:00:00.000Z'],
    ['2026-06-15T08:00:01', '2026-06-15T08:00:01.000Z'],
    ['2026-06-15T08:00:01.25Z', '2026-06-15T08:00:01.250Z'],
    ['2026-06-15T08:00+02:00', '2026-06-15T06:00:00.000Z'],
    ['2026-06-15T08:00-0330', '2026-06-15T11:30:00.000Z'],
    ['2026-06-15T08:00+02', '2026-06-15T06:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0099-01-01', '0099-01-01T00:00:00.000Z'],
  ])('parses %s as %s', (text, moment) => {
    expect(new Date(momentOf(text)!).toISOString()).toBe(moment);
  });

  it.each([
    '',
    '2026',
    '2026-6-15',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-06-15T24:00',
    '2026-06-15T08:60',
    '2026-06-15 08:00',
    '2026-06-15Z',
    '2026-06-15T08:00+25:00',
    '1781510000',
    'x2026-06-15',
  ])('rejects %s', (text) => {
    expect(momentOf(text)).toBeNull();
  });
});

describe('the edit distance', () => {
  it.each([
    ['weiss', 'weiss', 0],
    ['weiss', 'wiess', 1],
    ['weiss', 'weis', 1],
    ['weiss', 'weisse', 1],
    ['weiss', 'reiss', 1],
    ['weiss', 'reisz', 2],
    ['ab', 'ba', 1],
    ['muller', 'moeller', 2],
    ['weiss', 'schwarz', 3],
    ['', 'abcd', 3],
  ])('of %s and %s is %i, with three as the maximum', (one, other, distance) => {
    expect(editDistance(one, other, 2)).toBe(distance);
    expect(editDistance(other, one, 2)).toBe(distance);
  });
});
