/** The status of an order of a file, and its effect on the existing order. */
import { describe, expect, it } from 'vitest';
import type { ImportItem, ImportRow } from '../../../../src/renderer/import/item.ts';
import {
  added,
  isGood,
  isUndecided,
  kindOfFilter,
  kindsOf,
  lacking,
  linesText,
  mapOf,
  none,
  numbersOf,
  without,
  type ImportFilter,
  type RowContext,
} from '../../../../src/renderer/import/import-rows.ts';
import { bookSteps } from '../../../../src/renderer/import/row-book.ts';
import { allSteps } from '../../../../src/renderer/lib/in-slices.ts';
import { emptyItemFields, type ItemFields } from '../../../../src/renderer/import/fields.ts';
import { readyText } from '../../../../src/renderer/import/row-texts.ts';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';
import {
  byNumber,
  knownOf,
  KnownOrders,
  thereIn,
  unreadNumbers,
  type Details,
  type Known,
} from '../../../../src/renderer/orders/import/known-orders.svelte.ts';
import { t } from '../../../../src/messages/index.ts';
import type { KnownOrder, OrderDetail } from '../../../../src/shared/orders.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

const rowsOf = (items: readonly ImportItem[], given: RowContext): readonly ImportRow[] =>
  allSteps(bookSteps(items, given)).rows;

function order(externalId: string, line: number, set: Partial<ImportItem> = {}, fields: Partial<ItemFields> = {}) {
  const said = { ...emptyItemFields(), externalId, recipientName: `Customer ${line}`, addressLineOne: `Weg ${line}` };
  const made: ImportItem = {
    ...{ key: `line-${line}`, lines: [line], fields: { ...said, ...fields }, problems: {}, faultyRows: 0 },
    ...set,
  };
  return made;
}

const here = (externalId: string, set: Partial<KnownOrder> = {}): KnownOrder => ({
  ...{ externalId, orderId: `orders/${externalId}`, where: 'cached' },
  ...set,
});

/** What is known of existing orders, besides the rows' own context. */
interface Given extends Partial<RowContext> {
  known?: Known;
  details?: Details;
  alike?: ReadonlyMap<string, string>;
}

/** Keeps the changes that it has worked out, as in a dialog. */
const found = new KnownOrders();

function context({ known = new Map(), details = new Map(), alike = new Map(), ...set }: Given = {}): RowContext {
  found.known = known;
  found.details = details;
  return {
    ...{ noun: orderSheet, chosen: new Map(), refused: new Map(), joining: 'join' },
    thereOf: (item) => thereIn(known, alike, item),
    changeOf: (item) => found.changeOf(item),
    ...set,
  };
}

const [template] = standIn().state.orders;
const detailOf = (externalId: string, notes: string | null = null): OrderDetail => ({
  row: { ...template!, id: `orders/${externalId}`, state: 'draft', printedCount: 0 },
  order: {
    ...{ id: `orders/${externalId}`, recipient: { name: 'Customer 2' }, packageInfo: { externalId, packageCount: 1 } },
    ...{ deliveryInstructions: { notes }, address: { address: 'Weg 2', addressLineOne: 'Weg 2' } },
  },
  draft: null,
});

const problems = (orders: ImportItem[], set: Given = {}) => rowsOf(orders, context(set)).map(({ problem }) => problem);

describe('an order of which nothing is to be decided', () => {
  it('waits for nobody', () => {
    const [row] = rowsOf([order('W-1', 2)], context());
    expect(row).toMatchObject({ waitsForChoice: false, waitsForJoining: false, isLeftOut: false, isSame: false });
  });

  it('says why it was rejected', () => {
    const one = order('W-1', 2);
    expect(problems([one], { refused: new Map([['line-2', 'not that']]) })).toEqual(['not that']);
    expect(problems([one])).toEqual([null]);
  });
});

