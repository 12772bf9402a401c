/** What the door of the services keeps: keys, bodies, paths, pages and limits. */
import { keptIn, type Kept } from './kept.ts';

const flow = 'test/flow/training';
const door = `${flow}/door.test.ts`;
const keys = `${door} > keys > are taken as Basic and as Bearer, each by its own service only`;
const bodies = `${door} > bodies > need Content-Type: application/json, and to be JSON`;
const tokens = `${flow}/page-tokens.test.ts`;
const bounds = `${flow}/rules-bounds.test.ts`;
const limits = `${flow}/limits.test.ts`;
const orders = `${flow}/orders.test.ts`;
const basics = `${flow}/rules-basics.test.ts`;
const both = (name: string) => [`planning.${name}`, `orders.${name}`] as const;

const door_ = 'src/training/http';
const planningRefusal = 'if (!sameKey(keyOf(incoming.authorization), exchange.keys[service])) {';
const page = (list: string, most: number): readonly [string, string, string, string] => [
  'pageMaximum',
  'const maximum = endpoint.pageMaximum;',
  `const maximum = name === '${list}' ? ${most + 5} : endpoint.pageMaximum;`,
  `${bounds} > ${list} > maxPageSize`,
];
/** One window of one class that lets one more through. */
const window_ = (where: string, ...tests: string[]): readonly [string, string, string, ...string[]] => [
  'windowsOf',
  'limits[name].map((limit) => new Window(limit))',
  `limits[name].map((limit: LimitWindow) => new Window(${where} ? { ...limit, limit: limit.limit + 1 } : limit))`,
  ...tests,
];
const ofClass = (name: string) => `name === '${name}'`;
const ofWindow = (name: string, milliseconds: number, counts = 'requests') =>
  `name === '${name}' && limit.milliseconds === ${milliseconds} && limit.counts === '${counts}'`;
const limit = (title: string) => `${limits} > limits > ${title}`;
const stopImports = limit('let thirty imports a minute and a hundred in ten minutes through');
const driverImports = limit('let two imports of drivers a minute through, and a hundred drivers a minute');
const optimisations = limit(
  'let thirty optimisations and re-optimisations together through a minute, and a hundred in ten',
);
const orderLimits = `${limits} > limits of the orders`;
const orderBuckets = `${orderLimits} > let ten imports and ten submits a minute through, each in its own bucket, and writes beside them`;

