/** States, and what the endpoints of each noun do beyond their row in the table. */
import { none, section } from '../../row.ts';
import { screenOf, sentBy } from '../../screens.ts';

const client = 'src/main/api/client.ts Client';
const plans = 'src/shared/endpoints/plans.ts planEndpoints';
const stops = 'src/shared/endpoints/stops.ts stopEndpoints';
const team = 'src/shared/endpoints/team.ts teamEndpoints';
const planForm = 'src/renderer/plans/PlanDialog.svelte';

export const states = section(
  'Planning: states and transitions',
  'planning.states',
  { from: 'planning-api, States and transitions', client },
  {
    optimization: {
      rule: 'A plan is creating, editing, preview, optimized, optimizing, or null.',
      client: 'src/shared/plans.ts plan',
      screen: 'src/renderer/plans/PlanStateMark.svelte',
    },
    'delivery-state': {
      rule: 'A delivery has a state word; which follows which is not described.',
      client: 'src/shared/stops.ts deliveryInfo',
      screen: 'src/renderer/stops/StopStateMark.svelte',
    },
    writable: {
      rule: 'A writable plan: the standard stop endpoints change it at once.',
      client: stops,
      screen: 'src/renderer/screens/PlanScreen.svelte',
    },
    'not-writable': {
      rule: 'A plan that is not writable: the standard stop endpoints fail.',
      client: 'src/shared/outbox.ts afterOutcome',
      screen: 'src/renderer/screens/PlanScreen.svelte',
    },
    live: {
      rule: 'A plan that is not writable: live changes are pending until a new optimisation, or discarded.',
      client: stops,
      screen: sentBy('stops.liveCreate', 'stops.liveUpdate', 'stops.liveDelete'),
    },
    reoptimise: {
      rule: 'Pending changes: re-optimising makes an operation.',
      client: plans,
      screen: sentBy('plans.reoptimize'),
    },
    redistribute: {
      rule: 'Pending changes, re-optimised: re-distributing applies them and sends them to the drivers.',
      client: plans,
      screen: sentBy('plans.redistribute'),
    },
    save: {
      rule: 'Pending changes, re-optimised: saving applies them without telling the drivers.',
      client: plans,
      screen: sentBy('plans.save'),
    },
    'operation-open': {
      rule: 'An operation that is not done has no result; it is asked again.',
      client: 'src/shared/operations.ts operationResult',
      screen: screenOf('src/renderer/plans/PlanWorkBanner.svelte', 'operations.get'),
    },
    'operation-done': {
      rule: 'An operation that is done has a summary or an error.',
      client: 'src/shared/operations.ts operationResult',
      screen: screenOf('src/renderer/plans/PlanWorkBanner.svelte', 'operations.get'),
    },
    'operation-cancel': {
      rule: 'An operation that is not done can be cancelled.',
      client: plans,
      screen: sentBy('operations.cancel'),
    },
  },
);

