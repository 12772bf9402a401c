/** What the search keeps: its parameters, its fields and its language. */
import { filterable, sortable } from '../rules/planning/search.ts';
import { keptIn, type Kept } from './kept.ts';

const flow = 'test/flow/training';
const rules = `${flow}/rules-search.test.ts`;
const search = `${flow}/search.test.ts > the search`;
const bounds = `${flow}/rules-bounds.test.ts > stops.search`;
const language = `${rules} > the filter language`;
const keyword = 'test/unit/training/search/index.test.ts > a keyword';
const document = 'src/training/search/document.ts';

/** Where a field comes from, as it stands in the document of a stop. */
const lines: Record<keyof typeof filterable, string> = {
  planId: 'planId: stop.plan,',
  routeId: '    routeId,\n',
  type: 'type: stop.type,',
  activity: 'activity: stop.activity,',
  notes: 'notes: stop.notes,',
  'orderInfo.sellerOrderId': 'orderInfo?.sellerOrderId ?? null',
  'orderInfo.sellerWebsite': 'orderInfo?.sellerWebsite ?? null',
  'address.address': 'address.address,\n',
  'address.addressLineOne': 'address.addressLineOne,\n',
  'address.addressLineTwo': 'address.addressLineTwo,\n',
  'address.latitude': 'address.latitude,\n',
  'address.longitude': 'address.longitude,\n',
  'address.placeId': 'address.placeId,\n',
  'address.countryCode': 'countryCodeOf(address),\n',
  createdAt: '    createdAt,\n    packageCount',
  arrivalAt: "'value' in eta ? milliseconds(eta.value.estimatedArrivalAt) : null",
  packageCount: 'packageCount: stop.packageCount,',
  estimatedTravelDuration: 'stop.estimatedTravelDuration,',
  estimatedTravelDistance: 'stop.estimatedTravelDistance,',
  'timing.estimatedAttemptDuration': 'stop.timing?.estimatedAttemptDuration ?? null',
  'recipient.name': 'recipient?.name ?? null',
  'recipient.email': 'recipient?.email ?? null',
  'recipient.phone': 'recipient?.phone ?? null',
  'recipient.externalId': 'recipient?.externalId ?? null',
  'deliveryInfo.state': 'deliveryInfo?.state ?? null',
  'deliveryInfo.attempted': 'deliveryInfo?.attempted ?? null',
  'deliveryInfo.succeeded': 'deliveryInfo?.succeeded ?? null',
  'deliveryInfo.recipientProvidedNotes': 'deliveryInfo?.recipientProvidedNotes ?? null',
  'deliveryInfo.driverProvidedInternalNotes': 'deliveryInfo?.driverProvidedInternalNotes ?? null',
  'deliveryInfo.driverProvidedRecipientNotes': 'deliveryInfo?.driverProvidedRecipientNotes ?? null',
  'deliveryInfo.signeeName': 'deliveryInfo?.signeeName ?? null',
  'deliveryInfo.attemptedAt': 'milliseconds(deliveryInfo?.attemptedAt)',
  'orderInfo.products': 'orderInfo?.products ?? []',
  'orderInfo.sellerName': 'orderInfo?.sellerName ?? null',
  'paymentOnDelivery.amount': 'originalAmount(stop.paymentOnDelivery)',
  barcodes: 'barcodes: stop.barcodes,',
  packageLabel: 'packageLabel: stop.packageLabel,',
  customProperties: 'stop.customProperties ?? {}',
};

/** The line with nothing in it. */
function emptied(field: keyof typeof filterable, line: string): string {
  if (field === 'createdAt') return '    createdAt: null,\n    packageCount';
  if (field === 'routeId') return '    routeId: null,\n';
  if (field === 'customProperties') return '{} as Record<string, string>';
  if (field === 'barcodes') return 'barcodes: [],';
  if (field === 'orderInfo.products') return '[]';
  if (line.endsWith(',\n')) return 'null as never,\n';
  if (line.startsWith(`${field}: `)) return `${field}: null as never,`;
  return line.endsWith(',') ? 'null,' : 'null';
}

const fieldRows = (prefix: string, group: string, fields: readonly string[]) =>
  keptIn(
    document,
    Object.fromEntries(
      fields.map((name) => {
        const field = name as keyof typeof filterable;
        const line = lines[field];
        return [
          `${prefix}.${name}`,
          ['stopDocument', line, emptied(field, line), `${rules} > ${group} > ${name}`] as const,
        ];
      }),
    ),
  );

