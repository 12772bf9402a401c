import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyOrderFields } from '../../../../src/renderer/orders/order-fields.ts';
import { OrderForm } from '../../../../src/renderer/orders/order-form.svelte.ts';
import type { EntryRow } from '../../../../src/shared/entries.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { order as orderSchema, type Order } from '../../../../src/shared/orders.ts';
import type { EntryReasonCode } from '../../../../src/shared/outbox.ts';
import { standIn, standInNow } from '../../../fixtures/backend-stand-in.ts';
import { endTimersWithEachTest } from '../../../fixtures/ends-timers.ts';

endTimersWithEachTest();

/** As the service has it of an order that was entered without a number. */
const marked = { externalId: 'dd-abcdefgh2345' };
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
  await form.keepNow();
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
      packageInfo: marked,
      address: { addressLineOne: 'Lindenweg 5', addressLineTwo: '10115 Neuhafen' },
    },
    draft: null,
  }));
  const form = new OrderForm();
  await form.open(row!.id);
  form.fields.recipientName = 'Anna';
  await form.keepNow();
  expect(main.state.drafts[0]?.fields).toHaveProperty('edited');
  form.becomeNew();
  await form.keepNow();
  expect(form.isNew).toBe(true);
  expect(form.fields).toMatchObject({
    recipientName: 'Anna',
    addressLineOne: 'Lindenweg 5',
    zip: '10115',
    city: 'Neuhafen',
    // The app's own marker belongs to the order that is gone.
    externalId: '',
  });
  expect(main.state.drafts).toHaveLength(1);
  expect(main.state.drafts[0]?.fields).not.toHaveProperty('edited');
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

describe('an order of the service', () => {
  const rejected = { address: { addressLineOne: 'Nowhere 1' }, recipient: { name: 'Anne' } };
  const address = {
    ...{ address: 'Lindenweg 5, 41731 Aldermünde, Germany', addressLineOne: 'Lindenweg 5' },
    ...{ addressLineTwo: '41731 Aldermünde, Germany', latitude: 52.9, longitude: 10.2 },
  };
  /** Answers this order, and saves edits of it. @param rejected what a rejected edit makes of it */
  function there(set: Partial<Order> = {}, rejected: Partial<Order> | null = null) {
    const order = orderSchema.parse({ id: 'orders/o0', address, recipient: { name: 'Anna' }, ...set });
    const typed = rejected === null ? {} : { typed: orderSchema.parse({ ...order, ...rejected }) };
    const [row] = main.state.orders;
    const get = vi.spyOn(main.handlers.orders, 'get').mockResolvedValue({ row: row!, order, ...typed, draft: null });
    const edit = vi.spyOn(main.handlers.orders, 'edit').mockResolvedValue(row!);
    return { get, edit };
  }

  async function opened(): Promise<OrderForm> {
    const form = new OrderForm();
    await form.open('orders/o0');
    return form;
  }

  it('is shown with its address, and saving it untouched sends nothing', async () => {
    const { edit } = there();
    const form = await opened();
    expect(form.fields).toMatchObject({
      ...{ addressLineOne: 'Lindenweg 5', addressLineTwo: '', zip: '41731', city: 'Aldermünde', country: 'Germany' },
      ...{ latitude: '', longitude: '' },
    });
    expect([form.filled, form.effects]).toEqual([false, []]);
    expect(await form.save()).toEqual({ kind: 'unchanged' });
    expect(edit).not.toHaveBeenCalled();
  });

  it('sends an edited address whole, and says that it replaces the other', async () => {
    const { edit } = there();
    const form = await opened();
    form.fields.addressLineOne = 'Lindenweg 7';
    expect(form.effects.map(({ effect }) => effect)).toContain('address-replaced');
    expect((await form.save()).kind).toBe('saved');
    expect(edit.mock.calls[0]?.[0]).toMatchObject({
      orderId: 'orders/o0',
      edit: { address: { addressLineOne: 'Lindenweg 7', zip: '41731', city: 'Aldermünde', country: 'Germany' } },
      base: { address },
    });
  });

  it('cannot be left without an address', async () => {
    there();
    const form = await opened();
    for (const name of ['addressLineOne', 'zip', 'city', 'country'] as const) form.fields[name] = '';
    expect(await form.save()).toEqual({ kind: 'invalid', field: 'addressLineOne' });
  });

  it('is resumed from a draft as it was opened, without reading it again', async () => {
    const { get, edit } = there();
    const form = await opened();
    form.fields.notes = 'Ring twice';
    await form.keepNow();
    get.mockRejectedValue(new AppError('record.not-found'));
    const again = new OrderForm();
    await again.continueDraft(form.draftId);
    expect([again.isNew, again.filled, again.fields.zip]).toEqual([false, true, '41731']);
    expect((await again.save()).kind).toBe('saved');
    expect(edit.mock.calls[0]?.[0]).toMatchObject({
      ...{ orderId: 'orders/o0', edit: { deliveryInstructions: { notes: 'Ring twice' } } },
      draftId: form.draftId,
    });
  });

  it('is resumed from a draft of an earlier version, which left the address out to keep it', async () => {
    const { edit } = there();
    const fields = { ...emptyOrderFields(), recipientName: 'Anne', packageCount: '', orderId: 'orders/o0' };
    await main.handlers.drafts.save({ id: 'earlier', form: 'order', planId: '', fields });
    const form = new OrderForm();
    await form.continueDraft('earlier');
    expect(form.fields).toMatchObject({ recipientName: 'Anne', addressLineOne: 'Lindenweg 5', zip: '41731' });
    expect((await form.save()).kind).toBe('saved');
    expect(edit.mock.calls[0]?.[0]).toMatchObject({ edit: { recipient: { name: 'Anne' } } });
    expect(edit.mock.calls[0]?.[0].edit).not.toHaveProperty('address');
  });

  it('shows no marker of the app as its number, and keeps it if no other is typed', async () => {
    const { edit } = there({ packageInfo: marked });
    const form = await opened();
    expect(form.fields.externalId).toBe('');
    form.fields.packageCount = '2';
    expect((await form.save()).kind).toBe('saved');
    expect(edit.mock.calls[0]?.[0].edit).toEqual({ packageInfo: { packageCount: 2 } });
  });

  it('opens with an edit that was rejected, and sends its correction on top of what the service has', async () => {
    const { edit } = there({}, rejected);
    const form = await opened();
    expect(form.fields).toMatchObject({ addressLineOne: 'Nowhere 1', zip: '', recipientName: 'Anne' });
    expect(form.filled).toBe(false);
    form.fields.addressLineOne = 'Lindenweg 7';
    await form.keepNow();
    const again = new OrderForm();
    await again.continueDraft(form.draftId);
    expect((await again.save()).kind).toBe('saved');
    // Main merges it with the rejected edit, which has the name.
    expect(edit.mock.calls[0]?.[0]).toMatchObject({
      edit: { address: { addressLineOne: 'Lindenweg 7' } },
      base: { address },
    });
    expect(edit.mock.calls[0]?.[0].edit).not.toHaveProperty('recipient');
  });
});

