/**
 * Random steps on orders against what order-api, States and transitions, says of them: a model of its own, which knows of
 * an order its words, whether it is with a courier, and whether it is on a route.
 */
import { expect } from 'vitest';
import type { Named, Order } from '../../../src/training/model.ts';
import type { Machine, Said } from './state-machine-run.ts';

interface OrderModel {
  id: string;
  externalId: string;
  notes: string | null;
  packages: number;
  courier: string | null;
  readOnly: boolean;
  attempted: boolean;
}

interface Input {
  address: object;
  packageInfo: { externalId: string; packageCount: number };
  deliveryInstructions: { notes: string | null };
}

interface Batch {
  success: string[];
  failed: { orderId: string; error: { code: string } }[];
}

const mostOrders = 20;
/** Few, so that several orders share one: external ids are not unique. */
const externalIds = ['A-1', 'A-2', 'A-3', 'A-4'];

export class OrderSteps {
  readonly #machine: Machine;
  readonly #note: (did: string) => void;
  readonly #orders = new Map<string, OrderModel>();
  readonly #deleted: string[] = [];
  #couriers: string[] = [];

  constructor(machine: Machine, note: (did: string) => void) {
    this.#machine = machine;
    this.#note = note;
  }

  async begin(): Promise<void> {
    this.#couriers = (await this.#machine.all<Named>('orders', '/couriers', 'couriers')).map(({ id }) => id);
  }