export const http: Record<string, Kept> = {
  ...keptIn(`${door_}/keys.ts`, {
    ...Object.fromEntries(
      both('authentication.bearer').map((id) => [
        id,
        ['keyOf', "if (scheme.toLowerCase() === 'bearer') return value;", '', keys] as const,
      ]),
    ),
    ...Object.fromEntries(
      both('authentication.basic').map((id) => [
        id,
        ['keyOf', "return decoded.endsWith(':') ? decoded.slice(0, -1) : undefined;", 'return decoded;', keys] as const,
      ]),
    ),
  }),
  ...keptIn(`${door_}/exchange.ts`, {
    ...Object.fromEntries(
      [
        'planning.authentication.needed',
        'orders.authentication.needed',
        'orders.authentication.refused',
        'orders.errors.key',
        'resolved.status.401',
      ].map((id) => [id, ['sameKey', planningRefusal, 'if (service === null) {', keys] as const]),
    ),
    'planning.service.team': ['exchange.keys', 'exchange.keys[service])) {', 'exchange.keys.orders)) {', keys],
    'planning.service.json-bodies': [
      'checkContentType',
      'if (hasBody) checkContentType(incoming.contentType);',
      '',
      bodies,
    ],
    'orders.basics.json': [
      'checkContentType',
      'if (hasBody) checkContentType(incoming.contentType);',
      "if (hasBody && service === 'planning') checkContentType(incoming.contentType);",
      `${basics} > orders > take JSON only, and say so`,
    ],
    'planning.pages.plans': [
      'defaultPageSizes',
      "{ 'plans.list': 10 }",
      '{}',
      `${flow}/plans.test.ts > plans > come ten at a time unless asked otherwise, and never more than twenty`,
    ],
    'planning.pages.stops': page('stops.list', 10),
    'planning.pages.route-stops': page('routes.stops', 10),
    'planning.pages.unassigned': page('unassignedStops.list', 20),
    'planning.pages.drivers': page('drivers.list', 50),
    'planning.pages.depots': page('depots.list', 20),
    'planning.pages.routes': page('routes.list', 20),
    'planning.pages.operations': page('operations.list', 20),
    'orders.limits.page-orders': page('orders.list', 50),
    'orders.limits.page-couriers': page('couriers.list', 100),
    'orders.limits.page-locations': page('pickupLocations.list', 100),
    'planning.semantics.same-parameters': [
      'bound',
      'const bound = `${url.pathname} ${query.fingerprint}`;',
      "const bound = '';",
      `${tokens} > refuses tokens that are malformed, of other parameters or of another list`,
    ],
    'orders.rules.same-parameters': [
      'bound',
      'const bound = `${url.pathname} ${query.fingerprint}`;',
      "const bound = '';",
      `${orders} > refuses a malformed token, one of other parameters and one of another length`,
    ],
    'planning.errors.rate': [
      'TooManyRequests',
      "super(429, 'rate_limit_exceeded'",
      "super(503, 'rate_limit_exceeded'",
      limit('let ten reads a second through, in any second, with a reason in the refusal'),
    ],
    'resolved.status.429': [
      'TooManyRequests',
      "super(429, 'rate_limit_exceeded'",
      "super(420, 'rate_limit_exceeded'",
      limit('let five writes a second through, whatever becomes of them, and reads beside them'),
    ],
    'orders.errors.rate': [
      'emptyBody',
      "this.emptyBody = service === 'orders';",
      'this.emptyBody = false;',
      limit('stand before the orders: an empty 429 also for what has no key, apart from planning'),
    ],
    'orders.limits.source': [
      'enterByEdge',
      "if (service === 'orders') enterByEdge(exchange, incoming.source, classes);",
      '',
      limit('stand before the orders: an empty 429 also for what has no key, apart from planning'),
    ],
    'resolved.open.scope': [
      'limiter.admit',
      '{ who: exchange.keys[service], classes, items }',
      '{ who: incoming.url.pathname, classes, items }',
      limit('are one key’s in planning, whatever address it comes from, and one address’s for the orders'),
      limit('let ten reads a second through, in any second, with a reason in the refusal'),
    ],
  }),
  ...keptIn(`${door_}/body.ts`, {
    'planning.errors.content-type': [
      'checkContentType',
      "if (type !== 'application/json') {",
      "if (type === 'text/plain') {",
      bodies,
    ],
    'resolved.status.content-type': [
      'checkContentType',
      "new Refusal(415, 'unsupported_media_type'",
      "new Refusal(400, 'unsupported_media_type'",
      bodies,
    ],
  }),
  ...keptIn(`${door_}/errors.ts`, {
    'planning.errors.statuses': [
      'invalid',
      "new Refusal(400, 'validation_error', message, param)",
      "new Refusal(422, 'validation_error', message, param)",
      `${bounds} > stops.create > notes`,
    ],
    'resolved.status.400': [
      'invalid',
      "new Refusal(400, 'validation_error', message, param)",
      "new Refusal(409, 'validation_error', message, param)",
      `${bounds} > plans.create > title`,
    ],
    'resolved.status.404': [
      'notFound',
      'new Refusal(404, `${what}_not_found`',
      'new Refusal(410, `${what}_not_found`',
      `${flow}/plans.test.ts > plans > are read one by one`,
    ],
    'resolved.status.404-operation': [
      'notFound',
      '`${what}_not_found`',
      "'not_found'",
      `${flow}/replay.test.ts > the wire pairs, played against the service > v1 operations.get: resolved, 404: operation_not_found`,
    ],
    'planning.errors.codes': [
      'errorBody',
      '({ message, code, param, url: null })',
      '({ message, code: null, param, url: null })',
      `${flow}/stops.test.ts > stops > are refused by plans that are not writable, by unknown plans, and for drivers of other plans`,
    ],
    'resolved.status.body': [
      'errorBody',
      '({ message, code, param, url: null })',
      '({ error: message, code, param })',
      keys,
    ],
    'planning.service.json-answers': [
      'errorBody',
      '({ message, code, param, url: null })',
      '[message, code, param]',
      `${basics} > planning > answers JSON objects, refusals too`,
    ],
    'orders.errors.body': [
      'errorBody',
      '({ message, code, param, url: null })',
      '({ error: message })',
      `${basics} > orders > say what was wrong in message, code, param and url`,
    ],
  }),
  ...keptIn(`${door_}/page-token.ts`, {
    'orders.rules.malformed-token': [
      'refused',
      "import { invalid } from './errors.ts';",
      "import { Refusal } from './errors.ts';\nconst invalid = (param: string, message: string) => new Refusal(404, 'not_found', message, param);",
      `${orders} > refuses a malformed token, one of other parameters and one of another length`,
    ],
    'orders.errors.token': [
      'refused',
      "import { invalid } from './errors.ts';",
      "import { Refusal } from './errors.ts';\nconst invalid = (param: string, message: string) => new Refusal(422, 'invalid', message, param);",
      `${orders} > refuses a malformed token, one of other parameters and one of another length`,
    ],
    'orders.rules.made-up-token': [
      'positionTokens',
      "Buffer.from(token, 'base64url').toString()",
      "'zzz'",
      `${flow}/couriers.test.ts > the list of couriers > resumes from whatever position a made-up token decodes to`,
    ],
    'planning.pages.token': [
      'read',
      'if (token.length > 255 || body === undefined',
      'if (token.length > 9 || body === undefined',
      `${tokens} > gives every item once, and null only at the end`,
    ],
    'orders.limits.token': [
      'positionTokens',
      'if (token.length > 255) throw',
      'if (token.length > 999) throw',
      `${bounds} > couriers.list > pageToken`,
    ],
  }),
  ...keptIn(`${door_}/query.ts`, {
    'planning.semantics.page-size': [
      'readPageSize',
      'const size = /^',
      'const size = 20; void /^',
      `${tokens} > gives every item once, and null only at the end`,
    ],
    'resolved.filters.spellings': [
      'oneSpelling',
      "name.replace(/^filter\\[(.*)\\]$/, 'filter.$1')",
      'name',
      `${flow}/plans.test.ts > plans > are found by exact title and by day, in both spellings of a filter`,
    ],
    'orders.rules.filter-spellings': [
      'oneSpelling',
      "name.replace(/^filter\\[(.*)\\]$/, 'filter.$1')",
      'name',
      `${orders} > filters by the external id in both spellings alike`,
    ],
    'resolved.filters.unknown': [
      'known',
      'if (!known.has(name)) throw',
      'if (name === undefined) throw',
      `${bounds} > plans.list > colour`,
    ],
    'orders.errors.page-size': [
      'readPageSize',
      'if (!(size >= 1 && size <= pages.maximum)) {',
      'if (!(size >= 1)) {',
      `${bounds} > orders.list > maxPageSize`,
    ],
  }),
  ...keptIn(`${door_}/router.ts`, {
    'orders.basics.fetched': [
      'route',
      'pattern: new RegExp(`^${escaped',
      'pattern: new RegExp(`^/elsewhere${escaped',
      `${orders} > gives an order by its id`,
    ],
    'planning.identifiers.segment': [
      'idFrom',
      'if (!/^[A-Za-z0-9_-]{1,50}$/.test(segment)) {',
      'if (segment === null) {',
      `${basics} > planning > takes segments of 1 to 50 letters, digits, hyphens and underscores`,
    ],
    'orders.basics.segment': [
      'idFrom',
      '{1,50}$/.test(segment)',
      '{1,60}$/.test(segment)',
      `${basics} > orders > take segments of 1 to 50 letters, digits, hyphens and underscores`,
    ],
    'planning.identifiers.property-segment': [
      'idFrom',
      "if (name === 'customStopPropertyId') {",
      "if (name === 'nothing') {",
      `${flow}/custom-properties.test.ts > are read one by one by their ids, which may hold any characters, and never by their names`,
    ],
    'planning.versions.base': [
      'bases',
      "service === 'orders' ? (['v1'] as const) : versions",
      "['v1'] as const",
      `${flow}/rules-operations.test.ts > operations > v0.2b plans.list`,
    ],
    'orders.limits.version': [
      'bases',
      'base: `${basePath(service, version)}/`',
      "base: `${basePath(service, version).replace('v1', 'v2')}/`",
      `${orders} > gives an order by its id`,
    ],
    'planning.versions.search': [
      'route',
      'return endpoint.versions.map((version) => ({',
      "return (['v1', 'v0.2b'] as const).map((version) => ({",
      `${flow}/search.test.ts > the search > does not exist in v0.2b`,
    ],
    'planning.versions.fewer-operations': [
      'route',
      'return endpoint.versions.map((version) => ({',
      "return (['v1', 'v0.2b'] as const).map((version) => ({",
      `${flow}/versions.test.ts > v0.2b has > depots as a list only, routes one by one only, no search and no members`,
    ],
    'planning.endpoints.members.no-list': [
      'route',
      "throw new Refusal(405, 'method_not_allowed'",
      "throw new Refusal(200, 'method_not_allowed'",
      `${flow}/members.test.ts > members > can be neither listed nor fetched`,
    ],
    'planning.endpoints.routes.read-only': [
      'route',
      'const found = onPath.find(({ endpoint }) => endpoint.method === method);',
      'const found = onPath[0];',
      `${basics} > planning > lets nobody write routes`,
    ],
  }),
  ...keptIn(`${door_}/limits.ts`, {
    'planning.limits.read': window_(
      ofClass('planning.read'),
      limit('let ten reads a second through, in any second, with a reason in the refusal'),
    ),
    'planning.limits.write': window_(
      ofClass('planning.write'),
      limit('let five writes a second through, whatever becomes of them, and reads beside them'),
    ),
    'planning.limits.driver-create': window_(
      ofClass('planning.driver-create'),
      limit('let one creation of a driver a second through, which is one of five writes besides'),
    ),
    'planning.limits.stop-import-minute': window_(ofWindow('planning.stop-import', 60_000), stopImports),
    'planning.limits.stop-import-ten-minutes': window_(ofWindow('planning.stop-import', 600_000), stopImports),
    'planning.limits.stop-import-items': window_(
      ofWindow('planning.stop-import', 60_000, 'items'),
      limit('let a thousand imported stops a minute through'),
    ),
    'planning.limits.driver-import-minute': window_(ofWindow('planning.driver-import', 60_000), driverImports),
    'planning.limits.driver-import-items': window_(ofWindow('planning.driver-import', 60_000, 'items'), driverImports),
    'planning.limits.optimise-minute': window_(ofWindow('planning.optimise', 60_000), optimisations),
    'planning.limits.optimise-ten-minutes': window_(ofWindow('planning.optimise', 600_000), optimisations),
    'planning.limits.recovers': [
      'isClosed',
      "if (closed && this.#switches.sustainedUse === 'refused') return false;",
      '',
      `${limits} > sustained use near a planning limit > is refused at the limit after thirty windows, until the rate has dropped, for every class`,
    ],
    'orders.limits.read': window_(
      ofClass('orders.read'),
      `${orderLimits} > let ten reads and five writes a second through`,
    ),
    'orders.limits.write': window_(
      ofClass('orders.write'),
      `${orderLimits} > let ten reads and five writes a second through`,
    ),
    'orders.limits.import': window_(ofClass('orders.import'), orderBuckets),
    'orders.limits.submit': window_(ofClass('orders.submit'), orderBuckets),
  }),
  ...keptIn(`${door_}/block.ts`, {
    'orders.limits.block': [
      'Blocker',
      'block: 20 * minute',
      'block: 2 * minute',
      `${limits} > the block at the orders’ edge > comes after three minutes of breach, refuses everything with an empty 429, and ends after twenty`,
    ],
  }),
  ...keptIn('src/training/server.ts', {
    ...Object.fromEntries(
      ['planning.service.https', 'planning.authentication.https', 'orders.basics.https'].map((id) => [
        id,
        [
          'createServer',
          "import { createServer } from 'node:https';",
          "import { createServer } from 'node:http';",
          `${door} > certificates > do not answer plain HTTP`,
        ] as const,
      ]),
    ),
  }),
};
