/** What the handlers of plans keep, ids and places. */
import { keptIn } from './kept.ts';
import { flow, handlers, written, answers, operation, plans, stops, stopWrites, unassigned } from './tests.ts';

export const planRules = {
  ...keptIn(`${handlers}/plans.ts`, {
    'planning.identifiers.fetched': [
      'findPlan',
      "store.plans.get(`plans/${segment ?? ''}`)",
      "store.plans.get(segment ?? '')",
      `${flow}/plans.test.ts > plans > are read one by one`,
    ],
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
      'depot: given, drivers = [], routeOverrides',
      'depot: given, drivers = store.drivers.all().filter(({ active }) => active).map(({ id }) => id), routeOverrides',
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
  }),
  ...keptIn(`${handlers}/record-depot.ts`, {
    'resolved.status.409-depot': [
      'depotFor',
      "new Refusal(409, 'depot_not_found'",
      "new Refusal(404, 'depot_not_found'",
      plans(
        'a new plan > refuses a driver who is paused or not there, a depot that is not there and an address that cannot be found',
      ),
    ],
    'planning.endpoints.unassigned.main-depot': [
      'depotFor',
      'return store.depots.all()[0]?.id ?? null;',
      'return null;',
      unassigned('unassigned stops > belong to the main depot when none is named, and answer null for what is empty'),
    ],
  }),
  ...keptIn('src/training/store/store.ts', {
    'planning.identifiers.generated': [
      'newId',
      "made += 1;\n      let segment = '';",
      "let segment = '';",
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
      'test/unit/training/gazetteer-mistakes.test.ts > a street name that exists twice > resolves to the right one with the district in the second line',
    ],
  }),
};
