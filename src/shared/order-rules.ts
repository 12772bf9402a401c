/** What may be done to an order in which state, and what an edit does to it (order-api, States and transitions, Edit semantics). */
import type { EditableOrder } from './order-edit.ts';
import { handOffTypes, type OrderUpdate } from './order-input.ts';
import type { Order } from './orders.ts';
import { weightUnits, type AddressInput } from './shapes.ts';

/** overwrite: edited by a file, which is not looked at one by one and so leaves alone what a courier has */
export type OrderAction = 'edit' | 'overwrite' | 'delete' | 'submit' | 'withdraw';

/**
 * from-courier: the courier added it, read-only from the start · on-route: the courier put it on a route · is-submitted: it
 * is with a courier (a delete wants it withdrawn first) · is-draft: there is nothing to withdraw
 */
export type WhyNotOrder = 'from-courier' | 'on-route' | 'is-submitted' | 'is-draft';

/**
 * Why something cannot be done to an order, by the table of its states.
 *
 * @returns null when it can
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

/** What of an order a person can change. A unit or a hand-off type that the app does not know cannot be sent back: null. */
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

/** What saving an edit does beside what was typed; said before it is saved. */
export type EditEffect =
  /** The address goes whole: what the new one leaves out is gone (Edit semantics 4). */
  | { effect: 'address-replaced'; losesStreet: boolean }
  /** `ship_to_courier` clears the pickup location (Edit semantics 5). */
  | { effect: 'pickup-location-cleared' }
  /** The weight is one value: without an amount its unit goes too (Edit semantics 6). */
  | { effect: 'weight-cleared' }
  /** A label that was printed says what the order said before. */
  | { effect: 'label-outdated' };

/**
 * @param order what the order says now
 * @param after what it shall say
 * @param address a new address, or null to keep the one it has
 * @param isPrinted a label of it was printed from here
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
/** Nested objects that are replaced as one value (Edit semantics 4 and 6). */
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
 * What an order says after an edit, as far as it can be known before the service has answered: an address that was typed
 * stands as it was typed, not yet geocoded. For showing what waits.
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
