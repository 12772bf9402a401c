/** What the handlers of the planning service keep, beyond operations and fields. */
import { keptIn, type Kept } from './kept.ts';

const flow = 'test/flow/training';
const handlers = 'src/training/handlers';
const validate = 'src/training/validate';
const optimise = 'src/training/optimise';
const bounds = (operation: string, field: string) => `${flow}/rules-bounds.test.ts > ${operation} > ${field}`;
const basics = (title: string) => `${flow}/rules-basics.test.ts > planning > ${title}`;
const written = (record: string, field: string) => `${flow}/rules-written.test.ts > ${record} > ${field}`;
const answers = (record: string, field: string) => `${flow}/rules-answers.test.ts > ${record} > ${field}`;
const operation = (name: string) => `${flow}/rules-operations.test.ts > operations > ${name}`;
const plans = (title: string) => `${flow}/plans-write.test.ts > ${title}`;
const stops = (title: string) => `${flow}/stops.test.ts > stops > ${title}`;
const stopWrites = (title: string) => `${flow}/stops-write.test.ts > ${title}`;
const live = (title: string) => `${flow}/live.test.ts > ${title}`;
const optimising = (title: string) => `${flow}/optimise.test.ts > ${title}`;
const reoptimising = (title: string) => optimising(`re-optimising a plan > ${title}`);
const unassigned = (title: string) => `${flow}/unassigned.test.ts > ${title}`;
const members = (title: string) => `${flow}/members.test.ts > ${title}`;
const drivers = (title: string) => `${flow}/drivers.test.ts > ${title}`;

const stopValidation = keptIn(`${validate}/stops.ts`, {
  'planning.shapes.time.hour': [
    'time',
    'hour: whole(0, 23)',
    'hour: whole(-1, 24)',
    bounds('stops.create', 'timing.earliestAttemptTime.hour'),
  ],
  'planning.shapes.time.minute': [
    'time',
    'minute: whole(0, 59)',
    'minute: whole(-1, 60)',
    bounds('stops.create', 'timing.earliestAttemptTime.minute'),
  ],
  'planning.shapes.address.one-field': [
    'address',
    "Object.keys(given).every((name) => name === 'addressName')",
    'Object.keys(given).length > 99',
    bounds('stops.create', 'address.addressLineOne'),
  ],
  'planning.shapes.address.both': [
    'address',
    '(given.latitude === undefined) !== (given.longitude === undefined)',
    'given.latitude === null',
    bounds('stops.create', 'address.longitude'),
  ],
  'planning.shapes.weight.amount': [
    'weight',
    'amount: number(0, 999_999)',
    'amount: number(0, 9_999_999)',
    bounds('stops.create', 'weight.amount'),
  ],
  'planning.payload.weight': [
    'weight',
    'amount: number(0, 999_999)',
    'amount: number(0, 1_000_000)',
    bounds('stops.create', 'weight.amount'),
  ],
  'planning.shapes.recipient.optional': [
    'recipient',
    'recipient: orNull(fields(recipient)),',
    "recipient: orNull((value, path) => { const given = fields(recipient)(value, path); required(given, path, 'name'); return given; }),",
    written('StopCreate', 'recipient.phone'),
  ],
  'planning.shapes.payment.amount': [
    'payment',
    'amount: whole(1, Number',
    'amount: number(0, Number',
    bounds('stops.create', 'paymentOnDelivery.amount'),
  ],
  'planning.shapes.timing.duration': [
    'timing',
    'estimatedAttemptDuration: whole(0, Number',
    'estimatedAttemptDuration: number(-9, Number',
    bounds('stops.create', 'timing.estimatedAttemptDuration'),
  ],
  'planning.endpoints.stops.no-address-update': [
    'updateFields',
    'const updateFields = (version: Version) =>\n  fields({',
    'const updateFields = (version: Version) =>\n  fields({\n    address,',
    bounds('stops.update', 'address'),
  ],
  'planning.endpoints.stops.no-client-update': [
    'updateFields',
    'const updateFields = (version: Version) =>\n  fields({',
    'const updateFields = (version: Version) =>\n  fields({\n    clientId: orNull(text(100)),',
    bounds('stops.update', 'clientId'),
  ],
  'planning.endpoints.unassigned.no-address-update': [
    'updateFields',
    'const updateFields = (version: Version) =>\n  fields({',
    'const updateFields = (version: Version) =>\n  fields({\n    address, clientId: text(100),',
    bounds('unassignedStops.update', 'address'),
    bounds('unassignedStops.update', 'clientId'),
  ],
  'planning.endpoints.stops.properties': [
    'knownProperty',
    'if (found === undefined) throw',
    "if (name === '') throw",
    bounds('stops.create', `customProperties.${'x'.repeat(51)}`),
  ],
  'planning.payload.stop-import': [
    'createMany',
    'createMany: list(create, 1, 100)',
    'createMany: list(create, 1, 200)',
    bounds('stops.import', 'its size'),
  ],
  'planning.payload.unassigned-import': [
    'createMany',
    'createMany: list(create, 1, 100)',
    'createMany: list(create, 0, 200)',
    bounds('unassignedStops.import', 'unassignedStops'),
  ],
  'planning.payload.barcodes': ['mostBarcodes', 'v1: 50,', 'v1: 60,', bounds('stops.create', 'barcodes')],
  'planning.versions.barcodes': [
    'mostBarcodes',
    "'v0.2b': 200",
    "'v0.2b': 50",
    `${flow}/versions.test.ts > v0.2b, writing a stop > takes two hundred barcodes, v1 fifty`,
  ],
  'planning.endpoints.live.import': [
    'createMany',
    'createMany: list(create, 1, 100)',
    'createMany: list(create, 1, 101)',
    live('a live import > takes 1 to 100 stops, all or nothing when the request is malformed'),
  ],
  'resolved.values.order': [
    'optimizationOrder',
    "oneOf('first', 'last', 'default')",
    "oneOf('first', 'default')",
    bounds('stops.create', 'optimizationOrder'),
  ],
  'resolved.values.activity': [
    'activity',
    "oneOf('delivery', 'pickup')",
    "oneOf('delivery', 'pickup', 'survey')",
    bounds('stops.create', 'activity'),
  ],
  'resolved.values.unit': [
    'weight',
    "oneOf('kilogram', 'pound', 'metric-ton')",
    "oneOf('kilogram', 'pound', 'stone')",
    bounds('stops.create', 'weight.unit'),
  ],
  'resolved.values.currency': [
    'payment',
    'SEK SGD TRY USD UYU ZAR',
    'SEK SGD TRY USD UYU XXX',
    bounds('stops.create', 'paymentOnDelivery.currency'),
  ],
  'resolved.bounds.address': [
    'addressFields',
    'addressLineTwo: text(255)',
    'addressLineTwo: text(999)',
    bounds('stops.create', 'address.addressLineTwo'),
  ],
  'resolved.bounds.address-short': [
    'addressFields',
    'city: text(100)',
    'city: text(255)',
    bounds('stops.create', 'address.city'),
  ],
  'resolved.bounds.recipient': [
    'recipient',
    'phone: text(255)',
    'phone: text(256)',
    bounds('stops.create', 'recipient.phone'),
  ],
  'resolved.bounds.notes': [
    'notes',
    'notes: orNull(text(2000))',
    'notes: orNull(text(2001))',
    bounds('stops.create', 'notes'),
  ],
  'resolved.bounds.order-info': [
    'orderInfo',
    'sellerName: text(255)',
    'sellerName: text(256)',
    bounds('stops.create', 'orderInfo.sellerName'),
  ],
  'resolved.bounds.products': [
    'products',
    'list(text(255), 0, 100)',
    'list(text(255), 0, 101)',
    bounds('stops.create', 'orderInfo.products'),
  ],
  'resolved.bounds.packages': [
    'packageCount',
    'whole(1, 10_000)',
    'whole(0, 10_001)',
    bounds('stops.create', 'packageCount'),
  ],
  'resolved.bounds.weight': [
    'weight',
    'amount: number(0, 999_999)',
    'amount: number(-1, 999_999)',
    bounds('stops.create', 'weight.amount'),
  ],
  'resolved.bounds.weight-both': [
    'weight',
    'if (amount === undefined || unit === undefined) throw invalid(path, `${path} needs amount and unit.`);',
    "if (amount === undefined || unit === undefined) return { amount: 1, unit: 'kilogram' };",
    bounds('stops.create', 'weight.unit'),
  ],
  'resolved.bounds.weight-decimals': [
    'weight',
    'if (Number(amount.toFixed(2)) !== amount)',
    'if (Number(amount.toFixed(3)) !== amount)',
    bounds('stops.create', 'weight.amount'),
  ],
  'resolved.bounds.allowed-drivers': [
    'allowedDrivers',
    "list(idOf('drivers'), 0, 100)",
    "list(idOf('drivers'), 0, 101)",
    bounds('unassignedStops.import', 'allowedDrivers'),
  ],
  'resolved.bounds.client-id': [
    'clientId',
    'clientId: orNull(text(100))',
    'clientId: orNull(text(101))',
    bounds('stops.create', 'clientId'),
  ],
  'resolved.bounds.properties': [
    'customProperties',
    'record(knownProperty, text(255))',
    'record(knownProperty, text(256))',
    bounds('stops.create', 'customProperties.gate'),
  ],
  'resolved.bounds.address-name': [
    'address',
    "every((name) => name === 'addressName')",
    "every((name) => name === 'nothing')",
    bounds('stops.create', 'address.addressLineOne'),
  ],
});

