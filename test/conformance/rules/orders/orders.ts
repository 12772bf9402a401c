/** The order service: everything beyond its operations and fields. */
import { none, section } from '../../row.ts';
import { screenOf, sentBy } from '../../screens.ts';

const client = 'src/main/api/client.ts Client';
const endpoints = 'src/shared/endpoints/orders.ts orderEndpoints';
const input = 'src/shared/order-input.ts orderCreate';
const edit = 'src/shared/order-edit.ts orderEdit';
const orders = 'src/renderer/screens/OrdersScreen.svelte';
const labels = 'src/renderer/labels/LabelDialog.svelte';
const detail = 'src/renderer/outbox/EntryDetail.svelte';
const buttons = 'src/renderer/orders/OrderButtons.svelte';
const form = screenOf('src/renderer/orders/OrderForm.svelte', 'orders.create');
const cut = none('the outbox cuts what it sends together to size');
const noScreen = none('a matter of the wire; no screen says it');

export const basics = section(
  'Orders: conventions',
  'orders.basics',
  { from: 'order-api, Resources and their fields', client, screen: noScreen },
  {
    https: {
      rule: 'Only HTTPS is answered.',
      from: 'order-api, head',
      client: 'src/main/api/transport.ts HttpsTransport',
    },
    json: { rule: 'JSON both ways, with its Content-Type.', from: 'order-api, What the service does' },
    ids: {
      rule: 'An id is orders/, couriers/ or pickupLocations/ and its own part.',
      client: 'src/shared/shapes.ts orderId',
    },
    fetched: { rule: 'The base address and the id fetch the record.', client: 'src/shared/ids.ts bareId' },
    prefixed: { rule: 'Ids in bodies are whole ids.', client: 'src/shared/order-input.ts orderSubmit' },
    segment: {
      rule: 'The part in a path has 1 to 50 letters, digits, hyphens and underscores.',
      client: 'src/main/api/request.ts prepare',
    },
    'address-needed': {
      rule: 'An order has an address, with at least one field to find it by.',
      from: 'order-api, Order input (create, import)',
      client: input,
      screen: form,
    },
    geocoded: {
      rule: 'The address is looked up when the order is made.',
      from: 'order-api, Order input (create, import)',
      client: input,
      screen: form,
    },
    email: {
      rule: 'The recipient’s e-mail address has the form of one.',
      from: 'order-api, Order input (create, import)',
      client: input,
      screen: form,
    },
    'package-count': {
      rule: 'packageCount is whole and 1 at least.',
      from: 'order-api, Order input (create, import)',
      client: input,
      screen: form,
    },
    weight: {
      rule: 'A weight is 999999 at most.',
      from: 'order-api, Order input (create, import)',
      client: input,
      screen: form,
    },
    message: {
      rule: 'A deletion answers message, code, param and url.',
      from: 'order-api, Message body',
      client: 'src/shared/shapes.ts messageBody',
      screen: none('a change that went through says nothing more'),
    },
  },
);

export const states = section(
  'Orders: states and transitions',
  'orders.states',
  { from: 'order-api, States and transitions', client: 'src/shared/orders.ts orderState', screen: orders },
  {
    draft: { rule: 'An order is a draft until it is submitted.' },
    courier: { rule: 'An order that the courier made is read-only from the start.' },
    submit: {
      rule: 'Submitting a draft makes it submitted; failures are listed.',
      client: endpoints,
      screen: sentBy('orders.submit'),
    },
    withdraw: {
      rule: 'Withdrawing makes a submitted order a draft, while it is on no route.',
      client: endpoints,
      screen: sentBy('orders.withdraw'),
    },
    route: {
      rule: 'On a route an order is read-only: no edit, deletion or withdrawal.',
      screen: 'src/renderer/orders/OrderStateMark.svelte',
    },
    'delete-draft': { rule: 'A draft can be deleted.', client: endpoints, screen: sentBy('orders.delete') },
    'edit-draft': { rule: 'A draft can be edited and stays one.', client: endpoints, screen: sentBy('orders.update') },
    'delete-submitted': {
      rule: 'A submitted order is not deleted: withdraw it first.',
      client: endpoints,
      screen: buttons,
    },
    'edit-read-only': { rule: 'Editing a read-only order: 409 order_read_only.', client: endpoints, screen: detail },
    progress: {
      rule: 'How progress.state goes on is not described.',
      service: none('not described; the words come from the generated day'),
      test: none('there is nothing to try'),
      screen: 'src/renderer/orders/OrderDetail.svelte',
    },
  },
);

