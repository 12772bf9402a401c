/** What a file of orders consists of: the fields of an order, the words for them in headings, and how they are checked. */
import { t } from '../../../messages/index.ts';
import { headingWords } from '../../import/heading-words.ts';
import type { ItemField, ItemFields } from '../../import/fields.ts';
import type { SheetNoun } from '../../import/noun.ts';
import { partLabel } from '../../import/part-labels.ts';
import { valueOf } from '../../import/values.ts';
import { buildOrder } from '../order-build.ts';
import { emptyOrderFields, type OrderFieldName, type OrderFields } from '../order-fields.ts';

/** Fields of an order that can be imported, in display order. */
export const orderImportFields = [
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
] as const satisfies (OrderFieldName & ItemField)[];
type OrderImportField = (typeof orderImportFields)[number];

const parts = ['firstName', 'lastName', 'houseNumber', 'place'] as const;

/** The form's fields of a row: what a file cannot hold is as in an empty form. */
export const orderFieldsOf = (fields: Readonly<ItemFields>): OrderFields => ({
  ...emptyOrderFields(),
  ...(Object.fromEntries(orderImportFields.map((field) => [field, fields[field]])) as Pick<
    OrderFields,
    OrderImportField
  >),
});

const isOrderField = (field: string): field is OrderFieldName => field in emptyOrderFields();

export const orderSheet: SheetNoun = {
  name: 'orders',
  words: 'orderImport',
  fields: orderImportFields,
  targets: [...orderImportFields, ...parts],
  labelOf: (field) => partLabel(field) ?? (isOrderField(field) ? t(`orderForm.${field}`) : field),
  terms: headingWords([...orderImportFields, ...parts]),
  defaults: { weightUnit: 'kilogram' },
  valueOf,
  problemsOf: (fields) => buildOrder(orderFieldsOf(fields)).problems,
  deliveryOf: ({ recipientName: name, phone, addressLineOne, addressLineTwo, zip, city }) => ({
    ...{ name, phone, address: [addressLineOne, addressLineTwo, `${zip} ${city}`].join(', ') },
  }),
  needs: ['addressLineOne', 'zip', 'city', 'latitude', 'place'],
  example: {
    externalId: 'W-1001',
    recipientName: 'Mia Kern',
    phone: '030 1234567',
    addressLineOne: 'Lindenallee 4',
    zip: '01067',
    city: 'Dresden',
    country: 'Germany',
    packageCount: '1',
    products: 'Tea',
    expectedOn: '2026-06-17',
  },
  joinsBy: 'externalId',
  asksAlike: false,
};
