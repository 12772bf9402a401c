import { describe, expect, it } from 'vitest';
import { emptyStop } from '../../../../src/training/data/stops.ts';
import type { Stop } from '../../../../src/training/model.ts';
import { stopDocument } from '../../../../src/training/search/document.ts';
import type { SortField } from '../../../../src/training/search/filter/fields.ts';
import { parseFilter } from '../../../../src/training/search/filter/parse.ts';
import { SearchIndex, type SearchQuery } from '../../../../src/training/search/index.ts';
import { LaggingIndex, type LaggingOptions } from '../../../../src/training/search/lagging-index.ts';

const address = {
  address: 'Marktstraße 4, 00417 Aldermünde, Germany',
  addressLineOne: 'Marktstraße 4',
  addressLineTwo: '00417 Aldermünde, Germany',
  latitude: 52.911,
  longitude: 10.229,
  placeId: null,
  placeTypes: [],
};

const nobody = { name: null, email: null, phone: null, externalId: null };

function document(id: string, given: Partial<Stop> = {}, createdAt = 0) {
  return stopDocument({ ...emptyStop('plans/p', id, address), ...given }, { createdAt, routeId: null });
}

const named = (id: string, name: string, more: Partial<Stop> = {}) =>
  document(id, { recipient: { ...nobody, name }, ...more });

function indexOf(...documents: ReturnType<typeof document>[]): SearchIndex<string> {
  const index = new SearchIndex<string>(['doorCode']);
  for (const each of documents) index.put(each, each.id.replace('plans/p/stops/', ''));
  return index;
}

const first = { size: 20, after: null };
const keyword = (index: SearchIndex<string>, text: string) => index.search({ ...first, keyword: text }).hits;

function pages(index: SearchIndex<string>, query: Omit<SearchQuery, 'size' | 'after'>, size: number): string[][] {
  const found: string[][] = [];
  let after: string | null = null;
  do {
    const page: { hits: string[]; next: string | null } = index.search({ ...query, size, after });
    found.push(page.hits);
    after = page.next;
    if (found.length > 100) throw new Error('the pages do not end');
  } while (after !== null);
  return found;
}

describe('a keyword', () => {
  it('ignores case and accents in every script', () => {
    const index = indexOf(named('1', 'Zoë Weiß'), named('2', 'Józef Łuczak'), named('3', 'Ирина Орлова'));
    for (const text of ['ZOE', 'zoë', 'weiss', 'Weiß']) expect(keyword(index, text), text).toEqual(['1']);
    expect(keyword(index, 'jozef luczak')).toEqual(['2']);
    expect(keyword(index, 'орлова')).toEqual(['3']);
  });

  it('matches every text of a stop', () => {
    const index = indexOf(
      document('1', {
        recipient: { name: null, email: 'mia@mail.example', phone: '+49 30 23125001', externalId: 'K-77' },
      }),
      document('2', { notes: 'behind the bakery', barcodes: ['AM1001'], packageLabel: 'B12' }),
      document('3', {
        orderInfo: {
          products: ['Wool blanket'],
          sellerName: 'Nordlicht',
          sellerOrderId: 'W-5',
          sellerWebsite: 'https://shop.example',
        },
        customProperties: { doorCode: '4711' },
      }),
    );
    for (const text of ['mia', 'mail.example', '23125001', '493023125001', '+49 30 23125001', 'K-77']) {
      expect(keyword(index, text), text).toEqual(['1']);
    }
    for (const text of ['bakery', 'am1001', 'b12']) expect(keyword(index, text), text).toEqual(['2']);
    for (const text of ['blanket', 'nordlicht', 'W-5', 'w5', 'shop', '4711'])
      expect(keyword(index, text), text).toEqual(['3']);
    expect(keyword(index, 'marktstrasse')).toEqual(['1', '2', '3']);
  });

  it('finds in spite of a typing mistake, two in a long word, none in a short one', () => {
    const index = indexOf(named('1', 'Weiß'), named('2', 'Castañeda'), named('3', 'Uwe'));
    for (const text of ['wiess', 'weis', 'weisss', 'reiss']) expect(keyword(index, text), text).toEqual(['1']);
    for (const text of ['castaneda', 'kastaneda', 'castanada', 'kastanada', 'csataneda']) {
      expect(keyword(index, text), text).toEqual(['2']);
    }
    for (const text of ['reisz', 'kastanade', 'uve']) expect(keyword(index, text), text).toEqual([]);
  });

  it('matches a similar number only if there is no exact match', () => {
    const index = indexOf(document('1', { barcodes: ['12345678'] }), document('2', { barcodes: ['12345679'] }));
    expect(keyword(index, '12345678')).toEqual(['1']);
    expect(keyword(index, '12345670')).toEqual(['1', '2']);
  });

  it('ranks the word itself above its prefix above a similar one, and names above notes', () => {
    const index = indexOf(
      document('a-similar', { notes: 'the ankre' }),
      named('b-beginning', 'Ankerplatz'),
      document('c-remark', { notes: 'the anker' }),
      named('d-name', 'Anker'),
    );
    expect(keyword(index, 'anker')).toEqual(['d-name', 'c-remark', 'b-beginning', 'a-similar']);
  });

  it('requires all its words, and the id decides among equal relevance', () => {
    const index = indexOf(named('3', 'Anna Müller'), named('1', 'Anna Vogel'), named('2', 'Anna Müller'));
    expect(keyword(index, 'müller anna')).toEqual(['2', '3']);
    expect(keyword(index, 'anna')).toEqual(['1', '2', '3']);
    expect(keyword(index, 'anna nobody')).toEqual([]);
    expect(keyword(index, '?!')).toEqual([]);
  });

  it('follows changes: removed stops are not found, and changed ones by their new words', () => {
    const index = indexOf(named('1', 'Weiß'), named('2', 'Weiß'));
    index.put(named('1', 'Schwarz'), '1');
    expect([keyword(index, 'weiss'), keyword(index, 'schwarz')]).toEqual([['2'], ['1']]);
    index.remove('plans/p/stops/2');
    index.remove('plans/p/stops/2');
    expect([keyword(index, 'weiss'), keyword(index, 'weis')]).toEqual([[], []]);
    index.put(named('3', 'Vogel', { barcodes: ['X'] }), '3');
    const barcode = parseFilter('barcodes != null', new Set());
    expect(index.search({ ...first, filter: barcode }).hits).toEqual(['3']);
    expect(index.search(first).hits).toEqual(['1', '3']);
  });
});