export const nouns = section(
  'Planning: what the endpoints do',
  'planning.endpoints',
  { from: 'planning-api, Endpoints', client },
  {
    'plans.starts-bounds': {
      rule: 'A plan that starts too far in the past or in the future is refused.',
      from: 'planning-api, Plan',
      client: 'src/shared/plans.ts planCreate',
      screen: planForm,
    },
    'plans.drivers-default': {
      rule: 'A plan made without drivers has none.',
      from: 'planning-api, Write shapes: PlanCreate',
      client: 'src/shared/plans.ts planCreate',
      screen: planForm,
    },
    'plans.delete-routes': {
      rule: 'Deleting a plan removes its routes and stops, writable or not.',
      from: 'planning-api, Plans',
      client: plans,
      screen: sentBy('plans.delete'),
    },
    'plans.delete-final': {
      rule: 'A deleted plan does not come back.',
      from: 'planning-api, Plans',
      client: plans,
      screen: sentBy('plans.delete'),
    },
    'plans.delete-again': {
      rule: 'A deletion that failed half way is sent again and then succeeds.',
      from: 'planning-api, Plans',
      client: plans,
      screen: sentBy('plans.delete'),
    },
    'plans.update-live': {
      rule: 'A plan that is not writable is not changed by PATCH.',
      from: 'planning-api, Plans',
      client: plans,
      screen: screenOf('src/renderer/plans/PlanMenu.svelte', 'plans.update'),
    },
    'plans.depot-match': {
      rule: 'v1: a driver of another depot than the plan’s cannot be added.',
      from: 'planning-api, Plans',
      client: 'src/shared/plans.ts planUpdate',
      screen: screenOf(planForm, 'plans.update'),
    },
    'stops.geocoding': {
      rule: 'An import finds addresses better than single creates.',
      from: 'planning-api, Stops (plan-scoped)',
      client: stops,
      screen: none('the outbox sends several stops of a plan in one import'),
    },
    'stops.allowed-drivers': {
      rule: 'Drivers allowed for a stop are drivers of its plan.',
      from: 'planning-api, Write shapes: StopCreate',
      client: 'src/shared/stops.ts stopCreate',
      screen: 'src/renderer/stops/StopForm.svelte',
    },
    'stops.activity-default': {
      rule: 'A stop that does not say is a delivery.',
      from: 'planning-api, Write shapes: StopCreate',
      client: 'src/shared/stops.ts stopCreate',
      screen: 'src/renderer/stops/StopForm.svelte',
    },
    'stops.no-address-update': {
      rule: 'A change carries no address: delete the stop and create it again.',
      from: 'planning-api, Write shapes: StopUpdate',
      client: 'src/shared/stops.ts stopUpdate',
      screen: screenOf('src/renderer/stops/StopForm.svelte', 'stops.update'),
    },
    'stops.no-client-update': {
      rule: 'A change carries no clientId.',
      from: 'planning-api, Write shapes: StopUpdate',
      client: 'src/shared/stops.ts stopUpdate',
      screen: screenOf('src/renderer/stops/StopForm.svelte', 'stops.update'),
    },
    'stops.properties': {
      rule: 'Keys of custom properties are those the team has defined.',
      from: 'planning-api, Write shapes: StopCreate',
      client: 'src/shared/stops.ts stopCreate',
      screen: 'src/renderer/stops/StopFormMore.svelte',
    },
    'unassigned.no-address-update': {
      rule: 'A change of an unassigned stop carries no address and no clientId.',
      from: 'planning-api, Write shapes: UnassignedStopUpdate',
      client: 'src/shared/unassigned-stops.ts unassignedStopUpdate',
      screen: screenOf('src/renderer/stops/StopForm.svelte', 'unassignedStops.update'),
    },
    'unassigned.main-depot': {
      rule: 'An unassigned stop without a depot waits at the team’s main depot.',
      from: 'planning-api, Write shapes: UnassignedStopCreate',
      client: 'src/shared/unassigned-stops.ts unassignedStopCreate',
      screen: sentBy('unassignedStops.create'),
    },
    'unassigned.import-depot': {
      rule: 'One depot holds for a whole import of unassigned stops; an item carries none.',
      from: 'planning-api, Unassigned stops',
      client: 'src/shared/unassigned-stops.ts unassignedStopImport',
      screen: sentBy('unassignedStops.import'),
    },
    'unassigned.import-bias': {
      rule: 'The depot of an import is where addresses are looked for first.',
      from: 'planning-api, Unassigned stops',
      client: 'src/shared/unassigned-stops.ts unassignedStopImport',
      screen: sentBy('unassignedStops.import'),
    },
    'live.kind-default': {
      rule: 'Re-optimising without a kind reorders the changed stops.',
      from: 'planning-api, Live plans and live stops',
      client: 'src/shared/operations.ts reoptimize',
      screen: screenOf('src/renderer/plans/PlanMenu.svelte', 'plans.reoptimize'),
    },
    'live.kind-all': {
      rule: 'Re-optimising may reorder all stops.',
      from: 'planning-api, Live plans and live stops',
      client: 'src/shared/operations.ts optimizationTypes',
      screen: screenOf('src/renderer/plans/PlanMenu.svelte', 'plans.reoptimize'),
    },
    'live.kind-between': {
      rule: 'Re-optimising may move stops between drivers.',
      from: 'planning-api, Live plans and live stops',
      client: 'src/shared/operations.ts optimizationTypes',
      screen: screenOf('src/renderer/plans/PlanMenu.svelte', 'plans.reoptimize'),
    },
    'live.pending': {
      rule: 'A live change says whether it is pending, and of a stop what it will be.',
      from: 'planning-api, Live plans and live stops',
      client: 'src/shared/stops.ts liveStop',
      screen: screenOf('src/renderer/stops/StopStateMark.svelte', 'stops.liveUpdate'),
    },
    'live.import': {
      rule: 'A live import takes 1 to 100 stops and answers as a batch, with pending.',
      from: 'planning-api, Live plans and live stops',
      client: stops,
      screen: sentBy('stops.liveImport'),
    },
    'drivers.delete-role': {
      rule: 'Deleting a driver leaves the same person’s membership.',
      from: 'planning-api, Drivers',
      client: team,
      screen: sentBy('drivers.delete'),
    },
    'drivers.update-role': {
      rule: 'Only who has the driver’s role is changed as a driver.',
      from: 'planning-api, Drivers',
      client: team,
      screen: sentBy('drivers.update'),
    },
    'drivers.no-contact-update': {
      rule: 'A change of a driver carries no e-mail address and no telephone number.',
      from: 'planning-api, Write shapes: DriverUpdate',
      client: 'src/shared/drivers.ts driverUpdate',
      screen: screenOf('src/renderer/drivers/DriverDialog.svelte', 'drivers.update'),
    },
    'drivers.paused': {
      rule: 'A paused driver gets no routes.',
      from: 'planning-api, Driver',
      client: 'src/shared/drivers.ts driver',
      screen: 'src/renderer/drivers/DriverStateMark.svelte',
    },
    'depots.written': {
      rule: 'Depots are called read-only, and yet made, changed and imported.',
      from: 'planning-api, Depots',
      client: team,
      screen: sentBy('depots.create', 'depots.update', 'depots.import'),
    },
    'depots.round-trip': {
      rule: 'A depot without an end address has round trips.',
      from: 'planning-api, Depot',
      client: 'src/shared/depots.ts depot',
      screen: none('no screen shows where the routes of a depot end'),
    },
    'routes.read-only': {
      rule: 'Routes are read, never written.',
      from: 'planning-api, Routes (read-only)',
      client: plans,
      screen: screenOf('src/renderer/routes/RouteList.svelte', 'routes.list'),
    },
    'operations.cancel': {
      rule: 'Only an operation that is not done is cancelled.',
      from: 'planning-api, Operations',
      client: plans,
      screen: sentBy('operations.cancel'),
    },
    'operations.skipped': {
      rule: 'A stop that got no place says why: time window, navigation, number or order of stops.',
      from: 'planning-api, Operation',
      client: 'src/shared/operations.ts operationResult',
      screen: screenOf('src/renderer/plans/SkippedStops.svelte', 'operations.get'),
    },
    'properties.one-answer': {
      rule: 'Custom stop properties come in one answer, without pages.',
      from: 'planning-api, Custom stop properties',
      client: stops,
      screen: sentBy('customStopProperties.list'),
    },
    'members.delete-role': {
      rule: 'Deleting a member leaves the same person’s driver.',
      from: 'planning-api, Members',
      client: team,
      screen: sentBy('members.delete'),
    },
    'members.role-needed': {
      rule: 'A new member has a role of admin, depot-manager, dispatcher or read-only.',
      from: 'planning-api, Write shapes: MemberCreate',
      client: 'src/shared/members.ts memberCreate',
      screen: sentBy('members.create'),
    },
    'members.no-list': {
      rule: 'Members are neither listed nor fetched.',
      from: 'planning-api, Members',
      client: team,
      screen: none('there is nothing to show'),
    },
  },
);