describe('orders with the same order number', () => {
  const sameNumber = 'Line 2 has the same order number';
  const [one, two, three] = [order('W-1', 2), order(' W-1 ', 3), order('W-1', 4)];

  it('are imported once, and the others refer to the line of the first', () => {
    expect(problems([one, two, three])).toEqual([
      null,
      expect.stringContaining(sameNumber),
      expect.stringContaining(sameNumber),
    ]);
    expect(problems([order('', 2), order('', 3)])).toEqual([null, null]);
    expect(problems([one, order('W-2', 3)])).toEqual([null, null]);
  });

  it('are all imported if the user wants separate orders', () => {
    expect(problems([one, two], { joining: 'separate' })).toEqual([null, null]);
  });

  it('do not count if they are skipped', () => {
    expect(problems([one, two], { chosen: new Map([['line-2', 'out']]) })).toEqual([null, null]);
    expect(problems([one, two, three], { chosen: new Map([['line-3', 'out']]) })).toEqual([
      null,
      null,
      expect.stringContaining(sameNumber),
    ]);
  });

  it('report their own faults first', () => {
    const wrong = order('W-1', 3, { problems: { fault: 'Line 3 has more cells' } });
    expect(problems([one, wrong])).toEqual([null, 'Line 3 has more cells']);
  });
});

describe('a possible duplicate', () => {
  const standing = (set: Given, ...orders: ImportItem[]) =>
    rowsOf(orders.length === 0 ? [order('W-1', 2)] : orders, context(set)).map(
      ({ choice, isLeftOut, isKnown, duplicate }) => [choice, isLeftOut, isKnown, duplicate],
    );

  it('is skipped until the user includes it, and says where the existing order is', () => {
    const [waiting, cached] = [here('W-1', { where: 'waiting' }), here('W-1')];
    const words = [waiting, cached, here('W-1', { where: 'service' })].map((found) => {
      const [row] = standing({ known: new Map([['W-1', [found]]]) });
      expect(row?.slice(0, 3)).toEqual(['out', true, true]);
      return row?.[3];
    });
    expect(words[0]).toBe(t('imports.duplicateWaiting'));
    expect(words[1]).toBe(t('imports.duplicateCached'));
    expect(words[1]).toBe(words[2]);
    const chosen = new Map([['line-2', 'in' as const]]);
    expect(standing({ known: new Map([['W-1', [cached]]]), chosen })).toEqual([['in', false, true, words[1]]]);
  });

  it('may be another row of the file', () => {
    const twin = order('', 3, {}, { recipientName: 'Customer 2', addressLineOne: 'Weg 2' });
    expect(standing({}, order('', 2), twin)).toEqual([
      ['in', false, false, null],
      ['out', true, false, expect.stringMatching(/\b2\b/)],
    ]);
  });

  it('has the same order number, ignoring blanks', () => {
    const known = new Map([['W-1', [here('W-1')]]]);
    expect(knownOf(known, order(' W-1 ', 2))).toEqual([here('W-1')]);
    expect(knownOf(known, order('W-2', 2))).toEqual([]);
    expect(numbersOf([order(' W-1', 2), order('W-1', 3), order('', 4), order('W-2', 5)])).toEqual(['W-1', 'W-2']);
    const found = [here('W-1'), here('W-2', { where: 'service' }), here('W-2')];
    expect(byNumber(found)).toEqual([
      ['W-1', [found[0]]],
      ['W-2', [found[1], found[2]]],
    ]);
    expect(unreadNumbers(new Map(byNumber(found)))).toEqual(['W-2']);
  });
});