export const rules = section(
  'Orders: rules of the endpoints',
  'orders.rules',
  { from: 'order-api, Endpoints: Rules', client: endpoints, screen: orders },
  {
    'newest-first': { rule: '1. The newest order comes first.' },
    'external-id': { rule: '1. The filter takes the whole external id; two orders may share one.' },
    'same-parameters': {
      rule: '2. A token counts with the same other parameters.',
      client: 'src/main/refresh/refresher.ts Refresher',
      screen: noScreen,
    },
    'short-pages': {
      rule: '2. A page may be short or empty before the end; null alone is the end.',
      client: 'src/main/refresh/refresher.ts Refresher',
      screen: noScreen,
    },
    'malformed-token': { rule: '3. A malformed token of the order list: 400.', screen: noScreen },
    'made-up-token': {
      rule: '3. On the other lists a made-up token goes on from where it decodes to.',
      screen: noScreen,
    },
    'batch-200': {
      rule: '4. Import, submit and withdraw answer 200 with the outcome of each item.',
      client: 'src/shared/shapes.ts batchResult',
      screen: sentBy('orders.import', 'orders.submit', 'orders.withdraw'),
    },
    'batch-100': {
      rule: '4. A list of more than 100 is refused before anything is done.',
      client: 'src/shared/order-input.ts orderImport',
      screen: cut,
    },
    handover: {
      rule: '5. What is submitted is fetched at the pickup location, or sent to the courier.',
      service: none('what happens on the road; the service only keeps the hand-off'),
      test: none('there is nothing to ask the service for'),
      client: 'src/shared/order-input.ts handOffTypes',
      screen: 'src/renderer/orders/OrderDetail.svelte',
    },
    'labels-afresh': {
      rule: '6. Labels are drawn again and get a new link at each call.',
      client: 'src/main/labels/documents.ts LabelDocuments',
      screen: labels,
    },
    'labels-form': {
      rule: 'Labels are A6, one page a package, each with one Code 128 code.',
      from: 'order-api, OrderShippingLabels',
      client: 'src/main/labels/documents.ts LabelDocuments',
      screen: labels,
    },
    'labels-hour': {
      rule: 'A link to labels is good for one hour.',
      from: 'order-api, OrderShippingLabels',
      client: 'src/main/labels/documents.ts LabelDocuments',
      screen: labels,
    },
    'filter-spellings': {
      rule: 'The filter is written filter[externalId] or filter.externalId.',
      from: 'order-api, Endpoints',
      screen: noScreen,
    },
    'order-ids': {
      rule: 'orderIds are 1 to 100 ids of orders, each of the right form.',
      from: 'order-api, Endpoints',
      client: 'src/shared/order-input.ts orderSubmit',
      screen: sentBy('orders.submit'),
    },
    'courier-id': {
      rule: 'courierId is an id of a courier.',
      from: 'order-api, Endpoints',
      client: 'src/shared/order-input.ts orderSubmit',
      screen: screenOf('src/renderer/orders/SubmitDialog.svelte', 'orders.submit'),
    },
    'import-index': {
      rule: 'A failure of an import names the item, its index, a code and a sentence.',
      from: 'order-api, Endpoints',
      client: 'src/shared/shapes.ts batchResult',
      screen: sentBy('orders.import'),
    },
  },
);

export const edits = section(
  'Orders: editing',
  'orders.edit',
  { from: 'order-api, Edit semantics (PATCH)', client: edit, screen: sentBy('orders.update') },
  {
    omitted: { rule: '1. What is left out stays as it is.' },
    empty: { rule: '1. An empty nested object says nothing; a body that sets nothing answers the order as it is.' },
    null: { rule: '2. null clears a field that may be null.' },
    arrays: { rule: '3. A list replaces the whole list.' },
    address: { rule: '4. An address replaces the whole address and is looked up again.' },
    'address-locates': { rule: '4. An address in an edit has a field to find it by.' },
    'hand-off-type': { rule: '5. handOffType is one of two words and cannot be cleared.' },
    'hand-off-kept': { rule: '5. handOffType that is left out stays.' },
    'hand-off-ship': { rule: '5. ship_to_courier clears the pickup location.' },
    weight: { rule: '6. A weight is replaced whole, or cleared with null.' },
    'weight-load': { rule: '6. Weight and packageLoadAmount do not come together, not even as null.' },
    leaves: { rule: '7. Some nested objects are cleared at their leaves, not as a whole.' },
    'read-only': { rule: '8. An order that cannot be edited: 409 order_read_only.' },
  },
);

