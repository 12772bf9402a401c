/** What the notes beside the documents settle: filters, statuses, codes, value sets, bounds and reading. */
import { none, section, type Own } from '../../row.ts';
import { screenOf, sentBy } from '../../screens.ts';

const client = 'src/main/api/client.ts Client';
const detail = 'src/renderer/outbox/EntryDetail.svelte';
const planRoutes = 'src/renderer/plans/PlanRoutes.svelte';
const query = 'src/shared/endpoints/endpoint.ts pageQuery';

export const filters = section(
  'Resolved: filters of lists',
  'resolved.filters',
  {
    from: 'resolved, Methods and paths',
    client: query,
    screen: none('lists on screen are filtered in the local copy'),
  },
  {
    'plans.title': { rule: 'Plans by their whole title.' },
    'plans.startsGte': { rule: 'Plans that start on a day or later.' },
    'plans.startsLte': { rule: 'Plans that start on a day or earlier.' },
    'stops.externalId': { rule: 'Stops of a plan by the recipient’s whole external id.' },
    'unassigned.externalId': { rule: 'Unassigned stops by the same.' },
    'routes.externalId': { rule: 'Stops of a route by the same.' },
    'drivers.active': { rule: 'Drivers that are active, or paused.' },
    'operations.done': { rule: 'Operations that are done, or not.' },
    'operations.type': { rule: 'Operations of the type plan_optimization.' },
    spellings: { rule: 'A filter is written filter.key or filter[key].' },
    unknown: { rule: 'A parameter that the list does not know is refused.' },
  },
);

/** The client holds these against answers written by hand; the training depot does not give them. */
const wire = (title: string) => `test/flow/api/wire.test.ts > the wire pairs > ${title}`;
const codes = (from: readonly [string, string][]): Record<string, Own> =>
  Object.fromEntries(from.map(([id, rule]) => [id, { rule }]));

export const statuses = section(
  'Resolved: statuses and codes',
  'resolved.status',
  { from: 'resolved, Status codes and error codes', client: 'src/shared/outbox.ts afterOutcome', screen: detail },
  {
    ...codes([
      ['400', 'What breaks a rule of the document: 400.'],
      ['401', 'A key that is missing or wrong: 401.'],
      ['404', 'What is gone, or its parent: 404.'],
      ['404-operation', 'An operation that is gone: operation_not_found.'],
      ['409-stops', 'Stop writes to a plan that is not writable: 409 plan_not_writable.'],
      ['409-live', 'Live writes while the plan is optimised: 409 plan_optimization_in_progress.'],
    ]),
    '403-plan': {
      rule: 'A plan of somebody else: 403 plan_inaccessible.',
      test: wire('v1 plans.get: resolved, Status codes: 403 plan_inaccessible'),
    },
    '403-route': {
      rule: 'A route of somebody else: 403 route_inaccessible.',
      test: wire('v1 routes.get: resolved, Status codes: 403 route_inaccessible'),
    },
    '403-feature': {
      rule: 'A feature that is not paid for: 403 feature_not_in_subscription.',
      test: wire('v1 stops.search: resolved, Status codes: 403 feature_not_in_subscription'),
    },
    '403-vehicle': {
      rule: 'Vehicle types that are not paid for: 403 vehicle_capacity_disabled.',
      test: wire('v1 drivers.update: resolved, Status codes: 403 vehicle_capacity_disabled'),
    },
    // Commands that screens send; a refused one is an entry of the outbox.
    ...codes([
      ['409-optimize-already', 'Optimise: 409 plan_already_optimized.'],
      ['409-optimize-running', 'Optimise and re-optimise: 409 plan_optimization_in_progress.'],
      ['409-optimize-drivers', 'Optimise: 409 no_drivers_available.'],
      ['409-optimize-depot', 'Optimise: 409 depot_not_found.'],
      ['409-optimize-start', 'Optimise: 409 depot_missing_start_address.'],
      ['409-optimize-end', 'Optimise: 409 no_end_time_and_max_stops_per_driver.'],
      [
        '409-reoptimize',
        'Re-optimise: a distributed plan takes reorder_changed_stops only, else 409 plan_optimization_not_supported.',
      ],
      ['409-distribute-not-optimized', 'Distribute: 409 plan_not_optimized.'],
      ['409-distribute-already', 'Distribute: 409 plan_already_distributed.'],
      ['409-distribute-modified', 'Distribute and re-distribute: 409 plan_concurrent_modification.'],
      ['409-distribute-running', 'Distribute and re-distribute: 409 plan_optimization_in_progress.'],
      ['409-save-not-optimized', 'Save: 409 plan_not_optimized.'],
      ['409-save-modified', 'Save: 409 plan_concurrent_modification.'],
      ['409-save-running', 'Save: 409 plan_optimization_in_progress.'],
      ['400-driver', 'Making or changing a plan with a paused driver: 400 driver_not_active.'],
      ['409-depot', 'Making a plan with a depot that is not there: 409 depot_not_found.'],
      ['409-plan', 'Changing a plan that is not writable: 409 plan_not_writable.'],
      ['412-depots', 'Changing a plan so that its depot and its drivers’ differ: 412.'],
    ]),
    '409-cancel': {
      rule: 'Cancel: 409 operation_already_done.',
      screen: screenOf('src/renderer/plans/PlanWorkBanner.svelte', 'operations.cancel'),
    },
    ...codes([
      ['412-driver', 'A driver that is not of the plan: 412.'],
      ['410', 'Something it needs was deleted while the request ran: 410.'],
      ['422-editable', 'A stop that cannot be changed any more: 422 stop_not_editable.'],
      ['422-completed', 'A completed stop cannot be removed: 422.'],
      ['429', 'Too many requests: 429.'],
      ['500', 'The service failed: 500.'],
      ['content-type', 'The status for a missing Content-Type is not known; 415 here.'],
      ['body', 'An error says message, code, param and url; all but the first may be missing.'],
      ['no-idempotency', 'Nothing is recognised as sent before: what is sent twice is there twice.'],
    ]),
  },
);