describe('an order that looks like another one', () => {
  const alike = new Map([['line-2', 'Looks like order 4711 from yesterday']]);

  it('is imported like any other, with a hint', () => {
    const [plain] = rowsOf([order('W-1', 2)], context());
    expect(plain).toMatchObject({ choice: 'in', isKnown: false, mayChange: false, alike: null });
    const [row] = rowsOf([order('W-1', 2)], context({ alike }));
    expect(row).toMatchObject({ choice: 'in', isLeftOut: false, problem: null, duplicate: null });
    expect(row?.alike).toBe('Looks like order 4711 from yesterday');
    expect(isGood(row!)).toBe(true);
  });

  it('changes the existing one if its user says so, and shows what', () => {
    const nothing = { expectedOn: null, name: null, phone: null, address: null };
    const there = new Map([['line-2', { id: 'orders/W-9', externalId: 'W-9', createdAt: 0, ...nothing }]]);
    found.likely.found = there;
    const item = order('W-1', 2, {}, { notes: 'Ring' });
    const given: Given = {
      details: new Map([['orders/W-9', detailOf('W-9')]]),
      thereOf: (one) => thereIn(new Map(), alike, one, there),
    };
    const [open] = rowsOf([item], context(given));
    expect(open).toMatchObject({ mayChange: true, choice: 'in', change: null, problem: null });
    const [row] = rowsOf([item], context({ ...given, chosen: new Map([['line-2', 'change']]) }));
    expect(row).toMatchObject({ isKnown: false, problem: null, change: { recordId: 'orders/W-9' } });
    expect(row?.change?.fields).toEqual([
      { label: t('orderForm.externalId'), before: 'W-9', after: 'W-1' },
      { label: t('orderForm.notes'), before: '', after: 'Ring' },
    ]);
    found.likely.found = new Map();
    const [other] = rowsOf([item], context({ alike, chosen: new Map([['line-2', 'change']]) }));
    expect(other, 'another row of the file cannot be changed').toMatchObject({ mayChange: false, change: null });
  });

  it('says what is known for certain instead of the hint', () => {
    const [row] = rowsOf([order('W-1', 2)], context({ alike, known: new Map([['W-1', [here('W-1')]]]) }));
    expect([row?.alike, row?.duplicate]).toEqual([null, t('imports.duplicateCached')]);
    expect(rowsOf([order('W-1', 3)], context({ alike }))[0]?.alike).toBeNull();
  });
});

describe('a record that looks like another one, of a kind that asks', () => {
  const alike = new Map([['line-2', 'Looks like the stop for Mia']]);
  const asks = { ...orderSheet, asksAlike: true };
  const row = (set: Given, of = order('W-1', 2)) => rowsOf([of], context({ alike, noun: asks, ...set }))[0];

  it('waits for a decision', () => {
    expect(row({})).toMatchObject({ waitsForChoice: true, problem: 'Looks like the stop for Mia', isLeftOut: false });
    for (const choice of ['in', 'out'] as const) {
      const chosen = new Map([['line-2', choice]]);
      expect(row({ chosen })).toMatchObject({ waitsForChoice: false, problem: null, isLeftOut: choice === 'out' });
    }
  });

  it('says first what is wrong with it', () => {
    const wrong = order('W-1', 2, { problems: { zip: 'Too long' } });
    expect(row({}, wrong)?.problem).toMatch(/Too long$/);
  });
});

describe('rows that may be one order', () => {
  const joined = order('W-1', 2, { lines: [2, 5, 7], problems: { rows: 'Line 5 says otherwise' } });

  it('wait for a decision that names their lines', () => {
    const [row] = rowsOf([joined], context({ joining: 'ask' }));
    expect(row).toMatchObject({ waitsForJoining: true, problem: 'Are lines 2, 5, 7 one order?' });
    expect(linesText([2, 5])).toBe('2, 5');
  });

  it('need no decision if joining is decided, if they are skipped, or for a single row', () => {
    const waits = (some: ImportItem, set: Given) => rowsOf([some], context(set))[0]?.waitsForJoining;
    expect(waits(joined, { joining: 'join' })).toBe(false);
    expect(waits(joined, { joining: 'ask', chosen: new Map([['line-2', 'out']]) })).toBe(false);
    expect(waits(joined, { joining: 'ask', chosen: new Map([['line-2', 'change']]) })).toBe(true);
    expect(waits(order('W-1', 2), { joining: 'ask' })).toBe(false);
    expect(problems([joined], { joining: 'join' })).toEqual(['Line 5 says otherwise']);
  });
});

