/** Errors, rate limits, page sizes, bounds and versions of the planning service. */
import { none, section } from '../../row.ts';
import { sentBy } from '../../screens.ts';

const client = 'src/main/api/client.ts Client';
const pace = 'src/main/api/pace.ts Pace';
const noScreen = none('a matter of the wire; the status bar says when something waits');
const status = 'src/renderer/connectivity/StatusBar.svelte';
const planForm = 'src/renderer/plans/PlanDialog.svelte';
const cut = none('the outbox cuts imports to size');

export const errors = section(
  'Planning: errors',
  'planning.errors',
  { from: 'planning-api, Errors', client, screen: noScreen },
  {
    rate: { rule: '1. Too many requests: 429.', client: pace, screen: status },
    'content-type': { rule: '2. A body without Content-Type: application/json is refused.' },
    'plan-delete': { rule: '3. Deleting a plan may fail with 500 half way; again is right.' },
    message: {
      rule: '4. Deletions and saving answer a Message body, or 204 with nothing.',
      client: 'src/shared/shapes.ts messageBody',
    },
    batch: {
      rule: '5. A batch succeeds as a whole; what failed is said item by item.',
      client: 'src/shared/shapes.ts batchResult',
      screen: 'src/renderer/outbox/EntryDetail.svelte',
    },
    operation: {
      rule: '6. An operation that failed says code and message in its result.',
      client: 'src/shared/operations.ts operationResult',
      screen: 'src/renderer/outbox/EntryDetail.svelte',
    },
    'not-writable': {
      rule: '7. Stop writes to a plan that is not writable fail.',
      client: 'src/shared/outbox.ts afterOutcome',
      screen: 'src/renderer/outbox/EntryDetail.svelte',
    },
    statuses: {
      rule: '8. Statuses of refusals are not described; resolved names them.',
      screen: 'src/renderer/outbox/EntryDetail.svelte',
    },
    codes: {
      rule: '9. The set of codes is not described; resolved names some.',
      client: 'src/shared/shapes.ts errorBody',
      screen: 'src/renderer/outbox/EntryDetail.svelte',
    },
  },
);

export const rates = section(
  'Planning: rate limits',
  'planning.limits',
  { from: 'planning-api, Limits: rate limits', client: pace, screen: status },
  {
    write: { rule: 'Five writes a second.' },
    'driver-create': { rule: 'One new driver a second.' },
    read: { rule: 'Ten reads a second.' },
    'stop-import-minute': { rule: 'Thirty imports of stops or unassigned stops a minute.' },
    'stop-import-ten-minutes': { rule: 'A hundred such imports in ten minutes.' },
    'stop-import-items': { rule: 'A thousand imported stops a minute.' },
    'driver-import-minute': { rule: 'Two imports of drivers a minute.' },
    'driver-import-items': { rule: 'A hundred imported drivers a minute.' },
    'optimise-minute': { rule: 'Thirty optimisations and re-optimisations a minute.' },
    'optimise-ten-minutes': { rule: 'A hundred of them in ten minutes.' },
    recovers: { rule: 'What is over a limit is refused until the rate drops.' },
    backoff: {
      rule: 'After a 429 a client waits, longer each time, and by chance.',
      service: none('a rule for clients; the service sees only what comes'),
      test: 'test/unit/main/pace.test.ts > the rate limiter > pauses after a 429, sends one request alone, and stops for a minute after three in a row',
    },
  },
);

const page = (rule: string) => ({ rule });
export const pages = section(
  'Planning: page sizes',
  'planning.pages',
  {
    from: 'planning-api, Limits: page sizes',
    client: 'src/shared/endpoints.ts endpoints',
    screen: none('the sync reads pages; lists on screen have none'),
  },
  {
    plans: page('Plans: 10 when nothing is said, 20 at most.'),
    stops: page('Stops of a plan: 10, 10 at most.'),
    'route-stops': page('Stops of a route: 10, 10 at most.'),
    unassigned: page('Unassigned stops: 20, 20 at most.'),
    drivers: page('Drivers: 50, 50 at most.'),
    depots: page('Depots: 20, 20 at most.'),
    routes: page('Routes: 20, 20 at most.'),
    operations: page('Operations: 20, 20 at most.'),
    search: page('Search: 20, 20 at most.'),
    token: { rule: 'A page token has 1 to 255 characters.' },
  },
);

