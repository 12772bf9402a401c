/** Random steps on the stops of a plan, in the standard way and live. */
import { expect } from 'vitest';
import type { Stop } from '../../../src/training/model.ts';
import {
  addStop,
  changeStop,
  isWritable,
  refusedDrivers,
  refusedStop,
  refusedStops,
  removeStop,
  shownStops,
  type PlanModel,
  type StopModel,
} from './state-machine-plan-model.ts';
import type { Said } from './state-machine-run.ts';
import { PlanWorld } from './state-machine-plan-world.ts';

const mostStops = 14;

export class StopSteps extends PlanWorld {
  protected async addStop(plan: PlanModel): Promise<void> {
    const { chance } = this.machine;
    if (shownStops(plan, true).size >= mostStops) return this.removeStop(plan);
    const live = chance.chance(0.5);
    const stop = this.someStop(plan);
    const said = await this.ask('POST', `${plan.id}/stops${live ? ':liveCreate' : ''}`, this.inputOf(stop));
    const refused = refusedStops(plan, live) ?? refusedDrivers(plan, stop.allowed);
    if (!this.isTaken(said, refused)) return;
    const made = live ? (said.body as { stop: Stop }).stop : (said.body as Stop);
    addStop(plan, made.id, stop);
    this.checkPending(plan, live, said);
  }

  protected someStop(plan: PlanModel): StopModel {
    const { chance } = this.machine;
    const allowed = chance.chance(0.2) ? this.allowed(plan) : null;
    return {
      notes: chance.chance(0.5) ? `note ${chance.whole(1, 99)}` : null,
      order: chance.chance(0.2) ? chance.pick(['first', 'last']) : null,
      allowed: allowed?.length === 0 ? null : allowed,
    };
  }

  protected inputOf({ notes, order, allowed }: StopModel) {
    const house = this.machine.chance.whole(1, 60);
    return {
      address: { addressLineOne: `Lindenallee ${house}`, zip: '41731' },
      ...{ notes, optimizationOrder: order, allowedDrivers: allowed },
    };
  }

  protected checkPending(plan: PlanModel, live: boolean, { body }: Said): void {
    if (live) expect((body as { pending: boolean }).pending, 'pending').toBe(plan.session !== null);
  }

  protected async import(plan: PlanModel): Promise<void> {
    const { chance } = this.machine;
    const live = chance.chance(0.5);
    const stops = Array.from({ length: chance.whole(1, 3) }, () => this.someStop(plan));
    if (shownStops(plan, true).size + stops.length > mostStops) return this.removeStop(plan);
    // Each is known again by its notes.
    const items = stops.map((stop, index) => ({ ...stop, notes: `import ${this.made}-${chance.id()}-${index}` }));
    const lost = chance.chance(0.3) ? [{ address: { addressLineOne: 'Nowhere 1', city: 'X' } }] : [];
    const path = `${plan.id}/stops:${live ? 'liveImport' : 'import'}`;
    const said = await this.ask('POST', path, [...lost, ...items.map((stop) => this.inputOf(stop))]);
    if (!this.isTaken(said, refusedStops(plan, live))) return;
    const taken = items.filter(({ allowed }) => refusedDrivers(plan, allowed) === null);
    const { success, failed } = said.body as { success: string[]; failed: unknown[] };
    expect([success.length, failed.length]).toEqual([taken.length, items.length - taken.length + lost.length]);
    for (const id of success) {
      const { notes } = await this.readStop(plan, id);
      const own = taken.find((stop) => stop.notes === notes);
      expect(own, 'each is there once').toBeDefined();
      taken.splice(taken.indexOf(own!), 1);
      addStop(plan, id, own!);
    }
    this.checkPending(plan, live, said);
  }

  /** One stop, also where the switch hides what is pending. */
  protected async readStop(plan: PlanModel, id: string): Promise<Stop> {
    if (this.listed || isWritable(plan)) return this.read<Stop>(id);
    await this.machine.control('PUT', '/switches', { pendingStops: 'listed' });
    const stop = await this.read<Stop>(id);
    await this.machine.control('PUT', '/switches', { pendingStops: 'hidden' });
    return stop;
  }

  /** Mostly one that is there; sometimes one that was deleted, or never was. */
  protected someId(plan: PlanModel): string {
    const { chance } = this.machine;
    const known = [...plan.road.keys(), ...(plan.session?.created.keys() ?? [])];
    return known.length === 0 || chance.chance(0.05) ? `${plan.id}/stops/gone` : chance.pick(known);
  }

  protected async changeStop(plan: PlanModel): Promise<void> {
    const { chance } = this.machine;
    const live = chance.chance(0.6);
    const id = this.someId(plan);
    const { notes, order, allowed } = this.someStop(plan);
    const change: Partial<StopModel> = {
      ...(chance.chance(0.7) ? { notes } : {}),
      ...(chance.chance(0.3) ? { order } : {}),
      ...(chance.chance(0.3) ? { allowed } : {}),
    };
    const { notes: newNotes, order: optimizationOrder, allowed: allowedDrivers } = change;
    const body = { notes: newNotes, optimizationOrder, allowedDrivers };
    const said = await this.ask(live ? 'POST' : 'PATCH', `${id}${live ? ':liveUpdate' : ''}`, body);
    const refused = refusedStop(plan, id, live) ?? refusedDrivers(plan, change.allowed);
    if (!this.isTaken(said, refused)) return;
    changeStop(plan, id, change);
    this.checkPending(plan, live, said);
  }

  protected async removeStop(plan: PlanModel): Promise<void> {
    const live = this.machine.chance.chance(0.6);
    const id = this.someId(plan);
    const said = await this.ask(live ? 'POST' : 'DELETE', `${id}${live ? ':liveDelete' : ''}`);
    if (!this.isTaken(said, refusedStop(plan, id, live))) return;
    removeStop(plan, id);
    this.checkPending(plan, live, said);
  }
}
