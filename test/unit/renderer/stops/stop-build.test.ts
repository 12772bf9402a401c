import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stopCreate } from '../../../../src/shared/stops.ts';
import { buildStop, contentTyped, fieldForPath, parseAmount } from '../../../../src/renderer/stops/stop-build.ts';
import { emptyFields, fieldsFromDraft, fieldsFromStop, majorText } from '../../../../src/renderer/stops/stop-fields.ts';
import type { StopFields } from '../../../../src/renderer/stops/stop-fields.ts';
import { parseNumber } from '../../../../src/renderer/lib/typed.ts';

const filled = (change: Partial<StopFields>): StopFields => ({
  ...emptyFields(),
  addressLineOne: 'Lindenweg 5',
  ...change,
});
const stopOf = (change: Partial<StopFields>) => buildStop(filled(change)).stop;
const problemsOf = (change: Partial<StopFields>) => buildStop(filled(change)).problems;

describe('converting fields to StopCreate', () => {
  it('includes what was entered, but neither empty fields nor the service’s defaults', () => {
    expect(stopOf({})).toEqual({ address: { addressLineOne: 'Lindenweg 5' }, packageCount: 1 });
  });

  it('treats a property without a value as none', () => {
    const properties = [
      { name: 'floor', value: '' },
      { name: '', value: '2' },
    ];
    expect(contentTyped(filled({ properties }))).not.toHaveProperty('customProperties');
  });

  it('sends a barcode once, listed twice, scanned again, or with spaces around it', () => {
    expect(stopOf({ barcodes: ['4711', '4712', '4711 '], barcodeTyped: '4712' })?.barcodes).toEqual(['4711', '4712']);
  });

  it('fills every field of StopCreate', () => {
    const built = buildStop({
      recipientName: ' Anna Berger ',
      phone: '+49 30 1',
      email: 'anna@example.com',
      externalId: 'A-1',
      addressName: 'Back door',
      addressLineOne: 'Lindenweg 5',
      addressLineTwo: 'Hinterhaus',
      zip: '10115',
      city: 'Neuhafen',
      state: 'NH',
      country: 'Germany',
      latitude: '52,5',
      longitude: '13.4',
      earliest: '9-12',
      latest: '',
      durationMinutes: '5',
      packageCount: '2',
      notes: 'Ring twice',
      barcodes: ['4711'],
      barcodeTyped: '4712',
      activity: 'pickup',
      optimizationOrder: 'first',
      allowedDrivers: ['drivers/d1'],
      proof: 'required',
      paymentAmount: '12,50',
      paymentCurrency: 'EUR',
      weightAmount: '2.25',
      weightUnit: 'pound',
      products: 'Chair\n\n Table ',
      sellerName: 'Shop',
      sellerOrderId: 'S-1',
      sellerWebsite: 'shop.example.com',
      clientId: 'c-1',
      properties: [{ name: 'floor', value: '2' }],
    });
    expect(built.problems).toEqual({});
    expect(built.stop).toEqual({
      address: {
        addressName: 'Back door',
        addressLineOne: 'Lindenweg 5',
        addressLineTwo: 'Hinterhaus',
        zip: '10115',
        city: 'Neuhafen',
        state: 'NH',
        country: 'Germany',
        latitude: 52.5,
        longitude: 13.4,
      },
      timing: {
        estimatedAttemptDuration: 300,
        earliestAttemptTime: { hour: 9, minute: 0 },
        latestAttemptTime: { hour: 12, minute: 0 },
      },
      recipient: { name: 'Anna Berger', email: 'anna@example.com', phone: '+49 30 1', externalId: 'A-1' },
      orderInfo: {
        products: ['Chair', 'Table'],
        sellerName: 'Shop',
        sellerOrderId: 'S-1',
        sellerWebsite: 'shop.example.com',
      },
      paymentOnDelivery: { amount: 1250, currency: 'EUR' },
      proofOfAttemptRequirements: { enabled: true },
      allowedDrivers: ['drivers/d1'],
      activity: 'pickup',
      optimizationOrder: 'first',
      packageCount: 2,
      weight: { amount: 2.25, unit: 'pound' },
      notes: 'Ring twice',
      clientId: 'c-1',
      barcodes: ['4711', '4712'],
      customProperties: { floor: '2' },
    });
    // The form has a field for every field of StopCreate.
    expect(Object.keys(built.stop ?? {}).sort()).toEqual(Object.keys(stopCreate.shape).sort());
  });

  it('returns the same stop after it was opened for correction', () => {
    const stop = buildStop(
      filled({
        recipientName: 'Anna',
        earliest: '9-12',
        durationMinutes: '2.5',
        paymentAmount: '0,07',
        proof: 'not-required',
      }),
    ).stop;
    expect(stop).not.toBeNull();
    if (stop) expect(buildStop(fieldsFromStop(stop)).stop).toEqual(stop);
  });

  it('hides a marker of the app', () => {
    const fields = fieldsFromStop({ address: { city: 'Neuhafen' }, recipient: { externalId: 'dd-abcdefgh2345' } });
    expect(fields.externalId).toBe('');
  });
});