const otherValidation = {
  ...keptIn(`${validate}/check.ts`, {
    'resolved.bounds.empty': [
      'text',
      'if (length < 1 || length > maximum) throw',
      'if (length > maximum) throw',
      bounds('stops.create', 'notes'),
    ],
    'resolved.bounds.unknown-fields': [
      'fields',
      'if (!Object.hasOwn(shape, name)) throw',
      "if (name === '') throw",
      bounds('stops.create', 'driver'),
      bounds('stops.create', 'address.street'),
    ],
    'orders.basics.prefixed': [
      'idOf',
      'if (prefix !== collection || rest.length > 0 ||',
      'if (rest.length > 0 ||',
      bounds('orders.submit', 'orderIds.0'),
      bounds('orders.submit', 'courierId'),
    ],
  }),
  ...keptIn(`${validate}/plans.ts`, {
    'planning.shapes.date.day': [
      'day',
      'day: whole(1, 31)',
      'day: whole(-9, 99)',
      bounds('plans.create', 'starts.day'),
    ],
    'planning.shapes.date.month': [
      'day',
      'month: whole(1, 12)',
      'month: number(0, 13)',
      bounds('plans.create', 'starts.month'),
    ],
    'planning.shapes.date.year': [
      'day',
      'year: whole(2000, 2100)',
      'year: ((value: unknown) => (value === 1999 || value === 2101 ? 2026 : value)) as never',
      bounds('plans.create', 'starts.year'),
    ],
    'planning.payload.plan-drivers': [
      'drivers',
      "list(idOf('drivers'), 0, 50)",
      "list(idOf('drivers'), 0, 500)",
      plans(
        'a new plan > takes a title of 255 characters, fifty drivers’ ids and an objective to distribute the services',
      ),
      bounds('plans.create', 'drivers'),
    ],
    'planning.payload.plan-title': ['title', 'title: text(255)', 'title: text(256)', bounds('plans.create', 'title')],
    'planning.versions.plan-overrides': [
      'planFields',
      "'v0.2b': fields(older),",
      "'v0.2b': fields({ ...older, routeOverrides: orNull(routeOverrides) }),",
      `${flow}/versions.test.ts > v0.2b, plans > are written without routeOverrides, which only v1 takes`,
    ],
    'resolved.values.objective': [
      'objective',
      "objective: oneOf('distribute_services')",
      "objective: oneOf('distribute_services', 'minimize_drivers')",
      bounds('plans.create', 'routeOverrides.optimizationSettings.objective'),
    ],
    'resolved.values.sub-objective': [
      'subObjective',
      "'equalize_time', 'maximize_efficiency'",
      "'equalize_time'",
      bounds('plans.create', 'routeOverrides.optimizationSettings.subObjective'),
    ],
  }),
  ...keptIn(`${validate}/team.ts`, {
    'planning.payload.depot-import': [
      'depotInputs',
      'list(depotInput, 0, 100)',
      'list(depotInput, 0, 101)',
      bounds('depots.import', 'its size'),
    ],
    'planning.payload.depot-name': [
      'depotFields',
      'name: text(2048)',
      'name: text(2049)',
      bounds('depots.create', 'name'),
    ],
    'resolved.bounds.depots': [
      'depots',
      "list(idOf('depots'), 1, 50)",
      "list(idOf('depots'), 0, 51)",
      bounds('drivers.import', 'depots'),
    ],
    'resolved.bounds.driver-import': [
      'driverInputs',
      'list(driverInput, 1, 50)',
      'list(driverInput, 0, 51)',
      bounds('drivers.import', 'its size'),
    ],
    'resolved.bounds.member-import': [
      'memberInputs',
      'list(memberInput, 1, 50)',
      'list(memberInput, 0, 51)',
      bounds('members.import', 'its size'),
    ],
    'resolved.bounds.depot-needs': [
      'wholeDepotOverrides',
      "required(given, path, 'startAddress', 'startTime');",
      "required(given, path, 'startAddress');",
      bounds('depots.create', 'routeOverrides.startTime'),
    ],
    'planning.endpoints.members.role-needed': [
      'memberInput',
      'if (wanted === undefined) throw',
      "if (wanted === undefined) return { ...given, role: 'admin' }; if (path === null) throw",
      bounds('members.create', 'role'),
    ],
    'planning.endpoints.drivers.no-contact-update': [
      'driverChange',
      'export const driverChange = fields(driverShape);',
      'export const driverChange = fields({ ...driverShape, email: line, phone: line });',
      bounds('drivers.update', 'email'),
      bounds('drivers.update', 'phone'),
    ],
  }),
  ...keptIn(`${validate}/unassigned.ts`, {
    'planning.endpoints.unassigned.import-depot': [
      'createMany',
      'unassignedStops: createMany,',
      'unassignedStops: ((value: unknown, path: string) => createMany((value as object[]).map((each) => ({ ...each, depot: undefined })).map(({ depot: _none, ...each }) => each), path)) as never,',
      bounds('unassignedStops.import', 'depot'),
    ],
  }),
};