describe('a correction', () => {
  const entryId = 'entry-1';
  const content = {
    address: { addressLineOne: 'Lindenweg 5', zip: '41731', city: 'Aldermünde' },
    recipient: { name: 'Anna', phone: '1' },
  };
  const sent = orderSchema.parse({
    id: 'orders/o9',
    recipient: content.recipient,
    address: { addressLineOne: 'Lindenweg 5', addressLineTwo: '41731 Aldermünde, Germany' },
    packageInfo: marked,
  });
  const entry = (state: EntryRow['state'], code?: EntryReasonCode): EntryRow => ({
    ...{ id: entryId, sequence: 1, kind: 'orders.create' as const, state, createdAt: standInNow, attempts: 1 },
    ...{ reason: code === undefined ? null : { code, detail: {} }, lastAttemptAt: standInNow, notBefore: null },
    ...{
      planId: null,
      planTitle: null,
      recordId: sent.id,
      name: 'Anna',
      address: '',
      ways: [],
      waitsFor: null,
      heldBy: null,
    },
  });

  /** Saves a correction of the phone number. By then its entry is another, and main rejects it. */
  async function tooLate(now: EntryRow) {
    const row = main.state.orders[0]!;
    const change = { kind: 'create', entryId, state: 'queued', reason: null } as const;
    const waiting = { ...row, id: 'local-1', origin: 'outbox', change, changes: [change] } as const;
    vi.spyOn(main.handlers.orders, 'get')
      .mockResolvedValueOnce({ row: waiting, order: { id: 'local-1' }, draft: content })
      .mockResolvedValue({ row: { ...row, id: sent.id }, order: sent, draft: null });
    const said = { typed: content, base: null, names: {}, from: null, conflicts: [] };
    vi.spyOn(main.handlers.outbox, 'detail').mockResolvedValue(said);
    vi.spyOn(main.handlers.orders, 'correct').mockRejectedValue(new AppError('record.not-editable'));
    main.state.entries = [now];
    const form = new OrderForm();
    await form.open('local-1');
    form.fields.phone = '2';
    await form.keepNow();
    const before = form.draftId;
    expect(await form.save()).toEqual({ kind: 'failed' });
    await form.keepNow();
    expect(main.state.drafts.map(({ id }) => id)).toEqual([form.draftId]);
    return { form, before };
  }

  it.each(['sending', 'acknowledged'] as const)(
    'becomes an edit if its entry is %s meanwhile, with what the user changed alone',
    async (state) => {
      const { form, before } = await tooLate(entry(state));
      expect(form.saveError?.code).toBe('record.sent-meanwhile');
      expect([form.entryId, form.edited?.order.id]).toEqual([null, sent.id]);
      expect(form.fields).toMatchObject({ phone: '2', country: 'Germany', externalId: '' });
      expect(form.draftId, 'saving is another gesture').not.toBe(before);
      expect(main.state.drafts[0]?.fields).not.toHaveProperty('entryId');
      const edit = vi.spyOn(main.handlers.orders, 'edit').mockResolvedValue(main.state.orders[0]!);
      expect((await form.save()).kind).toBe('saved');
      const [asked] = edit.mock.calls[0]!;
      expect(asked).toMatchObject({ orderId: sent.id, edit: { recipient: { phone: '2' } } });
      expect(Object.keys(asked.edit)).toEqual(['recipient']);
    },
  );

  it('becomes a new order if its entry was discarded meanwhile', async () => {
    const { form, before } = await tooLate(entry('given-up'));
    expect([form.saveError?.code, form.isNew, form.filled]).toEqual(['record.discarded-meanwhile', true, true]);
    expect(form.draftId).not.toBe(before);
    const add = vi.spyOn(main.handlers.orders, 'add').mockResolvedValue(main.state.orders[0]!);
    expect((await form.save()).kind).toBe('saved');
    expect(add.mock.calls[0]?.[0]).toMatchObject({ order: { recipient: { name: 'Anna', phone: '2' } } });
  });

  it.each([
    ['was rejected and may still arrive', entry('refused', 'outbox.settling')],
    ['went into a file, and may be sent from elsewhere', entry('given-up', 'outbox.exported')],
  ])('stays one if its entry %s', async (_what, now) => {
    const { form, before } = await tooLate(now);
    expect([form.saveError?.code, form.entryId, form.draftId]).toEqual(['record.not-editable', entryId, before]);
  });
});
