/**
 * Sorts rows by one value each, in steps, so that a list of 100,000 rows can be sorted without a frame being missed.
 * Comparing two names costs about as much as reading one, so equal values are compared once, not once a row.
 */
import type { TableSort } from '../../shared/table-layouts.ts';
import { compareNames } from './filter.ts';
import type { Steps } from './in-slices.ts';

/** Null and the empty text come last in both directions: who sorts by a column looks for what is in it. */
export type SortValue = string | number | null;

/** Rows read, or values compared, in one step: some tenths of a millisecond. */
const inOneStep = 256;

/** Numbers by size before names as people count. */
function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number') return typeof other === 'number' ? one - other : -1;
  return typeof other === 'number' ? 1 : compareNames(one, other) || (one < other ? -1 : 1);
}

/** Sorts different values: small runs first, then pairs of neighbouring runs are merged. */
function* sortedValues(values: readonly (string | number)[]): Steps<(string | number)[]> {
  let runs: (string | number)[][] = [];
  // A run is sorted in one step.
  const runLength = 32;
  for (let from = 0; from < values.length; from += runLength) {
    runs.push(values.slice(from, from + runLength).sort(compareValues));
    if (runs.length % 4 === 0) yield;
  }
  while (runs.length > 1) {
    const merged: (string | number)[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergedRuns(runs[at] ?? [], runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns(
  one: readonly (string | number)[],
  other: readonly (string | number)[],
): Steps<(string | number)[]> {
  const merged: (string | number)[] = [];
  let [left, right] = [0, 0];
  for (;;) {
    const [first, second] = [one[left], other[right]];
    if (first === undefined && second === undefined) return merged;
    if (second === undefined || (first !== undefined && compareValues(first, second) < 0)) {
      if (first !== undefined) merged.push(first);
      left += 1;
    } else {
      merged.push(second);
      right += 1;
    }
    if (merged.length % inOneStep === 0) yield;
  }
}

/** The values of a list in order, from the last time that it was sorted. */
export interface SortMemory {
  values: readonly (string | number)[];
}

/** Puts the few values that are new where they belong among those whose order is known; sorts all if many are new. */
function* valuesInOrder(
  places: ReadonlyMap<string | number, number>,
  { values: known }: SortMemory,
): Steps<readonly (string | number)[]> {
  const isKnown = new Uint8Array(places.size);
  const kept: (string | number)[] = [];
  for (const [index, value] of known.entries()) {
    const place = places.get(value);
    if (place !== undefined) {
      isKnown[place] = 1;
      kept.push(value);
    }
    if (index % inOneStep === 0) yield;
  }
  const values = [...places.keys()];
  const added = values.filter((_, place) => isKnown[place] === 0);
  if (added.length > values.length / 8) return yield* sortedValues(values);
  const ordered: (string | number)[] = [];
  let from = 0;
  for (const value of yield* sortedValues(added)) {
    let [low, high] = [from, kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareValues(kept[middle] ?? value, value) < 0) low = middle + 1;
      else high = middle;
    }
    for (; from < low; from += 1) ordered.push(kept[from] ?? value);
    ordered.push(value);
    yield;
  }
  for (; from < kept.length; from += 1) ordered.push(kept[from] ?? 0);
  return ordered;
}

/**
 * @param valueOf what a row is sorted by; called once a row
 * @param memory of the last sort by the same value, which is brought up to date
 * @returns the rows in order; rows with equal values stay in theirs
 */
export function* sortedRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  direction: TableSort['direction'],
  memory: SortMemory = { values: [] },
): Steps<readonly Row[]> {
  const places = new Map<string | number, number>();
  const placeOf = new Float64Array(rows.length);
  for (const [index, row] of rows.entries()) {
    const value = valueOf(row);
    if (value === null || value === '') {
      placeOf[index] = -1;
    } else {
      const known = places.get(value);
      placeOf[index] = known ?? places.size;
      if (known === undefined) places.set(value, places.size);
    }
    if (index % inOneStep === 0) yield;
  }
  const values = yield* valuesInOrder(places, memory);
  memory.values = values;
  const rankOf = new Float64Array(values.length);
  for (const [rank, value] of values.entries()) {
    rankOf[places.get(value) ?? 0] = direction === 'ascending' ? rank : values.length - 1 - rank;
    if (rank % inOneStep === 0) yield;
  }
  // One number holds a row's rank and its place, so that the engine sorts plain numbers.
  const keys = placeOf.map((place, index) => (place < 0 ? values.length : (rankOf[place] ?? 0)) * rows.length + index);
  yield;
  keys.sort();
  yield;
  const sorted: Row[] = [];
  for (const key of keys) {
    const row = rows[key % rows.length];
    if (row !== undefined) sorted.push(row);
    if (sorted.length % 4_096 === 0) yield;
  }
  return sorted;
}