it('a filter finds a value as long as any stop has it', () => {
  const index = indexOf(named('1', 'Weiß'), named('2', 'Weiß'), named('3', 'Vogel'));
  const found = (name: string) => {
    const filter = parseFilter(`recipient.name = "${name}"`, new Set());
    return index.search({ ...first, filter }).hits;
  };
  index.put(named('1', 'Vogel'), '1');
  expect([found('Weiß'), found('Vogel')]).toEqual([['2'], ['1', '3']]);
  index.put(named('1', 'Weiß'), '1');
  index.remove('plans/p/stops/2');
  expect([found('Weiß'), found('Vogel')]).toEqual([['1'], ['3']]);
  index.remove('plans/p/stops/1');
  index.put(named('4', 'Conti'), '4');
  expect([found('Weiß'), found('Vogel'), found('Conti')]).toEqual([[], ['3'], ['4']]);
});

describe('the sort order', () => {
  const counts = [4, null, 2, 4, 0, null, 3, 2, 4];
  const index = indexOf(...counts.map((packageCount, at) => document(`s${at}`, { packageCount })));

  it.each([
    ['asc', false, ['s4', 's2', 's7', 's6', 's0', 's3', 's8', 's1', 's5']],
    ['desc', true, ['s0', 's3', 's8', 's6', 's2', 's7', 's4', 's1', 's5']],
  ])(
    '%s: by the field, with empty values last and by id among equals, for any page size',
    (_order, descending, expected) => {
      const sort = { field: 'packageCount' as const, descending };
      for (const size of [1, 2, 3, 4, 9, 20]) {
        const found = pages(index, { sort }, size);
        expect(found.flat(), `pages of ${size}`).toEqual(expected);
        expect(found.slice(0, -1).every((page) => page.length === size)).toBe(true);
        expect(found.at(-1)?.length).toBeGreaterThan(0);
      }
    },
  );

  it('is by id without a field or keyword, and by relevance across pages with a keyword', () => {
    expect(pages(index, {}, 4)).toEqual([['s0', 's1', 's2', 's3'], ['s4', 's5', 's6', 's7'], ['s8']]);
    const words = indexOf(named('1', 'Ankerplatz'), named('2', 'Anker'), named('3', 'Ankre'), named('4', 'Anker'));
    expect(pages(words, { keyword: 'anker' }, 1).flat()).toEqual(['2', '4', '1', '3']);
    expect(pages(words, { keyword: 'anker', sort: { field: 'packageCount', descending: false } }, 3).flat()).toEqual([
      '1', '2', '3', '4',
    ]); // prettier-ignore
  });

  it('supports every sortable field', () => {
    const later = { estimatedArrivalAt: 200, estimatedEarliestArrivalAt: 0, estimatedLatestArrivalAt: 0 };
    const less = document('less', {
      address: { ...address, latitude: 1, longitude: 1 },
      packageCount: 1,
      estimatedTravelDuration: 1,
      estimatedTravelDistance: 1,
      timing: { estimatedAttemptDuration: 1, earliestAttemptTime: null, latestAttemptTime: null },
      paymentOnDelivery: { amount: 100, currency: 'EUR' },
      eta: { status: 'available', value: { ...later, estimatedArrivalAt: 100 } },
      deliveryInfo: { ...emptyStop('p', 's', address).deliveryInfo!, attemptedAt: 100 },
    }, 100); // prettier-ignore
    const more = document('a-more', {
      packageCount: 2,
      estimatedTravelDuration: 2,
      estimatedTravelDistance: 2,
      timing: { estimatedAttemptDuration: 2, earliestAttemptTime: null, latestAttemptTime: null },
      // Two yen are more than one euro, because only the number is compared.
      paymentOnDelivery: { amount: 2, currency: 'JPY' },
      eta: { status: 'available', value: later },
      deliveryInfo: { ...emptyStop('p', 's', address).deliveryInfo!, attemptedAt: 200 },
    }, 200); // prettier-ignore
    const both = indexOf(less, more);
    const fields: SortField[] = [
      'address.latitude', 'address.longitude', 'createdAt', 'arrivalAt', 'packageCount', 'estimatedTravelDuration',
      'estimatedTravelDistance', 'timing.estimatedAttemptDuration', 'deliveryInfo.attemptedAt', 'paymentOnDelivery.amount',
    ]; // prettier-ignore
    for (const field of fields) {
      const by = (descending: boolean) => both.search({ ...first, sort: { field, descending } }).hits;
      expect([by(false), by(true)], field).toEqual([
        ['less', 'a-more'],
        ['a-more', 'less'],
      ]);
    }
  });
});

