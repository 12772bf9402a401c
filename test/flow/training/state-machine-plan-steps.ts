/** Random steps on plans, each tried at the service and told to the model. */
import { expect } from 'vitest';
import type { Operation, Plan } from '../../../src/training/model.ts';
import {
  discard,
  finish,
  isWritable,
  refusedOptimisation,
  refusedSending,
  reopen,
  send,
  type PlanModel,
  type Refused,
} from './state-machine-plan-model.ts';
import { StopSteps } from './state-machine-stop-steps.ts';

const mostPlans = 4;

export class PlanSteps extends StopSteps {
  async step(): Promise<void> {
    const { chance } = this.machine;
    const kind = chance.weighted({
      ...{ create: this.plans.size < mostPlans ? 6 : 1, patch: 6, erase: 2 },
      ...{ stop: 16, imported: 4, change: 14, removal: 9 },
      ...{ optimise: 14, sending: 14, cancel: 5, discarded: 2, time: 14, look: 4, audit: 3, turn: 2 },
    });
    const plan = this.plan();
    if (kind === 'create') return this.create();
    if (kind === 'time') return this.time();
    if (kind === 'turn') return this.turn();
    if (!plan) return this.ghost();
    switch (kind) {
      case 'patch':
        await this.patch(plan);
        break;
      case 'erase':
        return this.erase(plan);
      case 'stop':
        await this.addStop(plan);
        break;
      case 'imported':
        await this.import(plan);
        break;
      case 'change':
        await this.changeStop(plan);
        break;
      case 'removal':
        await this.removeStop(plan);
        break;
      case 'optimise':
        await this.optimise(plan);
        break;
      case 'sending':
        await this.send(plan);
        break;
      case 'cancel':
        await this.cancel();
        break;
      case 'discarded':
        await this.discard(plan);
        break;
      case 'look':
        await this.lookAtStops(plan);
        break;
      case 'audit':
        await this.audit(plan);
        break;
    }
    await this.look(plan);
    if (chance.chance(0.15)) await this.lookAtStops(plan);
  }

  /** Asks for what is not there. */
  protected async ghost(): Promise<void> {
    const said = await this.ask('POST', 'plans/gone:optimize');
    expect(said.status).toBe(404);
  }

  protected async create(): Promise<void> {
    const { chance } = this.machine;
    this.made += 1;
    const day = new Date(this.machine.now() + chance.whole(0, 2) * 86_400_000);
    const crew = chance.shuffled(this.crew).slice(0, Number(chance.weighted({ 0: 1, 1: 3, 2: 4, 3: 2 })));
    const drivers = chance.chance(0.05) ? [...crew, this.paused] : chance.chance(0.05) ? [...crew, this.foreign] : crew;
    const given = chance.chance(0.92) ? this.depot : null;
    const body = {
      title: `Plan ${this.made}`,
      starts: { day: day.getDate(), month: day.getMonth() + 1, year: day.getFullYear() },
      drivers,
      depot: given,
    };
    // Without one it is the team's main depot, which is the same.
    const { depot } = this;
    const refused: Refused | null = drivers.includes(this.paused)
      ? [400, 'driver_not_active']
      : drivers.includes(this.foreign)
        ? [412, 'driver_depot_mismatch']
        : null;
    const said = await this.ask('POST', 'plans', body);
    if (!this.isTaken(said, refused)) return;
    const { id } = said.body as Plan;
    const plan: PlanModel = {
      ...{ id, title: body.title, drivers, depot, optimization: 'creating', distributed: false, running: null },
      ...{ road: new Map(), attempted: new Set(), session: null, left: new Set(), leftOfProposal: new Set() },
    };
    this.plans.set(id, plan);
    await this.look(plan);
  }