describe('time windows', () => {
  const window = (earliest: string, latest = '') => {
    const timing = stopOf({ earliest, latest })?.timing;
    return [timing?.earliestAttemptTime, timing?.latestAttemptTime];
  };

  it('accepts times as users enter them', () => {
    expect(window('1430')).toEqual([{ hour: 14, minute: 30 }, undefined]);
    expect(window('9-12')).toEqual([
      { hour: 9, minute: 0 },
      { hour: 12, minute: 0 },
    ]);
    expect(window('9h', '12.30')).toEqual([
      { hour: 9, minute: 0 },
      { hour: 12, minute: 30 },
    ]);
    expect(window('', '18')).toEqual([undefined, { hour: 18, minute: 0 }]);
  });

  it('refuses a time that the clock of the depot skips that day, and says what to enter', () => {
    const spring = { zone: 'Europe/Lisbon', day: '2026-03-29' };
    const problem = 'The clock skips 01:00 to 02:00 that day. Enter 02:00 or later, or before 01:00.';
    const on = (typed: { earliest?: string; latest?: string }) =>
      buildStop({ ...emptyFields(), addressLineOne: 'Lindenweg 5', ...typed }, spring).problems;
    expect(on({ earliest: '1:30' })).toEqual({ earliest: problem });
    expect(on({ latest: '1' })).toEqual({ latest: problem });
    expect(on({ earliest: '0-1:59' }), 'the field holds the whole window').toEqual({ earliest: problem });
    expect(on({ earliest: '0:59', latest: '2' })).toEqual({});
    expect(on({ earliest: '2:30' }), 'skipped in Berlin only').toEqual({});
  });

  it('replaces the whole window when one is entered in the first field', () => {
    expect(window('9-12', '04:00')).toEqual([
      { hour: 9, minute: 0 },
      { hour: 12, minute: 0 },
    ]);
  });

  it('reports invalid times and a window in reverse order', () => {
    expect(problemsOf({ earliest: 'nine' })).toEqual({ earliest: 'Enter a time like 9, 1430 or 9-12.' });
    expect(problemsOf({ latest: '2560' })).toEqual({ latest: 'Enter a time like 9, 1430 or 9-12.' });
    expect(problemsOf({ earliest: '12', latest: '9' })).toEqual({
      latest: 'Latest is before earliest. Past midnight, leave Latest empty.',
    });
    expect(problemsOf({ earliest: '12-9' })).toEqual({
      earliest: 'Latest is before earliest. Past midnight, leave Latest empty.',
    });
    expect(problemsOf({ earliest: '10:30', latest: '10:15' })).toEqual({
      latest: 'Latest is before earliest. Past midnight, leave Latest empty.',
    });
    expect(problemsOf({ earliest: '9:50', latest: '10:10' })).toEqual({});
    expect(problemsOf({ earliest: '10', latest: '10' })).toEqual({});
  });
});

describe('payment', () => {
  it.each([
    ['12.50', 'EUR', 1250],
    ['12,5', 'EUR', 1250],
    ['12', 'EUR', 1200],
    ['0.07', 'USD', 7],
    ['1200', 'JPY', 1200],
    ['19.99', 'GBP', 1999],
  ])('parses %s %s as %i minor units', (typed, currency, minorUnits) => {
    expect(parseAmount(typed, currency)).toBe(minorUnits);
  });

  it.each([
    ['12.505', 'EUR'],
    ['12.5', 'JPY'],
    ['twelve', 'EUR'],
    ['-3', 'EUR'],
    ['', 'EUR'],
  ])('rejects %s %s', (typed, currency) => {
    expect(parseAmount(typed, currency)).toBeUndefined();
  });

  it('explains how to enter an amount, and accepts an empty field as none', () => {
    expect(problemsOf({ paymentAmount: 'x' })).toEqual({ paymentAmount: 'Enter the amount like 12.50.' });
    expect(problemsOf({ paymentAmount: 'x', paymentCurrency: 'JPY' })).toEqual({
      paymentAmount: 'Enter the amount like 12.',
    });
    expect(problemsOf({ paymentAmount: '0' })).toEqual({ paymentAmount: 'The amount must be more than zero.' });
  });

  it('preserves an amount through the form', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.constantFrom('EUR', 'JPY', 'USD'),
        (minor, currency) => {
          expect(parseAmount(majorText(minor, currency), currency)).toBe(minor);
        },
      ),
    );
  });
});

