import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyOrderFields } from '../../../../src/renderer/orders/order-fields.ts';
import { OrderForm } from '../../../../src/renderer/orders/order-form.svelte.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

let main: ReturnType<typeof standIn>;
let saved: string[];

beforeEach(() => {
  main = standIn();
  vi.stubGlobal('window', { backend: main });
  saved = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A main process that answers late or fails. The second call is answered immediately. */
function slowly(fails: boolean) {
  const told = Promise.withResolvers<undefined>();
  let waits: Promise<undefined> | null = told.promise;
  vi.spyOn(main.handlers.orders, 'add').mockImplementation(async ({ order }) => {
    const first = waits !== null;
    await waits;
    waits = null;
    if (first && fails) throw new AppError('storage.not-saved');
    saved.push(order.recipient?.name ?? '');
    const [row] = main.state.orders;
    if (!row) throw new AppError('record.not-found');
    return row;
  });
  return () => told.resolve(undefined);
}

function typed(name: string): OrderForm {
  const form = new OrderForm();
  Object.assign(form.fields, { recipientName: name, addressLineOne: 'Lindenweg 5' });
  return form;
}

it('keeps input made before the answer for the next order', async () => {
  const answer = slowly(false);
  const form = typed('Anna');
  const result = form.save();
  form.fields.recipientName = 'Bru';
  answer();
  expect((await result).kind).toBe('saved');
  expect(saved).toEqual(['Anna']);
  expect(form.fields).toEqual({ ...emptyOrderFields(), recipientName: 'Bru' });
});

it('shows an order that could not be saved again, then the input made meanwhile', async () => {
  const answer = slowly(true);
  const form = typed('Anna');
  const result = form.save();
  form.fields.recipientName = 'Bru';
  answer();
  expect(await result).toEqual({ kind: 'failed' });
  expect(form.fields.recipientName).toBe('Anna');
  await form.keepNow();
  expect(main.state.drafts.map(({ fields }) => fields['recipientName']).sort()).toEqual(['Anna', 'Bru']);
  expect((await form.save()).kind).toBe('saved');
  expect(saved).toEqual(['Anna']);
  expect(form.fields.recipientName).toBe('Bru');
});

it('rejects input if the form closes with the answer', async () => {
  const answer = slowly(false);
  const form = typed('Anna');
  const result = form.save(false);
  expect(form.takesNothing).toBe(true);
  answer();
  await result;
});

it('makes a new order of an edited one that was deleted elsewhere, with its address', async () => {
  const [row] = main.state.orders;
  vi.spyOn(main.handlers.orders, 'get').mockImplementation(async () => ({
    row: row!,
    order: {
      id: row!.id,
      packageInfo: { externalId: 'dd-abcdefgh2345' },
      address: { addressLineOne: 'Lindenweg 5', addressLineTwo: '10115 Neuhafen' },
    },
    draft: null,
  }));
  const form = new OrderForm();
  await form.open(row!.id);
  form.fields.recipientName = 'Anna';
  await form.keepNow();
  expect(main.state.drafts[0]?.fields).toHaveProperty('orderId');
  form.becomeNew();
  await form.keepNow();
  expect(form.isNew).toBe(true);
  expect(form.fields).toMatchObject({
    recipientName: 'Anna',
    addressLineOne: 'Lindenweg 5',
    addressLineTwo: '10115 Neuhafen',
    // The app's own marker belongs to the order that is gone.
    externalId: '',
  });
  expect(main.state.drafts).toHaveLength(1);
  expect(main.state.drafts[0]?.fields).not.toHaveProperty('orderId');
});

it('saves once when it is told to several times before the answer', async () => {
  const answer = slowly(false);
  const form = typed('Anna');
  const results = [form.save(), form.save(), form.save(false)];
  answer();
  expect((await Promise.all(results)).map(({ kind }) => kind)).toEqual(['saved', 'failed', 'failed']);
  expect(saved).toEqual(['Anna']);
});

it('can save again after a failure', async () => {
  const answer = slowly(true);
  const form = typed('Anna');
  const results = [form.save(), form.save()];
  answer();
  await Promise.all(results);
  expect(saved).toEqual([]);
  expect((await form.save()).kind).toBe('saved');
  expect(saved).toEqual(['Anna']);
});
