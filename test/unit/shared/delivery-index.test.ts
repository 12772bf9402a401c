/** The same delivery is found among thousands with a few comparisons. */
import { describe, expect, it } from 'vitest';
import { DeliveryIndex } from '../../../src/shared/delivery-index.ts';
import { comparableDelivery, isSameDelivery } from '../../../src/shared/same-delivery.ts';

const delivery = (name: string, address: string, phone: string | null = null) =>
  comparableDelivery({ name, phone, address });
const anything = () => true;

/** The first of these deliveries that is found for another one. */
function found(known: readonly (readonly [string, string, string?])[], ...wanted: [string, string, string?]) {
  const index = new DeliveryIndex<number>();
  known.forEach(([name, address, phone], at) => index.add(at, delivery(name, address, phone ?? null)));
  const [name, address, phone] = wanted;
  return index.find(delivery(name, address, phone ?? null), anything);
}

describe('an index of deliveries', () => {
  it.each<[string, [string, string, string?], [string, string, string?]]>([
    ['another spelling', ['Hans Mueller', 'Lindenstr. 4'], ['Hans Müller', 'Lindenstraße 4, 10115 Berlin']],
    ['a slip in the name', ['Hans Mülelr', 'Lindenstr. 4'], ['Hans Müller', 'Lindenstraße 4']],
    ['a slip in the only name', ['Mülelr', 'Lindenstr. 4'], ['Müller', 'Lindenstraße 4']],
    ['a slip in the street', ['Hans Müller', 'Lindnestraße 4'], ['Hans Müller', 'Lindenstraße 4']],
    ['swapped digits of the house', ['Hans Müller', 'Lindenstraße 21'], ['Hans Müller', 'Lindenstraße 12']],
    ['a range of houses', ['Kita Sonne', 'Weg 12-14'], ['Kita Sonne', 'Weg 12']],
    ['an initial', ['H. Müller', 'Lindenstr. 4'], ['Hans Müller', 'Lindenstraße 4']],
    ['a street without a number', ['Hans Müller', 'Am Teich'], ['Hans Müller', 'Am Teich, 41753 Aldermünde']],
    ['a phone with the country', ['Eva Lang', 'Neuer Weg 1', '+49 30 1234567'], ['Eva Lang', 'Ring 2', '030 1234567']],
  ])('finds %s', (_what, known, wanted) => {
    expect(found([['Otto Kern', 'Platz 9'], known], ...wanted)).toBe(1);
  });

  it('finds nothing else', () => {
    expect(found([['Hans Müller', 'Weg 1']], 'Hans Müller', 'Weg 12')).toBeUndefined();
    expect(found([['Eva Lang', 'Weg 4']], 'Otto Kern', 'Weg 4')).toBeUndefined();
    expect(found([], 'Otto Kern', 'Weg 4')).toBeUndefined();
  });

  it('finds the first of several, and only what may be meant', () => {
    const index = new DeliveryIndex<string>();
    for (const item of ['first', 'second']) index.add(item, delivery('Hans Müller', 'Weg 4'));
    const wanted = delivery('Hans Müller', 'Weg 4');
    expect(index.find(wanted, anything)).toBe('first');
    expect(index.find(wanted, (item) => item !== 'first')).toBe('second');
    expect(index.find(wanted, () => false)).toBeUndefined();
  });

  it('compares few of 5,000 deliveries in one city, although all of them give the phone number of the shop', () => {
    let compared = 0;
    const index = new DeliveryIndex<number>((one, other) => {
      compared += 1;
      return isSameDelivery(one, other);
    });
    const names = ['Anna', 'Ben', 'Clara', 'Dirk', 'Eva', 'Finn', 'Greta'];
    for (let at = 0; at < 5_000; at += 1) {
      const name = `${names[at % names.length] ?? ''} Kern${String.fromCodePoint(97 + (at % 26))}`;
      const row = delivery(name, `Street${at % 60} ${1 + (at % 80)}, 41731 Aldermünde`, '030 1234567');
      index.find(row, anything);
      index.add(at, row);
    }
    // Every pair would be 12.5 million.
    expect(compared).toBeLessThan(5_000 * 100);
  });
});
