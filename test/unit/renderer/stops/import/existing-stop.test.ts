/** What a row of a file changes of a stop that is there already. */
import { expect, it } from 'vitest';
import { columnsFor } from '../../../../fixtures/columns-for.ts';
import { checkedItem, itemsOf } from '../../../../../src/renderer/import/group.ts';
import { stopFileChange } from '../../../../../src/renderer/stops/import/existing-stop.ts';
import { stopSheet, type StopSurroundings } from '../../../../../src/renderer/stops/import/stop-sheet.ts';
import type { StopDetail } from '../../../../../src/shared/stops.ts';
import { stopRow } from '../../../../fixtures/rows.ts';
import { standIn, standInNow } from '../../../../fixtures/backend-stand-in.ts';

const [template] = standIn().state.drivers;
const around: StopSurroundings = {
  clock: { zone: 'Europe/Berlin', day: '2026-06-16' },
  now: standInNow,
  drivers: [{ ...template!, ...{ id: 'drivers/a', name: 'Ada Lang', fullName: null, email: null, phone: null } }],
  properties: ['Gate code', 'Floor'],
};
const sheet = stopSheet(around);
const id = 'plans/p1/stops/s1';

const there: StopDetail = {
  row: stopRow(id, { address: 'Güterstraße 52, 41742 Aldermünde, Germany', latitude: 51.5, longitude: 7.1 }),
  stop: {
    id,
    type: 'stop',
    address: { addressLineOne: 'Güterstraße 52', addressLineTwo: '41742 Aldermünde, Germany' },
    recipient: { name: 'Mia Kern', phone: '030 1234567', externalId: 'W-1' },
    timing: { earliestAttemptTime: { hour: 9, minute: 0 }, latestAttemptTime: { hour: 12, minute: 0 } },
    packageCount: 2,
    weight: { amount: 2.5, unit: 'pound' },
    notes: 'Ring twice',
    customProperties: { 'Gate code': '4711' },
  },
  draft: null,
  changed: [],
};

function change(headings: string, line: string, detail: StopDetail | null = there, count = 1) {
  const rows = [headings, line].map((each) => each.split(';'));
  const [item] = itemsOf(sheet, rows, columnsFor(sheet, rows[0]!, [])).map((each) => checkedItem(sheet, each));
  return stopFileChange(item!, count, detail, around);
}

it('changes what the file says otherwise, on the values that were there, and leaves the rest', () => {
  expect(change('Order number;Name;Packages;Notes', 'W-1;Mia Kern;3;')).toEqual({
    kind: 'change',
    recordId: id,
    edit: { packageCount: 3 },
    base: { packageCount: 2 },
    fields: [{ label: 'Packages', before: '2', after: '3' }],
    effects: [],
  });
});

it('changes a window as a whole, the drivers by name, and custom properties one by one', () => {
  const made = change('Order number;Window;Driver;Floor', 'W-1;ab 14 Uhr;Ada Lang;3');
  expect(made).toMatchObject({
    edit: {
      timing: { earliestAttemptTime: { hour: 14, minute: 0 }, latestAttemptTime: null },
      allowedDrivers: ['drivers/a'],
      customProperties: { Floor: '3' },
    },
    base: { customProperties: { 'Gate code': '4711' } },
    fields: [
      { before: '09:00', after: '14:00' },
      { before: '12:00', after: '' },
      { before: '', after: 'Ada Lang' },
      { label: 'Floor', before: '', after: '3' },
    ],
  });
});

it('changes nothing for a row that says what is there, in its own spelling of the address', () => {
  for (const street of ['Güterstraße 52', 'Güterstr. 52', 'GÜTERSTRASSE 52'])
    expect(change('Order number;Name;Street;Postcode;Town', `W-1;Mia Kern;${street};41742;Aldermünde`)).toEqual({
      kind: 'same',
    });
});

it('changes the unit of a weight only with the weight', () => {
  expect(change('Order number;Weight unit', 'W-1;kilogram')).toEqual({ kind: 'same' });
  // As in a new stop; the change of the unit is shown.
  expect(change('Order number;Weight', 'W-1;3')).toMatchObject({ edit: { weight: { amount: 3, unit: 'kilogram' } } });
});

it('says why a stop cannot be changed', () => {
  const row = ['Order number;Street;Postcode;Town', 'W-1;Hafenweg 1;41742;Aldermünde'] as const;
  expect(change(...row)).toEqual({ kind: 'cannot', why: expect.stringMatching(/address differs/) as string });
  expect(change('Order number', 'W-1', null)).toMatchObject({
    kind: 'cannot',
    why: expect.stringMatching(/could not be read/) as string,
  });
  expect(change('Order number', 'W-1', there, 2)).toMatchObject({
    why: expect.stringMatching(/2 stops have this number/) as string,
  });
  expect(change('Order number;Packages', 'W-1;zwei')).toMatchObject({
    kind: 'cannot',
    why: expect.stringMatching(/Packages/) as string,
  });
  const window = '03.01.2020 09:00 - 03.01.2020 12:00';
  expect(change('Order number;Window', `W-1;${window}`)).toMatchObject({
    why: expect.stringMatching(/The window is on/) as string,
  });
  expect(change('Order number;Delivery date;Notes', 'W-1;17.06.2026;Ring once')).toMatchObject({
    why: expect.stringMatching(/The delivery is on/) as string,
  });
});

it('collects nothing any more for a row with an amount of 0', () => {
  const paid = { ...there, stop: { ...there.stop!, paymentOnDelivery: { amount: 4990, currency: 'EUR' } } };
  expect(change('Order number;COD', 'W-1;0', paid)).toMatchObject({ edit: { paymentOnDelivery: null } });
  expect(change('Order number;COD', 'W-1;0')).toEqual({ kind: 'same' });
});

it('changes a stop that waits to be sent as well', () => {
  const draft = {
    address: { addressLineOne: 'Güterstraße 52', zip: '41742', city: 'Aldermünde' },
    recipient: { name: 'Mia Kern', externalId: 'W-1' },
  };
  const waiting: StopDetail = { ...there, row: stopRow('local', { origin: 'outbox' }), stop: null, draft };
  expect(change('Order number;Name;Street;Notes', 'W-1;Mia Kern;Güterstraße 52;Ring once', waiting)).toMatchObject({
    ...{ kind: 'change', recordId: 'local', edit: { notes: 'Ring once' }, base: { notes: null } },
  });
});