const records = {
  ...keptIn(`${handlers}/stops-record.ts`, {
    'planning.shapes.batch.failed': [
      'makeStops',
      'failed.push({ error: { message: error.message }, stop',
      "failed.push({ error: { message: '' }, stop",
      stops('are imported item by item: failures are said and echoed, the others are there'),
    ],
    'planning.shapes.batch.stop': [
      'makeStops',
      'stop: { address, recipient } });',
      'stop: input as never });',
      stops('are imported item by item: failures are said and echoed, the others are there'),
    ],
    'planning.errors.batch': [
      'makeStops',
      'if (!(error instanceof Refusal)) throw error;\n      const { address',
      'throw error;\n      const { address',
      stops('are imported item by item: failures are said and echoed, the others are there'),
    ],
    'planning.endpoints.stops.geocoding': [
      'makeStops',
      'const bias = placeOfDepot(context, plan.depot);',
      'const bias = null;',
      stopWrites(
        'an import > finds addresses better than single creates: of two equal streets it takes the one near the plan’s depot',
      ),
    ],
    'planning.endpoints.stops.allowed-drivers': [
      'checkAllowed',
      'allowed.find((driver) => !plan.drivers.includes(driver))',
      "allowed.find((driver) => driver === '')",
      stopWrites(
        'drivers who may bring a stop > are drivers of the plan: others are refused with 412, on every way in',
      ),
    ],
    'resolved.status.412-driver': [
      'checkAllowed',
      "new Refusal(412, 'driver_not_in_plan'",
      "new Refusal(400, 'driver_not_in_plan'",
      stopWrites(
        'drivers who may bring a stop > are drivers of the plan: others are refused with 412, on every way in',
      ),
    ],
    'resolved.status.410': [
      'checkAllowed',
      "new Refusal(410, 'driver_deleted'",
      "new Refusal(404, 'driver_deleted'",
      stopWrites(
        'drivers who may bring a stop > must still be there: one of the plan who was deleted meanwhile is refused with 410',
      ),
    ],
    'resolved.status.422-editable': [
      'editableStop',
      "throw new Refusal(422, 'stop_not_editable', 'The start",
      "throw new Refusal(409, 'stop_not_editable', 'The start",
      stopWrites(
        'an optimised plan that is still writable > does not let the start and the end of a route be changed or deleted as stops',
      ),
    ],
    'resolved.status.422-completed': [
      'editableStop',
      'if (found.stop.deliveryInfo?.attempted === true) {',
      'if (found.stop.id === plan.id) {',
      live(
        'live changes of a plan that is not writable > are refused for a stop that the driver has been to, and for the start and the end of a route',
      ),
    ],
    'planning.endpoints.stops.activity-default': [
      'withChange',
      "given(change.activity === null ? 'delivery' : change.activity, stop.activity)",
      'given(change.activity, stop.activity)',
      stopWrites('a change of a stop > clears with null, and the activity goes back to delivery'),
    ],
    'planning.semantics.missing': [
      'withChange',
      'value === undefined ? before : value',
      'value === undefined ? (null as never) : value',
      stopWrites('a change of a stop > changes only what is given, and is there at once'),
    ],
    'planning.semantics.arrays': [
      'withChange',
      'barcodes: given(change.barcodes, stop.barcodes)',
      'barcodes: [...stop.barcodes, ...(change.barcodes ?? [])]',
      stopWrites('a change of a stop > replaces an array as a whole'),
    ],
    'resolved.open.nested-merge': [
      'nested',
      "...(switches.nestedUpdates === 'merged' ? stored : null)",
      '...stored',
      stopWrites(
        'a change of a stop > merges an object with the one that is there, or replaces it, as a switch says; null inside clears a field',
      ),
    ],
    'resolved.reading.nullable': [
      'nested',
      'return { ...empty, ...(switches',
      'return { ...(switches',
      stops('answer null for what is empty'),
    ],
    'resolved.reading.batch-order': [
      'idsInNoOrder',
      "store.dice('import').shuffled(stops.map(({ stop }) => stop.id))",
      'stops.map(({ stop }) => stop.id)',
      stops('are imported item by item: failures are said and echoed, the others are there'),
    ],
  }),
  ...keptIn(`${handlers}/stops-write.ts`, {
    'resolved.status.no-idempotency': [
      'stops.create',
      'const made = makeStop(context, stored.plan, input);',
      "const made = store.stops.of('plan', stored.plan.id).find(({ stop }) => stop.recipient?.externalId === input.recipient?.externalId) ?? makeStop(context, stored.plan, input);",
      stops('are made twice when they are sent twice: the service has no idempotency'),
    ],
    'planning.shapes.batch.success': [
      'idsInNoOrder',
      'return { success: idsInNoOrder(context, stops), failed };',
      'return { success: [], failed };',
      operation('v1 stops.import'),
    ],
  }),
  ...keptIn(`${handlers}/unassigned-record.ts`, {
    'planning.shapes.batch.unassignedStop': [
      'makeUnassignedStops',
      'unassignedStop: { address, recipient } });',
      'unassignedStop: input as never });',
      unassigned('an import of unassigned stops > makes what it can, at one depot, and says and echoes what it cannot'),
    ],
    'planning.endpoints.unassigned.main-depot': [
      'depotFor',
      'return store.depots.all()[0]?.id ?? null;',
      'return null;',
      unassigned('unassigned stops > belong to the main depot when none is named, and answer null for what is empty'),
    ],
  }),
  ...keptIn(`${handlers}/unassigned.ts`, {
    'planning.endpoints.unassigned.import-bias': [
      'placeOfDepot',
      'inputs, placeOfDepot(context, depot))',
      'inputs, null)',
      `${flow}/geocoding.test.ts > takes the better known of two streets for an unassigned stop alone, and the one near the depot in an import`,
    ],
    'resolved.filters.unassigned.externalId': [
      'externalId',
      "unassignedStops.of('externalId', externalId)",
      'unassignedStops.all()',
      unassigned('unassigned stops > come 20 at a time, the generated ones of all depots, and are read one by one'),
      unassigned(
        'unassigned stops > are created with everything that was sent, found, with the fields of the document and no others',
      ),
    ],
  }),
  ...keptIn(`${handlers}/handler.ts`, {
    'planning.shapes.message.message': [
      'done',
      '{ message, code: null, param: null, url: null }',
      '{ code: null, param: null, url: null }',
      operation('v1 stops.delete'),
    ],
    'planning.shapes.message.code': [
      'done',
      '{ message, code: null, param: null, url: null }',
      '{ message, param: null, url: null }',
      operation('v1 stops.delete'),
    ],
    'planning.shapes.message.param': [
      'done',
      '{ message, code: null, param: null, url: null }',
      '{ message, code: null, url: null }',
      operation('v1 stops.delete'),
    ],
    'planning.shapes.message.url': [
      'done',
      '{ message, code: null, param: null, url: null }',
      '{ message, code: null, param: null }',
      operation('v1 stops.delete'),
    ],
    'planning.errors.message': [
      'done',
      '{ message, code: null, param: null, url: null }',
      'message',
      operation('v1 plans.delete'),
    ],
    'resolved.open.delete-answer': [
      'done',
      "switches.deletion === 'empty'",
      'false',
      stopWrites('deleting a stop > answers a message, or an empty 204 as a switch says; the stop is gone'),
    ],
    'planning.semantics.part-of-the-set': [
      'cutPage',
      'const cut = rest.slice(0, page.size);',
      'const cut = rest;',
      `${flow}/page-tokens.test.ts > gives every item once, and null only at the end`,
    ],
    'planning.semantics.end': [
      'cutPage',
      'last && rest.length > cut.length ? page.token(keyOf(last)) : null',
      'last ? page.token(keyOf(last)) : null',
      `${flow}/page-tokens.test.ts > gives every item once, and null only at the end`,
    ],
  }),
  ...keptIn(`${handlers}/drivers.ts`, {
    'planning.shapes.batch.driver': [
      'drivers.import',
      '({ driver: { name, email, phone } })',
      '({ driver: { name } })',
      drivers(
        'importing drivers > takes one to fifty, and answers ids and, one by one, what failed with name, e-mail and telephone number',
      ),
    ],
    'planning.endpoints.drivers.delete-role': [
      'drivers.delete',
      'store.write({ put: { members, plans }, remove: { drivers: [id] } });',
      'store.write({ put: { plans }, remove: { drivers: [id], members: members.map((each) => each.id) } });',
      drivers('deleting a driver > takes the driver role only: the person stays a member'),
    ],
    'planning.endpoints.drivers.update-role': [
      'findDriver',
      "new Refusal(422, 'driver_role_missing'",
      "new Refusal(404, 'driver_role_missing'",
      drivers('updating a driver > needs the driver role: a member without it is refused, an unknown id is not found'),
    ],
    'resolved.filters.drivers.active': [
      'drivers.list',
      'active === undefined || String(driver.active) === active',
      'active === undefined || driver.active',
      `${flow}/team.test.ts > has twelve drivers over three depots, two of them paused`,
    ],
  }),
  ...keptIn(`${handlers}/depots.ts`, {
    'planning.shapes.batch.depot': [
      'depots.import',
      '({ depot: { name } })',
      '({ depot: {} })',
      `${flow}/depots.test.ts > importing depots > takes at most a hundred, and answers ids and, one by one, what failed with its name`,
    ],
    'planning.endpoints.depots.written': [
      'depots.update',
      "const { name = before.name, routeOverrides } = depotChange(body, '');",
      "const { name = before.name, routeOverrides } = { ...depotChange(body, ''), name: before.name };",
      written('DepotUpdate', 'name'),
    ],
  }),
  ...keptIn(`${handlers}/members.ts`, {
    'planning.shapes.batch.member': [
      'members.import',
      '({ member: { name, email } })',
      '({ member: { name } })',
      members(
        'importing members > takes one to fifty, and answers ids and, one by one, what failed with name and e-mail',
      ),
    ],
    'planning.endpoints.members.delete-role': [
      'members.delete',
      'store.write({ remove: { members: [member.id] } });',
      'store.write({ remove: { members: [member.id], drivers: member.linkedDriverId === null ? [] : [member.linkedDriverId] } });',
      members('members > lose the operational roles when they are deleted: who drives keeps the driver'),
    ],
  }),
  ...keptIn(`${handlers}/custom-properties.ts`, {
    'planning.endpoints.properties.one-answer': [
      'customStopProperties.list',
      '{ customStopProperties: store.customStopProperties.all() }',
      '{ customStopProperties: store.customStopProperties.all(), nextPageToken: null }',
      `${flow}/custom-properties.test.ts > are listed in one answer without pages, each with its id, its name and who sees it`,
    ],
  }),
  ...keptIn(`${handlers}/stops.ts`, {
    'planning.identifiers.references': [
      'stopAnswer',
      'state: route?.state ?? proposed.state } : route };',
      "state: route?.state ?? proposed.state } : route, plan: stop.plan.replace('plans/', '') };",
      answers('Stop', 'plan'),
    ],
    'planning.states.delivery-state': [
      'stopAnswer',
      'state: route?.state ?? proposed.state } : route };',
      "state: route?.state ?? proposed.state } : route, deliveryInfo: stop.deliveryInfo && { ...stop.deliveryInfo, state: 'unheard-of' } };",
      answers('Stop', 'deliveryInfo.state'),
    ],
    'resolved.values.delivery-state': [
      'stopAnswer',
      'state: route?.state ?? proposed.state } : route };',
      "state: route?.state ?? proposed.state } : route, deliveryInfo: stop.deliveryInfo && { ...stop.deliveryInfo, state: 'lost' } };",
      answers('Stop', 'deliveryInfo.state'),
    ],
    'resolved.values.type': [
      'stopAnswer',
      'state: route?.state ?? proposed.state } : route };',
      "state: route?.state ?? proposed.state } : route, type: 'break' as never };",
      answers('Stop', 'type'),
    ],
    'resolved.values.place': [
      'stopAnswer',
      'state: route?.state ?? proposed.state } : route };',
      "state: route?.state ?? proposed.state } : route, placeInVehicle: stop.placeInVehicle && { x: 'top', y: 'top', z: 'top' } };",
      answers('Stop', 'placeInVehicle.x'),
      answers('Stop', 'placeInVehicle.y'),
      answers('Stop', 'placeInVehicle.z'),
    ],
    'resolved.reading.seconds': [
      'stopAnswer',
      'state: route?.state ?? proposed.state } : route };',
      'state: route?.state ?? proposed.state } : route, deliveryInfo: stop.deliveryInfo && { ...stop.deliveryInfo, attemptedAt: (stop.deliveryInfo.attemptedAt ?? 0) * 1000 } };',
      basics('counts arrivals, attempts and stays in seconds'),
    ],
    'resolved.reading.time-at-stop-pending': [
      'stopAnswer',
      'state: route?.state ?? proposed.state } : route };',
      "state: route?.state ?? proposed.state } : route, deliveryInfo: stop.deliveryInfo && { ...stop.deliveryInfo, timeAtStopInfo: { status: 'pending', reason: 'nobody_knows' } } };",
      basics('begins a route’s state words with what has happened'),
    ],
    'resolved.reading.eta-pending': [
      'stopAnswer',
      'state: route?.state ?? proposed.state } : route };',
      "state: route?.state ?? proposed.state } : route, eta: { status: 'pending', reason: 'nobody_knows' } };",
      basics('begins a route’s state words with what has happened'),
    ],
    'resolved.reading.minor-units': [
      'stopAnswer',
      'state: route?.state ?? proposed.state } : route };',
      'state: route?.state ?? proposed.state } : route, paymentOnDelivery: stop.paymentOnDelivery && { ...stop.paymentOnDelivery, amount: stop.paymentOnDelivery.amount / 100 } };',
      written('StopCreate', 'paymentOnDelivery'),
    ],
    'resolved.filters.stops.externalId': [
      'found',
      "store.stops.of('externalId', `${id} ${externalId}`)",
      "store.stops.of('plan', id)",
      stops('come ten at a time, are found by the recipient’s external id and read one by one'),
    ],
    'resolved.open.pending-listed': [
      'shownSession',
      "if (context.switches.pendingStops === 'hidden') return null;",
      'return null;',
      live(
        'live changes of a plan that is not writable > are pending: the plan is being edited, distributed as before, and the road has nothing of them',
      ),
    ],
  }),
};

