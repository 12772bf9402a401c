/** What holds for every request and every record of the planning service. */
import { none, section } from '../../row.ts';
import { screenOf, sentBy } from '../../screens.ts';

const noScreen = none('a matter of the wire; no screen says it');
const shapes = 'src/shared/shapes.ts';
const planForm = 'src/renderer/plans/PlanDialog.svelte';

export const service = section(
  'Planning: what the service does',
  'planning.service',
  { from: 'planning-api, What the service does', screen: noScreen },
  {
    https: { rule: 'Only HTTPS is answered.', client: 'src/main/api/transport.ts HttpsTransport' },
    team: {
      rule: 'A request acts on the team whose key it carries; there is one team here.',
      client: 'src/main/api/client.ts Client',
    },
    'json-answers': { rule: 'What is answered is a JSON object.', client: 'src/main/api/answer.ts jsonOf' },
    'json-bodies': {
      rule: 'A body is JSON and says so in Content-Type.',
      client: 'src/main/api/client.ts Client',
    },
    'old-plans': {
      rule: 'Plans from before 1 April 2023 have no stops and are not writable.',
      client: none('a plan that old is read as any other, not writable'),
      screen: 'src/renderer/plans/PlanStateMark.svelte',
    },
  },
);

export const identifiers = section(
  'Planning: identifiers and conventions',
  'planning.identifiers',
  { from: 'planning-api, Identifiers and conventions', screen: noScreen },
  {
    form: {
      rule: '1. An id is the collection, a slash and the record’s own part; of a stop: plan and stop.',
      client: `${shapes} record`,
    },
    generated: { rule: '2. The service makes ids, each once in its collection.', client: 'src/main/system.ts newId' },
    fetched: {
      rule: '3. The base address and the id as it was answered fetch the record.',
      client: 'src/shared/ids.ts bareId',
    },
    segment: {
      rule: '4. The part in a path has 1 to 50 letters, digits, hyphens and underscores.',
      client: 'src/main/api/request.ts prepare',
    },
    'property-segment': {
      rule: '4. The id of a custom stop property is any text of at most 50 characters.',
      client: 'src/main/api/request.ts prepare',
    },
    references: { rule: '5. Fields that name another record hold its whole id.', client: `${shapes} driverId` },
    timestamps: {
      rule: '6. Moments are numbers; those of operations count seconds since the epoch.',
      client: 'src/shared/timestamps.ts toMilliseconds',
    },
  },
);

