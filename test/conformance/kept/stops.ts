/** What the handlers of stops keep. */
import { keptIn } from './kept.ts';
import { access, answers, basics, handlers, live, operation, stopWrites, stops, written } from './tests.ts';

export const stopRules = {
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
  ...keptIn(`${handlers}/stops.ts`, {
    'resolved.reading.eta-restricted': [
      'restricted',
      "{ status: 'restricted', reason: 'subscription_not_supported' }",
      "{ status: 'pending', reason: 'subscription_not_supported' }",
      access('a basic subscription > restricts arrival and time at the stop, wherever a stop is answered'),
    ],
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
