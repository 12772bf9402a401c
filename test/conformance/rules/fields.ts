/** Rows for every field that is answered or sent, from the shapes of the documents. */
import { orderBounds } from '../../fixtures/bounds/orders.ts';
import { stopBounds } from '../../fixtures/bounds/stops.ts';
import { teamBounds } from '../../fixtures/bounds/team.ts';
import { none, type Cell, type Section } from '../row.ts';
import * as orders from '../shapes/orders.ts';
import * as routes from '../shapes/routes.ts';
import type { AnsweredShape, Kind } from '../shapes/shape.ts';
import * as stops from '../shapes/stops.ts';
import * as team from '../shapes/team.ts';
import { orderWritten, planningWritten, type WrittenShape } from '../shapes/written.ts';

const kept = none('kept as it was said; no screen shows it yet');

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

function writtenSection(prefix: string, shape: WrittenShape, client: string, screen: Cell): Section {
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
        screen,
      };
    }),
  };
}

const unlessIn = (hidden: RegExp, screen: string) => (name: string) => (hidden.test(name) ? kept : screen);
const onlyIn = (shown: RegExp, screen: string) => (name: string) => (shown.test(name) ? screen : kept);

const stopDetail = 'src/renderer/stops/StopDetail.svelte';
const driverDetail = 'src/renderer/drivers/DriverDetail.svelte';
const orderDetail = 'src/renderer/orders/OrderDetail.svelte';
const noScreen = none('no screen sends it yet; npm run api does');

export const planningFields: Section[] = [
  answeredSection(
    'plan',
    team.plan,
    'src/shared/plans.ts plan',
    onlyIn(/^(id|title|starts|depot|distributed|writable|optimization|drivers)$/, 'src/renderer/plans/PlanList.svelte'),
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
  answeredSection('depot', team.depot, 'src/shared/depots.ts depot', onlyIn(/^(id|name)$/, driverDetail)),
  answeredSection(
    'stop',
    stops.stop,
    'src/shared/stops.ts stop',
    unlessIn(/^(address\.(address|placeId|placeTypes)|route\..*)$/, stopDetail),
  ),
  answeredSection('unassigned-stop', stops.unassignedStop, 'src/shared/unassigned-stops.ts unassignedStop', () =>
    none('no screen of unassigned stops yet'),
  ),
  answeredSection('route', routes.route, 'src/shared/routes.ts route', onlyIn(/^(title|driver)$/, stopDetail)),
  answeredSection('operation', routes.operation, 'src/shared/operations.ts operation', () =>
    none('no screen of operations yet'),
  ),
  answeredSection('property', team.customProperty, 'src/shared/custom-stop-properties.ts customStopProperty', () =>
    none('the stop form takes ids of properties as typed'),
  ),
  writtenSection(
    'stop-create',
    planningWritten[0]!,
    'src/shared/stops.ts stopCreate',
    'src/renderer/stops/StopForm.svelte',
  ),
  ...planningWritten.slice(1).map((shape) => {
    const client = {
      stops: shape.operation.endsWith('Create') ? 'src/shared/stops.ts stopCreate' : 'src/shared/stops.ts stopUpdate',
      unassignedStops: `src/shared/unassigned-stops.ts unassignedStop${shape.operation.endsWith('create') ? 'Create' : 'Update'}`,
      plans: `src/shared/plans.ts plan${shape.operation.endsWith('create') ? 'Create' : 'Update'}`,
      drivers: `src/shared/drivers.ts driver${shape.operation.endsWith('create') ? 'Create' : 'Update'}`,
      depots: `src/shared/depots.ts depot${shape.operation.endsWith('create') ? 'Create' : 'Update'}`,
      members: `src/shared/members.ts member${shape.operation.endsWith('create') ? 'Create' : 'Update'}`,
    }[shape.operation.split('.')[0] ?? ''];
    return writtenSection(shape.operation, shape, client ?? '', noScreen);
  }),
];

export const orderFields: Section[] = [
  answeredSection(
    'order',
    orders.order,
    'src/shared/orders.ts order',
    unlessIn(/^(address\.(placeId|placeTypes|address)|submittedAt)$/, orderDetail),
  ),
  answeredSection('courier', orders.courier, 'src/shared/couriers.ts courier', () => kept),
  answeredSection('pickup-location', orders.pickupLocation, 'src/shared/couriers.ts pickupLocation', () => kept),
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
      noScreen,
    ),
  ),
];
