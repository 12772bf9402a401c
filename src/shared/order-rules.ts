/**
 * Which actions each order state allows, and what an edit changes (order-api, States and transitions, Edit semantics).
 */
import type { EditableOrder } from './order-edit.ts';
import { handOffTypes, type OrderUpdate } from './order-input.ts';
import type { Order } from './orders.ts';
import { weightUnits, type AddressInput } from './shapes.ts';

/** overwrite: an edit from a file. The edits are not reviewed one by one, so orders with a courier are left alone. */
export type OrderAction = 'edit' | 'overwrite' | 'delete' | 'submit' | 'withdraw';

/**
 * from-courier: the courier added it, read-only from the start · on-route: the courier put it on a route ·
 * is-submitted: it is with a courier (withdraw it before deleting it) · is-draft: there is nothing to withdraw
 */
export type WhyNotOrder = 'from-courier' | 'on-route' | 'is-submitted' | 'is-draft';

/**
 * Why an action is not possible for an order, according to the state table.
 *
 * @returns null if it is possible
 */
export function whyNotOrder(
  action: OrderAction,
  order: {
    submitted?: boolean | null | undefined;
    readOnly?: boolean | null | undefined;
    source?: string | null | undefined;
  },
): WhyNotOrder | null {
  if (order.readOnly === true) return order.source === 'courier' ? 'from-courier' : 'on-route';
  switch (action) {
    case 'edit':
      return null;
    case 'overwrite':
    case 'delete':
    case 'submit':
      return order.submitted === true ? 'is-submitted' : null;
    case 'withdraw':
      return order.submitted === true ? null : 'is-draft';
  }
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | null | undefined): Value | null =>
  values.find((value) => value === text) ?? null;

/** The editable part of an order. A unit or hand-off type that the app does not know cannot be sent back: null. */
export function editableOf(order: Pick<Order, 'recipient' | 'packageInfo' | 'deliveryInstructions'>): EditableOrder {
  const { recipient, packageInfo, deliveryInstructions: instructions } = order;
  const unit = oneOf(weightUnits, packageInfo?.weight?.unit);
  const amount = packageInfo?.weight?.amount;
  const day = instructions?.expectedDeliveryDate;
  return {
    recipient: {
      name: recipient?.name ?? null,
      email: recipient?.email ?? null,
      phone: recipient?.phone ?? null,
      externalId: recipient?.externalId ?? null,
    },
    packageInfo: {
      products: packageInfo?.products ?? [],
      packageCount: packageInfo?.packageCount ?? null,
      weight: unit === null || amount == null ? null : { amount, unit },
      externalId: packageInfo?.externalId ?? null,
    },
    deliveryInstructions: {
      notes: instructions?.notes ?? null,
      expectedDeliveryDate: day == null ? null : { day: day.day, month: day.month, year: day.year },
      proofOfAttemptRequired: instructions?.proofOfAttemptRequirements?.enabled ?? null,
      handOffType: oneOf(handOffTypes, instructions?.handOffInfo?.handOffType),
      pickupLocationId: instructions?.handOffInfo?.pickupLocationId ?? null,
    },
  };
}

/** Side effects of saving an edit, shown before it is saved. */
export type EditEffect =
  /** The address is replaced as a whole: fields that the new one omits are lost (Edit semantics 4). */
  | { effect: 'address-replaced'; losesStreet: boolean }
  /** `ship_to_courier` clears the pickup location (Edit semantics 5). */
  | { effect: 'pickup-location-cleared' }
  /** The weight is one value: without an amount the unit is cleared too (Edit semantics 6). */
  | { effect: 'weight-cleared' }
  /** A printed label shows the previous values. */
  | { effect: 'label-outdated' };

/**
 * @param order the order's current values
 * @param after the new values
 * @param address a new address, or null to keep the current one
 * @param isPrinted a label of the order was printed here
 */
export function editEffects(
  order: Pick<Order, 'recipient' | 'packageInfo' | 'deliveryInstructions' | 'address'>,
  after: EditableOrder,
  address: AddressInput | null,
  isPrinted: boolean,
): EditEffect[] {
  const before = editableOf(order);
  const effects: EditEffect[] = [];
  if (address !== null) {
    const { addressLineOne, latitude } = address;
    const hasStreet = (order.address?.addressLineOne ?? '') !== '';
    effects.push({
      effect: 'address-replaced',
      losesStreet: hasStreet && addressLineOne === undefined && latitude === undefined,
    });
  }
  const ships = after.deliveryInstructions.handOffType === 'ship_to_courier';
  if (ships && before.deliveryInstructions.pickupLocationId !== null)
    effects.push({ effect: 'pickup-location-cleared' });
  if (before.packageInfo.weight !== null && after.packageInfo.weight === null)
    effects.push({ effect: 'weight-cleared' });
  const printedOf = ({ recipient, packageInfo }: EditableOrder) =>
    JSON.stringify([recipient, packageInfo.packageCount]);
  if (isPrinted && (address !== null || printedOf(before) !== printedOf(after)))
    effects.push({ effect: 'label-outdated' });
  return effects;
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nested objects that null does not clear (Edit semantics 5 and 7). */
const notCleared = new Set(['deliveryInstructions', 'proofOfAttemptRequirements', 'handOffInfo']);
/** Nested objects that are replaced as a whole (Edit semantics 4 and 6). */
const wholes = new Set(['address', 'weight', 'expectedDeliveryDate']);

function edited(before: Fields, edit: Fields): Fields {
  const after = { ...before };
  for (const [name, value] of Object.entries(edit)) {
    if (value === undefined || (value === null && notCleared.has(name))) continue;
    if (!isObject(value) || wholes.has(name)) after[name] = value;
    else if (Object.keys(value).length > 0) after[name] = edited(isObject(before[name]) ? before[name] : {}, value);
  }
  return after;
}

/**
 * The order after an edit, as far as it is known before the service answers, to display waiting changes. A new address
 * is shown as entered, not yet geocoded.
 */
export function afterOrderEdit(order: Order, edit: OrderUpdate): Order {
  const after = edited(order, edit) as Order;
  if (edit.deliveryInstructions?.handOffInfo?.handOffType !== 'ship_to_courier') return after;
  const { deliveryInstructions: instructions } = after;
  return {
    ...after,
    deliveryInstructions: {
      ...instructions,
      handOffInfo: { ...instructions?.handOffInfo, pickupLocationId: null },
    },
  };
}