  protected async patch(plan: PlanModel): Promise<void> {
    const { chance } = this.machine;
    const drivers = chance.chance(0.1)
      ? [this.paused]
      : chance.chance(0.1)
        ? [this.foreign]
        : chance.shuffled(this.crew).slice(0, Number(chance.weighted({ 0: 1, 1: 3, 2: 4, 3: 2 })));
    const change: { title?: string; drivers?: string[]; depot?: string | null } = {
      ...(chance.chance(0.5) ? { title: `${plan.title}+`.slice(-20) } : {}),
      ...(chance.chance(0.5) ? { drivers } : {}),
      ...(plan.depot === null && chance.chance(0.3) ? { depot: this.depot } : {}),
      // A change alone leaves a plan without a depot.
      ...(plan.depot !== null && chance.chance(0.1) ? { depot: null } : {}),
    };
    const depot = change.depot === undefined ? plan.depot : change.depot;
    const crew = change.drivers ?? plan.drivers;
    const checked = change.drivers !== undefined || change.depot !== undefined;
    const refused: Refused | null = !isWritable(plan)
      ? [409, 'plan_not_writable']
      : change.drivers?.includes(this.paused) === true
        ? [400, 'driver_not_active']
        : checked && depot !== null && crew.includes(this.foreign)
          ? [412, 'driver_depot_mismatch']
          : null;
    const said = await this.ask('PATCH', plan.id, change);
    if (!this.isTaken(said, refused)) return;
    const changed = JSON.stringify([depot, crew]) !== JSON.stringify([plan.depot, plan.drivers]);
    Object.assign(plan, { ...change, depot, drivers: crew });
    if (changed) reopen(plan);
  }

  protected async erase(plan: PlanModel): Promise<void> {
    const { running } = plan;
    const { routes } = await this.read<Plan>(plan.id);
    expect((await this.ask('DELETE', plan.id)).status).toBe(200);
    this.plans.delete(plan.id);
    for (const id of [plan.id, `${plan.id}/stops`, ...routes]) expect((await this.ask('GET', id)).status).toBe(404);
    if (!running) return;
    const ended = await this.read<Operation>(running.id);
    expect(ended).toMatchObject({ done: true, metadata: { canceled: true } });
    this.done.set(running.id, ended);
  }

  protected async optimise(plan: PlanModel): Promise<void> {
    const { chance } = this.machine;
    const kind = chance.weighted({
      ...{ optimise: 4, reorder_changed_stops: 3, reorder_all_stops: 2, redistribute_stops_between_drivers: 2 },
    });
    const said =
      kind === 'optimise'
        ? await this.ask('POST', `${plan.id}:optimize`)
        : await this.ask('POST', `${plan.id}:reoptimize`, { optimizationType: kind });
    if (!this.isTaken(said, refusedOptimisation(plan, kind, this.onlyOrder))) return;
    const operation = said.body as Operation;
    expect(operation).toMatchObject({ done: false, result: null, metadata: { targetPlanId: plan.id } });
    plan.running = { id: operation.id, before: plan.optimization };
    plan.optimization = 'optimizing';
    // Most of the time somebody waits for it.
    if (chance.chance(0.45)) await this.pass(30_000);
  }

  protected async send(plan: PlanModel): Promise<void> {
    const way = this.machine.chance.pick(['distribute', 'redistribute', 'save'] as const);
    const unsent = (await this.routesOf(plan)).some(({ state }) => !state.distributed);
    const said = await this.ask('POST', `${plan.id}:${way}`);
    if (!this.isTaken(said, refusedSending(plan, way, unsent))) return;
    send(plan, way);
    if (way === 'save') return;
    const sent = await this.routesOf(plan);
    expect(sent.filter(({ state }) => !state.distributed || !state.notifiedRecipients)).toEqual([]);
  }

  /** Mostly one that runs; else one that is done. */
  protected async cancel(): Promise<void> {
    const running = [...this.plans.values()].find((plan) => plan.running !== null);
    const id = running?.running?.id ?? [...this.done.keys()].at(-1);
    if (id === undefined) return;
    const said = await this.ask('POST', `${id}:cancel`);
    if (!this.isTaken(said, running ? null : [409, 'operation_already_done']) || !running) return;
    expect(said.body).toMatchObject({ done: true, result: null, metadata: { canceled: true } });
    this.done.set(id, said.body as Operation);
    finish(running, null);
  }

  protected async discard(plan: PlanModel): Promise<void> {
    const said = await this.machine.control('POST', `/${plan.id}:discard`);
    this.note(`discard ${plan.id} → ${said.status}`);
    this.isTaken(said, discard(plan));
  }

  protected async turn(): Promise<void> {
    this.listed = this.machine.chance.chance(0.5);
    this.onlyOrder = this.machine.chance.chance(0.3);
    const switches = {
      pendingStops: this.listed ? 'listed' : 'hidden',
      reoptimisation: this.onlyOrder ? 'reorder-only' : 'every-kind',
    };
    this.note(JSON.stringify(switches));
    expect((await this.machine.control('PUT', '/switches', switches)).status).toBe(200);
  }

  protected async time(): Promise<void> {
    const { chance } = this.machine;
    const hour = 3_600_000;
    await this.pass(chance.weighted({ 1000: 4, 5000: 4, 60000: 3, [hour]: 3, [5 * hour]: 1 }));
  }
}
