/** The rows of all records: after a change of a few they are the same as all made again. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyItemFields } from '../../../../src/renderer/import/fields.ts';
import { added, kindsOf, none, type RowContext } from '../../../../src/renderer/import/import-rows.ts';
import type { Choice, ImportItem } from '../../../../src/renderer/import/item.ts';
import { nowhere, type There } from '../../../../src/renderer/import/noun.ts';
import { bookSteps, mostChanged, type RowBook } from '../../../../src/renderer/import/row-book.ts';
import { allSteps } from '../../../../src/renderer/lib/in-slices.ts';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';

/** What a row says. */
interface Said {
  number: string;
  name: string;
  street: string;
  isWrong: boolean;
}

const itemOf = (line: number, { number, name, street, isWrong }: Said): ImportItem => ({
  ...{ key: `line-${line}`, lines: [line], faultyRows: 0, problems: isWrong ? { zip: 'Too long' } : {} },
  fields: { ...emptyItemFields(), externalId: number, recipientName: name, addressLineOne: street },
});

const plain = (line: number, set: Partial<Said> = {}): ImportItem =>
  itemOf(line, { number: `W-${line}`, name: `Mia ${line}`, street: 'Weg 1', isWrong: false, ...set });

/** Orders with the number A exist, and those with B look like another one. */
const there: Readonly<Record<string, There>> = {
  A: { duplicate: 'Is here', isKnown: true, alike: null },
  B: { duplicate: null, isKnown: false, alike: 'Looks like order 1' },
};

const contextOf = (set: Partial<RowContext> = {}): RowContext => ({
  ...{ noun: { ...orderSheet, asksAlike: true }, chosen: none(), refused: none(), joining: 'join' },
  thereOf: ({ fields }) => there[fields.externalId] ?? nowhere,
  changeOf: ({ fields }) =>
    fields.recipientName === 'Ben'
      ? { kind: 'same' }
      : { kind: 'change', recordId: 'orders/A', fields: [], effects: [] },
  ...set,
});

const bookOf = (items: readonly ImportItem[], context: RowContext): RowBook => allSteps(bookSteps(items, context));

describe('a book of rows', () => {
  const all: readonly Choice[] = ['in', 'out', 'change'];
  const said = fc.record({
    number: fc.constantFrom('', 'A', 'B', 'C', ' C'),
    name: fc.constantFrom('Mia', 'Ben', ''),
    street: fc.constantFrom('Weg 1', 'Weg 2'),
    isWrong: fc.boolean(),
  });
  const change = fc.record({
    what: fc.constantFrom('correct', 'choose', 'refuse'),
    places: fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 4 }),
    said,
    choice: fc.constantFrom(...all),
  });

  it('is the same after any changes as one that is made again', () => {
    const rows = fc.array(said, { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(rows, fc.array(change, { maxLength: 8 }), fc.boolean(), (first, changes, joins) => {
        let items = first.map((each, at) => itemOf(at + 2, each));
        let context = contextOf({ joining: joins ? 'join' : 'separate' });
        let book: RowBook | null = bookOf(items, context);
        for (const { what, places, said: now, choice } of changes) {
          const keys = places.map((at) => `line-${at + 2}`);
          const corrected = new Map<string, ImportItem>();
          if (what === 'correct') {
            for (const at of places) corrected.set(`line-${at + 2}`, itemOf(at + 2, now));
            items = items.map((item) => corrected.get(item.key) ?? item);
          } else if (what === 'choose') {
            const choices = keys.map((key) => [key, choice] as const);
            context = { ...context, chosen: added(context.chosen, choices) };
          } else {
            const why = keys.map((key) => [key, 'No'] as const);
            context = { ...context, refused: added(context.refused, why) };
          }
          book = book?.changed(keys, corrected, context) ?? null;
          const whole = bookOf(items, context);
          expect(book?.rows).toEqual(whole.rows);
          expect(book?.kinds).toEqual(whole.kinds);
          expect(whole.kinds).toEqual(kindsOf(whole.rows));
        }
      }),
    );
  });

  it('leaves all other rows as they are', () => {
    const items = [plain(2), plain(3), plain(4)];
    const before = bookOf(items, contextOf());
    const corrected = plain(3, { isWrong: true });
    const after = before.changed(['line-3'], new Map([['line-3', corrected]]), contextOf());
    expect(after?.rows.map(({ item, problem }) => [item.key, problem !== null])).toEqual([
      ['line-2', false],
      ['line-3', true],
      ['line-4', false],
    ]);
    expect(after?.rows[0]).toBe(before.rows[0]);
    expect(after?.rows[2]).toBe(before.rows[2]);
    // What is shown until then stays.
    expect(before.rows[1]?.item).toBe(items[1]);
  });

  it('is changed once: the book made of it is changed then', () => {
    const before = bookOf([plain(2), plain(3)], contextOf());
    expect(before.changed(['line-2'], none(), contextOf())).not.toBeNull();
    expect(before.changed(['line-2'], none(), contextOf())).toBeNull();
  });

  it('knows no row of a record that it does not have', () => {
    const book = bookOf([plain(2)], contextOf());
    const after = book.changed(['line-9'], new Map([['line-9', plain(9)]]), contextOf());
    expect(after?.rows).toEqual(book.rows);
  });

  it('is made again when a change concerns too many rows', () => {
    const same = Array.from({ length: mostChanged + 2 }, (_, at) => plain(at + 2, { number: 'C' }));
    const context = contextOf({ joining: 'separate' });
    const corrected = new Map([['line-2', plain(2)]]);
    expect(bookOf(same, context).changed(['line-2'], corrected, context)).toBeNull();
    const few = same.slice(0, mostChanged - 1);
    expect(bookOf(few, context).changed(['line-2'], corrected, context)?.rows).toHaveLength(few.length);
    const all = same.map(({ key }) => key);
    expect(bookOf(same, context).changed(all, none(), context)).toBeNull();
  });
});

it('pauses after every fifty records', () => {
  const pauses = (count: number) => {
    const steps = bookSteps(
      Array.from({ length: count }, (_, at) => plain(at + 2)),
      contextOf(),
    );
    let made = 0;
    while (steps.next().done !== true) made += 1;
    return made;
  };
  expect([50, 51, 100, 101].map(pauses)).toEqual([1, 2, 2, 3]);
});
