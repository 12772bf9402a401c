/**
 * What is sent of orders (order-api, Order input, Order edit input, Edit semantics). The order service's own document
 * bounds less than the planning service's, and only its bounds are kept here (resolved, Bounds).
 */
import { z } from 'zod';
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
 * An edit: null clears a leaf; an empty object is the same as leaving it out; the address goes whole (Edit semantics 1, 2
 * and 4). `handOffType` cannot be cleared (5), and null for a whole nested object of the instructions clears nothing (7),
 * so neither is taken.
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
        // Edit semantics 5: the one clears the other.
        .refine((info) => info.handOffType !== 'ship_to_courier' || info.pickupLocationId == null, {
          path: ['pickupLocationId'],
          params: { rule: 'shipped-not-picked-up' },
        })
        .optional(),
    })
    .nullish(),
});
export type OrderUpdate = z.infer<typeof orderUpdate>;

/** What the edited fields were when the person began, nested objects whole as the service said them. */
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
