/** Every field that search filters and sorts by, one test each, over the generated day and some stops made for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filterable, sortable } from '../../conformance/rules/planning/search.ts';
import type { Plan } from './rules-records.ts';
import { openDesk, type Desk } from './rules-support.ts';

type Body = Record<string, unknown>;
let desk: Desk;
let stops: Body[] = [];

const at = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Body | null | undefined)?.[name], record);

const everything = (property: string, index: number) => ({
  address: { addressLineOne: `Rosenweg ${index + 1}` },
  notes: `Note ${index}`,
  packageCount: index + 2,
  recipient: {
    name: `Ada ${index}`,
    email: `ada${index}@mail.example`,
    phone: `+49 30 2312500${index}`,
    externalId: `S-${index}`,
  },
  orderInfo: {
    products: [`Lamp ${index}`],
    sellerName: `Shop ${index}`,
    sellerOrderId: `O-${index}`,
    sellerWebsite: `https://s${index}.example`,
  },
  timing: { estimatedAttemptDuration: 100 + index },
  paymentOnDelivery: { amount: 1_250 + index * 100, currency: 'EUR' },
  barcodes: [`B-${index}`],
  customProperties: { [property]: `P${index}` },
});

beforeAll(async () => {
  desk = await openDesk();
  const { known } = desk;
  for (const index of [0, 1, 2]) {
    await desk.good(desk.send('POST', `/${known.plan}/stops`, everything(known.property, index)));
  }
  desk.clock.pass(60_000);
  const plans = await desk.all<Plan>('planning', '/plans', 'plans');
  const read = plans
    .filter(({ distributed }) => distributed)
    .slice(-3)
    .map(({ id }) => id);
  for (const id of [known.plan, ...read]) stops.push(...(await desk.all<Body>('planning', `/${id}/stops`, 'stops')));
  stops = stops.filter(({ type }) => type === 'stop');
});
afterAll(() => desk.close());

const moment = (seconds: unknown) => (typeof seconds === 'number' ? new Date(seconds * 1_000).toISOString() : null);

/** What a stop has under the name that search knows: most are where they are read, some are not. */
const elsewhere: Record<string, (stop: Body) => unknown> = {
  planId: (stop) => stop['plan'],
  routeId: (stop) => at(stop, 'route.id'),
  arrivalAt: (stop) => moment(at(stop, 'eta.value.estimatedArrivalAt')),
  'deliveryInfo.attemptedAt': (stop) => moment(at(stop, 'deliveryInfo.attemptedAt')),
  'address.countryCode': () => 'DE',
  // In whole units here, in cents in the stop.
  'paymentOnDelivery.amount': (stop) => {
    const amount = at(stop, 'paymentOnDelivery.amount');
    return typeof amount === 'number' ? amount / 100 : null;
  },
  barcodes: (stop) => (at(stop, 'barcodes') as string[])[0] ?? null,
  'orderInfo.products': (stop) => (at(stop, 'orderInfo.products') as string[] | null)?.[0] ?? null,
  customProperties: (stop) => at(stop, `customProperties.${desk.known.property}`) ?? null,
};
const valueOf = (stop: Body, field: string): unknown => (elsewhere[field] ?? ((each) => at(each, field)))(stop) ?? null;

async function search(parameters: Record<string, string>): Promise<Body[]> {
  const page = await desk.good(desk.send('GET', `/stops:search?${new URLSearchParams(parameters).toString()}`));
  return (page['stops'] as { stop?: Body }[]).flatMap(({ stop }) => (stop ? [stop] : []));
}

const literal = (value: unknown) => (typeof value === 'string' ? JSON.stringify(value) : String(value));
const nameOf = (field: string) => (field === 'customProperties' ? `customProperties.${desk.known.property}` : field);

/** Whether a hit has the value, in a list too. */
function has(stop: Body, field: string, value: unknown): boolean {
  const list = field === 'barcodes' || field === 'orderInfo.products' ? (at(stop, field) as unknown[] | null) : null;
  return list ? list.includes(value) : valueOf(stop, field) === value;
}

const isReadable = (field: string) => field !== 'createdAt';

describe('search filters by', () => {
  it.each(Object.keys(filterable).filter(isReadable))('%s', async (field) => {
    const sample = stops.find((stop) => valueOf(stop, field) !== null);
    expect(sample, 'a stop has a value').toBeDefined();
    const value = valueOf(sample ?? {}, field);
    const of = `planId = ${literal(sample?.['plan'])}`;
    const same = await search({ filter: `${nameOf(field)} = ${literal(value)} and ${of}` });
    expect(same.length).toBeGreaterThan(0);
    expect(same.filter((stop) => !has(stop, field, value))).toEqual([]);
    const others = await search({ filter: `${nameOf(field)} != ${literal(value)} and ${of}` });
    expect(others.filter((stop) => stop['type'] === 'stop' && has(stop, field, value))).toEqual([]);
  });

  it('createdAt', async () => {
    const before = new Date(desk.clock.now() - 600_000).toISOString();
    const { known } = desk;
    const { id } = await desk.good(
      desk.send('POST', `/${known.plan}/stops`, { address: { addressLineOne: 'Rosenweg 9' } }),
    );
    desk.clock.pass(60_000);
    const found = await search({ filter: `createdAt >= "${before}" and planId = "${known.plan}"` });
    expect(found.map((stop) => stop['id'])).toContain(id);
    expect(await search({ filter: `createdAt >= "2099-01-01T00:00:00Z"` })).toEqual([]);
  });
});

