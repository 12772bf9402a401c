/** What the handlers of unassigned stops, drivers, depots and members keep, and what all share. */
import { keptIn } from './kept.ts';
import { access, drivers, flow, handlers, members, operation, stopWrites, unassigned, written } from './tests.ts';

export const teamRules = {
  ...keptIn(`${handlers}/access.ts`, {
    'resolved.status.403-plan': [
      'checkPath',
      "new Refusal(403, 'plan_inaccessible'",
      "new Refusal(404, 'plan_inaccessible'",
      access(
        'a key of the team of the first depot > is told that a plan and a route of others are not accessible, whatever is asked of them',
      ),
    ],
    'resolved.status.403-route': [
      'checkPath',
      'if (route && !opensPlan(asked, route.plan)) {',
      'if (route === null) {',
      access(
        'a key of the team of the first depot > is told that a plan and a route of others are not accessible, whatever is asked of them',
      ),
    ],
    'resolved.status.403-feature': [
      'checkPaid',
      "if (name === 'stops.search') {",
      "if (name === 'members.import') {",
      access('a basic subscription > does not include the search'),
    ],
    'resolved.status.403-vehicle': [
      'checkPaid',
      'ofDrivers.includes(name) && namesVehicle(body)',
      "name === 'drivers.update' && namesVehicle(body)",
      access('a basic subscription > does not include vehicle types, neither of one driver nor of several'),
    ],
  }),
  ...keptIn(`${handlers}/unassigned-record.ts`, {
    'planning.shapes.batch.unassignedStop': [
      'makeUnassignedStops',
      'unassignedStop: { address, recipient } });',
      'unassignedStop: input as never });',
      unassigned('an import of unassigned stops > makes what it can, at one depot, and says and echoes what it cannot'),
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
      `${flow}/depots.test.ts > importing depots > takes one to a hundred, and answers ids and, one by one, what failed with its name`,
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
};