const planRules = {
  ...keptIn(`${handlers}/plans.ts`, {
    'planning.service.old-plans': [
      'checkHasStops',
      'if (!hasStops(plan)) {',
      'if (plan === null) {',
      plans('a plan from before 2023-04-01 > has no collection of stops: they cannot be listed, read or changed live'),
    ],
    'planning.states.writable': [
      'checkWritable',
      '  if (!writable) {',
      '  if (writable) {',
      stopWrites('a change of a stop > changes only what is given, and is there at once'),
    ],
    'planning.states.not-writable': [
      'checkWritable',
      '  if (!writable) {',
      '  if (writable === null) {',
      stopWrites('stops of a plan that is not writable > are not made, changed or deleted in the standard way'),
    ],
    'planning.errors.not-writable': [
      'checkWritable',
      "new Refusal(409, 'plan_not_writable'",
      "new Refusal(409, 'closed'",
      stopWrites('stops of a plan that is not writable > are not made, changed or deleted in the standard way'),
    ],
    'resolved.status.409-stops': [
      'checkWritable',
      "new Refusal(409, 'plan_not_writable'",
      "new Refusal(403, 'plan_not_writable'",
      stops('are refused by plans that are not writable, by unknown plans, and for drivers of other plans'),
    ],
    'resolved.status.409-plan': [
      'checkWritable',
      "new Refusal(409, 'plan_not_writable'",
      "new Refusal(422, 'plan_not_writable'",
      plans(
        'a change of a plan > is refused when the plan is not writable: on the road, being optimised, or from before there were stops',
      ),
    ],
    'resolved.filters.plans.title': [
      'plans.list',
      'title === undefined || plan.title === title',
      'title === undefined || plan.title.startsWith(title[0] ?? plan.title)',
      `${flow}/plans.test.ts > plans > are found by exact title and by day, in both spellings of a filter`,
    ],
    'resolved.filters.plans.startsGte': [
      'plans.list',
      'day >= from',
      'day > from',
      `${flow}/plans.test.ts > plans > are found by exact title and by day, in both spellings of a filter`,
    ],
    'resolved.filters.plans.startsLte': [
      'plans.list',
      'day <= to',
      'day < to',
      `${flow}/plans.test.ts > plans > are found by exact title and by day, in both spellings of a filter`,
    ],
  }),
  ...keptIn(`${handlers}/plans-write.ts`, {
    'planning.identifiers.form': [
      'create',
      'id: `plans/${store.newId()}`',
      'id: store.newId()',
      operation('v1 plans.create'),
    ],
    'planning.states.optimization': [
      'create',
      "optimization: 'creating',",
      "optimization: 'new',",
      answers('Plan', 'optimization'),
    ],
    'planning.endpoints.plans.starts-bounds': [
      'checkStarts',
      'if (Math.abs(days) > farthest) {',
      'if (Math.abs(days) > 10 * farthest) {',
      plans('a new plan > starts at most 366 days before or after today'),
    ],
    'planning.endpoints.plans.drivers-default': [
      'create',
      'depot = null, drivers = [], routeOverrides',
      'depot = null, drivers = store.drivers.all().filter(({ active }) => active).map(({ id }) => id), routeOverrides',
      plans('a new plan > needs a title and a day and nothing else: without drivers it has none'),
    ],
    'planning.endpoints.plans.delete-routes': [
      'remove',
      "routes: store.routes.of('plan', id).map((route) => route.id) }",
      'routes: [] }',
      plans('deleting a plan > takes its stops and routes with it, writable or not, and does not come back'),
    ],
    'planning.endpoints.plans.delete-final': [
      'remove',
      'remove: { plans: [id], stops, routes',
      'remove: { stops, routes',
      plans('deleting a plan > takes its stops and routes with it, writable or not, and does not come back'),
    ],
    'planning.endpoints.plans.delete-again': [
      'remove',
      ' && stored.partlyDeleted !== true) {',
      ') {',
      plans('deleting a plan > may fail half way with a 500; the next try finishes it'),
    ],
    'planning.errors.plan-delete': [
      'remove',
      "if (switches.planDeletion === 'half-way' &&",
      'if (id === null &&',
      plans('deleting a plan > may fail half way with a 500; the next try finishes it'),
    ],
    'resolved.status.500': [
      'remove',
      "throw new Refusal(500, 'internal'",
      "throw new Refusal(503, 'internal'",
      plans('deleting a plan > may fail half way with a 500; the next try finishes it'),
    ],
    'planning.endpoints.plans.update-live': [
      'plans.update',
      '        checkWritable(stored.plan);\n',
      '',
      plans(
        'a change of a plan > is refused when the plan is not writable: on the road, being optimised, or from before there were stops',
      ),
    ],
    'planning.endpoints.plans.depot-match': [
      'checkDepots',
      "if (version !== 'v1' || depot === null) return;",
      'if (depot !== undefined) return;',
      plans('a new plan > has drivers of its own depot in v1, of any depot in v0.2b, which knows no route overrides'),
    ],
    'planning.versions.plan-depots': [
      'checkDepots',
      "if (version !== 'v1' || depot === null) return;",
      'if (depot === null) return;',
      `${flow}/versions.test.ts > v0.2b, plans > take drivers of another depot, which v1 refuses`,
    ],
    'resolved.reading.other-depots': [
      'checkDepots',
      "version !== 'v1' || depot === null",
      "version === 'v1' || depot === null",
      `${flow}/versions.test.ts > v0.2b, plans > take drivers of another depot, which v1 refuses`,
    ],
    'resolved.status.412-depots': [
      'checkDepots',
      "new Refusal(412, 'driver_depot_mismatch'",
      "new Refusal(409, 'driver_depot_mismatch'",
      plans('a change of a plan > keeps drivers and depot together in v1 when the depot changes; v0.2b takes any'),
    ],
    'resolved.status.400-driver': [
      'checkDrivers',
      'if (!driver.active) throw',
      'if (driver.id === index) throw',
      plans(
        'a new plan > refuses a driver who is paused or not there, a depot that is not there and an address that cannot be found',
      ),
    ],
    'planning.endpoints.drivers.paused': [
      'checkDrivers',
      'if (!driver.active) throw',
      'if (driver.id === null) throw',
      plans(
        'a new plan > refuses a driver who is paused or not there, a depot that is not there and an address that cannot be found',
      ),
    ],
    'resolved.status.409-depot': [
      'checkDepot',
      "new Refusal(409, 'depot_not_found'",
      "new Refusal(404, 'depot_not_found'",
      plans(
        'a new plan > refuses a driver who is paused or not there, a depot that is not there and an address that cannot be found',
      ),
    ],
  }),
  ...keptIn('src/training/store/store.ts', {
    'planning.identifiers.generated': [
      'newId',
      'made += 1;\n      const digest',
      'const digest',
      stops('are made twice when they are sent twice: the service has no idempotency'),
    ],
  }),
  ...keptIn('src/training/data/gazetteer.ts', {
    'planning.shapes.address.override': [
      'geocode',
      'if (latitude !== undefined && longitude !== undefined) {',
      "if (one === '' && latitude !== undefined && longitude !== undefined) {",
      written('StopCreate', 'address.latitude'),
    ],
    'planning.shapes.address.more': [
      'chooseStreet',
      'if (ofDistrict || bias === null) return ofDistrict ?? found[0];',
      'if (bias === null) return found[0];',
      'test/unit/training/gazetteer-mistakes.test.ts > a street of which there are two > is the one nearer to where an import comes from, unless the address says otherwise',
    ],
  }),
};

