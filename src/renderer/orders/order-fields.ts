/** The fields of an order as they are typed in a form or stand in a file, and the ways in. */
import type { OrderCreate } from '../../shared/order-input.ts';
import { editableOf } from '../../shared/order-rules.ts';
import type { Order } from '../../shared/orders.ts';
import { dateText } from '../../shared/time.ts';

/** Everything is text until it is saved, so that a half-typed value is kept as it stands. */
export interface OrderFields {
  externalId: string;
  recipientName: string;
  phone: string;
  email: string;
  recipientId: string;
  addressName: string;
  addressLineOne: string;
  addressLineTwo: string;
  zip: string;
  city: string;
  state: string;
  country: string;
  latitude: string;
  longitude: string;
  packageCount: string;
  /** One a line. */
  products: string;
  weightAmount: string;
  weightUnit: string;
  notes: string;
  /** `2026-06-17` or `17.6.2026`. */
  expectedOn: string;
  /** `unsaid`, `required` or `not-required`. */
  proof: string;
  /** `unsaid`, or as the service says it. */
  handOffType: string;
  /** Empty: none. */
  pickupLocationId: string;
}
export type OrderFieldName = keyof OrderFields;

/** Fields of the address, which goes whole or not at all. */
export const addressFieldNames = [
  'addressName',
  'addressLineOne',
  'addressLineTwo',
  'zip',
  'city',
  'state',
  'country',
  'latitude',
  'longitude',
] as const satisfies OrderFieldName[];

/** A form nobody has touched. */
export function emptyOrderFields(): OrderFields {
  return {
    externalId: '',
    recipientName: '',
    phone: '',
    email: '',
    recipientId: '',
    addressName: '',
    addressLineOne: '',
    addressLineTwo: '',
    zip: '',
    city: '',
    state: '',
    country: '',
    latitude: '',
    longitude: '',
    packageCount: '1',
    products: '',
    weightAmount: '',
    weightUnit: 'kilogram',
    notes: '',
    expectedOn: '',
    proof: 'unsaid',
    handOffType: 'unsaid',
    pickupLocationId: '',
  };
}

/** Fields of a kept draft. What is missing or odd (an older version wrote it) is as in an empty form. */
export function orderFieldsFromDraft(kept: Readonly<Record<string, unknown>>): OrderFields {
  const fields = emptyOrderFields();
  for (const name of Object.keys(fields) as OrderFieldName[]) {
    const value = kept[name];
    if (typeof value === 'string') fields[name] = value;
  }
  return fields;
}

const text = (value: string | number | null | undefined) => (value == null ? '' : String(value));
const proofOf = (required: boolean | null) => (required === null ? 'unsaid' : required ? 'required' : 'not-required');

/** Fields of an order that is there, without its address: the service's words for one are not what it takes. */
export function fieldsOfOrder(order: Order): OrderFields {
  const { recipient, packageInfo, deliveryInstructions: instructions } = editableOf(order);
  return {
    ...emptyOrderFields(),
    externalId: text(packageInfo.externalId),
    recipientName: text(recipient.name),
    phone: text(recipient.phone),
    email: text(recipient.email),
    recipientId: text(recipient.externalId),
    packageCount: text(packageInfo.packageCount),
    products: packageInfo.products.join('\n'),
    weightAmount: text(packageInfo.weight?.amount),
    weightUnit: packageInfo.weight?.unit ?? 'kilogram',
    notes: text(instructions.notes),
    expectedOn: instructions.expectedDeliveryDate === null ? '' : dateText(instructions.expectedDeliveryDate),
    proof: proofOf(instructions.proofOfAttemptRequired),
    handOffType: instructions.handOffType ?? 'unsaid',
    pickupLocationId: text(instructions.pickupLocationId),
  };
}

/** Fields of an order that was typed before and is to be corrected. */
export function fieldsOfTyped(order: OrderCreate): OrderFields {
  const { recipient, packageInfo, deliveryInstructions: instructions, address } = order;
  return {
    externalId: text(packageInfo?.externalId),
    recipientName: text(recipient?.name),
    phone: text(recipient?.phone),
    email: text(recipient?.email),
    recipientId: text(recipient?.externalId),
    addressName: text(address.addressName),
    addressLineOne: text(address.addressLineOne),
    addressLineTwo: text(address.addressLineTwo),
    zip: text(address.zip),
    city: text(address.city),
    state: text(address.state),
    country: text(address.country),
    latitude: text(address.latitude),
    longitude: text(address.longitude),
    packageCount: text(packageInfo?.packageCount),
    products: packageInfo?.products?.join('\n') ?? '',
    weightAmount: text(packageInfo?.weight?.amount),
    weightUnit: packageInfo?.weight?.unit ?? 'kilogram',
    notes: text(instructions?.notes),
    expectedOn: instructions?.expectedDeliveryDate ? dateText(instructions.expectedDeliveryDate) : '',
    proof: proofOf(instructions?.proofOfAttemptRequirements?.enabled ?? null),
    handOffType: instructions?.handOffInfo?.handOffType ?? 'unsaid',
    pickupLocationId: text(instructions?.handOffInfo?.pickupLocationId),
  };
}