export const payloads = section(
  'Planning: bounds of what is sent',
  'planning.payload',
  {
    from: 'planning-api, Limits: payload limits',
    client: 'src/shared/stops.ts stopCreate',
    screen: 'src/renderer/stops/StopForm.svelte',
  },
  {
    'stop-import': {
      rule: 'An import takes 100 stops at most.',
      client: 'src/shared/endpoints/stops.ts stopEndpoints',
      screen: cut,
    },
    'unassigned-import': {
      rule: 'An import takes 1 to 100 unassigned stops.',
      client: 'src/shared/unassigned-stops.ts unassignedStopImport',
      screen: cut,
    },
    'depot-import': {
      rule: 'An import takes 1 to 100 depots.',
      client: 'src/shared/endpoints/team.ts teamEndpoints',
      screen: sentBy('depots.import'),
    },
    'plan-drivers': {
      rule: 'A plan has 50 drivers at most.',
      client: 'src/shared/plans.ts planCreate',
      screen: planForm,
    },
    barcodes: {
      rule: 'v1: 50 barcodes at most, each of 1 to 255 characters.',
      screen: 'src/renderer/stops/StopFormMore.svelte',
    },
    'plan-title': {
      rule: 'A plan’s title has 1 to 255 characters.',
      client: 'src/shared/plans.ts planCreate',
      screen: planForm,
    },
    'depot-name': {
      rule: 'A depot’s name has 1 to 2048 characters.',
      client: 'src/shared/depots.ts depotCreate',
      screen: sentBy('depots.create'),
    },
    keyword: {
      rule: 'A keyword has 1 to 255 characters.',
      client: 'src/shared/search.ts searchQuery',
      screen: none('no screen searches by keyword; npm run api does'),
    },
    filter: {
      rule: 'A filter has 1 to 2048 characters.',
      client: 'src/shared/search.ts searchQuery',
      screen: sentBy('stops.search'),
    },
    weight: {
      rule: 'A weight is 999999 at most.',
      client: 'src/shared/shapes.ts weightInput',
      screen: 'src/renderer/stops/StopFormMore.svelte',
    },
  },
);

const edge = 'src/main/api/versions/edge.ts edgeOf';
const answers = 'src/main/api/versions/older-answers.ts stopOf';
export const versions = section(
  'Planning: versions',
  'planning.versions',
  { from: 'planning-api, Versioning', client: edge, screen: none('versions are made one at the edge of the client') },
  {
    base: {
      rule: '1. The version is part of the address; both are served on one host.',
      client: 'src/shared/endpoints.ts basePath',
      screen: 'src/renderer/settings/ConnectionSection.svelte',
    },
    search: { rule: '2. Search is in v1 only.', client: 'src/shared/capabilities.ts capabilitiesOf' },
    policy: {
      rule: '3. How long v0.2b lives is not described.',
      service: none('not described; it is served for good'),
      test: none('there is nothing to try'),
      client: 'src/main/api/versions/probe.ts probeVersion',
    },
    webhooks: {
      rule: 'Webhooks: fewer headers in v1.',
      client: none('a desktop app receives no webhooks'),
      service: none('webhooks are not described'),
      test: none('there is nothing to try'),
    },
    'stop-driver': {
      rule: 'Stop write: v0.2b takes driver, which excludes allowedDrivers; v1 takes allowedDrivers only.',
      client: 'src/main/api/versions/older-requests.ts stopInputOf',
    },
    'stop-drivers-read': {
      rule: 'Stop read: v0.2b has driverIdentifier and allowedDriversIdentifiers, v1 allowedDrivers.',
      client: answers,
    },
    eta: { rule: 'Stop read: v0.2b has a flat eta and etaNullReason, v1 status and value.', client: answers },
    'time-at-stop': {
      rule: 'Stop read: v0.2b has a flat timeAtStopInfo and its reason, v1 status and value.',
      client: answers,
    },
    'arrived-at': {
      rule: 'Stop read: v0.2b has deliveryInfo.arrivedAt, v1 has it in timeAtStopInfo.',
      client: answers,
    },
    'client-id': {
      rule: 'Stop: v0.2b has another name for clientId.',
      client: 'src/main/api/versions/older-requests.ts stopInputOf',
    },
    barcodes: { rule: 'Stop: 200 barcodes at most in v0.2b, 50 in v1.', client: 'src/shared/stops.ts olderBarcodes' },
    'plan-drivers-read': {
      rule: 'Plan read: v0.2b has whole drivers, v1 their ids.',
      client: 'src/main/api/versions/older-answers.ts planOf',
    },
    'plan-overrides': {
      rule: 'Plan write: v0.2b has no routeOverrides.',
      client: 'src/shared/endpoints/plans.ts planEndpoints',
    },
    'plan-depots': {
      rule: 'Plan: v0.2b takes drivers of another depot, v1 refuses them.',
      client: 'src/shared/plans.ts planUpdate',
    },
    'reason-subscription': {
      rule: 'v0.2b: time at stop may be missing for the subscription’s sake.',
      client: answers,
      test: 'test/flow/api/wire.test.ts > the wire pairs > v0.2b stops.get: planning-api, Versioning: timeAtStopInfoNullReason subscription_not_supported',
    },
    'reason-not-optimized': { rule: 'v0.2b: eta may be missing because nothing was optimised.', client: answers },
    'fewer-operations': {
      rule: 'v0.2b: depots are listed only, routes fetched only, no search, no members.',
      client: 'src/shared/capabilities.ts capabilitiesOf',
    },
  },
);
