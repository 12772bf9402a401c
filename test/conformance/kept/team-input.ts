/** What the checks of plans, drivers, depots, members and unassigned stops keep. */
import { keptIn } from './kept.ts';
import { flow, validate, bounds, plans } from './tests.ts';

export const otherInput = {
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
      "if (prefix !== collection || rest.length > 0 || !/^[A-Za-z0-9_-]{1,50}$/.test(segment ?? '')) {",
      "if (typeof value !== 'string') {",
      bounds('orders.submit', 'orderIds.0'),
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
      'list(depotInput, 1, 100)',
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