describe('search sorts by', () => {
  it.each(sortable.filter(isReadable))('%s', async (field) => {
    const live = stops.find((stop) => valueOf(stop, field) !== null);
    const filter = `${field} != null and planId = ${literal(live?.['plan'])}`;
    const values = async (sortOrder: string) =>
      (await search({ filter, sortField: field, sortOrder })).map((stop) => {
        const value = valueOf(stop, field);
        return typeof value === 'string' ? Date.parse(value) : Number(value);
      });
    const up = await values('asc');
    expect(up.length).toBeGreaterThan(1);
    expect(up).toEqual(up.toSorted((one, other) => one - other));
    const down = await values('desc');
    expect(down).toEqual(down.toSorted((one, other) => other - one));
    expect(down[0]).toBeGreaterThan(up[0] ?? Infinity);
  });

  it('createdAt', async () => {
    const ids: unknown[] = [];
    for (const house of [21, 22, 23]) {
      const place = { address: { addressLineOne: `Rosenweg ${house}` }, notes: 'Zwiebelkuchen' };
      ids.push((await desk.good(desk.send('POST', `/${desk.known.plan}/stops`, place)))['id']);
    }
    desk.clock.pass(60_000);
    const found = async (sortOrder: string) =>
      (await search({ filter: 'notes = "Zwiebelkuchen"', sortField: 'createdAt', sortOrder })).map(({ id }) => id);
    expect(await found('asc')).toEqual(ids);
    expect(await found('desc')).toEqual(ids.toReversed());
  });
});

/** Which of the three stops a filter finds, by their numbers. */
async function found(filter: string): Promise<number[]> {
  const hits = await search({
    filter: `(${filter}) and recipient.externalId ~= "S-" and planId = "${desk.known.plan}"`,
  });
  return hits.map((stop) => Number(String(at(stop, 'recipient.externalId')).slice(2))).sort();
}
const refused = async (filter: string) =>
  (await desk.send('GET', `/stops:search?${new URLSearchParams({ filter }).toString()}`)).status === 400;

describe('the filter language', () => {
  it('joins comparisons with and, or and parentheses', async () => {
    expect(await found('packageCount = 2 or packageCount = 3')).toEqual([0, 1]);
    expect(await found('(packageCount = 2) and notes = "Note 0"')).toEqual([0]);
    expect(await found('packageCount = 2 and notes = "Note 1"')).toEqual([]);
  });
  it('has 1 to 2048 characters', async () => {
    const padded = (length: number) => 'packageCount = 2'.padEnd(length);
    expect([await refused(padded(2048)), await refused(padded(2049)), await refused('')]).toEqual([false, true, true]);
  });
  it('reads keywords in any case', async () => {
    expect(await found('packageCount = 2 OR packageCount = 4 And packageCount = 4')).toEqual([0, 2]);
  });
  it('has texts in double quotes', async () => {
    expect(await found('notes = "Note 1"')).toEqual([1]);
    expect(await refused("notes = 'Note 1'")).toBe(true);
  });
  it('has whole numbers, which are no texts', async () => {
    expect(await found('packageCount = 3')).toEqual([1]);
    expect(await refused('packageCount = "3"')).toBe(true);
  });
  it('has numbers with a decimal point', async () => {
    expect(await found('paymentOnDelivery.amount = 13.5')).toEqual([1]);
  });
  it('has true and false in any case', async () => {
    const tried = await search({ filter: 'deliveryInfo.attempted = TRUE' });
    expect(tried.length).toBeGreaterThan(0);
    expect(tried.filter((stop) => at(stop, 'deliveryInfo.attempted') !== true)).toEqual([]);
    expect((await search({ filter: 'deliveryInfo.attempted = true' })).length).toBe(tried.length);
  });
  it('has null in any case', async () => {
    expect(await found('timing.estimatedAttemptDuration = NULL')).toEqual([]);
    expect(await found('timing.estimatedAttemptDuration != null')).toEqual([0, 1, 2]);
  });
  it('compares every type with = and !=', async () => {
    expect(await found('packageCount != 3')).toEqual([0, 2]);
    expect(await found('notes != "Note 2"')).toEqual([0, 1]);
  });
  it('finds a part of a text with ~=, of texts only', async () => {
    expect(await found('notes ~= "te 1"')).toEqual([1]);
    expect(await refused('packageCount ~= "1"')).toBe(true);
  });
  it('compares numbers by order', async () => {
    const each = await Promise.all(['> 2', '>= 3', '< 3', '<= 3'].map((part) => found(`packageCount ${part}`)));
    expect(each).toEqual([[1, 2], [1, 2], [0], [0, 1]]);
  });
  it('compares texts by order where they are dates, and no others', async () => {
    expect(await found('createdAt < "2099-01-01T00:00:00Z"')).toEqual([0, 1, 2]);
    expect(await refused('notes > "Note"')).toBe(true);
  });
  it('binds and tighter than or', async () => {
    expect(await found('packageCount = 2 or packageCount = 3 and notes = "Note 2"')).toEqual([0]);
    expect(await found('(packageCount = 2 or packageCount = 3) and notes = "Note 1"')).toEqual([1]);
  });
  it('names fields within fields with dots', async () => {
    expect(await found('recipient.name = "Ada 1"')).toEqual([1]);
  });
  it('names a custom property by its id, in two ways', async () => {
    const { property } = desk.known;
    expect(await found(`customProperties.${property} = "P1"`)).toEqual([1]);
    expect(await found(`custom_property.${property} = "P1"`)).toEqual([1]);
    expect(await refused('customProperties.nobody = "P1"')).toBe(true);
  });
});
