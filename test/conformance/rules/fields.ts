/** Rows for every field that is answered or sent, from the shapes of the documents. */
import { orderBounds } from '../../fixtures/bounds/orders.ts';
import { stopBounds } from '../../fixtures/bounds/stops.ts';
import { teamBounds } from '../../fixtures/bounds/team.ts';
import type { EndpointName } from '../../../src/shared/endpoints.ts';
import { none, type Cell, type Section } from '../row.ts';
import { screenOf, unsent } from '../screens.ts';
import * as orders from '../shapes/orders.ts';
import * as routes from '../shapes/routes.ts';
import type { AnsweredShape, Kind } from '../shapes/shape.ts';
import * as stops from '../shapes/stops.ts';
import * as team from '../shapes/team.ts';
import { orderWritten, planningWritten, type WrittenShape } from '../shapes/written.ts';

const kept = none('kept as it was said; no screen shows it');
const notInForm = none('the form has no field for it; npm run api sends it');

function kindText(is: Kind): string {
  if (typeof is === 'string') return is;
  if ('ids' in is) return `ids of ${is.ids}`;
  if ('id' in is) return `id of ${is.id}`;
  return is.oneOf.length > 8 ? `one of ${is.oneOf.length} words` : `one of ${is.oneOf.join(', ')}`;
}

/** @param shown the screen for fields that one shows */
function answeredSection(prefix: string, shape: AnsweredShape, client: string, shown: (name: string) => Cell): Section {
  return {
    title: `${shape.record}, as it is answered`,
    rules: shape.fields.map(({ name, is, rule }) => ({
      id: `${prefix}.${name}`,
      rule: `${name}: ${rule} (${kindText(is)}).`,
      from: shape.from,
      client,
      service: '',
      test: `test/flow/training/rules-answers.test.ts > ${shape.record} > ${name}`,
      screen: shown(name),
    })),
  };
}

const boundTables = [...stopBounds, ...teamBounds, ...orderBounds].filter(({ of }) => of === 'body');

/** @param screen the form for fields that one has */
function writtenSection(prefix: string, shape: WrittenShape, client: string, screen: (name: string) => Cell): Section {
  const table = boundTables.find(({ operation, version }) => operation === shape.operation && version === 'v1');
  return {
    title: `${shape.record}, as it is sent`,
    rules: shape.fields.map(({ name, rule }) => {
      // The bound of the field itself, or of its first part that has one.
      const fields = table?.lines.map(({ field }) => field) ?? [];
      const bound = fields.find((field) => field === name) ?? fields.find((field) => field.startsWith(`${name}.`));
      return {
        id: `${prefix}.${name}`,
        rule: `${name}: ${rule}.`,
        from: shape.from,
        client,
        service: '',
        test: [
          `test/flow/training/rules-written.test.ts > ${shape.record} > ${name}`,
          ...(bound === undefined ? [] : [`test/flow/training/rules-bounds.test.ts > ${shape.operation} > ${bound}`]),
        ],
        screen: screen(name),
      };
    }),
  };
}

type Places = readonly (readonly [fields: RegExp, screen: Cell])[];
/** The screen of a field: that of the first pattern that fits. */
const shownIn = (places: Places) => (name: string) => places.find(([fields]) => fields.test(name))?.[1] ?? kept;
const onlyIn = (shown: RegExp, screen: string) => shownIn([[shown, screen]]);
const unlessIn = (hidden: RegExp, screen: string) =>
  shownIn([
    [hidden, kept],
    [/^/, screen],
  ]);

const stopDetail = 'src/renderer/stops/StopDetail.svelte';
const driverDetail = 'src/renderer/drivers/DriverDetail.svelte';
const orderDetail = 'src/renderer/orders/OrderDetail.svelte';
const stopForm = 'src/renderer/stops/StopForm.svelte';
const planRoutes = 'src/renderer/plans/PlanRoutes.svelte';
const routeList = 'src/renderer/routes/RouteList.svelte';
const workBanner = 'src/renderer/plans/PlanWorkBanner.svelte';
const skipped = 'src/renderer/plans/SkippedStops.svelte';

const ofStop: Places = [[/^/, stopForm]];
const ofPlan: Places = [
  [/^routeOverrides/, planRoutes],
  [/^/, 'src/renderer/plans/PlanDialog.svelte'],
];
const ofDriver: Places = [
  [/^routeOverrides/, notInForm],
  [/^/, 'src/renderer/drivers/DriverDialog.svelte'],
];
const ofOrder: Places = [
  [/packageLoadAmount$/, notInForm],
  [/^/, 'src/renderer/orders/OrderForm.svelte'],
];
/** Where the fields of what an operation sends are typed or chosen. Others are sent by no screen. */
const forms: Partial<Record<string, Places>> = {
  ...{ 'stops.create': ofStop, 'stops.update': ofStop, 'stops.liveCreate': ofStop, 'stops.liveUpdate': ofStop },
  'unassignedStops.create': [
    [/^depot$/, 'src/renderer/screens/DepotSwitch.svelte'],
    // The form offers the drivers of a plan.
    [/^allowedDrivers$/, notInForm],
    [/^/, stopForm],
  ],
  'unassignedStops.update': [
    [/^(depot|allowedDrivers)$/, notInForm],
    [/^/, stopForm],
  ],
  ...{ 'plans.create': ofPlan, 'plans.update': ofPlan },
  ...{ 'drivers.create': ofDriver, 'drivers.update': ofDriver },
  ...{ 'orders.create': ofOrder, 'orders.update': ofOrder },
};

