import type { OrderFieldName } from '../order-fields.ts';

/** Fields of an order that can be imported, in display order. */
export const importFields = [
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
] as const satisfies OrderFieldName[];
export type ImportField = (typeof importFields)[number];

/** The field of each column of a file; null: the column is not used. */
export type Columns = readonly (ImportField | null)[];
