/** Stop search and its filter language (planning-api, Stop search). */
import { none, section, type Own } from '../../row.ts';
import { sentBy } from '../../screens.ts';

const client = 'src/shared/search.ts searchQuery';
/** An import looks its order numbers up in all plans, with filters such as `recipient.externalId = "4711"`. */
const looked = { screen: sentBy('stops.search') };
const screen = none('screens search by order numbers alone; npm run api searches by anything');

export const sortable = [
  ...['address.latitude', 'address.longitude', 'createdAt', 'arrivalAt', 'packageCount', 'estimatedTravelDuration'],
  ...[
    'estimatedTravelDistance',
    'timing.estimatedAttemptDuration',
    'deliveryInfo.attemptedAt',
    'paymentOnDelivery.amount',
  ],
] as const;

/** Field → what it is in the language. */
export const filterable = {
  planId: 'text', routeId: 'text', type: 'text', activity: 'text', notes: 'text',
  'orderInfo.sellerOrderId': 'text', 'orderInfo.sellerWebsite': 'text',
  'address.address': 'text', 'address.addressLineOne': 'text', 'address.addressLineTwo': 'text',
  'address.latitude': 'number', 'address.longitude': 'number', 'address.placeId': 'text', 'address.countryCode': 'text',
  createdAt: 'date', arrivalAt: 'date', packageCount: 'number', estimatedTravelDuration: 'number',
  estimatedTravelDistance: 'number', 'timing.estimatedAttemptDuration': 'number',
  'recipient.name': 'text', 'recipient.email': 'text', 'recipient.phone': 'text', 'recipient.externalId': 'text',
  'deliveryInfo.state': 'text', 'deliveryInfo.attempted': 'truth', 'deliveryInfo.succeeded': 'truth',
  'deliveryInfo.recipientProvidedNotes': 'text', 'deliveryInfo.driverProvidedInternalNotes': 'text',
  'deliveryInfo.driverProvidedRecipientNotes': 'text', 'deliveryInfo.signeeName': 'text',
  'deliveryInfo.attemptedAt': 'date', 'orderInfo.products': 'text', 'orderInfo.sellerName': 'text',
  'paymentOnDelivery.amount': 'number', barcodes: 'text', packageLabel: 'text', customProperties: 'text',
} as const; // prettier-ignore

const filteredBy = (field: string) =>
  `Hits are filtered by ${field} (${filterable[field as keyof typeof filterable]}).`;

const rowsOf = (fields: readonly string[], rule: (field: string) => string): Record<string, Own> =>
  Object.fromEntries(fields.map((field) => [field, { rule: rule(field) }]));

export const search = section(
  'Planning: stop search',
  'planning.search',
  { from: 'planning-api, Stop search', client, screen },
  {
    both: {
      rule: 'All stops are searched, unassigned ones too; a hit says which it is.',
      client: 'src/shared/search.ts searchHits',
      ...looked,
    },
    keyword: { rule: 'keyword: 1 to 255 characters; finds words with a slip of the finger too.' },
    relevance: { rule: 'What fits the keyword best comes first.' },
    filter: { rule: 'filter: 1 to 2048 characters of the filter language.', ...looked },
    pageToken: { rule: 'pageToken: from the page before.', ...looked },
    maxPageSize: { rule: 'maxPageSize: 1 to 20, and 20 when left out.' },
    sortField: { rule: 'sortField: one of the sortable fields.' },
    sortOrder: { rule: 'sortOrder: asc when left out, or desc.' },
    lag: { rule: 'A new stop is missing from the search for a moment, and there at its own address.' },
  },
);

export const sorting = section(
  'Planning: fields that search sorts by',
  'planning.search.sort',
  { from: 'planning-api, Stop search: sortable fields', client: 'src/shared/search.ts sortFields', screen },
  rowsOf(sortable, (field) => `Hits are sorted by ${field}, up or down.`),
);

export const filtering = section(
  'Planning: fields that search filters by',
  'planning.search.field',
  { from: 'planning-api, Stop search: filterable fields', client, screen },
  {
    ...rowsOf(Object.keys(filterable), filteredBy),
    'recipient.externalId': { rule: filteredBy('recipient.externalId'), ...looked },
  },
);

export const language = section(
  'Planning: filter language',
  'planning.filter',
  { from: 'planning-api, Stop search: filter language', client, screen },
  {
    expression: { rule: '1. Field, operator, value; joined by and, or and parentheses.', ...looked },
    'keyword-case': { rule: '1. Keywords are read in any case.' },
    string: { rule: '2. A text stands in double quotes.', ...looked },
    integer: { rule: '2. A whole number.' },
    float: { rule: '2. A number with a decimal point.' },
    boolean: { rule: '2. true and false, in any case.' },
    null: { rule: '2. null, in any case.' },
    equal: { rule: '3. = and != compare every type.', ...looked },
    contains: { rule: '3. ~= finds a part of a text, and takes texts only.' },
    order: { rule: '3. >, >=, < and <= compare numbers.' },
    'order-dates': { rule: '3. Of texts only ISO 8601 dates are compared by order.' },
    precedence: { rule: '4. and binds tighter than or; parentheses come first.' },
    nested: { rule: '5. Fields within fields are written with dots.', ...looked },
    'property-spellings': {
      rule: 'A custom property is named by its id, as customProperties.<id> or custom_property.<id>.',
    },
  },
);