export const values = section(
  'Resolved: value sets',
  'resolved.values',
  {
    from: 'resolved, Value sets seen',
    client: 'src/shared/stops.ts stopCreate',
    screen: 'src/renderer/stops/StopFormMore.svelte',
  },
  {
    type: {
      rule: 'Stop.type: start, stop, end.',
      client: 'src/shared/stops.ts stop',
      screen: 'src/renderer/stops/StopTable.svelte',
    },
    order: { rule: 'optimizationOrder: first, last, default.', client: 'src/shared/stops.ts optimizationOrders' },
    activity: { rule: 'activity: delivery, pickup.', client: 'src/shared/stops.ts activities' },
    unit: { rule: 'weight.unit: kilogram, pound, metric-ton.', client: 'src/shared/shapes.ts weightUnits' },
    'delivery-state': {
      rule: 'deliveryInfo.state: nineteen words.',
      client: 'src/shared/stops.ts deliveryInfo',
      screen: 'src/renderer/stops/StopStateMark.svelte',
    },
    place: {
      rule: 'placeInVehicle: left or right; front, middle or back; floor or shelf.',
      client: 'src/shared/stops.ts stop',
      screen: 'src/renderer/stops/StopDetail.svelte',
    },
    objective: {
      rule: 'objective: minimize_drivers or distribute_services; only the latter is taken.',
      client: 'src/shared/route-overrides.ts planRouteOverridesInput',
      screen: planRoutes,
    },
    'sub-objective': {
      rule: 'subObjective: equalize_workload, equalize_time, maximize_efficiency.',
      client: 'src/shared/route-overrides.ts subObjectives',
      screen: planRoutes,
    },
    currency: { rule: 'Currencies: thirty-three.', client: 'src/shared/shapes.ts currencies' },
    unknown: {
      rule: 'A value that nobody knows is kept and shown as it is.',
      client: 'src/shared/shapes.ts record',
      service: none('a rule for reading; the service sends known values'),
      test: 'test/unit/shared/stops.test.ts > a stop from the service > keeps unknown fields and tolerates odd values in all fields but the id',
      screen: 'src/renderer/stops/StopStateMark.svelte',
    },
  },
);

export const bounds = section(
  'Resolved: bounds of what is sent',
  'resolved.bounds',
  {
    from: 'resolved, Bounds on what is sent',
    client: 'src/shared/stops.ts stopCreate',
    screen: 'src/renderer/stops/StopForm.svelte',
  },
  {
    address: { rule: 'Address texts have 1 to 255 characters.', client: 'src/shared/shapes.ts addressInput' },
    'address-short': {
      rule: 'Town, state, postcode and country have 1 to 100.',
      client: 'src/shared/shapes.ts addressInput',
    },
    recipient: { rule: 'Each field of a recipient has 1 to 255.', client: 'src/shared/shapes.ts recipientInput' },
    notes: { rule: 'Notes have 1 to 2000.' },
    'order-info': {
      rule: 'Each text of orderInfo has 1 to 255.',
      client: 'src/shared/shapes.ts orderInfoInput',
      screen: 'src/renderer/stops/StopFormMore.svelte',
    },
    products: {
      rule: '100 products at most.',
      client: 'src/shared/shapes.ts orderInfoInput',
      screen: 'src/renderer/stops/StopFormMore.svelte',
    },
    packages: { rule: 'packageCount is from 1 to 10000.' },
    weight: {
      rule: 'weight.amount is from 0 to 999999.',
      client: 'src/shared/shapes.ts weightInput',
      screen: 'src/renderer/stops/StopFormMore.svelte',
    },
    'weight-both': {
      rule: 'A weight has amount and unit.',
      client: 'src/shared/shapes.ts weightInput',
      screen: 'src/renderer/stops/StopFormMore.svelte',
    },
    'weight-decimals': {
      rule: 'A weight has two decimals at most.',
      client: 'src/shared/shapes.ts weightInput',
      screen: 'src/renderer/stops/StopFormMore.svelte',
    },
    'allowed-drivers': { rule: '100 allowed drivers at most.', screen: 'src/renderer/stops/StopFormMore.svelte' },
    'client-id': { rule: 'clientId has 1 to 100 characters.', screen: 'src/renderer/stops/StopFormMore.svelte' },
    depots: {
      rule: 'Drivers and members have 1 to 50 depots.',
      client: 'src/shared/drivers.ts driverCreate',
      screen: screenOf('src/renderer/drivers/DriverDialog.svelte', 'drivers.create'),
    },
    empty: { rule: 'An empty text is never a value.', client: 'src/shared/shapes.ts text' },
    'driver-import': {
      rule: 'An import takes 1 to 50 drivers.',
      client: 'src/shared/endpoints/team.ts teamEndpoints',
      screen: sentBy('drivers.import'),
    },
    'member-import': {
      rule: 'An import takes 1 to 50 members.',
      client: 'src/shared/endpoints/team.ts teamEndpoints',
      screen: sentBy('members.import'),
    },
    properties: {
      rule: 'A custom property’s value has 1 to 255 characters.',
      screen: 'src/renderer/stops/StopFormMore.svelte',
    },
    'depot-needs': {
      rule: 'A new depot needs startAddress and startTime.',
      client: 'src/shared/depots.ts depotCreate',
      screen: sentBy('depots.create'),
    },
    'address-name': { rule: 'addressName is shown, not looked for.', client: 'src/shared/shapes.ts addressInput' },
    'unknown-fields': { rule: 'A field that the document does not have is refused with 400.' },
  },
);

