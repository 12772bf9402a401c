/**
 * Computes the edit between two states of an order, in the form the service reads edits (order-api, Edit semantics).
 */
import type { OrderUpdate } from './order-input.ts';
import type { AddressInput, CalendarDate } from './shapes.ts';

/** The editable fields of an order. Null: empty. */
export interface EditableOrder {
  recipient: { name: string | null; email: string | null; phone: string | null; externalId: string | null };
  packageInfo: {
    products: string[];
    packageCount: number | null;
    weight: { amount: number; unit: 'kilogram' | 'pound' | 'metric-ton' } | null;
    externalId: string | null;
  };
  deliveryInstructions: {
    notes: string | null;
    expectedDeliveryDate: CalendarDate | null;
    proofOfAttemptRequired: boolean | null;
    handOffType: 'ship_to_courier' | 'pickup_by_courier' | null;
    pickupLocationId: string | null;
  };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields that differ, with their new values. */
function changes<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const names = (Object.keys(after) as (keyof Fields)[]).filter((name) => !same(before[name], after[name]));
  return Object.fromEntries(names.map((name) => [name, after[name]])) as Partial<Fields>;
}

const isEmpty = (value: object) => Object.keys(value).length === 0;

/**
 * The smallest edit from one state to the other: single leaves, but weight and products as a whole, and the address as
 * a whole if there is a new one. A hand-off type cannot be cleared. For `ship_to_courier` the service clears the pickup
 * location.
 *
 * @param address a new address, or null to keep the one the order has
 * @returns null if nothing differs
 */
export function orderEdit(
  before: EditableOrder,
  after: EditableOrder,
  address: AddressInput | null,
): OrderUpdate | null {
  const edit: OrderUpdate = {};
  if (address !== null) edit.address = address;

  const recipient = changes(before.recipient, after.recipient);
  if (!isEmpty(recipient)) edit.recipient = recipient;

  const packageInfo = changes(before.packageInfo, after.packageInfo);
  if (!isEmpty(packageInfo)) edit.packageInfo = packageInfo;

  const { proofOfAttemptRequired, handOffType, pickupLocationId, ...leaves } = changes(
    before.deliveryInstructions,
    after.deliveryInstructions,
  );
  const instructions: NonNullable<OrderUpdate['deliveryInstructions']> = { ...leaves };
  if (proofOfAttemptRequired !== undefined) {
    instructions.proofOfAttemptRequirements = { enabled: proofOfAttemptRequired };
  }
  const handOff: NonNullable<typeof instructions.handOffInfo> = {};
  if (handOffType != null) handOff.handOffType = handOffType;
  if (pickupLocationId !== undefined && after.deliveryInstructions.handOffType !== 'ship_to_courier') {
    handOff.pickupLocationId = pickupLocationId;
  }
  if (!isEmpty(handOff)) instructions.handOffInfo = handOff;
  if (!isEmpty(instructions)) edit.deliveryInstructions = instructions;

  return isEmpty(edit) ? null : edit;
}
