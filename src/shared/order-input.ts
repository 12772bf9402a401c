/**
 * The order data that the app sends (order-api, Order input, Order edit input, Edit semantics). The order service's
 * document sets fewer bounds than the planning service's, and only those are applied here (resolved, Bounds).
 */
import { z } from './schemas.ts';
import {
  calendarDate,
  courierId,
  orderAddressInput,
  orderId,
  pickupLocationId,
  proofOfAttemptRequirementsInput,
  text,
  weightUnits,
} from './shapes.ts';

export const handOffTypes = ['ship_to_courier', 'pickup_by_courier'] as const;

const email = text().check(z.email());
const weightInput = z.strictObject({ amount: z.number().max(999_999), unit: z.enum(weightUnits) });

export const orderCreate = z.strictObject({
  address: orderAddressInput,
  recipient: z
    .strictObject({
      name: text().optional(),
      email: email.optional(),
      phone: text().optional(),
      externalId: text().optional(),
    })
    .nullish(),
  packageInfo: z
    .strictObject({
      products: z.array(text()).optional(),
      packageCount: z.int().min(1).optional(),
      weight: weightInput.optional(),
      /** Deprecated. */
      packageLoadAmount: z.number().optional(),
      externalId: text().optional(),
    })
    .nullish(),
  deliveryInstructions: z
    .strictObject({
      notes: text().optional(),
      expectedDeliveryDate: calendarDate.optional(),
      proofOfAttemptRequirements: proofOfAttemptRequirementsInput.optional(),
      handOffInfo: z
        .strictObject({
          handOffType: z.enum(handOffTypes).optional(),
          pickupLocationId: pickupLocationId.optional(),
        })
        .optional(),
    })
    .nullish(),
});

export type OrderCreate = z.infer<typeof orderCreate>;

/**
 * An edit. Null clears a leaf, an empty object equals omitting it, and the address is sent as a whole (Edit semantics
 * 1, 2 and 4). `handOffType` cannot be cleared (5), and null for a nested object of the instructions clears nothing
 * (7), so the schema rejects both.
 */
export const orderUpdate = z.strictObject({
  address: orderAddressInput.optional(),
  recipient: z
    .strictObject({
      name: text().nullish(),
      email: email.nullish(),
      phone: text().nullish(),
      externalId: text().nullish(),
    })
    .nullish(),
  packageInfo: z
    .strictObject({
      products: z.array(text()).nullish(),
      packageCount: z.int().min(1).nullish(),
      weight: weightInput.nullish(),
      packageLoadAmount: z.number().nullish(),
      externalId: text().nullish(),
    })
    // Edit semantics 6: never together, even as null.
    .refine((info) => info.weight === undefined || info.packageLoadAmount === undefined, {
      path: ['packageLoadAmount'],
      params: { rule: 'weight-alone' },
    })
    .nullish(),
  deliveryInstructions: z
    .strictObject({
      notes: text().nullish(),
      expectedDeliveryDate: calendarDate.nullish(),
      proofOfAttemptRequirements: z.strictObject({ enabled: z.boolean().nullish() }).optional(),
      handOffInfo: z
        .strictObject({
          handOffType: z.enum(handOffTypes).optional(),
          pickupLocationId: pickupLocationId.nullish(),
        })
        // Edit semantics 5: each clears the other.
        .refine((info) => info.handOffType !== 'ship_to_courier' || info.pickupLocationId == null, {
          path: ['pickupLocationId'],
          params: { rule: 'shipped-not-picked-up' },
        })
        .optional(),
    })
    .nullish(),
});
export type OrderUpdate = z.infer<typeof orderUpdate>;

/** The edited fields' values when the user began, with nested objects complete as the service returned them. */
export const orderBase = z.strictObject({
  address: z.looseObject({}).nullish(),
  recipient: z.looseObject({}).nullish(),
  packageInfo: z.looseObject({}).nullish(),
  deliveryInstructions: z.looseObject({}).nullish(),
});

const orderIds = z.array(orderId).min(1).max(100);
export const orderImport = z.strictObject({ orders: z.array(orderCreate).min(1).max(100) });
export const orderSubmit = z.strictObject({ orderIds, courierId });
export const orderWithdraw = z.strictObject({ orderIds });