describe('an order to be changed', () => {
  const chosen = new Map([['line-2', 'change' as const]]);
  const known = new Map([['W-1', [here('W-1')]]]);
  const details = (detail: OrderDetail) => new Map([['orders/W-1', detail]]);
  const changing = (some: ImportItem, set: Given) => rowsOf([some], context({ chosen, known, ...set }))[0];

  it('gets the values of the file, or is the same already', () => {
    const same = changing(order('W-1', 2), { details: details(detailOf('W-1')) });
    expect(same).toMatchObject({ isSame: true, change: null, problem: null, isLeftOut: false });
    const other = changing(order('W-1', 2, {}, { notes: 'Ring' }), { details: details(detailOf('W-1')) });
    expect(other).toMatchObject({ isSame: false, change: { recordId: 'orders/W-1' }, problem: null });
  });

  it('is not changed before it was read, and shows an error of main first', () => {
    const detail = details(detailOf('W-1'));
    const notRead = expect.stringMatching(/^Cannot be updated yet/) as string;
    expect(changing(order('W-1', 2), {})?.problem).toEqual(notRead);
    const unread = new Map([['W-1', [here('W-1', { orderId: null })]]]);
    expect(changing(order('W-1', 2), { known: unread, details: detail })?.problem).toEqual(notRead);
    const refused = new Map([['line-2', 'Main said no']]);
    expect(changing(order('W-1', 2), { refused })?.problem).toBe('Main said no');
    expect(changing(order('W-1', 2), { refused, details: detail })?.problem).toBe('Main said no');
  });

  it('is changed by one row of the file alone', () => {
    const there = { recipientName: 'Customer 2', addressLineOne: 'Weg 2' };
    const first = order('W-1', 2, {}, { ...there, notes: 'Ring' });
    const second = order('W-1', 3, {}, { ...there, notes: 'Knock' });
    const both = { 'line-2': 'change', 'line-3': 'change' } as const;
    const given = { known, details: details(detailOf('W-1')), joining: 'separate' as const };
    const of = (rows: ImportItem[], choices: Record<string, 'change' | 'out'>) =>
      problems(rows, { ...given, chosen: mapOf(choices) });
    expect(of([first, second], both)).toEqual([null, t('imports.changesSame', { line: '2' })]);
    expect(of([first, second], { ...both, 'line-2': 'out' })).toEqual([null, null]);
    // The first row says what is there already, so the second takes nothing back.
    expect(of([order('W-1', 2), second], both)).toEqual([null, null]);
    const refused = new Map([['line-3', 'Main said no']]);
    const rows = rowsOf([first, second], context({ ...given, chosen: mapOf(both), refused }));
    expect(rows[1]).toMatchObject({ item: second, problem: 'Main said no', change: { recordId: 'orders/W-1' } });
  });

  it('is imported as new if it turns out not to exist', () => {
    const wrong = order('W-1', 2, { problems: { fault: 'Line 2 has more cells' } });
    expect(changing(wrong, { known: new Map() })).toMatchObject({ change: null, problem: 'Line 2 has more cells' });
    expect(changing(order('W-1', 2), { known: new Map() })).toMatchObject({ isKnown: false, problem: null });
  });

  it('is compared again only after the existing order has changed', () => {
    const some = order('W-1', 2, {}, { notes: 'Ring' });
    const [before, after] = [details(detailOf('W-1')), details(detailOf('W-1', 'Ring'))];
    const first = changing(some, { details: before })?.change;
    expect(first).not.toBeNull();
    expect(changing(some, { details: before })?.change).toBe(first);
    expect(changing(some, { details: after })).toMatchObject({ isSame: true, change: null });
    const twice = new Map([['W-1', [here('W-1'), here('W-1', { orderId: 'orders/other' })]]]);
    const several = expect.stringContaining('2 orders have this number') as string;
    expect(changing(some, { details: after, known: twice })?.problem).toEqual(several);
    expect(changing(some, { details: after })).toMatchObject({ isSame: true, problem: null });
  });
});

