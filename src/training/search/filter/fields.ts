/** The fields that a search can filter, with their types, and those it can sort by (planning-api, Stop search). */

/**
 * text: a String · texts: several Strings, any of which may match · moment: a date, compared with ISO 8601 Strings ·
 * number: Integer or Float, depending on the field · truth: a Boolean
 */
export type FieldType = 'text' | 'texts' | 'moment' | 'number' | 'truth';

export const filterFields = {
  planId: 'text',
  routeId: 'text',
  type: 'text',
  activity: 'text',
  notes: 'text',
  'orderInfo.products': 'texts',
  'orderInfo.sellerName': 'text',
  'orderInfo.sellerOrderId': 'text',
  'orderInfo.sellerWebsite': 'text',
  'address.address': 'text',
  'address.addressLineOne': 'text',
  'address.addressLineTwo': 'text',
  'address.latitude': 'number',
  'address.longitude': 'number',
  'address.placeId': 'text',
  'address.countryCode': 'text',
  createdAt: 'moment',
  arrivalAt: 'moment',
  packageCount: 'number',
  estimatedTravelDuration: 'number',
  estimatedTravelDistance: 'number',
  'timing.estimatedAttemptDuration': 'number',
  'recipient.name': 'text',
  'recipient.email': 'text',
  'recipient.phone': 'text',
  'recipient.externalId': 'text',
  'deliveryInfo.state': 'text',
  'deliveryInfo.attempted': 'truth',
  'deliveryInfo.succeeded': 'truth',
  'deliveryInfo.recipientProvidedNotes': 'text',
  'deliveryInfo.driverProvidedInternalNotes': 'text',
  'deliveryInfo.driverProvidedRecipientNotes': 'text',
  'deliveryInfo.signeeName': 'text',
  'deliveryInfo.attemptedAt': 'moment',
  'paymentOnDelivery.amount': 'number',
  barcodes: 'texts',
  packageLabel: 'text',
} as const satisfies Record<string, FieldType>;

export type FilterField = keyof typeof filterFields;

export const sortFields = [
  'address.latitude',
  'address.longitude',
  'createdAt',
  'arrivalAt',
  'packageCount',
  'estimatedTravelDuration',
  'estimatedTravelDistance',
  'timing.estimatedAttemptDuration',
  'deliveryInfo.attemptedAt',
  'paymentOnDelivery.amount',
] as const satisfies readonly FilterField[];

export type SortField = (typeof sortFields)[number];

/** The left side of a comparison: a field from above or a custom stop property. */
export type FieldReference = { name: FilterField; type: FieldType } | { customProperty: string; type: 'text' };

const isFilterField = (name: string): name is FilterField => Object.hasOwn(filterFields, name);

/** Both spellings in the document. The rest of the name is the property's id, including dots. */
const customProperty = /^(?:customProperties|custom_property)\.(.+)$/s;

/**
 * The field of a name in a filter.
 * @param customPropertyIds ids of the team's custom stop properties
 * @returns an error text if there is no such field
 */
export function fieldOf(name: string, customPropertyIds: ReadonlySet<string>): FieldReference | string {
  const id = customProperty.exec(name)?.[1];
  if (id !== undefined) {
    if (customPropertyIds.has(id)) return { customProperty: id, type: 'text' };
    return `there is no custom stop property with the id '${id}' (the id is asked for, not the name)`;
  }
  if (isFilterField(name)) return { name, type: filterFields[name] };
  return `'${name}' is not a field that can be filtered`;
}
