import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { editOf, isEdited } from '../../../../src/renderer/stops/stop-edit.ts';
import { fieldsFromStop } from '../../../../src/renderer/stops/stop-fields.ts';
import { t } from '../../../../src/messages/index.ts';
import { StopForm } from '../../../../src/renderer/stops/stop-form.svelte.ts';
import { contentOf } from '../../../../src/shared/stop-content.ts';
import { stop, stopEdit, stopUpdate } from '../../../../src/shared/stops.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';
import { endTimersWithEachTest } from '../../../fixtures/ends-timers.ts';

endTimersWithEachTest();

const read = stop.parse({
  id: 'plans/p1/stops/s1',
  address: { addressLineOne: 'Quay 1', addressLineTwo: '01234 Town', latitude: 52.5, longitude: 13.4 },
  recipient: { name: 'Anna', phone: '030 1', email: null, externalId: 'dd-abcdefghjkmn' },
  timing: { estimatedAttemptDuration: 300, earliestAttemptTime: { hour: 9, minute: 0 }, latestAttemptTime: null },
  notes: 'Ring',
  barcodes: ['A1', 'A2'],
  activity: 'pickup',
  packageCount: 2,
  weight: null,
  orderInfo: null,
  customProperties: null,
});
const before = fieldsFromStop(contentOf(read));

/** The edit for changed fields of the form, which must be valid for the service. */
function changed(fields: Partial<typeof before>) {
  const edit = editOf(before, { ...before, ...fields }, read);
  if (edit.kind === 'change') expect(stopUpdate.safeParse(edit.change).error).toBeUndefined();
  return edit;
}

describe('the edit of a stop', () => {
  it('is empty if nothing was entered', () => {
    expect(changed({})).toEqual({ kind: 'nothing' });
  });

  it('is empty for a stop that has a barcode twice, and has each once when another is added', () => {
    const twice = { ...before, barcodes: ['A1', 'A1'] };
    expect(editOf(twice, { ...twice }, read)).toEqual({ kind: 'nothing' });
    expect(editOf(twice, { ...twice, barcodeTyped: 'A2' }, read)).toMatchObject({ change: { barcodes: ['A1', 'A2'] } });
  });

  it('has only the changed fields with their old values, and nested objects whole', () => {
    expect(changed({ notes: 'Knock', phone: '030 2' })).toEqual({
      kind: 'change',
      change: { notes: 'Knock', recipient: { phone: '030 2' } },
      base: { notes: 'Ring', recipient: read.recipient },
    });
  });

  it('has the changed fields of a nested object that did not exist before', () => {
    expect(changed({ email: 'anna@example.com', latest: '12' })).toMatchObject({
      change: { recipient: { email: 'anna@example.com' }, timing: { latestAttemptTime: { hour: 12, minute: 0 } } },
    });
    expect(changed({ products: 'Chair' })).toMatchObject({
      change: { orderInfo: { products: ['Chair'] } },
      base: { orderInfo: null },
    });
  });

  it('clears fields with null, lists with an empty one, and names the service’s defaults', () => {
    const edit = changed({ notes: '', earliest: '', barcodes: [], activity: 'delivery', packageCount: '', phone: '' });
    expect(edit).toMatchObject({
      change: {
        notes: null,
        timing: { earliestAttemptTime: null },
        barcodes: [],
        activity: 'delivery',
        packageCount: null,
        recipient: { phone: null },
      },
    });
  });

  it('has each custom property for itself, null where it was taken away or got another name', () => {
    const item = stop.parse({ ...read, customProperties: { doorCode: '4711', floor: '3' } });
    const both = fieldsFromStop(contentOf(item));
    const [door, floor] = both.properties;
    const edited = (properties: typeof both.properties) => {
      const edit = editOf(both, { ...both, properties }, item);
      if (edit.kind === 'change') expect(stopEdit.safeParse(edit.change).error).toBeUndefined();
      return edit;
    };
    const base = { customProperties: item.customProperties };
    expect(edited([door!])).toEqual({ kind: 'change', change: { customProperties: { floor: null } }, base });
    expect(edited([door!, { ...floor!, name: 'level' }])).toEqual({
      ...{ kind: 'change', change: { customProperties: { floor: null, level: '3' } }, base },
    });
    expect(edited([door!, floor!, { name: 'cooled', value: 'yes' }])).toMatchObject({
      change: { customProperties: { cooled: 'yes' } },
    });
    expect(edited([])).toMatchObject({ change: { customProperties: { doorCode: null, floor: null } } });
  });

  it('is a relocation if the address was changed', () => {
    expect(changed({ addressLineOne: 'Quay 2' })).toEqual({ kind: 'relocate' });
  });
});

