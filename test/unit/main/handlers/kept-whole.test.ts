/** A stop stays where it is while a part of it would be lost elsewhere. */
import { expect, it } from 'vitest';
import { refuseLoss } from '../../../../src/main/handlers/kept-whole.ts';
import { stop } from '../../../../src/shared/stops.ts';

const read = (more: object) => stop.parse({ id: 'plans/p1/stops/s1', ...more });
const refusal = async (item: Parameters<typeof refuseLoss>[0]): Promise<unknown> =>
  Promise.resolve(item)
    .then(refuseLoss)
    .catch((error: unknown) => error);

it.each([
  ['paymentOnDelivery', { amount: 45_000, currency: 'CZK' }, 'record.odd-payment'],
  ['weight', { amount: 500, unit: 'gram' }, 'record.odd-weight'],
  ['activity', 'survey', 'record.odd-activity'],
])('says which part: %s', async (field, value, code) => {
  expect(await refusal(read({ [field]: value }))).toMatchObject({ code, detail: { field } });
});

it('lets go what can be sent, and what is only in the outbox', async () => {
  expect(await refusal(read({ weight: { amount: 2, unit: 'pound' }, activity: 'pickup' }))).toBeUndefined();
  expect(await refusal(null)).toBeUndefined();
});
