/** The fields that a column of a file can hold, for every kind of record that can be imported. */

/** Fields of the records, named as in their forms. Each kind of record has some of them (noun.ts). */
export const recordFields = [
  'externalId',
  'recipientName',
  'phone',
  'email',
  'recipientId',
  'addressLineOne',
  'addressLineTwo',
  'zip',
  'city',
  'state',
  'country',
  'addressName',
  'latitude',
  'longitude',
  'packageCount',
  'products',
  'weightAmount',
  'weightUnit',
  'notes',
  'expectedOn',
  'earliest',
  'latest',
  'durationMinutes',
  'allowedDrivers',
  'barcodes',
  'activity',
  'sellerName',
  'sellerOrderId',
  'sellerWebsite',
  'paymentAmount',
  'paymentCurrency',
  'displayName',
  'depots',
  'vehicleType',
  'maxStops',
] as const;
export type RecordField = (typeof recordFields)[number];

/** Parts of a field that files keep in columns of their own. Each row joins them (parts.ts). */
export const partFields = ['firstName', 'lastName', 'houseNumber', 'window', 'place'] as const;
export type PartField = (typeof partFields)[number];

/** The value of one of the team's custom properties, by the property's id. */
export type PropertyField = `property:${string}`;

/** A field that is shown and can be corrected. */
export type ItemField = RecordField | PropertyField;
/** What a column can hold. */
export type ImportField = ItemField | PartField;

/** The field of each column of a file; null: the column is not used. */
export type Columns = readonly (ImportField | null)[];

/** The text of every field of a record; fields that its kind does not have are empty. */
export type ItemFields = Record<RecordField, string> & { [Property in PropertyField]?: string | undefined };

/** What the user typed instead of the file's text, by field. */
export type Corrections = Readonly<Record<string, string>>;

export const propertyField = (id: string): PropertyField => `property:${id}`;

/** The id of the custom property that a field holds, or null. */
export const propertyOf = (field: ImportField): string | null =>
  field.startsWith('property:') ? field.slice('property:'.length) : null;

export const emptyItemFields = (): ItemFields =>
  Object.fromEntries(recordFields.map((field) => [field, ''])) as ItemFields;

/** The text of a field; empty for a custom property without a value. */
export const textOf = (fields: Readonly<ItemFields>, field: ItemField): string => fields[field] ?? '';
