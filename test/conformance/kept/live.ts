/** What live plans, optimising, distributing and operations keep. */
import { keptIn } from './kept.ts';
import { flow, handlers, optimise, bounds, basics, operation, live, optimising, reoptimising } from './tests.ts';

export const liveRules = {
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
      reoptimising('redistribute_stops_between_drivers lays the stops out again'),
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
      'test/unit/training/optimise/layout.test.ts > a plan cannot be optimised > if neither its depot nor the plan has a start address',
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
