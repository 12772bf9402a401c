/**
 * Shapes that several resources share (planning-api, Shared shapes; resolved, Bounds on what is sent).
 *
 * Output is strict: unknown fields are refused and every bound is checked. Input is tolerant: any field but `id` may be
 * null, absent or invalid, and unknown fields are kept.
 */
import { z } from './schemas.ts';
import { readTimestamp } from './timestamps.ts';

/** A field read from the service: a value of an undocumented type reads as null and never fails the record. */
export const read = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);

const readable = <Schema extends z.ZodType>(item: Schema, values: readonly unknown[]) =>
  values.flatMap((value) => {
    const parsed = item.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });

/** An array read from the service. Invalid items are omitted from the typed view, but stay in the stored body. */
export const readArray = <Schema extends z.ZodType>(item: Schema) =>
  z
    .array(z.unknown())
    .transform((items) => readable(item, items))
    .nullish()
    .catch(null);

/**
 * The list of a page. Null is an empty list, another type is an error. Invalid items are omitted from the typed view.
 */
export const listOf = <Schema extends z.ZodType>(item: Schema) =>
  z
    .array(z.unknown())
    .transform((items) => readable(item, items))
    .nullish();

/**
 * A timestamp from the service: a number in seconds or milliseconds, which time.ts tells apart, or text with such a
 * number or ISO 8601, which is converted to milliseconds.
 */
export const timestamp = z.union([
  z.number(),
  z.string().transform((text, context) => {
    const moment = readTimestamp(text);
    if (moment !== undefined) return moment;
    context.issues.push({ code: 'custom', params: { rule: 'no-moment' }, input: text });
    return z.NEVER;
  }),
]);

/** A record exactly as the service returned it, for storage. Only {@link rawOf} creates it. */
export interface Raw {
  readonly id: string;
  readonly [said: symbol]: true;
}

/** The service's raw record for each typed view. */
const said = new WeakMap<object, object>();

/**
 * A record of the service with an `id`, read tolerantly. The typed view omits invalid values (a number for a note).
 * {@link rawOf} returns the complete record.
 */
export function record<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const schema = z.looseObject({ id: z.string().min(1), ...shape });
  return z.transform((value: unknown, context): z.infer<typeof schema> => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      for (const { path } of parsed.error.issues) {
        context.issues.push({ code: 'custom', params: { rule: 'no-id' }, path: [...path], input: value });
      }
      return z.NEVER;
    }
    if (typeof value === 'object' && value !== null) said.set(parsed.data, value);
    return parsed.data;
  });
}

/**
 * The record as the service returned it, including unknown fields and invalid values. @param view read by a {@link
 * record} schema
 */
export function rawOf(view: { id: string }): Raw {
  const raw = said.get(view);
  // A copy of a view has lost the raw record. Storing the copy would lose it for good.
  if (raw === undefined) throw new TypeError('only what was read from the service can be stored');
  // The schema above has checked the id.
  return raw as Raw;
}

/**
 * Text that is sent: never empty (resolved, Bounds) and at most `max` characters, or unlimited without `max`.
 * Characters are counted as the services' schemas count them: an emoji is one.
 */
export const text = (max = Number.POSITIVE_INFINITY) =>
  z
    .string()
    .min(1)
    .check((context) => {
      const { value } = context;
      if (value.length <= max || Array.from(value).length <= max) return;
      context.issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value });
    })
    // Only for documentation (openapi.json). The check above enforces it.
    .meta(Number.isFinite(max) ? { maxLength: max } : {});

/** The bare segment of an id (planning-api, Identifiers 4). */
const segment = '[A-Za-z0-9_-]{1,50}';
export const planId = z.string().regex(new RegExp(`^plans/${segment}$`));
export const driverId = z.string().regex(new RegExp(`^drivers/${segment}$`));
export const depotId = z.string().regex(new RegExp(`^depots/${segment}$`));
export const orderId = z.string().regex(new RegExp(`^orders/${segment}$`));
export const courierId = z.string().regex(new RegExp(`^couriers/${segment}$`));
export const pickupLocationId = z.string().regex(new RegExp(`^pickupLocations/${segment}$`));

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