export const shared = section(
  'Planning: shared shapes',
  'planning.shapes',
  { from: 'planning-api, Shared shapes', screen: 'src/renderer/stops/StopForm.svelte' },
  {
    'date.day': {
      rule: 'Date: day from 1 to 31, needed.',
      client: `${shapes} calendarDate`,
      screen: planForm,
    },
    'date.month': {
      rule: 'Date: month from 1 to 12, needed.',
      client: `${shapes} calendarDate`,
      screen: planForm,
    },
    'date.year': {
      rule: 'Date: year from 2000 to 2100, needed.',
      client: `${shapes} calendarDate`,
      screen: planForm,
    },
    'time.hour': { rule: 'TimeOfDay: hour from 0 to 23, needed.', client: `${shapes} timeOfDay` },
    'time.minute': { rule: 'TimeOfDay: minute from 0 to 59, needed.', client: `${shapes} timeOfDay` },
    'address.one-field': {
      rule: 'An address that is sent has at least one field to find it by.',
      client: `${shapes} addressInput`,
    },
    'address.both': { rule: 'Latitude and longitude come together.', client: `${shapes} addressInput` },
    'address.override': {
      rule: 'Latitude and longitude count before all other fields.',
      client: `${shapes} addressInput`,
    },
    'address.more': { rule: 'More fields find a place better.', client: `${shapes} addressInput` },
    'weight.amount': { rule: 'A weight that is sent is at most 999999.', client: `${shapes} weightInput` },
    'recipient.optional': { rule: 'Each field of a recipient may be left out.', client: `${shapes} recipientInput` },
    'payment.amount': {
      rule: 'A payment is 1 at least, in whole minor units.',
      client: `${shapes} paymentOnDeliveryInput`,
    },
    'timing.duration': { rule: 'The time at a stop is in whole seconds.', client: `${shapes} timingInput` },
    'message.message': {
      rule: 'Message body: a sentence.',
      client: `${shapes} messageBody`,
      screen: none('a change that went through says nothing more'),
    },
    'message.code': {
      rule: 'Message body: a code for programs.',
      client: `${shapes} messageBody`,
      screen: none('a change that went through says nothing more'),
    },
    'message.param': {
      rule: 'Message body: the parameter at fault.',
      client: `${shapes} messageBody`,
      screen: none('a change that went through says nothing more'),
    },
    'message.url': {
      rule: 'Message body: where more is said.',
      client: `${shapes} messageBody`,
      screen: none('a change that went through says nothing more'),
    },
    'batch.success': {
      rule: 'Batch: the ids of what was made.',
      client: `${shapes} batchResult`,
      screen: 'src/renderer/outbox/EntryTable.svelte',
    },
    'batch.failed': {
      rule: 'Batch: each failure with a sentence.',
      client: `${shapes} batchResult`,
      screen: 'src/renderer/outbox/EntryDetail.svelte',
    },
    'batch.stop': {
      rule: 'Batch of stops: a failure echoes address and recipient under "stop", and nothing else.',
      client: 'src/main/sending/batch-answers.ts batchOutcomes',
      screen: 'src/renderer/outbox/EntryDetail.svelte',
    },
    'batch.unassignedStop': {
      rule: 'Batch of unassigned stops: the same under "unassignedStop".',
      client: `${shapes} batchResult`,
      screen: screenOf('src/renderer/outbox/EntryDetail.svelte', 'unassignedStops.import'),
    },
    'batch.driver': {
      rule: 'Batch of drivers: a failure echoes the driver under "driver".',
      client: `${shapes} batchResult`,
      screen: sentBy('drivers.import'),
    },
    'batch.depot': {
      rule: 'Batch of depots: a failure echoes the depot under "depot".',
      client: `${shapes} batchResult`,
      screen: sentBy('depots.import'),
    },
    'batch.member': {
      rule: 'Batch of members: a failure echoes the member under "member".',
      client: `${shapes} batchResult`,
      screen: sentBy('members.import'),
    },
  },
);

export const updates = section(
  'Planning: changing and paging',
  'planning.semantics',
  { from: 'planning-api, Update semantics (all PATCH)', screen: noScreen, client: 'src/main/api/client.ts Client' },
  {
    missing: { rule: '1. What a change does not name stays as it is.' },
    arrays: { rule: '2. A list in a change replaces the whole list.' },
    'part-of-the-set': {
      rule: 'A list may answer a part; the token asks for the next one.',
      from: 'planning-api, Pagination semantics',
      client: 'src/main/refresh/refresher.ts Refresher',
    },
    'same-parameters': {
      rule: 'A token counts with the parameters of the first request only.',
      from: 'planning-api, Pagination semantics',
      client: 'src/main/refresh/refresher.ts Refresher',
    },
    end: {
      rule: 'A token of null, and nothing else, is the end.',
      from: 'planning-api, Endpoints',
      client: 'src/main/refresh/refresher.ts Refresher',
    },
    'page-size': {
      rule: 'maxPageSize makes pages smaller, down to one.',
      from: 'planning-api, Pagination semantics',
      client: 'src/shared/endpoints/endpoint.ts pageQuery',
    },
  },
);

export const authentication = section(
  'Planning: authentication and events',
  'planning.authentication',
  {
    from: 'planning-api, Authentication',
    screen: 'src/renderer/screens/ConnectScreen.svelte',
    client: 'src/main/api/client.ts Client',
  },
  {
    needed: { rule: '1. Every request carries a key.' },
    basic: {
      rule: '2. Basic: the key as user name, the password empty.',
      client: 'src/main/api-command/run.ts runCommand',
    },
    bearer: { rule: '3. Bearer: the key as it is.' },
    https: { rule: '4. HTTPS is needed.', client: 'src/main/api/transport.ts HttpsTransport' },
    scopes: {
      rule: '5. Rights of single keys are not described.',
      service: none('the documents do not describe them; a key may do everything'),
      test: none('there is nothing to try'),
    },
    webhooks: {
      rule: 'Webhook requests carry a signature header.',
      from: 'planning-api, Events',
      client: none('a desktop app has no address that webhooks could be sent to'),
      service: none('registration, kinds and signature of webhooks are not described'),
      test: none('there is nothing to try'),
      screen: none('webhooks are not for a desktop app'),
    },
  },
);
