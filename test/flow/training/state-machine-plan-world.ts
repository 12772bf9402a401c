/** The plans of a random run: what is asked, what the model says of them, and whether the two agree. */
import { expect } from 'vitest';
import type { Depot, Driver, Operation, Plan, Route, Stop } from '../../../src/training/model.ts';
import { finish, isWritable, shownStops, type PlanModel, type Refused } from './state-machine-plan-model.ts';
import type { Machine, Said } from './state-machine-run.ts';

export class PlanWorld {
  protected readonly machine: Machine;
  protected readonly note: (did: string) => void;
  protected readonly plans = new Map<string, PlanModel>();
  protected readonly done = new Map<string, Operation>();
  protected crew: string[] = [];
  protected paused = '';
  protected foreign = '';
  protected depot = '';
  protected listed = true;
  protected onlyOrder = false;
  protected made = 0;

  constructor(machine: Machine, note: (did: string) => void) {
    this.machine = machine;
    this.note = note;
  }

  async begin(): Promise<void> {
    const depots = await this.machine.all<Depot>('planning', '/depots', 'depots');
    const drivers = await this.machine.all<Driver>('planning', '/drivers', 'drivers');
    const depot = depots.find(({ routeOverrides }) => routeOverrides?.endTime != null)!;
    const here = drivers.filter(({ depots: own }) => own.includes(depot.id));
    this.depot = depot.id;
    // Which a plan is of that is made without one.
    expect(depots[0]!.id).toBe(depot.id);
    this.crew = here.filter(({ active }) => active).map(({ id }) => id);
    this.paused = here.find(({ active }) => !active)!.id;
    this.foreign = drivers.find(({ active, depots: own }) => active && own.length > 0 && !own.includes(depot.id))!.id;
  }

  /** Any of the plans, the latest a little more often. */
  protected plan(): PlanModel | undefined {
    const plans = [...this.plans.values()];
    return plans.length === 0 ? undefined : this.machine.chance.pick(plans);
  }

  protected async ask(method: string, path: string, body?: unknown): Promise<Said> {
    const said = await this.machine.ask('planning', method, `/${path}`, body);
    const code = said.status === 200 ? '' : ` ${(said.body as { code: string } | undefined)?.code ?? ''}`;
    this.note(`${method} ${path} ${body === undefined ? '' : JSON.stringify(body)} → ${said.status}${code}`);
    return said;
  }

  /** Compares an answer with what the model says; true where it is a 200 and the model has to follow. */
  protected isTaken({ status, body }: Said, refused: Refused | null): boolean {
    const code = status === 200 ? null : (body as { code: string }).code;
    expect([status, code]).toEqual(refused ?? [200, null]);
    return refused === null;
  }

  protected allowed(plan: PlanModel): string[] {
    const { chance } = this.machine;
    if (chance.chance(0.1)) return [this.foreign];
    return plan.drivers.length === 0 ? [] : [chance.pick(plan.drivers)];
  }

  protected async read<Body>(id: string): Promise<Body> {
    const { status, body } = await this.machine.ask('planning', 'GET', `/${id}`);
    expect([id, status]).toEqual([id, 200]);
    return body as Body;
  }

  protected async routesOf({ id }: PlanModel): Promise<Route[]> {
    const { routes } = await this.read<Plan>(id);
    const found: Route[] = [];
    for (const route of routes) found.push(await this.read<Route>(route));
    return found;
  }

  protected async pass(milliseconds: number | string): Promise<void> {
    this.note(`${milliseconds} ms pass`);
    await this.machine.pass(Number(milliseconds));
    for (const plan of this.plans.values()) {
      await this.settle(plan);
      if (plan.distributed) await this.followTheRoad(plan);
    }
  }

  /** Asks whether an operation is done; what it gave is then so, and stays so. */
  protected async settle(plan: PlanModel): Promise<void> {
    if (!plan.running) return;
    const operation = await this.read<Operation>(plan.running.id);
    const { done, result, metadata } = operation;
    const age = this.machine.now() / 1000 - metadata.startedAt;
    if (!done) {
      expect([result, metadata.finishedAt, age < 60]).toEqual([null, null, true]);
      return;
    }
    this.done.set(operation.id, operation);
    expect(metadata.canceled).toBe(false);
    expect(result).toHaveProperty('skippedStops');
    if (result && 'skippedStops' in result) {
      finish(
        plan,
        result.skippedStops.map(({ id }) => id),
      );
    }
  }