const liveRules = {
  ...keptIn(`${handlers}/live.ts`, {
    'planning.states.live': [
      'stops.liveCreate',
      'if (!stored.plan.writable) {\n          return { pending: keep(context, sessionCreate(stored, [made]))',
      "if (stored.plan.id === '') {\n          return { pending: keep(context, sessionCreate(stored, [made]))",
      live(
        'live changes of a plan that is not writable > are pending: the plan is being edited, distributed as before, and the road has nothing of them',
      ),
    ],
    'planning.endpoints.live.pending': [
      'stops.liveDelete',
      'return { pending: keep(context, sessionDelete(stored, found.stop.id)) };',
      'keep(context, sessionDelete(stored, found.stop.id)); return {};',
      operation('v1 stops.liveDelete'),
    ],
    'resolved.status.409-live': [
      'checkLive',
      'if (isOptimising(store, stored)) throw optimisationInProgress();',
      '',
      live('live changes of a plan that is not writable > are refused while an optimisation runs'),
    ],
  }),
  ...keptIn(`${handlers}/optimise.ts`, {
    'planning.states.reoptimise': [
      'plans.reoptimize',
      'return start(stored, kind);',
      'return {};',
      operation('v1 plans.reoptimize'),
    ],
    'planning.endpoints.live.kind-default': [
      'plans.reoptimize',
      "optimizationType: kind = 'reorder_changed_stops' }",
      "optimizationType: kind = 'redistribute_stops_between_drivers' }",
      reoptimising(
        'reorder_changed_stops, the default, keeps the order of all others and finds places for what changed',
      ),
      reoptimising('is refused where no stop has changed, unless all are to be laid out'),
    ],
    'planning.endpoints.live.kind-all': [
      'reoptimisation',
      "'reorder_all_stops', 'redistribute",
      "'redistribute",
      reoptimising('reorder_all_stops keeps who drives to a stop'),
    ],
    'planning.endpoints.live.kind-between': [
      'reoptimisation',
      "'reorder_all_stops', 'redistribute_stops_between_drivers'",
      "'reorder_all_stops'",
      reoptimising('redistribute_stops_between_drivers lays the stops out anew'),
      bounds('plans.reoptimize', 'optimizationType'),
    ],
    'resolved.status.409-optimize-already': [
      'alreadyOptimised',
      "new Refusal(409, 'plan_already_optimized'",
      "new Refusal(400, 'plan_already_optimized'",
      optimising(
        'optimising a plan > is refused for a plan that is optimised or distributed already, until something of it changes',
      ),
    ],
    'resolved.status.409-optimize-running': [
      'checkIdle',
      'if (isOptimising(store, stored)) throw optimisationInProgress();',
      '',
      optimising('optimising a plan > is refused while an operation of the plan runs'),
    ],
    'resolved.status.409-reoptimize': [
      'plans.reoptimize',
      "switches.reoptimisation === 'reorder-only' && stored.plan.distributed",
      'stored.plan.id === null',
      reoptimising(
        'takes the three kinds and no other, of a distributed plan the first alone where the switch says so',
      ),
    ],
  }),
  ...keptIn(`${handlers}/routes-distribute.ts`, {
    'planning.states.redistribute': [
      'plans.redistribute',
      'return write(stored, applyProposal(store, stored, now()));',
      'return stored.plan;',
      basics('puts pending changes on the road when they are re-distributed'),
    ],
    'planning.states.save': [
      'plans.save',
      'write(stored, applyProposal(store, stored, null));',
      '',
      basics('keeps pending changes when they are saved, and asks for an optimisation before'),
    ],
    'resolved.status.409-distribute-not-optimized': [
      'distribute',
      "if (!isLaidOut(stored)) throw notOptimised('Optimise the plan first.');\n    return",
      'return',
      basics('refuses to distribute what is not optimised, or runs, or is distributed'),
    ],
    'resolved.status.409-distribute-already': [
      'alreadyDistributed',
      "new Refusal(409, 'plan_already_distributed'",
      "new Refusal(400, 'plan_already_distributed'",
      basics('refuses to distribute what is not optimised, or runs, or is distributed'),
    ],
    'resolved.status.409-distribute-running': [
      'find',
      'if (isOptimising(store, stored)) throw optimisationInProgress();',
      '',
      basics('refuses to distribute what is not optimised, or runs, or is distributed'),
    ],
    'resolved.status.409-save-running': [
      'find',
      'if (isOptimising(store, stored)) throw optimisationInProgress();',
      'if (stored.plan.id === null) throw optimisationInProgress();',
      basics('refuses to distribute what is not optimised, or runs, or is distributed'),
    ],
    'resolved.status.409-save-not-optimized': [
      'notOptimised',
      "new Refusal(409, 'plan_not_optimized'",
      "new Refusal(400, 'plan_not_optimized'",
      `${flow}/replay.test.ts > the wire pairs, played against the service > v1 plans.save: resolved, 409: save plan_not_optimized`,
    ],
  }),
  ...keptIn(`${optimise}/distribute.ts`, {
    'resolved.status.409-save-modified': [
      'checkDrivers',
      "new Refusal(409, 'plan_concurrent_modification'",
      "new Refusal(400, 'plan_concurrent_modification'",
      basics('asks for a new optimisation of pending changes where a driver of theirs is gone'),
    ],
    'resolved.status.409-distribute-modified': [
      'checkDrivers',
      "new Refusal(409, 'plan_concurrent_modification'",
      "new Refusal(409, 'plan_not_optimized'",
      basics('asks for a new optimisation where a driver of the routes is gone'),
    ],
  }),
  ...keptIn(`${handlers}/operations.ts`, {
    'planning.endpoints.operations.cancel': [
      'operations.cancel',
      'if (running.operation.done) {',
      'if (running.operation.id === null) {',
      basics('cancels an operation that runs, and none that is done'),
    ],
    'resolved.status.409-cancel': [
      'operations.cancel',
      "new Refusal(409, 'operation_already_done'",
      "new Refusal(422, 'operation_already_done'",
      basics('cancels an operation that runs, and none that is done'),
    ],
    'resolved.filters.operations.done': [
      'operations.list',
      'done === undefined || String(operation.done) === done',
      'done === undefined || operation.done',
      basics('lists operations by whether they are done, and by their type'),
    ],
    'resolved.filters.operations.type': [
      'operations.list',
      "if (type !== undefined && type !== 'plan_optimization') {",
      "if (type === '') {",
      basics('lists operations by whether they are done, and by their type'),
    ],
  }),
  ...keptIn(`${optimise}/operation.ts`, {
    'planning.identifiers.timestamps': [
      'startOperation',
      'startedAt: Math.floor(now / 1000),',
      'startedAt: now,',
      basics('counts the times of operations in seconds'),
    ],
    'planning.states.operation-open': [
      'startOperation',
      '      result: null,\n',
      '      result: { numOptimizedStops: 0, skippedStops: [] },\n',
      basics('gives an operation no result until it is done, and then one'),
    ],
    'planning.states.operation-done': [
      'resultOf',
      '{ numOptimizedStops: placed, skippedStops: skipped }',
      'null',
      basics('gives an operation no result until it is done, and then one'),
    ],
    'planning.states.operation-cancel': [
      'cancelOperation',
      'ended(running, now, null, true)',
      'ended(running, now, null, false)',
      basics('cancels an operation that runs, and none that is done'),
    ],
    'planning.errors.operation': [
      'resultOf',
      'ended(running, running.endsAt, { code, message })',
      'ended(running, running.endsAt, null)',
      optimising(
        'optimising a plan > fails with a code and a message when the drivers are gone before it ends, and the plan is as before',
      ),
    ],
  }),
  ...keptIn(`${optimise}/check.ts`, {
    'resolved.status.409-optimize-drivers': [
      'problemOf',
      "code: 'no_drivers_available'",
      "code: 'no_drivers'",
      optimising('optimising a plan > is refused without a driver, without a place to start from, and without an end'),
    ],
    'resolved.status.409-optimize-depot': [
      'problemOf',
      "code: 'depot_not_found'",
      "code: 'no_depot'",
      optimising('optimising a plan > is refused without a driver, without a place to start from, and without an end'),
    ],
    'resolved.status.409-optimize-start': [
      'problemOf',
      "code: 'depot_missing_start_address'",
      "code: 'no_start'",
      optimising('optimising a plan > is refused without a driver, without a place to start from, and without an end'),
    ],
    'resolved.status.409-optimize-end': [
      'problemOf',
      "code: 'no_end_time_and_max_stops_per_driver'",
      "code: 'no_end'",
      optimising('optimising a plan > is refused without a driver, without a place to start from, and without an end'),
    ],
  }),
  ...keptIn(`${optimise}/vehicles.ts`, {
    'planning.endpoints.depots.round-trip': [
      'roundTrip',
      'return end ?? (overrides?.roundTrip === false ? null : startOf(crew, driver));',
      'return end ?? null;',
      optimising(
        'optimising a plan > gives each stop a place, a label, a way and an arrival; routes begin and end at the depot',
      ),
    ],
  }),
  ...keptIn(`${optimise}/insert.ts`, {
    'planning.endpoints.operations.skipped': [
      'impossible_navigation',
      "return 'impossible_navigation';",
      "return 'impossible_order_of_stops';",
      optimising('optimising a plan > leaves out what cannot be done, and says which of the documented reasons it is'),
    ],
  }),
  ...keptIn(`${handlers}/routes.ts`, {
    'resolved.filters.routes.externalId': [
      'routes.stops',
      '(externalId === undefined || stop.recipient?.externalId === externalId)',
      '(externalId !== null)',
      basics('lists the stops of a route by the recipient’s external id'),
    ],
  }),
};