  async step(): Promise<void> {
    const room = mostOrders - this.#orders.size;
    const kind = this.#machine.chance.weighted({
      ...{ create: room > 0 ? 14 : 0, imported: room > 3 ? 4 : 0, edit: 16, submit: 14, withdraw: 10, remove: 10 },
      ...{ road: 6, time: 3, look: 3, found: 5, full: room > 0 ? 0 : 6 },
    });
    switch (kind) {
      case 'create':
        return this.#create();
      case 'imported':
        return this.#import();
      case 'edit':
        return this.#edit();
      case 'submit':
        return this.#handOver('submit');
      case 'withdraw':
        return this.#handOver('withdraw');
      case 'remove':
        return this.#remove();
      case 'road':
        return this.#putOnRoute();
      case 'time':
        return this.#time();
      case 'look':
        return this.#lookAtAll();
      case 'found':
        return this.#find();
      case 'full':
        return this.#forget();
    }
  }

  async #ask(method: string, path: string, body?: unknown): Promise<Said> {
    const said = await this.#machine.ask('orders', method, `/${path}`, body);
    const code = said.status === 200 ? '' : ` ${(said.body as { code: string }).code}`;
    this.#note(`${method} ${path} ${body === undefined ? '' : JSON.stringify(body)} → ${said.status}${code}`);
    return said;
  }

  /** An order that is there, was, or never was. */
  #someId(): string {
    const { chance } = this.#machine;
    const kind = chance.weighted({ known: 20, deleted: 1, none: 1 });
    const known = kind === 'known' ? [...this.#orders.keys()] : kind === 'deleted' ? this.#deleted : [];
    return known.length === 0 ? 'orders/gone' : chance.pick(known);
  }

  #someIds(): string[] {
    const { chance } = this.#machine;
    return Array.from({ length: chance.whole(1, 4) }, () => this.#someId());
  }

  #someInput(): Input {
    const { chance } = this.#machine;
    return {
      address: { addressLineOne: `Lindenallee ${chance.whole(1, 60)}`, zip: '41731' },
      packageInfo: { externalId: chance.pick(externalIds), packageCount: chance.whole(1, 4) },
      deliveryInstructions: { notes: chance.chance(0.5) ? `note ${chance.id()}` : null },
    };
  }

  #add(id: string, { packageInfo, deliveryInstructions }: Input): void {
    expect(this.#orders.has(id) || this.#deleted.includes(id), 'a new id').toBe(false);
    this.#orders.set(id, {
      ...{ id, externalId: packageInfo.externalId, packages: packageInfo.packageCount },
      ...{ notes: deliveryInstructions.notes, courier: null, readOnly: false, attempted: false },
    });
  }

  async #create(): Promise<void> {
    const input = this.#someInput();
    const said = await this.#ask('POST', 'orders', input);
    expect(said.status).toBe(200);
    const { id } = said.body as Order;
    this.#add(id, input);
    await this.#look(id);
  }

  async #import(): Promise<void> {
    const { chance } = this.#machine;
    const inputs = Array.from({ length: chance.whole(1, 3) }, () => this.#someInput());
    const lost = { address: { addressLineOne: 'Nowhere 1', city: 'X' } };
    const at = chance.whole(0, inputs.length);
    const said = await this.#ask('POST', 'orders:import', {
      orders: [...inputs.slice(0, at), lost, ...inputs.slice(at)],
    });
    const { success, failed } = said.body as { success: string[]; failed: { index: number }[] };
    expect([said.status, success.length, failed.map(({ index }) => index)]).toEqual([200, inputs.length, [at]]);
    for (const id of success) {
      const { deliveryInstructions, packageInfo } = await this.#read(id);
      const own = inputs.findIndex(
        (input) =>
          input.deliveryInstructions.notes === (deliveryInstructions?.notes ?? null) &&
          input.packageInfo.externalId === packageInfo.externalId &&
          input.packageInfo.packageCount === packageInfo.packageCount,
      );
      const [input] = inputs.splice(own, 1);
      expect(own, 'each is there once').not.toBe(-1);
      this.#add(id, input!);
    }
  }

  async #edit(): Promise<void> {
    const { chance } = this.#machine;
    const id = this.#someId();
    const order = this.#orders.get(id);
    const edit = {
      ...(chance.chance(0.6) ? { deliveryInstructions: { notes: chance.chance(0.3) ? null : chance.id() } } : {}),
      ...(chance.chance(0.4) ? { packageInfo: { packageCount: chance.whole(1, 4) } } : {}),
    };
    const before = order && (await this.#read(id));
    const said = await this.#ask('PATCH', id, edit);
    if (this.#isRefused(said, order, order?.readOnly === true ? 'order_read_only' : null) || !order || !before) return;
    if (edit.deliveryInstructions) order.notes = edit.deliveryInstructions.notes;
    if (edit.packageInfo) order.packages = edit.packageInfo.packageCount;
    const { barcodes } = await this.#look(id);
    expect(new Set(barcodes).size, 'one a package').toBe(order.packages);
    if (order.packages === before.packageInfo.packageCount) expect(barcodes).toEqual(before.barcodes);
  }

  /** Whether a request for one order was refused, as it has to be: 404 for one that is not there, else 409. */
  #isRefused({ status, body }: Said, order: OrderModel | undefined, conflict: string | null): boolean {
    const code = status === 200 ? null : (body as { code: string }).code;
    const refused = order ? (conflict === null ? [200, null] : [409, conflict]) : [404, 'order_not_found'];
    expect([status, code]).toEqual(refused);
    return status !== 200;
  }

  /** Submit or withdraw some, one by one: an id that is there twice meets the order as its first mention left it. */
  async #handOver(way: 'submit' | 'withdraw'): Promise<void> {
    const orderIds = this.#someIds();
    const courierId = this.#machine.chance.chance(0.1) ? 'couriers/gone' : this.#machine.chance.pick(this.#couriers);
    const body = way === 'submit' ? { orderIds, courierId } : { orderIds };
    const said = await this.#ask('POST', `orders:${way}`, body);
    if (way === 'submit' && courierId === 'couriers/gone') {
      expect(said.status).toBe(400);
      return;
    }
    expect(said.status, 'always 200 when the request is valid').toBe(200);
    const success: string[] = [];
    const failed: [string, string][] = [];
    for (const id of orderIds) {
      const order = this.#orders.get(id);
      const code = !order
        ? 'order_not_found'
        : order.readOnly
          ? 'order_read_only'
          : way === 'submit' && order.courier !== null
            ? 'order_already_submitted'
            : way === 'withdraw' && order.courier === null
              ? 'order_not_submitted'
              : null;
      if (code !== null || !order) failed.push([id, code ?? '']);
      else {
        order.courier = way === 'submit' ? courierId : null;
        success.push(id);
      }
    }
    const answered = said.body as Batch;
    expect(answered.success.toSorted()).toEqual(success.sort());
    expect(answered.failed.map(({ orderId, error }) => [orderId, error.code])).toEqual(failed);
    for (const id of new Set(orderIds)) if (this.#orders.has(id)) await this.#look(id);
  }

  async #remove(): Promise<void> {
    const id = this.#someId();
    const order = this.#orders.get(id);
    const conflict = order?.readOnly === true ? 'order_read_only' : order?.courier != null ? 'order_submitted' : null;
    const said = await this.#ask('DELETE', id);
    if (this.#isRefused(said, order, conflict)) return;
    expect((said.body as { message: string }).message).not.toBe('');
    this.#orders.delete(id);
    this.#deleted.push(id);
    expect((await this.#ask('GET', id)).status).toBe(404);
  }

  async #putOnRoute(): Promise<void> {
    const id = this.#someId();
    const order = this.#orders.get(id);
    const said = await this.#machine.control('POST', `/${id}:addToRoute`);
    this.#note(`to a route: ${id} → ${said.status}`);
    const conflict =
      order?.readOnly === true ? 'order_read_only' : order?.courier === null ? 'order_not_submitted' : null;
    if (this.#isRefused(said, order, conflict) || !order) return;
    order.readOnly = true;
    await this.#look(id);
  }

  async #time(): Promise<void> {
    const { chance } = this.#machine;
    const hour = 3_600_000;
    const passed = Number(chance.weighted({ [hour / 60]: 3, [hour]: 4, [7 * hour]: 2, [24 * hour]: 1 }));
    this.#note(`${passed} ms pass`);
    await this.#machine.pass(passed);
    await this.#lookAtAll();
  }

  /** Drops orders that are on a route for good out of sight, so that there is room for others. */
  async #forget(): Promise<void> {
    const done = [...this.#orders.values()].filter(({ readOnly }) => readOnly);
    for (const { id } of done.slice(0, 5)) {
      await this.#look(id);
      this.#orders.delete(id);
      // Not deleted, but not to be named any more either.
    }
    if (done.length === 0) await this.#remove();
  }

  async #lookAtAll(): Promise<void> {
    for (const id of this.#orders.keys()) await this.#look(id);
  }

  async #read(id: string): Promise<Order> {
    const { status, body } = await this.#machine.ask('orders', 'GET', `/${id}`);
    expect([id, status]).toEqual([id, 200]);
    return body as Order;
  }

  /** An order is as the model says; only the courier makes it read-only, only one that he has, and never back. */
  async #look(id: string): Promise<Order> {
    const model = this.#orders.get(id);
    const order = await this.#read(id);
    if (!model) return order;
    const { submitted, submittedAt, courier, readOnly, progress, packageInfo, deliveryInstructions, source } = order;
    expect([source, packageInfo.externalId, packageInfo.packageCount, deliveryInstructions?.notes ?? null]).toEqual([
      ...['retailer', model.externalId, model.packages, model.notes],
    ]);
    expect([submitted, submittedAt !== null, courier]).toEqual([
      ...[model.courier !== null, model.courier !== null, model.courier],
    ]);
    if (model.readOnly) expect(readOnly, 'never undone').toBe(true);
    if (readOnly) expect(submitted, 'only what the courier has').toBe(true);
    expect(progress !== null, 'progress begins on a route').toBe(readOnly);
    if (model.attempted) expect(progress?.attempted, 'never undone').toBe(true);
    Object.assign(model, { readOnly, attempted: progress?.attempted === true });
    return order;
  }

  /** The list has exactly those of an external id, newest first, and none that was deleted. */
  async #find(): Promise<void> {
    const externalId = this.#machine.chance.pick(externalIds);
    const found = await this.#machine.all<Order>('orders', `/orders?filter.externalId=${externalId}`, 'orders');
    const times = found.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    const ids = found.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => this.#deleted.includes(id))).toEqual([]);
    const ours = [...this.#orders.values()].filter((order) => order.externalId === externalId).map(({ id }) => id);
    expect(ours.filter((id) => !ids.includes(id))).toEqual([]);
  }
}