  /** Learns where drivers have been; nobody has not been where he was. */
  protected async followTheRoad(plan: PlanModel): Promise<void> {
    const stops = await this.machine.all<Stop>('planning', `/${plan.id}/stops`, 'stops');
    const attempted = new Set(stops.filter(({ deliveryInfo }) => deliveryInfo?.attempted === true).map(({ id }) => id));
    expect(attempted.isSupersetOf(plan.attempted), 'what was attempted stays so').toBe(true);
    for (const id of attempted) expect(plan.road.has(id), 'only what drivers have is attempted').toBe(true);
    plan.attempted = attempted;
  }

  /** The plan is as the model says. */
  protected async look(plan: PlanModel): Promise<void> {
    const { title, drivers, depot, optimization, distributed, writable } = await this.read<Plan>(plan.id);
    expect({ title, drivers, depot, optimization, distributed, writable }).toEqual({
      ...{ title: plan.title, drivers: plan.drivers, depot: plan.depot, optimization: plan.optimization },
      ...{ distributed: plan.distributed, writable: isWritable(plan) },
    });
  }

  /** Every stop that was acknowledged and not deleted is there once, as it was written; no other is. */
  protected async lookAtStops(plan: PlanModel): Promise<void> {
    const stops = await this.machine.all<Stop>('planning', `/${plan.id}/stops`, 'stops');
    const seen = stops
      .filter(({ type }) => type === 'stop')
      .map(({ id, notes, optimizationOrder: order, allowedDrivers: allowed }) => [id, { notes, order, allowed }]);
    const shown = [...shownStops(plan, this.listed)];
    expect(byId(seen)).toEqual(byId(shown));
  }

  /** Routes and stops agree, and so do operations and plans. */
  protected async audit(plan: PlanModel): Promise<void> {
    const routes = await this.routesOf(plan);
    const all = await this.machine.all<Route>('planning', '/routes', 'routes');
    const own = all.filter((route) => route.plan === plan.id).map(({ id }) => id);
    expect(own.sort(), 'no route is left over').toEqual(routes.map(({ id }) => id).sort());
    const placed: string[] = [];
    for (const route of routes) {
      const visits = await this.machine.all<Stop>('planning', `/${route.id}/stops`, 'stops');
      const stops = visits.filter(({ type }) => type === 'stop');
      expect([route.plan, route.stopCount]).toEqual([plan.id, stops.length]);
      expect(
        plan.running !== null || plan.optimization === 'editing' || plan.drivers.includes(route.driver ?? ''),
      ).toBe(true);
      for (const { allowedDrivers } of stops) {
        const kept = plan.running !== null || plan.optimization === 'editing' || plan.session !== null;
        expect(kept || allowedDrivers === null || allowedDrivers.includes(route.driver ?? '')).toBe(true);
      }
      placed.push(...stops.map(({ id }) => id));
    }
    expect(new Set(placed).size, 'on one route at most').toBe(placed.length);
    expect(placed.filter((id) => !plan.road.has(id))).toEqual([]);
    if (plan.distributed && !plan.running && !plan.session) {
      const nowhere = [...plan.road.keys()].filter((id) => !placed.includes(id) && !plan.left.has(id));
      expect(nowhere, 'on a route, or left out with a reason').toEqual([]);
    }
    const running = await this.machine.all<Operation>('planning', '/operations?filter.done=false', 'operations');
    const ours = running.filter(({ metadata }) => this.plans.has(metadata.targetPlanId)).map(({ id }) => id);
    expect(ours.sort()).toEqual([...this.plans.values()].flatMap((each) => each.running?.id ?? []).sort());
    for (const [id, operation] of [...this.done].slice(-3)) expect(await this.read(id)).toEqual(operation);
  }
}

const byId = (entries: readonly (readonly [string, unknown] | unknown[])[]) =>
  [...entries].sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
