/**
 * Shapes that several resources share (planning-api, Shared shapes; resolved, Bounds on what is sent).
 *
 * Two manners stand side by side: what goes out is strict (unknown fields refused, every bound checked), what comes in
 * is tolerant (any field but `id` may be null, absent or odd; unknown fields are kept).
 */
import { z } from 'zod';

// No code is made from text at run time: the window's content security policy forbids it.
z.config({ jitless: true });

/** A field read from the service: a value of another type than documented reads as null, and never fails the record. */
export const read = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);

/** An array read from the service: odd items are left out of the typed view (the stored body keeps them). */
export const readArray = <Schema extends z.ZodType>(item: Schema) =>
  z
    .array(z.unknown())
    .transform((items) =>
      items.flatMap((value) => {
        const parsed = item.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    )
    .nullish()
    .catch(null);

/** Text that is sent: never empty (resolved, Bounds), `max` characters at most. */
export const text = (max: number) => z.string().min(1).max(max);

/** The bare segment of an id (planning-api, Identifiers 4). */
const segment = '[A-Za-z0-9_-]{1,50}';
export const planId = z.string().regex(new RegExp(`^plans/${segment}$`));
export const stopId = z.string().regex(new RegExp(`^plans/${segment}/stops/${segment}$`));
export const driverId = z.string().regex(new RegExp(`^drivers/${segment}$`));
export const depotId = z.string().regex(new RegExp(`^depots/${segment}$`));
export const orderId = z.string().regex(new RegExp(`^orders/${segment}$`));

/** A calendar day without a zone (planning-api, Date). */
export const calendarDate = z.strictObject({
  day: z.int().min(1).max(31),
  month: z.int().min(1).max(12),
  year: z.int().min(2000).max(2100),
});
export type CalendarDate = z.infer<typeof calendarDate>;

/** A wall-clock time without a zone, 24 hours (planning-api, TimeOfDay). */
export const timeOfDay = z.strictObject({ hour: z.int().min(0).max(23), minute: z.int().min(0).max(59) });
export type TimeOfDay = z.infer<typeof timeOfDay>;

/** Address to be geocoded: one locating field at least, coordinates both or none (planning-api, Address (input)). */
export const addressInput = z
  .strictObject({
    addressName: text(255).optional(),
    addressLineOne: text(255).optional(),
    addressLineTwo: text(255).optional(),
    city: text(100).optional(),
    state: text(100).optional(),
    zip: text(100).optional(),
    country: text(100).optional(),
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
  })
  .check((context) => {
    const { addressName: _shownOnly, latitude, longitude, ...located } = context.value;
    if ((latitude === undefined) !== (longitude === undefined)) {
      context.issues.push({
        code: 'custom',
        params: { rule: 'coordinates-both' },
        path: [latitude === undefined ? 'latitude' : 'longitude'],
        input: context.value,
      });
    }
    if (
      latitude === undefined &&
      longitude === undefined &&
      Object.values(located).every((part) => part === undefined)
    ) {
      context.issues.push({
        code: 'custom',
        params: { rule: 'address-needed' },
        path: ['addressLineOne'],
        input: context.value,
      });
    }
  });
export type AddressInput = z.infer<typeof addressInput>;

/** Address as the service found it (planning-api, Address (output)). */
export const address = z.looseObject({
  address: read(z.string()),
  addressLineOne: read(z.string()),
  addressLineTwo: read(z.string()),
  latitude: read(z.number()),
  longitude: read(z.number()),
  placeId: read(z.string()),
  placeTypes: readArray(z.string()),
});
export type Address = z.infer<typeof address>;

export const weightUnits = ['kilogram', 'pound', 'metric-ton'] as const;

/** Weight that is sent: amount and unit together, two decimals (resolved, Bounds). */
export const weightInput = z.strictObject({
  amount: z.number().min(0).max(999_999).multipleOf(0.01),
  unit: z.enum(weightUnits),
});
export const weight = z.looseObject({ amount: read(z.number()), unit: read(z.string()) });

export const recipientInput = z.strictObject({
  name: text(255).optional(),
  email: text(255).optional(),
  phone: text(255).optional(),
  externalId: text(255).optional(),
});
export const recipient = z.looseObject({
  name: read(z.string()),
  email: read(z.string()),
  phone: read(z.string()),
  externalId: read(z.string()),
});

export const orderInfoInput = z.strictObject({
  products: z.array(text(255)).max(100).optional(),
  sellerName: text(255).optional(),
  sellerOrderId: text(255).optional(),
  sellerWebsite: text(255).optional(),
});
export const orderInfo = z.looseObject({
  products: readArray(z.string()),
  sellerName: read(z.string()),
  sellerOrderId: read(z.string()),
  sellerWebsite: read(z.string()),
});

export const currencies = [
  'AED', 'ARS', 'AUD', 'BRL', 'CAD', 'CHF', 'CLP', 'CNY', 'COP', 'DKK', 'EGP', 'EUR', 'GBP', 'HKD', 'HUF', 'ILS', 'INR',
  'JPY', 'KRW', 'MYR', 'MXN', 'NOK', 'NZD', 'PEN', 'RON', 'RUB', 'SAR', 'SEK', 'SGD', 'TRY', 'USD', 'UYU', 'ZAR',
] as const; // prettier-ignore

/** Payment on delivery that is sent: minor units (resolved, Reading), at least 1. */
export const paymentOnDeliveryInput = z.strictObject({ amount: z.int().min(1), currency: z.enum(currencies) });
export const paymentOnDelivery = z.looseObject({ amount: read(z.number()), currency: read(z.string()) });

export const timingInput = z.strictObject({
  /** seconds spent at the stop */
  estimatedAttemptDuration: z.int().min(0).optional(),
  earliestAttemptTime: timeOfDay.optional(),
  latestAttemptTime: timeOfDay.optional(),
});
const readTimeOfDay = read(z.looseObject({ hour: z.number(), minute: z.number() }));
export const timing = z.looseObject({
  estimatedAttemptDuration: read(z.number()),
  earliestAttemptTime: readTimeOfDay,
  latestAttemptTime: readTimeOfDay,
});

export const proofOfAttemptRequirements = z.looseObject({ enabled: read(z.boolean()) });

/** The answer of every batch (planning-api, Batch result). `success` holds ids in no promised order. */
export const batchResult = z.looseObject({
  success: z.array(z.string()),
  failed: z.array(z.looseObject({ error: read(z.looseObject({ message: read(z.string()), code: read(z.string()) })) })),
});
export type BatchResult = z.infer<typeof batchResult>;

/** Body of an error answer (resolved, Status codes; order-api, Errors). */
export const errorBody = z.looseObject({
  message: read(z.string()),
  code: read(z.string()),
  param: read(z.string()),
  url: read(z.string()),
});
