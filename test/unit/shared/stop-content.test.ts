/** A stop of the service as input, for creating it again in another place. */
import { expect, it } from 'vitest';
import { contentOf, unsendable } from '../../../src/shared/stop-content.ts';
import { stop, stopCreate } from '../../../src/shared/stops.ts';

const read = (more: object) => stop.parse({ id: 'plans/p1/stops/s1', ...more });
/** What is sent of an address that was read, which must be valid for the service. */
function sent(address: object) {
  const content = contentOf(read({ address }));
  expect(stopCreate.safeParse(content).error).toBeUndefined();
  return content.address;
}

const lines = { addressLineOne: 'Hof Meyer', addressLineTwo: '110 00 Praha, Czechia' };
const point = { latitude: 50.08, longitude: 14.42 };

it('stays where it is: its coordinates are sent with its lines', () => {
  const place = { address: 'Hof Meyer, 110 00 Praha, Czechia', placeId: 'x', placeTypes: ['geocode'] };
  expect(sent({ ...lines, ...point, ...place })).toEqual({ ...lines, ...point });
  expect(sent({ ...point, addressLineTwo: '' })).toEqual(point);
  expect(sent({ address: 'Hof Meyer', ...point })).toEqual(point);
});

it('is sent by its lines alone without a point that can be sent', () => {
  for (const half of [{ latitude: 50.08 }, { longitude: 14.42, latitude: null }, { latitude: 95, longitude: 10 }]) {
    expect(sent({ ...lines, ...half })).toEqual(lines);
    expect(sent({ address: 'Hof Meyer', ...half })).toEqual({ addressLineOne: 'Hof Meyer' });
  }
  expect(contentOf(read({ address: null })).address).toEqual({});
});

it('keeps its custom properties as texts', () => {
  const customProperties = { floor: 3, cooled: true, doorCode: '4711', gate: null, bell: '', odd: {} };
  expect(contentOf(read({ customProperties })).customProperties).toEqual({
    ...{ floor: '3', cooled: 'true', doorCode: '4711' },
  });
  expect(contentOf(read({ customProperties: { gate: null } })).customProperties).toBeUndefined();
});

it('has parts that cannot be sent, and that a new stop would lose', () => {
  const known = {
    ...{ paymentOnDelivery: { amount: 45_000, currency: 'EUR' }, weight: { amount: 2, unit: 'pound' } },
    activity: 'pickup',
  };
  expect(unsendable(read(known))).toEqual([]);
  expect(unsendable({})).toEqual([]);
  const nothing = { paymentOnDelivery: { amount: null, currency: 'CZK' }, weight: { amount: 0, unit: 'gram' } };
  expect(unsendable(read({ ...nothing, activity: null }))).toEqual([]);
  const odd = [
    ['paymentOnDelivery', { amount: 45_000, currency: 'CZK' }],
    ['paymentOnDelivery', { amount: 45_000, currency: null }],
    ['weight', { amount: 500, unit: 'gram' }],
    ['activity', 'survey'],
  ] as const;
  for (const [field, value] of odd) expect(unsendable(read({ ...known, [field]: value }))).toEqual([field]);
});
