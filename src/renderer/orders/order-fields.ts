/** The fields of an order as text, from a form or a file, and how they are filled. */
import { addressFields } from '../../shared/address-fields.ts';
import type { OrderCreate } from '../../shared/order-input.ts';
import { editableOf } from '../../shared/order-rules.ts';
import type { Order } from '../../shared/orders.ts';
import { isOurMarker } from '../../shared/outbox.ts';
import { dateText } from '../../shared/time.ts';
import { keptFields } from '../lib/kept-fields.ts';

/** Every value stays text until saved, so that half-typed input survives. */
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
  /** One per line. */
  products: string;
  weightAmount: string;
  weightUnit: string;
  notes: string;
  /** `2026-06-17` or `17.6.2026`. */
  expectedOn: string;
  /** `unsaid`, `required` or `not-required`. */
  proof: string;
  /** `unsaid`, or the service's value. */
  handOffType: string;
  /** Empty: none. */
  pickupLocationId: string;
}
export type OrderFieldName = keyof OrderFields;

/** The address fields. An address is sent whole or not at all. */
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

type AddressTexts = Pick<OrderFields, (typeof addressFieldNames)[number]>;
/** Empty address fields. */
export const noAddress = Object.fromEntries(addressFieldNames.map((name) => [name, ''])) as AddressTexts;

/** The fields of an empty form. */
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

const text = (value: string | number | null | undefined) => (value == null ? '' : String(value));

/** The order number without a marker that the app assigned: the service keeps it for as long as no other is typed. */
function typedNumber(externalId: string | null | undefined): string {
  const number = text(externalId);
  return isOurMarker(number) ? '' : number;
}

/** Fields from a draft. Missing or invalid values (drafts of an older version) stay as in an empty form. */
export function orderFieldsFromDraft(kept: Readonly<Record<string, unknown>>): OrderFields {
  const fields = keptFields(kept, emptyOrderFields());
  return { ...fields, externalId: typedNumber(fields.externalId) };
}

const proofOf = (required: boolean | null) => (required === null ? 'unsaid' : required ? 'required' : 'not-required');

const addressTexts = (address: OrderCreate['address']) =>
  Object.fromEntries(addressFieldNames.map((name) => [name, text(address[name])])) as AddressTexts;

/** Fields of an existing order. What the service returns may not be valid input. */
export function fieldsOfOrder(order: Order): OrderFields {
  const { recipient, packageInfo, deliveryInstructions: instructions } = editableOf(order);
  return {
    ...addressTexts(addressFields(order.address)),
    externalId: typedNumber(packageInfo.externalId),
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

/** Fields of a typed order to correct. */
export function fieldsOfTyped(order: OrderCreate): OrderFields {
  const { recipient, packageInfo, deliveryInstructions: instructions, address } = order;
  return {
    externalId: typedNumber(packageInfo?.externalId),
    recipientName: text(recipient?.name),
    phone: text(recipient?.phone),
    email: text(recipient?.email),
    recipientId: text(recipient?.externalId),
    ...addressTexts(address),
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