export const searching: Record<string, Kept> = {
  ...fieldRows('planning.search.field', 'search filters by', Object.keys(filterable)),
  ...fieldRows('planning.search.sort', 'search sorts by', sortable),
  ...keptIn('src/training/handlers/search.ts', {
    'planning.search.both': [
      ...(['searchHandlers', "type: 'unassignedStop'", "type: 'stop'"] as const),
      `${search} > finds stops of plans, with their routes, and unassigned stops, each as it is read by itself`,
    ],
    'planning.search.lag': [
      ...(['lag', 'const lag = 3_000;', 'const lag = 0;'] as const),
      `${search} > sees a new stop, a change and a deletion only some seconds later; reading the stop sees them at once`,
    ],
    'planning.search.pageToken': [
      ...(['nextPageToken', 'next === null ? null : page.token(next)', 'null'] as const),
      `${search} > comes in pages of at most 20 whose tokens hold for the same parameters only`,
    ],
  }),
  ...keptIn('src/training/validate/search.ts', {
    'planning.search.filter': [
      'filter',
      "text(2048)(filter, 'filter')",
      'filter',
      `${language} > has 1 to 2048 characters`,
    ],
    'planning.search.maxPageSize': [
      'pageSize',
      'const mostHits = 20;',
      'const mostHits = 200;',
      `${bounds} > maxPageSize`,
    ],
    'planning.search.sortField': [
      ...(['sortFields', "oneOf(...sortFields)(sortField, 'sortField')", 'sortField as SortField'] as const),
      `${bounds} > sortField`,
    ],
    'planning.search.sortOrder': ['order', "order === 'desc'", 'false', `${rules} > search sorts by > packageCount`],
    'planning.pages.search': ['mostHits', 'const mostHits = 20;', 'const mostHits = 25;', `${bounds} > maxPageSize`],
    'planning.payload.keyword': ['keyword', "text(255)(keyword, 'keyword')", 'keyword', `${bounds} > keyword`],
    'planning.payload.filter': ['filter', 'text(2048)', 'text(20_480)', `${language} > has 1 to 2048 characters`],
  }),
  ...keptIn('src/training/search/vocabulary.ts', {
    'planning.search.relevance': [
      ...(['fit', 'exact: 4,', 'exact: 1,'] as const),
      `${keyword} > ranks the word itself above its prefix above a similar one, and names above notes`,
    ],
    'planning.search.keyword': [
      ...(['meanings', 'if (mistakes > 0 && mistakes <= most)', 'if (mistakes > 9)'] as const),
      `${keyword} > finds in spite of a typing mistake, two in a long word, none in a short one`,
      `${bounds} > keyword`,
    ],
  }),
  ...keptIn('src/training/search/filter/match.ts', {
    'planning.filter.expression': [
      ...(['matcherOf', "return expression.kind === 'and'", "return expression.kind !== 'and'"] as const),
      `${language} > joins comparisons with and, or and parentheses`,
    ],
    'planning.filter.equal': [
      ...(['numberMatcher', 'column.at(place) !== bound', 'column.at(place) === bound + 1'] as const),
      `${language} > compares every type with = and !=`,
    ],
    'planning.filter.contains': [
      ...(['textMatcher', 'text.includes(value)', 'text === value'] as const),
      `${language} > finds a part of a text with ~=, of texts only`,
    ],
    'planning.filter.order': [
      ...(['inOrder', 'return value >= bound;', 'return value > bound;'] as const),
      `${language} > compares numbers by order`,
    ],
  }),
  ...keptIn('src/training/search/filter/parse.ts', {
    'planning.filter.keyword-case': [
      ...(['isKeyword', 'token.name.toLowerCase() === keyword', 'token.name === keyword'] as const),
      `${language} > reads keywords in any case`,
    ],
    'planning.filter.boolean': [
      ...(['value', "return word === 'true';", "return word !== 'true';"] as const),
      `${language} > has true and false in any case`,
    ],
    'planning.filter.null': [
      ...(['value', "if (word === 'null') return null;", "if (word === 'nil') return null;"] as const),
      `${language} > has null in any case`,
    ],
    'planning.filter.precedence': [
      ...(['combination', 'while (this.#isKeyword(keyword)) {'] as const),
      "while (this.#isKeyword('and') || this.#isKeyword('or')) {",
      `${language} > binds and tighter than or`,
    ],
  }),
  ...keptIn('src/training/search/filter/tokens.ts', {
    'planning.filter.string': [
      ...(['textAt', `if (character === '"') return`, `if (character === "'") return`] as const),
      `${language} > has texts in double quotes`,
    ],
    'planning.filter.float': [
      ...(['numberPattern', String.raw`-?\d+(?:\.\d+)?(?!`, String.raw`-?\d+(?!`] as const),
      `${language} > has numbers with a decimal point`,
    ],
    'planning.filter.nested': [
      ...(['wordPattern', String.raw`(?:\.[\p{L}\p{N}_-]+)*/uy`, '/uy'] as const),
      `${language} > names fields within fields with dots`,
    ],
  }),
  ...keptIn('src/training/search/filter/rules.ts', {
    'planning.filter.integer': [
      ...(['mismatch', 'if (typeof value !== valueTypes[type])', 'if (type === null)'] as const),
      `${language} > has whole numbers, which are no texts`,
    ],
    'planning.filter.order-dates': [
      ...(['mismatch', 'if (wantsMoment && momentOf', 'if (wantsMoment && !momentOf'] as const),
      `${language} > compares texts by order where they are dates, and no others`,
    ],
  }),
  ...keptIn('src/training/search/filter/fields.ts', {
    'planning.filter.property-spellings': [
      ...(['customProperty', '(?:customProperties|custom_property)', '(?:customProperties)'] as const),
      `${language} > names a custom property by its id, in two ways`,
    ],
  }),
};