export const authentication = section(
  'Orders: authentication',
  'orders.authentication',
  { from: 'order-api, Authentication', client, screen: 'src/renderer/screens/ConnectScreen.svelte' },
  {
    needed: { rule: '1. Every request carries a key.' },
    bearer: { rule: '2. Bearer: the key as it is.' },
    basic: {
      rule: '2. Basic: the key as user name, the password empty.',
      client: 'src/main/api-command/run.ts runCommand',
    },
    'five-keys': {
      rule: '3. Five keys at most are active at once.',
      client: none('keys are made in the retailer’s settings, not through the API'),
      service: none('keys are made in the retailer’s settings; the training service has one'),
      test: none('there is nothing to ask the service for'),
      screen: none('keys are made in the retailer’s settings'),
    },
    refused: { rule: '4. A key that is missing, wrong or expired: 401.' },
    events: {
      rule: 'Events are not described.',
      from: 'order-api, Events',
      client: none('not described'),
      service: none('not described, nothing is sent'),
      test: none('there is nothing to try'),
      screen: none('not described, nothing to show'),
    },
  },
);

export const errors = section(
  'Orders: errors',
  'orders.errors',
  { from: 'order-api, Errors', client, screen: noScreen },
  {
    'page-size': { rule: '400: maxPageSize above the maximum is refused, not cut.' },
    token: { rule: '400: a malformed token of the order list.' },
    batch: { rule: '400: a list of more than 100.' },
    key: { rule: '401: a key that is missing, wrong or expired.' },
    'read-only': { rule: '409 order_read_only: editing or deleting a read-only order.' },
    rate: { rule: '429 with an empty body.', client: 'src/main/api/pace.ts Pace' },
    body: { rule: 'Other errors say message, code, param and url.', client: 'src/shared/shapes.ts errorBody' },
    'submit-code': { rule: 'Submitting what is not there: order_not_found.' },
    'withdraw-code': { rule: 'Withdrawing a draft: order_not_submitted.' },
    retry: {
      rule: 'After a 429 wait; other refusals come again unchanged.',
      client: 'src/main/api/pace.ts Pace',
      service: none('a rule for clients; the service sees only what comes'),
      test: 'test/unit/main/pace.test.ts > the rate limiter > pauses after a 429, sends one request alone, and stops for a minute after three in a row',
    },
  },
);

export const limits = section(
  'Orders: limits and versions',
  'orders.limits',
  {
    from: 'order-api, Limits',
    client: 'src/main/api/pace.ts Pace',
    screen: 'src/renderer/connectivity/StatusBar.svelte',
  },
  {
    read: { rule: 'Ten reads a second.' },
    write: { rule: 'Five writes a second.' },
    import: { rule: 'Ten imports a minute, counted apart.' },
    submit: { rule: 'Ten submits a minute, counted apart.' },
    source: { rule: 'Counted by the address that they come from, before the key is looked at.' },
    block: { rule: 'About three minutes above a limit block the address for about twenty minutes.' },
    'page-orders': { rule: 'Orders: 50 a page, 50 at most.', client: endpoints, screen: noScreen },
    'page-couriers': { rule: 'Couriers: 100 a page, 100 at most.', client: endpoints, screen: noScreen },
    'page-locations': { rule: 'Pickup locations: 100 a page, 100 at most.', client: endpoints, screen: noScreen },
    token: { rule: 'A page token has 1 to 255 characters.', client: endpoints, screen: noScreen },
    batch: { rule: 'A batch holds 1 to 100 items.', client: 'src/shared/order-input.ts orderImport', screen: cut },
    version: {
      rule: 'The version is part of the address; raising a limit makes no new one.',
      from: 'order-api, Versioning',
      client: 'src/shared/endpoints.ts basePath',
      screen: noScreen,
    },
  },
);
