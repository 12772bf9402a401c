/** Records of each kind as a service answers them: those it generates, and some that are made by request. */
import { planningWritten, orderWritten, type WrittenShape } from '../../conformance/shapes/written.ts';
import { put } from '../../fixtures/bounds/line.ts';
import type { Plan } from './rules-records.ts';
import type { Desk } from './rules-support.ts';

/** A body with every field that the documents know. */
function everything(desk: Desk, shape: WrittenShape, without: RegExp): unknown {
  return shape.fields
    .filter(({ name }) => !without.test(name))
    .reduce<unknown>(
      (body, field) => put(body, field.within ?? field.name, field.value(desk.known)),
      shape.base(desk.known),
    );
}

function shapeOf(operation: string): WrittenShape {
  const found = [...planningWritten, ...orderWritten].find((shape) => shape.operation === operation);
  if (!found) throw new Error(`no shape of ${operation}`);
  return found;
}

/** Made by request: one with everything in it, and one with no more than it needs. */
async function made(desk: Desk, operation: string, path: string, without = /^(?!)/): Promise<unknown[]> {
  const shape = shapeOf(operation);
  const send = (...asked: Parameters<Desk['order']>) =>
    operation.startsWith('orders.') ? desk.order(...asked) : desk.send(...asked);
  return [
    await desk.good(send('POST', path, everything(desk, shape, without))),
    await desk.good(send('POST', path, shape.base(desk.known))),
  ];
}

/** An operation while it runs, one that is done, and one that failed or skipped stops. */
async function operations(desk: Desk): Promise<unknown[]> {
  const { known } = desk;
  const { id } = (await desk.good(
    desk.send('POST', '/plans', {
      title: 'To optimise',
      starts: { day: 16, month: 6, year: 2026 },
      depot: known.depot,
      drivers: [known.driver],
    }),
  )) as { id: string };
  const soon = { earliestAttemptTime: { hour: 3, minute: 0 }, latestAttemptTime: { hour: 3, minute: 1 } };
  await desk.good(desk.send('POST', `/${id}/stops`, { address: { addressLineOne: 'Rosenweg 2' } }));
  await desk.good(desk.send('POST', `/${id}/stops`, { address: { addressLineOne: 'Rosenweg 3' }, timing: soon }));
  const running = await desk.good(desk.send('POST', `/${id}:optimize`));
  desk.clock.pass(600_000);
  return [running, await desk.good(desk.send('GET', `/${String(running['id'])}`))];
}

export async function recordsOf(desk: Desk, record: string): Promise<unknown[]> {
  const { known } = desk;
  switch (record) {
    case 'Plan':
      return [
        ...(await desk.all('planning', '/plans', 'plans')),
        ...(await made(desk, 'plans.create', '/plans', /^(drivers|depot|routeOverrides)$/)),
      ];
    case 'Driver':
      return [
        ...(await desk.all('planning', '/drivers', 'drivers')),
        ...(await made(desk, 'drivers.create', '/drivers')),
      ];
    case 'Member':
      return made(desk, 'members.create', '/members');
    case 'Depot':
      return [...(await desk.all('planning', '/depots', 'depots')), ...(await made(desk, 'depots.create', '/depots'))];
    case 'Custom stop property':
      return (await desk.good(desk.send('GET', '/team/customStopProperties')))['customStopProperties'] as unknown[];
    case 'Stop': {
      const plans = await desk.all<Plan>('planning', '/plans', 'plans');
      const live = plans.filter(({ distributed }) => distributed).slice(-3);
      const lists = [];
      for (const { id } of live) lists.push(...(await desk.all('planning', `/${id}/stops`, 'stops')));
      return [...lists, ...(await made(desk, 'stops.create', `/${known.plan}/stops`))];
    }
    case 'Unassigned stop':
      return [
        ...(await desk.all('planning', '/unassignedStops', 'unassignedStops')),
        ...(await made(desk, 'unassignedStops.create', '/unassignedStops')),
      ];
    case 'Route':
      return desk.all('planning', '/routes', 'routes');
    case 'Operation':
      return operations(desk);
    case 'Order':
      // Drivers deliver meanwhile.
      desk.clock.pass(72 * 3_600_000);
      return [
        ...(await desk.all('orders', '/orders', 'orders')),
        ...(await made(desk, 'orders.create', '/orders', /weight/)),
        ...(await made(desk, 'orders.create', '/orders', /Load/)),
      ];
    case 'Courier':
      return desk.all('orders', '/couriers', 'couriers');
    case 'Pickup location':
      return desk.all('orders', '/pickupLocations', 'pickupLocations');
    case 'Shipping labels': {
      const [order] = await desk.all<{ id: string }>('orders', '/orders', 'orders');
      return [await desk.good(desk.order('GET', `/${order?.id ?? ''}/shippingLabels`))];
    }
    default:
      throw new Error(`no samples of ${record}`);
  }
}