/** The form of a field that is sent, as long as a test has seen a screen send the operation. */
const formOf = ({ operation }: WrittenShape) => {
  const places = forms[operation];
  return (name: string): Cell => {
    const place = places === undefined ? unsent : shownIn(places)(name);
    return typeof place === 'string' ? screenOf(place, operation as EndpointName) : place;
  };
};

export const planningFields: Section[] = [
  answeredSection(
    'plan',
    team.plan,
    'src/shared/plans.ts plan',
    shownIn([
      [/^(id|title|starts|depot|distributed|writable|optimization|drivers)$/, 'src/renderer/plans/PlanList.svelte'],
      [/^routeOverrides\..*Address\.(address|placeId|placeTypes)$/, kept],
      [/^routeOverrides/, planRoutes],
    ]),
  ),
  answeredSection(
    'driver',
    team.driver,
    'src/shared/drivers.ts driver',
    onlyIn(
      /^(id|name|email|phone|displayName|active|depots|routeOverrides|routeOverrides\.(startTime|endTime|maxStops|vehicleType))$/,
      driverDetail,
    ),
  ),
  answeredSection('member', team.member, 'src/shared/members.ts member', () =>
    none('members are not listed, so no screen shows one'),
  ),
  answeredSection(
    'depot',
    team.depot,
    'src/shared/depots.ts depot',
    shownIn([
      [/^(id|name)$/, driverDetail],
      [/^routeOverrides\.startAddress\.(latitude|longitude)$/, 'src/renderer/routes/map/RouteMap.svelte'],
      // The limits of a route, where plan and driver set none.
      [/^routeOverrides\.(startTime|endTime|maxStops)$/, routeList],
    ]),
  ),
  answeredSection(
    'stop',
    stops.stop,
    'src/shared/stops.ts stop',
    unlessIn(/^(address\.(address|placeId|placeTypes)|route\..*)$/, stopDetail),
  ),
  answeredSection(
    'unassigned-stop',
    stops.unassignedStop,
    'src/shared/unassigned-stops.ts unassignedStop',
    shownIn([
      [/^address\.(address|placeId|placeTypes)$/, kept],
      [/^depot$/, 'src/renderer/screens/UnassignedScreen.svelte'],
      [/^/, stopDetail],
    ]),
  ),
  answeredSection(
    'route',
    routes.route,
    'src/shared/routes.ts route',
    shownIn([
      [/^title$/, stopDetail],
      [/^driver$/, routeList],
    ]),
  ),
  answeredSection(
    'operation',
    routes.operation,
    'src/shared/operations.ts operation',
    shownIn([
      [/^result\.skippedStops/, skipped],
      [/^(done|result)$/, workBanner],
    ]),
  ),
  answeredSection(
    'property',
    team.customProperty,
    'src/shared/custom-stop-properties.ts customStopProperty',
    onlyIn(/^(id|name)$/, 'src/renderer/stops/StopFormMore.svelte'),
  ),
  writtenSection('stop-create', planningWritten[0]!, 'src/shared/stops.ts stopCreate', formOf(planningWritten[0]!)),
  ...planningWritten.slice(1).map((shape) => {
    const client = {
      stops: shape.operation.endsWith('Create') ? 'src/shared/stops.ts stopCreate' : 'src/shared/stops.ts stopUpdate',
      unassignedStops: `src/shared/unassigned-stops.ts unassignedStop${shape.operation.endsWith('create') ? 'Create' : 'Update'}`,
      plans: `src/shared/plans.ts plan${shape.operation.endsWith('create') ? 'Create' : 'Update'}`,
      drivers: `src/shared/drivers.ts driver${shape.operation.endsWith('create') ? 'Create' : 'Update'}`,
      depots: `src/shared/depots.ts depot${shape.operation.endsWith('create') ? 'Create' : 'Update'}`,
      members: `src/shared/members.ts member${shape.operation.endsWith('create') ? 'Create' : 'Update'}`,
    }[shape.operation.split('.')[0] ?? ''];
    return writtenSection(shape.operation, shape, client ?? '', formOf(shape));
  }),
];

export const orderFields: Section[] = [
  answeredSection(
    'order',
    orders.order,
    'src/shared/orders.ts order',
    unlessIn(/^address\.(placeId|placeTypes|address)$/, orderDetail),
  ),
  answeredSection(
    'courier',
    orders.courier,
    'src/shared/couriers.ts courier',
    () => 'src/renderer/orders/SubmitDialog.svelte',
  ),
  answeredSection(
    'pickup-location',
    orders.pickupLocation,
    'src/shared/couriers.ts pickupLocation',
    () => 'src/renderer/orders/OrderFormFields.svelte',
  ),
  answeredSection(
    'labels',
    orders.shippingLabels,
    'src/shared/orders.ts orderShippingLabels',
    () => 'src/renderer/labels/LabelDialog.svelte',
  ),
  ...orderWritten.map((shape) =>
    writtenSection(
      shape.operation,
      shape,
      `src/shared/order-input.ts ${shape.operation.endsWith('create') ? 'orderCreate' : 'orderUpdate'}`,
      formOf(shape),
    ),
  ),
];