/** An address to be geocoded, with the length limits of one service. */
const addressOf = (line: z.ZodType<string>, place: z.ZodType<string>) =>
  z
    .strictObject({
      addressName: line.optional(),
      addressLineOne: line.optional(),
      addressLineTwo: line.optional(),
      city: place.optional(),
      state: place.optional(),
      zip: place.optional(),
      country: place.optional(),
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

/** At least one locating field, and both coordinates or none (planning-api, Address (input); resolved, Bounds). */
export const addressInput = addressOf(text(255), text(100));
/** The same for an order, whose document sets no length limits (order-api, Order input). */
export const orderAddressInput = addressOf(text(), text());
export type AddressInput = z.infer<typeof addressInput>;

/** A geocoded address (planning-api, Address (output)). */
export const address = z.looseObject({
  address: read(z.string()),
  addressLineOne: read(z.string()),
  addressLineTwo: read(z.string()),
  latitude: read(z.number()),
  longitude: read(z.number()),
  placeId: read(z.string()),
  placeTypes: readArray(z.string()),
});

export const weightUnits = ['kilogram', 'pound', 'metric-ton'] as const;

/** Weight that is sent: amount and unit together, two decimals (resolved, Bounds). */
export const weightInput = z.strictObject({
  amount: z.number().min(0).max(999_999).multipleOf(0.01),
  unit: z.enum(weightUnits),
});
export const weight = z.looseObject({ amount: read(z.number()), unit: read(z.string()) });

/** The same optional fields, made nullable. */
export function nullableShape<Shape extends Record<string, z.ZodOptional>>(shape: Shape) {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.nullable()])) as {
    [Name in keyof Shape]: z.ZodNullable<Shape[Name]>;
  };
}

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

/** Edits of nested objects. Null clears a leaf, because it is undocumented whether PATCH merges (resolved). */
export const recipientUpdate = z.strictObject(nullableShape(recipientInput.shape));
export const orderInfoUpdate = z.strictObject(nullableShape(orderInfoInput.shape));

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
export const timingUpdate = z.strictObject(nullableShape(timingInput.shape));

export const readDate = read(z.looseObject({ day: z.number(), month: z.number(), year: z.number() }));
export const readTimeOfDay = read(z.looseObject({ hour: z.number(), minute: z.number() }));
export const timing = z.looseObject({
  estimatedAttemptDuration: read(z.number()),
  earliestAttemptTime: readTimeOfDay,
  latestAttemptTime: readTimeOfDay,
});

export const proofOfAttemptRequirementsInput = z.strictObject({ enabled: z.boolean() });
export const proofOfAttemptRequirements = z.looseObject({ enabled: read(z.boolean()) });

/** A value with its status: `available`, `pending`, `restricted` or another (resolved, Reading). */
export const statusValue = <Value extends z.ZodType>(value: Value) =>
  read(z.looseObject({ status: read(z.string()), reason: read(z.string()), value: read(value) }));

export const eta = statusValue(
  z.looseObject({
    estimatedArrivalAt: read(timestamp),
    estimatedLatestArrivalAt: read(timestamp),
    estimatedEarliestArrivalAt: read(timestamp),
  }),
);

const failure = z.looseObject({
  error: read(z.looseObject({ message: read(z.string()), code: read(z.string()) })),
});

/**
 * The answer to every batch (planning-api, Batch result; order-api, Import, Submit). `success` holds ids in no
 * guaranteed order. One of the lists may be null. Without both it is not a batch result, and an invalid item leaves the
 * whole batch in doubt.
 */
export const batchResult = z
  .looseObject({
    success: z.array(z.string()).nullish(),
    failed: z.array(failure).nullish(),
    /** Live import: the stops wait for a re-optimisation. */
    pending: read(z.boolean()),
  })
  .refine(({ success, failed }) => success != null || failed != null)
  .transform(({ success, failed, ...rest }) => ({ ...rest, success: success ?? [], failed: failed ?? [] }));
export type BatchResult = z.infer<typeof batchResult>;

/** Body of an error answer (resolved, Status codes; order-api, Errors). */
export const errorBody = z.looseObject({
  message: read(z.string()),
  code: read(z.string()),
  param: read(z.string()),
  url: read(z.string()),
});

/**
 * The answer to a delete and to a save of plan changes (planning-api and order-api, Message body). An object without
 * any of these fields is not such an answer. An empty 204 counts as one (resolved, Methods and paths).
 */
export const messageBody = errorBody.refine((body) =>
  [body.message, body.code, body.param, body.url].some((part) => typeof part === 'string'),
);