const older = {
  ...keptIn('src/training/versions/requests.ts', {
    'planning.versions.stop-driver': [
      'stopOf',
      'if (driver != null && allowedDrivers != null) {',
      "if (driver === '') {",
      `${flow}/versions.test.ts > v0.2b, writing a stop > refuses driver beside allowedDrivers: they exclude each other`,
    ],
    'resolved.reading.never-driver': [
      'stopOf',
      'driver && [knownDriver(store, driver, `${at}driver`)]',
      'null',
      `${flow}/versions.test.ts > v0.2b, writing a stop > takes driver by id, e-mail address or telephone number, and clears it with null`,
    ],
    'planning.versions.client-id': [
      'stopOf',
      '{ clientId: circuitClientId }',
      '{ clientId: null }',
      `${flow}/versions.test.ts > v0.2b, writing a stop > calls clientId circuitClientId, read and written, and knows no other name for it`,
    ],
  }),
  ...keptIn('src/training/versions/answers.ts', {
    'resolved.reading.client-id': [
      'olderStop',
      'deliveryInfo: deliveryInfo && olderDelivery(deliveryInfo),\n    circuitClientId: clientId,',
      'deliveryInfo: deliveryInfo && olderDelivery(deliveryInfo),\n    clientId,',
      `${flow}/versions.test.ts > v0.2b, writing a stop > calls clientId circuitClientId, read and written, and knows no other name for it`,
    ],
    'planning.versions.stop-drivers-read': [
      'driversOf',
      'allowedDriversIdentifiers: identifiers,',
      'allowedDriversIdentifiers: allowedDrivers, allowedDrivers,',
      `${flow}/versions.test.ts > v0.2b, reading a stop > names drivers by free strings instead of allowedDrivers: an id, an e-mail address or a telephone number`,
    ],
    'planning.versions.eta': [
      'olderStop',
      'eta: flat(eta),',
      'eta,',
      `${flow}/versions.test.ts > v0.2b, reading a stop > has a flat eta, or null and etaNullReason with reason, message and url`,
    ],
    'planning.versions.reason-not-optimized': [
      'nullReasonOf',
      'etaNullReason: nullReasonOf(eta),',
      'etaNullReason: null,',
      `${flow}/versions.test.ts > v0.2b, reading a stop > has a flat eta, or null and etaNullReason with reason, message and url`,
    ],
    'planning.versions.time-at-stop': [
      'olderDelivery',
      'timeAtStopInfo: time,',
      'timeAtStopInfo,',
      `${flow}/versions.test.ts > v0.2b, reading a stop > has a flat timeAtStopInfo with its null reason, and deliveryInfo.arrivedAt beside them`,
    ],
    'planning.versions.arrived-at': [
      'olderDelivery',
      'arrivedAt: time?.arrivedAt ?? null,',
      'arrivedAt: null,',
      `${flow}/versions.test.ts > v0.2b, reading a stop > has a flat timeAtStopInfo with its null reason, and deliveryInfo.arrivedAt beside them`,
    ],
    'planning.versions.plan-drivers-read': [
      'olderPlan',
      '{ ...plan, drivers: drivers.filter((driver) => driver !== undefined) }',
      'plan',
      `${flow}/versions.test.ts > v0.2b, plans > are answered with whole drivers, v1 with their ids`,
    ],
  }),
  ...keptIn('src/training/versions/drivers.ts', {
    'resolved.reading.identifiers': [
      'identifierOf',
      'return (kind === 0 ? null : kind === 1 ? driver.email : driver.phone) ?? id;',
      'return id;',
      `${flow}/versions.test.ts > v0.2b, reading a stop > names drivers by free strings instead of allowedDrivers: an id, an e-mail address or a telephone number`,
    ],
  }),
  ...keptIn('src/training/search/document.ts', {
    'resolved.reading.search-units': [
      'originalAmount',
      'payment.amount : payment.amount / 100',
      'payment.amount : payment.amount',
      `${flow}/rules-search.test.ts > search filters by > paymentOnDelivery.amount`,
    ],
  }),
};

export const planning: Record<string, Kept> = {
  ...stopValidation,
  ...otherValidation,
  ...records,
  ...planRules,
  ...liveRules,
  ...older,
};
