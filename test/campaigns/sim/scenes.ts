/** What else happens in some schedules: a plan on the road is changed live, a plan goes out, a day ends. */
import type { Intake, Taken } from '../../../src/main/outbox/intake.ts';
import { operationOf, type EntryKind } from '../../../src/shared/outbox-kinds.ts';
import type { StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import { address } from './attendance.ts';
import { newItem, touch, type Item } from './items.ts';
import type { ServiceModel } from './service-model.ts';
import type { Body, Held } from './held.ts';

export type SceneName = 'plain' | 'live' | 'goes out' | 'goes out by us' | 'midnight';

/** Whether plans go out and days end in some schedules, or each is a plain one. */
export type Scenes = 'all' | 'plain';

export interface Desk {
  scenes: Scenes;
  model: ServiceModel;
  random: () => number;
  intake: () => Intake;
  /** What a form of it shows; null: it is in no list. */
  form: (item: Item) => Body | null;
  /** It is in a file for now, and in no list. */
  isAway: (item: Item) => boolean;
  typed(kind: EntryKind, taken: Taken): void;
  items: Item[];
  newTag(): string;
  /** A stop that was on the service before. */
  there(plan: Held): void;
}

const waiting = new Set(['sending', 'in-doubt', 'decision', 'refused', 'blocked']);

export class Scene {
  readonly name: SceneName;
  /** The plan that it is about; the first plan of the desk at midnight. */
  readonly plan: Held | null;
  /** How often people may be told, at most. */
  mayTell = 0;
  private readonly desk: Desk;

  constructor(desk: Desk) {
    this.desk = desk;
    const luck = desk.random();
    this.name =
      luck < 0.55 || desk.scenes === 'plain'
        ? 'plain'
        : luck < 0.75
          ? 'live'
          : luck < 0.83
            ? 'goes out'
            : luck < 0.9
              ? 'goes out by us'
              : 'midnight';
    this.plan = this.name === 'plain' || this.name === 'midnight' ? null : this.made(desk.model);
  }

  private made(model: ServiceModel): Held {
    const isOut = this.name === 'live';
    const state = { writable: !isOut, distributed: isOut, optimization: isOut ? 'optimized' : 'creating' };
    const starts = { day: 16, month: 6, year: 2026 };
    const plan = model.add(model.plans, 'plans/p', { title: 'C', starts, ...state });
    model.live.pendingShow = this.desk.random() < 0.7;
    for (let number = 0; number < 2; number += 1) this.desk.there(plan);
    return plan;
  }

  /** Typed among the rest, in this order. */
  actions(): (() => void)[] {
    const { plan } = this;
    if (plan === null) return [];
    const some = (most: number, action: () => void) =>
      Array.from({ length: 2 + Math.floor(this.desk.random() * most) }, () => action);
    if (this.name === 'live') return [...some(3, () => this.anythingLive(plan)), () => this.finish(plan)];
    const goesOut = this.name === 'goes out by us' ? [() => this.goesOut(plan)] : [];
    return [...some(2, () => this.stop(plan)), ...goesOut, () => this.stop(plan)];
  }

  /** What a colleague does at some moment. @returns false when it cannot be done now */
  colleague(): boolean {
    const { plan, desk } = this;
    if (plan === null || this.name === 'goes out by us') return true;
    if (this.name === 'goes out') return desk.model.live.close(plan.id);
    // Half of them leave it alone.
    if (desk.random() < 0.5) desk.model.live.discard(plan.id);
    return true;
  }

  /** Live changes that were taken wait until the plan is optimised again. @returns whether something was typed */
  follow(entries: readonly StoredEntry[]): boolean {
    const { plan } = this;
    if (plan === null) return false;
    let isPending = false;
    for (const { lane, state, kind } of entries) {
      if (lane !== plan.id) continue;
      const isLive = operationOf(kind).action.startsWith('live-');
      // What is queued may wait for what is pending.
      const isBusy = waiting.has(state) || (state === 'queued' && operationOf(kind).alone);
      if (isBusy || (state === 'pending' && !isLive)) return false;
      isPending ||= state === 'pending';
    }
    // It is seen on the plan whether anything is still to be carried out.
    const state = this.desk.model.plans.get(plan.id)?.['optimization'];
    const isOpen = isPending && (state === 'editing' || state === 'preview');
    if (isOpen) this.finish(plan);
    return isOpen;
  }

  /** Another plan is told of once more. */
  toldAgain(): void {
    this.mayTell += 1;
  }

  private anythingLive(plan: Held): void {
    const { desk } = this;
    const luck = desk.random();
    const items = desk.items.filter((one) => one.planId === plan.id && one.wanted === 'present' && !desk.isAway(one));
    const item = items[Math.floor(desk.random() * items.length)];
    if (item === undefined || luck < 0.4) this.liveStop(plan);
    else if (luck < 0.75) this.liveEdit(plan, item);
    else {
      const taken = desk.intake().remove('stops.liveDelete', item.id, plan.id);
      item.wanted = 'absent';
      item.recordId ??= taken.recordId;
      desk.typed('stops.liveDelete', taken);
    }
  }

  private liveStop(plan: Held): void {
    const { desk } = this;
    const tag = desk.newTag();
    const content = { address, recipient: { name: tag }, notes: 'first' };
    const taken = desk.intake().create('stops.liveCreate', plan.id, content);
    const { recordId } = taken;
    const given = { tag, noun: 'stops', id: recordId, recordId, planId: plan.id, isLive: true } as const;
    desk.items.push(newItem({ ...given, fields: { notes: 'first' } }));
    desk.typed('stops.liveCreate', taken);
  }

  private liveEdit(plan: Held, item: Item): void {
    const { desk } = this;
    const notes = `live ${desk.newTag()}`;
    const base = { notes: desk.form(item)?.['notes'] ?? null };
    const taken = desk.intake().edit('stops.liveUpdate', item.id, plan.id, { notes }, base);
    touch(item, taken.entryId, { notes });
    item.recordId = taken.recordId;
    desk.typed('stops.liveUpdate', taken);
  }

  private stop(plan: Held): void {
    const { desk } = this;
    const tag = desk.newTag();
    const content = { address, recipient: { name: tag }, notes: 'first' };
    const taken = desk.intake().create('stops.create', plan.id, content);
    const { recordId } = taken;
    desk.items.push(
      newItem({ tag, noun: 'stops', id: recordId, recordId, planId: plan.id, fields: { notes: 'first' } }),
    );
    desk.typed('stops.create', taken);
  }

  private goesOut(plan: Held): void {
    this.command('plans.optimize', plan);
    this.mayTell += 1;
    this.command('plans.distribute', plan);
  }

  private finish(plan: Held): void {
    this.command('plans.reoptimize', plan);
    const isTold = this.desk.random() < 0.7;
    if (isTold) this.mayTell += 1;
    this.command(isTold ? 'plans.redistribute' : 'plans.save', plan);
  }

  private command(kind: Parameters<Intake['command']>[0], plan: Held): void {
    this.desk.typed(kind, this.desk.intake().command(kind, plan.id, {}));
  }
}
