/**
 * Every field that the documents say is answered, one test each: it is there in every record, null or of its kind, and
 * not always null. What the fields are is written down in test/conformance/shapes, by hand from the documents.
 */
import { describe, expect, it } from 'vitest';
import * as orders from '../../conformance/shapes/orders.ts';
import * as routes from '../../conformance/shapes/routes.ts';
import type { AnsweredShape, Kind } from '../../conformance/shapes/shape.ts';
import * as stops from '../../conformance/shapes/stops.ts';
import * as team from '../../conformance/shapes/team.ts';
import type { Plan } from './rules-records.ts';
import { recordsOf } from './rules-samples.ts';
import { useDesk, type Desk } from './rules-support.ts';

let desk: Desk;
useDesk((opened) => {
  desk = opened;
});

const samples = new Map<string, Promise<unknown[]>>();
/** Records of a kind as they come over the wire: generated ones, and some made by request. */
function samplesOf(record: string): Promise<unknown[]> {
  const known = samples.get(record) ?? recordsOf(desk, record);
  samples.set(record, known);
  return known;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWhole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** `plans/stops` → `plans/<id>/stops/<id>`. */
function isId(value: unknown, collections: string): boolean {
  const pattern = collections
    .split('/')
    .map((name) => `${name}/[A-Za-z0-9_-]{1,50}`)
    .join('/');
  return typeof value === 'string' && new RegExp(`^${pattern}$`).test(value);
}

function isOf(kind: Kind, value: unknown): boolean {
  if (typeof kind !== 'string') {
    if ('oneOf' in kind) return kind.oneOf.includes(String(value)) && typeof value === 'string';
    if ('id' in kind) return isId(value, kind.id);
    return Array.isArray(value) && value.every((each) => isId(each, kind.ids));
  }
  switch (kind) {
    case 'text':
      return isText(value);
    case 'text, maybe empty':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'whole':
      return isWhole(value, 0, Number.MAX_SAFE_INTEGER);
    case 'truth':
      return typeof value === 'boolean';
    case 'texts':
      return Array.isArray(value) && value.every(isText);
    case 'object':
      return isObject(value);
    case 'objects':
      return Array.isArray(value) && value.every(isObject);
    case 'date':
      return (
        isObject(value) &&
        isWhole(value['day'], 1, 31) &&
        isWhole(value['month'], 1, 12) &&
        isWhole(value['year'], 2000, 2100)
      );
    case 'time':
      return isObject(value) && isWhole(value['hour'], 0, 23) && isWhole(value['minute'], 0, 59);
    case 'texts by name':
      return isObject(value) && Object.values(value).every(isText);
  }
}

/** The values at a dotted path, `missing` where the record above them lacks the field; none where that is null. */
const missing = Symbol('missing');
function valuesAt(record: unknown, path: readonly string[], optional: boolean): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [record];
  if (name === '0') return Array.isArray(record) ? record.flatMap((item) => valuesAt(item, rest, optional)) : [];
  if (!isObject(record)) return record === null ? [] : [missing];
  if (!Object.hasOwn(record, name)) return optional ? [] : [missing];
  return valuesAt(record[name], rest, optional);
}

/** There only in some: a value that has a status, and what a finished operation has in place of an error. */
const isOptional = (name: string) => /(^|\.)value(\.|$)|^result\./.test(name);

const shapes: AnsweredShape[] = [
  ...[team.plan, team.driver, team.member, team.depot, team.customProperty],
  ...[stops.stop, stops.unassignedStop, routes.route, routes.operation],
  ...[orders.order, orders.courier, orders.pickupLocation, orders.shippingLabels],
];

describe.each(shapes.map((shape) => [shape.record, shape] as const))('%s', (record, shape) => {
  it.each(shape.fields.map((field) => [field.name, field] as const))('%s', async (_name, { name, is, alwaysNull }) => {
    const values = (await samplesOf(record)).flatMap((each) => valuesAt(each, name.split('.'), isOptional(name)));
    const wrong = values.filter((value) => value === missing || (value !== null && !isOf(is, value)));
    expect(wrong.slice(0, 3).map((value) => (value === missing ? 'missing' : value))).toEqual([]);
    expect(
      values.some((value) => value !== null),
      'in some record it has a value',
    ).toBe(alwaysNull === undefined);
  });

  it('has no other field', async () => {
    const known = new Set(shape.fields.map(({ name }) => name.split('.')[0]));
    const others = (await samplesOf(record)).flatMap((each) =>
      Object.keys(each as object).filter((name) => !known.has(name)),
    );
    expect(others).toEqual([]);
  });
});

it('plans are read one by one as they are listed', async () => {
  const [first] = (await samplesOf('Plan')) as Plan[];
  expect((await desk.send('GET', `/${first?.id ?? ''}`)).body).toEqual(first);
});