function lagging(now: () => number, lag: () => number, later: LaggingOptions['later'] = () => undefined) {
  return new LaggingIndex<string>({ customPropertyIds: [], clock: { now }, lag, later });
}

describe('the lag', () => {
  it('is processed in small chunks between requests when the changes are due', () => {
    let now = 0;
    const tasks: { milliseconds: number; action: () => void }[] = [];
    const index = lagging(
      () => now,
      () => 3_000,
      (milliseconds, action) => tasks.push({ milliseconds, action }),
    );
    const made: number[] = [];
    const add = (at: number, how: 'begin' | 'put') =>
      index[how](() => {
        made.push(at);
        return named(String(at), 'Weiß');
      }, String(at));
    for (let at = 0; at < 50; at += 1) add(at, 'begin');
    add(50, 'put');
    const next = () => {
      const task = tasks.shift();
      task?.action();
      return task?.milliseconds;
    };
    // Nobody has searched, so it begins after ten seconds.
    expect([next(), made.length, next(), made.length, next(), made.length]).toEqual([10_000, 20, 0, 40, 0, 50]);
    // Another check is scheduled for changes that are not due yet.
    expect(tasks.map(({ milliseconds }) => milliseconds)).toEqual([3_000]);
    now = 3_000;
    next();
    expect([made.length, tasks]).toEqual([51, []]);
    add(51, 'put');
    expect(tasks.map(({ milliseconds }) => milliseconds)).toEqual([3_000]);
  });

  it('delays new, changed and removed stops in searches', () => {
    let now = 1_000;
    const lag = 3_000;
    const index = lagging(
      () => now,
      () => lag,
    );
    index.begin(() => named('1', 'Weiß'), 'before');
    expect(index.search(first).hits).toEqual(['before']);

    index.put(() => named('1', 'Schwarz'), 'after');
    index.put(() => named('2', 'Vogel'), 'new');
    now += 1_000;
    index.remove('plans/p/stops/1');
    now += 1_999;
    expect(index.search(first).hits).toEqual(['before']);
    expect(index.search({ ...first, keyword: 'schwarz' }).hits).toEqual([]);
    now += 1;
    expect(index.search(first).hits).toEqual(['after', 'new']);
    now += 999;
    expect(index.search(first).hits).toEqual(['after', 'new']);
    now += 1;
    expect(index.search(first).hits).toEqual(['new']);
  });

  it('keeps the order of the changes when it becomes shorter between them', () => {
    let lag = 3_000;
    const index = lagging(
      () => 0,
      () => lag,
    );
    index.put(() => named('1', 'Weiß'), 'first');
    lag = 0;
    index.put(() => named('1', 'Schwarz'), 'second');
    expect(index.search(first).hits).toEqual([]);
  });

  it('does not grow when the clock is set back', () => {
    let now = 100_000;
    const index = lagging(
      () => now,
      () => 3_000,
    );
    index.put(() => named('1', 'Weiß'), 'new');
    now = 50_000;
    expect(index.search(first).hits).toEqual(['new']);
  });
});
