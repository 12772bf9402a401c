import { expect, it } from 'vitest';
import { Collection } from '../../../src/training/store/collection.ts';

interface Parcel {
  id: string;
  van: string | null;
}

const parcels = (...ids: string[]) => {
  const collection = new Collection<Parcel>(({ id }) => id, { van: ({ van }) => van });
  for (const id of ids) collection.put({ id, van: 'one' }, 1);
  return collection;
};

const idsIn = (collection: Collection<Parcel>, van: string) => collection.of('van', van).map(({ id }) => id);

it('returns the records of an index oldest first, whatever changed meanwhile', () => {
  const collection = parcels('a', 'b', 'c', 'd');
  collection.put({ id: 'b', van: 'one' }, 2);
  expect(idsIn(collection, 'one')).toEqual(['a', 'b', 'c', 'd']);
  collection.put({ id: 'a', van: 'two' }, 3);
  collection.put({ id: 'c', van: null }, 3);
  expect([idsIn(collection, 'one'), idsIn(collection, 'two')]).toEqual([['b', 'd'], ['a']]);
  collection.put({ id: 'd', van: 'two' }, 4);
  collection.put({ id: 'b', van: 'two' }, 5);
  expect([idsIn(collection, 'one'), idsIn(collection, 'two')]).toEqual([[], ['a', 'b', 'd']]);
  collection.remove('b', 6);
  expect(idsIn(collection, 'two')).toEqual(['a', 'd']);
});

it('never assigns a position twice', () => {
  const collection = parcels('a', 'b');
  collection.remove('b', 2);
  collection.put({ id: 'c', van: null }, 3);
  expect([collection.placeOf('a'), collection.placeOf('c'), collection.nextPlace]).toEqual([0, 2, 3]);
  collection.keepPlacesBefore(10);
  collection.put({ id: 'd', van: null }, 4);
  expect(collection.placeOf('d')).toBe(10);
});

it('delays changes, but not the records from before the service answered', () => {
  const collection = new Collection<Parcel>(({ id }) => id);
  collection.put({ id: 'a', van: null }, 0);
  collection.put({ id: 'b', van: null }, 1_000);
  const at = (since: number) => collection.asOf(collection.all(), () => true, since, 2_000).map(({ id }) => id);
  expect([at(-1), at(500), at(1_000)]).toEqual([['a'], ['a'], ['a', 'b']]);
});

it('shows at once what was changed before the clock was set back', () => {
  const collection = new Collection<Parcel>(({ id }) => id);
  collection.put({ id: 'a', van: null }, 0);
  collection.put({ id: 'b', van: null }, 100_000);
  const at = (now: number) => collection.asOf(collection.all(), () => true, now - 1_000, now).map(({ id }) => id);
  expect([at(100_500), at(101_000)]).toEqual([['a'], ['a', 'b']]);
  expect(at(50_000), 'set back').toEqual(['a', 'b']);
  collection.put({ id: 'c', van: null }, 50_500);
  expect([at(50_600), at(51_500)]).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
  ]);
  expect(at(100_500), 'the clock comes to that time again').toEqual(['a', 'b', 'c']);
});