describe('a list of orders', () => {
  const rowOf = (set: Partial<ImportRow>): ImportRow => ({ ...rowsOf([order('W-1', 2)], context())[0]!, ...set });

  it('counts an order as good if it is included, changes something and has no fault', () => {
    expect(isGood(rowOf({}))).toBe(true);
    for (const set of [{ isLeftOut: true }, { isSame: true }, { problem: 'No' }])
      expect(isGood(rowOf(set))).toBe(false);
  });

  it('is sorted into kinds, of which a row may have several', () => {
    const flags = [true, false];
    const rows = flags.flatMap((isLeftOut) =>
      flags.flatMap((isSame) =>
        [null, 'No'].flatMap((problem) =>
          flags.flatMap((waitsForChoice) =>
            [null, 'Is here'].flatMap((duplicate) =>
              [null, 'Looks like line 2'].flatMap((alike) =>
                flags.map((isKnown) =>
                  rowOf({ isLeftOut, isSame, problem, waitsForChoice, duplicate, alike, isKnown }),
                ),
              ),
            ),
          ),
        ),
      ),
    );
    const bad = rows.filter(({ isLeftOut, problem }) => !isLeftOut && problem !== null);
    expect(kindsOf(rows)).toEqual({
      good: rows.filter(isGood),
      changing: [],
      bad,
      undecided: bad.filter(({ waitsForChoice }) => waitsForChoice),
      unchosen: bad.filter(({ waitsForChoice }) => waitsForChoice),
      leftOut: rows.filter(({ isLeftOut }) => isLeftOut),
      duplicates: rows.filter(({ duplicate }) => duplicate !== null),
      alike: rows.filter(({ alike }) => alike !== null),
      incomplete: [],
      knownHere: rows.filter(({ isKnown }) => isKnown),
      joined: [],
    });
    const joining = rowOf({ problem: 'Join?', waitsForJoining: true });
    const changing = rowOf({ change: { kind: 'change', recordId: 'orders/W-1', fields: [], effects: [] } });
    expect(kindsOf([joining, changing])).toMatchObject({ undecided: [joining], unchosen: [], changing: [changing] });
  });

  it('is narrowed by a filter', () => {
    const isShown = (row: ImportRow, kind: keyof ReturnType<typeof kindsOf> | null) =>
      kind === null || kindsOf([row])[kind].includes(row);
    const fits = (set: Partial<ImportRow>) =>
      (['all', 'bad', 'duplicates', 'alike', 'incomplete', 'left-out', 'joined'] as ImportFilter[]).filter((filter) =>
        isShown(rowOf(set), kindOfFilter[filter]),
      );
    expect(fits({})).toEqual(['all']);
    expect(fits({ problem: 'No' })).toEqual(['all', 'bad']);
    expect(fits({ problem: 'No', isLeftOut: true })).toEqual(['all', 'left-out']);
    expect(fits({ duplicate: 'Is here' })).toEqual(['all', 'duplicates']);
    expect(fits({ alike: 'Looks like line 2' })).toEqual(['all', 'alike']);
    expect(fits({ item: order('W-1', 2, { lines: [2, 3] }) })).toEqual(['all', 'joined']);
    const item = order('W-1', 2, { warnings: { city: 'No city' } });
    expect(fits({ item })).toEqual(['all', 'incomplete']);
    expect(fits({ item, isLeftOut: true })).toEqual(['all', 'left-out']);
    expect(fits({ item, choice: 'change' })).toEqual(['all']);
  });

  it('says what should be looked at, which keeps no order from being saved', () => {
    const warned = rowOf({ item: order('W-1', 2, { warnings: { city: 'No city' } }) });
    expect([isGood(warned), kindsOf([warned]).incomplete]).toEqual([true, [warned]]);
    expect(readyText(warned)).toBe('Ready · No city');
    expect(readyText(rowOf({}))).toBe('Ready');
    const joined = order('W-1', 2, { lines: [2, 3], warnings: { city: 'No city' } });
    expect(readyText(rowOf({ item: joined }))).toBe('Ready, joined: 2, 3 · No city');
    // Of one that exists, the address is not changed.
    expect(readyText({ ...warned, choice: 'change' })).toBe('Ready');
  });

  it('removes and adds orders by their keys', () => {
    const orders = [order('W-1', 2), order('W-2', 3)];
    expect(without(orders, ['line-2'])).toEqual([orders[1]]);
    const map = mapOf({ a: 1, b: 2 });
    expect([...lacking(map, ['a'])]).toEqual([['b', 2]]);
    expect(lacking(none(), ['a']).size).toBe(0);
    expect([
      ...added(map, [
        ['b', 3],
        ['c', 4],
      ]),
    ]).toEqual([
      ['a', 1],
      ['b', 3],
      ['c', 4],
    ]);
  });
});

it('misses nothing but a decision if the record has no problem of its own', () => {
  const row = (waitsForJoining: boolean, waitsForChoice: boolean, problems: Record<string, string> = {}) => {
    const item: ImportItem = { key: 'line-2', lines: [2], fields: emptyItemFields(), problems, faultyRows: 0 };
    return isUndecided({ item, waitsForJoining, waitsForChoice });
  };
  expect([row(false, false), row(true, false), row(false, true)]).toEqual([false, true, true]);
  expect(row(false, true, { zip: 'Enter a postcode' })).toBe(false);
  expect(row(true, true, { zip: 'Enter a postcode' })).toBe(true);
});