describe('validation messages at their fields', () => {
  it.each<[Partial<StopFields>, Partial<Record<keyof StopFields, string>>]>([
    [{ addressLineOne: '' }, { addressLineOne: 'Enter a street, postcode, city or coordinates.' }],
    [{ latitude: '52' }, { longitude: 'Enter both latitude and longitude, or neither.' }],
    [{ latitude: '91', longitude: '0' }, { latitude: 'At most 90.' }],
    [{ packageCount: '0' }, { packageCount: 'At least 1.' }],
    [{ packageCount: '10001' }, { packageCount: 'At most 10,000.' }],
    [{ packageCount: '1.5' }, { packageCount: 'Enter a whole number.' }],
    [{ packageCount: 'two' }, { packageCount: 'Enter a number.' }],
    [{ notes: 'x'.repeat(2001) }, { notes: 'At most 2,000 characters.' }],
    [{ zip: 'x'.repeat(101) }, { zip: 'At most 100 characters.' }],
    [{ recipientName: 'x'.repeat(256) }, { recipientName: 'At most 255 characters.' }],
    [{ durationMinutes: '-1' }, { durationMinutes: 'At least 0.' }],
    [{ weightAmount: '1.234' }, { weightAmount: 'At most two decimal places.' }],
    [{ weightAmount: '1000000' }, { weightAmount: 'At most 999,999.' }],
    [{ barcodes: Array.from({ length: 51 }, (_, n) => `b${n}`) }, { barcodes: 'At most 50.' }],
    [{ products: 'x'.repeat(256) }, { products: 'At most 255 characters.' }],
    [{ properties: [{ name: 'floor', value: '' }] }, { properties: 'Each property needs a name and a value.' }],
    [
      { properties: [{ name: 'n'.repeat(51), value: '1' }] },
      { properties: 'A name has at most 50 characters, a value 255.' },
    ],
    [
      {
        properties: [
          { name: 'floor', value: '1' },
          { name: 'floor', value: '2' },
        ],
      },
      { properties: 'Each property can be used only once.' },
    ],
  ])('%j', (change, problems) => {
    const built = buildStop(filled(change));
    expect(built.problems).toEqual(problems);
    expect(built.stop).toBeNull();
  });

  it('pass exactly if main’s schema accepts the stop', () => {
    const text = fc.oneof(
      fc.constant(''),
      fc.string({ maxLength: 8 }),
      fc.constantFrom('9-12', '1430', '52.5', '7', 'x'),
    );
    const names = Object.entries(emptyFields()).filter(([, value]) => typeof value === 'string');
    fc.assert(
      fc.property(fc.record(Object.fromEntries(names.map(([name]) => [name, text]))), (typed) => {
        const { stop, problems } = buildStop({ ...emptyFields(), ...typed });
        if (stop === null) expect(Object.keys(problems)).not.toEqual([]);
        else expect(stopCreate.safeParse(stop).success).toBe(true);
      }),
    );
  });

  it('belong to the field for a path of the service’s answer', () => {
    expect(fieldForPath('address.zip')).toBe('zip');
    expect(fieldForPath('barcodes.3')).toBe('barcodes');
    expect(fieldForPath('customProperties.floor')).toBe('properties');
    expect(fieldForPath('somethingNew')).toBeUndefined();
  });
});

describe('drafts', () => {
  it('are restored as saved', () => {
    const fields = filled({
      recipientName: 'Half',
      earliest: '9-',
      barcodes: ['1'],
      properties: [{ name: 'a', value: '' }],
    });
    expect(fieldsFromDraft(JSON.parse(JSON.stringify(fields)) as Record<string, unknown>)).toEqual(fields);
  });

  it('of another version restore the fields that still exist', () => {
    expect(fieldsFromDraft({ recipientName: 7, notes: 'kept', barcodes: [1], gone: true, properties: [null] })).toEqual(
      {
        ...emptyFields(),
        notes: 'kept',
      },
    );
  });
});

describe('numbers', () => {
  it('are parsed with comma or point and nothing else', () => {
    expect(['1', '1,5', ' -2.25 ', '.5'].map(parseNumber)).toEqual([1, 1.5, -2.25, 0.5]);
    expect(['', '1e3', '0x10', '1,5,5', 'Infinity'].map(parseNumber)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