describe('an edited field', () => {
  const after = (fields: Partial<typeof before>) => ({ ...before, ...fields });

  it('counts together with the fields that say something only with it', () => {
    expect(isEdited('notes', before, before)).toBe(false);
    expect(isEdited('notes', before, after({ notes: 'Knock' }))).toBe(true);
    expect(isEdited('phone', before, after({ notes: 'Knock' }))).toBe(false);
    for (const [edited, other] of [
      [{ zip: '1' }, 'addressLineOne'],
      [{ earliest: '10' }, 'latest'],
      [{ barcodeTyped: 'A3' }, 'barcodes'],
      [{ paymentCurrency: 'CHF' }, 'paymentAmount'],
      [{ weightUnit: 'pound' }, 'weightAmount'],
    ] as const)
      expect(isEdited(other, before, after(edited)), other).toBe(true);
    expect(isEdited('barcodes', before, after({ barcodes: ['A1'] }))).toBe(true);
  });
});

describe('the form of an existing stop', () => {
  let main: ReturnType<typeof standIn>;
  beforeEach(() => {
    main = standIn();
    vi.stubGlobal('window', { backend: main });
    vi.spyOn(main.handlers.stops, 'get').mockImplementation(async ({ id }) => {
      const row = main.state.stops.find((each) => each.id === id)!;
      return { row, stop: { ...read, id, address: null }, draft: null, changed: [] };
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("saves a change although the stop's address from the service is invalid", async () => {
    const edit = vi.spyOn(main.handlers.stops, 'edit');
    const [row] = main.state.stops;
    const form = new StopForm('plans/plan0');
    await form.change(row!.id);
    expect(form.filled).toBe(false);
    form.fields.notes = 'Back door';
    expect((await form.save()).kind).toBe('saved');
    expect(edit).toHaveBeenCalledWith({
      planId: 'plans/plan0',
      id: row!.id,
      change: { notes: 'Back door' },
      base: { notes: 'Ring' },
      draftId: null,
      gesture: expect.stringMatching(/./) as string,
    });
  });

  it('saves nothing without a change', async () => {
    const edit = vi.spyOn(main.handlers.stops, 'edit');
    const form = new StopForm('plans/plan0');
    await form.change(main.state.stops[0]!.id);
    expect(await form.save()).toEqual({ kind: 'unchanged' });
    expect(edit).not.toHaveBeenCalled();
  });

  it('saves a draft together with the id of its stop', async () => {
    const form = new StopForm('plans/plan0');
    await form.change(main.state.stops[0]!.id);
    form.fields.notes = 'Half';
    await form.keepNow();
    const again = new StopForm('plans/plan0');
    await again.continueDraft(main.state.drafts[0]!.id);
    expect(again.edited?.id).toBe(main.state.stops[0]!.id);
    expect(again.fields.notes).toBe('Half');
    expect(again.edited?.before.notes).toBe('Ring');
  });

  /** Opens a stop that the service has like this. */
  async function opened(set: object): Promise<StopForm> {
    const [row] = main.state.stops;
    const there = stop.parse({ ...read, ...set, id: row!.id });
    vi.spyOn(main.handlers.stops, 'get').mockResolvedValue({ row: row!, stop: there, draft: null, changed: [] });
    const form = new StopForm('plans/plan0');
    await form.change(row!.id);
    return form;
  }

  it('shows postcode, city and country in their fields, and sends them with an edited street', async () => {
    const address = {
      ...{ address: 'Quay 1, 01234 Town, Germany', addressLineOne: 'Quay 1', addressLineTwo: '01234 Town, Germany' },
      ...{ latitude: 52.5, longitude: 13.4 },
    };
    const form = await opened({ address });
    expect(form.fields).toMatchObject({
      ...{ addressLineOne: 'Quay 1', addressLineTwo: '', zip: '01234', city: 'Town', country: 'Germany' },
      ...{ latitude: '', longitude: '' },
    });
    expect([form.filled, form.relocates]).toEqual([false, false]);
    const relocate = vi.spyOn(main.handlers.stops, 'relocate');
    form.fields.addressLineOne = 'Quay 2';
    expect(form.relocates).toBe(true);
    expect((await form.save()).kind).toBe('saved');
    expect(relocate.mock.calls[0]?.[0].stop.address).toEqual({
      ...{ addressLineOne: 'Quay 2', zip: '01234', city: 'Town', country: 'Germany' },
    });
  });

  const atQuay = { address: { addressLineOne: 'Quay 1', addressLineTwo: '01234 Town' } };

  it('keeps the client ID, which an update cannot change, and says so instead of dropping what was typed', async () => {
    const edit = vi.spyOn(main.handlers.stops, 'edit');
    const form = await opened({ ...atQuay, clientId: 'shop-7' });
    expect(form.keepsClientId).toBe(true);
    Object.assign(form.fields, { clientId: 'shop-8', notes: 'Back door' });
    expect(await form.save()).toEqual({ kind: 'invalid', field: 'clientId' });
    expect(form.problems).toEqual({ clientId: 'A stop keeps its client ID. Enter “shop-7” again.' });
    expect([form.keepsClientId, edit.mock.calls.length], 'it can be typed back').toEqual([false, 0]);
    form.fields.clientId = 'shop-7 ';
    expect(form.keepsClientId).toBe(true);
    expect((await form.save()).kind).toBe('saved');
    expect(Object.keys(edit.mock.calls[0]?.[0].change ?? {})).toEqual(['notes']);
  });

  it('takes another client ID with another address, because the stop is created again', async () => {
    const relocate = vi.spyOn(main.handlers.stops, 'relocate');
    const form = await opened({ ...atQuay, clientId: null });
    form.fields.clientId = 'shop-8';
    expect(await form.save()).toEqual({ kind: 'invalid', field: 'clientId' });
    expect(form.problems).toEqual({ clientId: 'A stop cannot get a client ID later. Empty the field.' });
    form.fields.addressLineOne = 'Quay 2';
    expect([form.keepsClientId, form.problems]).toEqual([false, {}]);
    expect((await form.save()).kind).toBe('saved');
    expect(relocate.mock.calls[0]?.[0].stop).toMatchObject({ clientId: 'shop-8' });
  });

  it('asks for a payment and a weight that another address would lose, until they are entered again', async () => {
    const relocate = vi.spyOn(main.handlers.stops, 'relocate');
    const odd = { paymentOnDelivery: { amount: 45_000, currency: 'CZK' }, weight: { amount: 500, unit: 'gram' } };
    const form = await opened({ ...atQuay, ...odd });
    expect(form.problems).toEqual({});
    form.fields.addressLineOne = 'Quay 2';
    expect(await form.save()).toEqual({ kind: 'invalid', field: 'paymentAmount' });
    expect(form.problems).toEqual({
      paymentAmount: t('stopForm.paymentUnsendable'),
      weightAmount: t('stopForm.weightUnsendable'),
    });
    Object.assign(form.fields, { paymentAmount: '18', weightAmount: '0.5' });
    expect((await form.save()).kind).toBe('saved');
    expect(relocate.mock.calls[0]?.[0].stop).toMatchObject({
      paymentOnDelivery: { amount: 1_800, currency: 'EUR' },
      weight: { amount: 0.5, unit: 'kilogram' },
    });
  });

  it('keeps a second line that has no single reading', async () => {
    const form = await opened({ address: { addressLineOne: 'Quay 1', addressLineTwo: '01234 Town, Harbour' } });
    expect(form.fields).toMatchObject({ addressLineTwo: '01234 Town, Harbour', zip: '', city: '' });
  });

  it('saves a change although the service has an invalid field, which is checked once it is edited', async () => {
    const edit = vi.spyOn(main.handlers.stops, 'edit');
    const form = await opened({ address: null, packageCount: 0, weight: { amount: 0.125, unit: 'kilogram' } });
    form.fields.notes = 'Back door';
    expect((await form.save()).kind).toBe('saved');
    expect(edit.mock.calls[0]?.[0]).toMatchObject({ change: { notes: 'Back door' } });
    expect(Object.keys(edit.mock.calls[0]?.[0].change ?? {})).toEqual(['notes']);
    const again = await opened({ address: null, packageCount: 0, weight: { amount: 0.125, unit: 'kilogram' } });
    again.fields.weightUnit = 'pound';
    expect(await again.save()).toEqual({ kind: 'invalid', field: 'weightAmount' });
  });
});
