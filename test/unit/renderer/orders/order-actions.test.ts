import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { t } from '../../../../src/messages/index.ts';
import { errorLine } from '../../../../src/renderer/lib/error-text.ts';
import { OrderActions } from '../../../../src/renderer/orders/order-actions.svelte.ts';
import { toasts } from '../../../../src/renderer/ui/toasts.svelte.ts';
import { AppError, encodeError } from '../../../../src/shared/errors.ts';
import type { OrderRow } from '../../../../src/shared/orders.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

let main: ReturnType<typeof standIn>;
let actions: OrderActions;
let rows: OrderRow[];

beforeEach(() => {
  main = standIn();
  vi.stubGlobal('window', { backend: main });
  toasts.list = [];
  actions = new OrderActions();
  rows = main.state.orders.filter(({ state }) => state === 'draft').slice(0, 3);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A main process that answers when it is told to. @param wrong id of an order that it rejects */
function slowly(wrong: string | null = null) {
  const told = Promise.withResolvers<undefined>();
  vi.spyOn(main.handlers.orders, 'submit').mockImplementation(async ({ orderIds }) => {
    await told.promise;
    const error = encodeError(new AppError('record.not-editable'));
    return orderIds.map((id) => ({ id, error: id === wrong ? error : null }));
  });
  return () => told.resolve(undefined);
}

it('shows the progress of an action before main has answered', async () => {
  const answer = slowly(rows[1]!.id);
  const submitting = actions.submit(rows, 'couriers/c1');
  expect([actions.batch?.titles.size, actions.batch?.left]).toEqual([3, []]);
  answer();
  await submitting;
  expect(actions.batch?.left.map(({ id }) => id)).toEqual([rows[1]!.id]);
  expect(actions.batch?.titles.size).toBe(2);
});

it('leaves a closed progress closed, unless an order failed', async () => {
  const close = async (answer: () => void) => {
    const submitting = actions.submit(rows, 'couriers/c1');
    actions.batch = null;
    answer();
    await submitting;
    return actions.batch;
  };
  expect(await close(slowly())).toBeNull();
  expect(await close(slowly(rows[0]!.id))).toMatchObject({ left: [{ id: rows[0]!.id }] });
});

it('closes the progress of an action that failed as a whole, and says why', async () => {
  await actions.submit(rows, 'couriers/c1');
  expect(actions.batch).toBeNull();
  expect(toasts.list.map(({ kind }) => kind)).toEqual(['error']);
});

it('gives the error to every order that was not reached, if a later call fails', async () => {
  const [template] = rows;
  const many = Array.from({ length: 501 }, (_, at) => ({ ...template!, id: `orders/many-${at}` }));
  const submit = vi.spyOn(main.handlers.orders, 'submit');
  submit.mockImplementationOnce(async ({ orderIds }) => orderIds.map((id) => ({ id, error: null })));
  await actions.submit(many, 'couriers/c1');
  expect(submit).toHaveBeenCalledTimes(2);
  expect([actions.batch?.titles.size, actions.batch?.left.map(({ id }) => id)]).toEqual([500, ['orders/many-500']]);
  expect(toasts.list, 'the dialog says it').toEqual([]);
});

it('says which orders stay as they are because their changes were sent before they could be discarded', async () => {
  const error = encodeError(new AppError('record.not-editable'));
  const giveUp = vi.spyOn(main.handlers.orders, 'giveUp');
  giveUp.mockImplementation(async ({ orderIds }) => orderIds.map((id, at) => ({ id, error: at === 0 ? null : error })));
  await actions.giveUp(rows.map(({ id }) => id));
  expect(toasts.list.map(({ kind, text }) => [kind, text])).toEqual([
    ['error', t('orders.staysAsIs', { count: 2, why: errorLine(error) })],
  ]);
  await actions.giveUp([rows[0]!.id]);
  expect(toasts.list).toEqual([]);
});
