/** Every record of the training data is opened in its form and saved untouched: nothing is sent. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DriverForm } from '../../../src/renderer/drivers/driver-form.svelte.ts';
import { OrderForm } from '../../../src/renderer/orders/order-form.svelte.ts';
import { PlanForm } from '../../../src/renderer/plans/plan-form.svelte.ts';
import { StopForm } from '../../../src/renderer/stops/stop-form.svelte.ts';
import { order as orderSchema } from '../../../src/shared/orders.ts';
import { stop as stopSchema } from '../../../src/shared/stops.ts';
import { dateText } from '../../../src/shared/time.ts';
import { makeWorld } from '../../../src/training/data/world.ts';
import { standIn } from '../../fixtures/backend-stand-in.ts';

const world = makeWorld(1, '2026-06-15');
let main: ReturnType<typeof standIn>;
/** The calls that would have made an entry. */
let made: string[];

beforeEach(() => {
  main = standIn();
  made = [];
  const { handlers } = main;
  const calls = { plans: handlers.plans, stops: handlers.stops, drivers: handlers.drivers, orders: handlers.orders };
  for (const [group, each] of Object.entries(calls)) {
    for (const name of ['create', 'add', 'edit', 'relocate', 'correct']) {
      if (!(name in each)) continue;
      vi.spyOn(each as unknown as Record<string, () => Promise<never>>, name).mockImplementation(async () => {
        made.push(`${group}.${name}`);
        throw new Error('nothing was edited');
      });
    }
  }
  vi.stubGlobal('window', { backend: main });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

interface Form {
  filled: boolean;
  save: () => Promise<{ kind: string }>;
}

/** What is wrong with opening and saving each record; forms that changed nothing are left out. */
async function problems<Item extends { id: string }>(items: readonly Item[], open: (item: Item) => Promise<Form>) {
  const found: string[] = [];
  for (const item of items) {
    const form = await open(item);
    const { filled } = form;
    const { kind } = await form.save();
    if (filled || kind !== 'unchanged') found.push(`${item.id}: ${filled ? 'filled, ' : ''}${kind}`);
  }
  expect(items.length).toBeGreaterThan(0);
  return { found, made };
}
const nothing = { found: [], made: [] };

it('every stop of a plan, with postcode and city in their fields', { timeout: 60_000 }, async () => {
  const [row] = main.state.stops;
  const stops = world.stops.filter(({ stop }) => stop.type === 'stop').map(({ stop }) => stop);
  const whole: string[] = [];
  const opened = problems(stops, async (item) => {
    const stop = stopSchema.parse(item);
    vi.spyOn(main.handlers.stops, 'get').mockResolvedValue({ row: row!, stop, draft: null, changed: [] });
    const form = new StopForm(item.plan);
    await form.change(item.id);
    const { addressLineTwo, zip, city } = form.fields;
    const isApart = addressLineTwo === '' && /^\d{5}$/.test(zip) && city === 'Aldermünde';
    if (!isApart) whole.push(item.address.addressLineTwo);
    return form;
  });
  expect(await opened).toEqual(nothing);
  expect(whole).toEqual([]);
});

it('every stop without a plan', { timeout: 60_000 }, async () => {
  const [row] = main.state.stops;
  const stops = world.unassignedStops.map(({ stop }) => stop);
  const opened = problems(stops, async (item) => {
    const stop = stopSchema.parse(item);
    vi.spyOn(main.handlers.stops, 'get').mockResolvedValue({ row: row!, stop, draft: null, changed: [] });
    const form = new StopForm('plans/plan0');
    await form.change(item.id);
    return form;
  });
  expect(await opened).toEqual(nothing);
});

it('every order, with its address', { timeout: 60_000 }, async () => {
  const [row] = main.state.orders;
  const opened = problems(
    world.orders.map(({ order }) => order),
    async (item) => {
      const order = orderSchema.parse(item);
      vi.spyOn(main.handlers.orders, 'get').mockResolvedValue({ row: row!, order, draft: null });
      const form = new OrderForm();
      await form.open(item.id);
      expect(form.fields).toMatchObject({ addressLineOne: item.address.addressLineOne, city: 'Aldermünde' });
      return form;
    },
  );
  expect(await opened).toEqual(nothing);
});

it('every plan and every driver', async () => {
  const [planRow] = main.state.plans;
  const [driverRow] = main.state.drivers;
  const plans = world.plans.map(({ plan }) => plan);
  const openedPlans = problems(plans, async (item) => {
    const form = new PlanForm();
    const { id, title, starts, depot, drivers: driverIds } = item;
    form.change({ ...planRow!, id, title, starts: dateText(starts), depot, driverIds });
    return form;
  });
  expect(await openedPlans).toEqual(nothing);
  const openedDrivers = problems(world.drivers, async (item) => {
    const form = new DriverForm();
    const { id, name: fullName, displayName, email, phone, depots } = item;
    form.change({ ...driverRow!, id, fullName, displayName, email, phone, depots });
    return form;
  });
  expect(await openedDrivers).toEqual(nothing);
});