export const reading = section(
  'Resolved: reading',
  'resolved.reading',
  {
    from: 'resolved, Reading',
    client: 'src/shared/shapes.ts read',
    screen: none('read at the edge; screens get one form'),
  },
  {
    nullable: { rule: 'Any field but the id may be null or missing; here null is answered.' },
    seconds: {
      rule: 'Arrival, attempt and time at a stop are in seconds since the epoch.',
      client: 'src/shared/timestamps.ts toMilliseconds',
      screen: 'src/renderer/stops/StopDetail.svelte',
    },
    'minor-units': {
      rule: 'A payment is in minor units.',
      client: 'src/shared/shapes.ts paymentOnDelivery',
      screen: 'src/renderer/stops/StopDetail.svelte',
    },
    'search-units': { rule: 'In search a payment is in whole units.', client: 'src/shared/search.ts searchQuery' },
    'eta-pending': {
      rule: 'eta is pending (not_optimized) before there is a route.',
      client: 'src/shared/shapes.ts eta',
    },
    'eta-restricted': {
      rule: 'eta is restricted (subscription_not_supported) where it is not paid for.',
      client: 'src/shared/shapes.ts eta',
      test: wire('v0.2b stops.get: resolved, Reading: subscription_not_supported is restricted'),
    },
    'time-at-stop-pending': {
      rule: 'Time at stop is pending (not_yet_arrived) before the driver came.',
      client: 'src/shared/stops.ts deliveryInfo',
    },
    'batch-order': {
      rule: 'The order of the ids of a batch says nothing.',
      client: 'src/main/sending/batch-answers.ts batchOutcomes',
    },
    'client-id': {
      rule: 'v0.2b: the wire’s name of clientId is circuitClientId.',
      client: 'src/main/api/versions/older-requests.ts stopInputOf',
    },
    identifiers: {
      rule: 'v0.2b: identifiers of drivers are free texts: id, e-mail or telephone.',
      client: 'src/main/api/versions/known-drivers.ts KnownDrivers',
    },
    'never-driver': {
      rule: 'v0.2b: driver and allowedDrivers exclude each other.',
      client: 'src/main/api/versions/older-requests.ts stopInputOf',
    },
    'other-depots': {
      rule: 'v0.2b: drivers of another depot are taken.',
      client: 'src/shared/endpoints/plans.ts planEndpoints',
    },
  },
);

export const open = section(
  'Resolved: what is left open',
  'resolved.open',
  { from: 'resolved, the last paragraph', client, screen: none('the training screen offers both, where it is there') },
  {
    'pending-listed': { rule: 'Whether a stop list shows pending live stops: a switch.' },
    'nested-merge': { rule: 'Whether a change merges nested objects: a switch.' },
    scope: { rule: 'Whom the planning limits count: here the key.', client: 'src/main/api/pace.ts Pace' },
    'delete-answer': {
      rule: 'Whether a deletion answers 204 or a Message body: a switch.',
      client: 'src/shared/shapes.ts messageBody',
    },
    'search-size': {
      rule: 'Search is asked without a page size, because the deployed one refuses its own default.',
      client: 'src/shared/endpoints/stops.ts stopEndpoints',
      service: none('a rule for clients; the document allows 20, and the training service keeps to the document'),
      test: 'test/flow/api/wire.test.ts > the wire pairs > v1 stops.search: planning-api, Stop search: keyword',
    },
  },
);
