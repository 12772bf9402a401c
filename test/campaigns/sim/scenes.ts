/**
 * Additional events in some schedules: live changes to a distributed plan, a plan that gets distributed, the end of a
 * day.
 */
import type { Intake, Taken } from '../../../src/main/outbox/intake.ts';
import { operationOf, type EntryKind } from '../../../src/shared/outbox-kinds.ts';
import type { StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import { address } from './attendance.ts';
import { newItem, touch, type Item } from './items.ts';
import type { ServiceModel } from './service-model.ts';
import type { Body, Held } from './held.ts';

export type SceneName = 'plain' | 'live' | 'goes out' | 'goes out by us' | 'midnight';

/** Whether some schedules include distributed plans and ending days, or all are plain. */
export type Scenes = 'all' | 'plain';

export interface Desk {
  scenes: Scenes;
  model: ServiceModel;
  random: () => number;
  intake: () => Intake;
  /** The fields that its form shows. Null: it is in no list. */
  form: (item: Item) => Body | null;
  /** It is currently in a file and in no list. */
  isAway: (item: Item) => boolean;
  typed(kind: EntryKind, taken: Taken): void;
  items: Item[];
  newTag(): string;
  /** Adds a stop that already exists on the service. */
  there(plan: Held): void;
}

const waiting = new Set(['sending', 'in-doubt', 'decision', 'refused', 'blocked']);

export class Scene {
  readonly name: SceneName;
  /** The scene's plan. For midnight it is the desk's first plan. */
  readonly plan: Held | null;
  /** The maximum number of notifications to drivers. */
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

  /** The scene's inputs, mixed with the others but in this order. */
  actions(): (() => void)[] {
    const { plan } = this;
    if (plan === null) return [];
    const some = (most: number, action: () => void) =>
      Array.from({ length: 2 + Math.floor(this.desk.random() * most) }, () => action);
    if (this.name === 'live') return [...some(3, () => this.anythingLive(plan)), () => this.finish(plan)];
    const goesOut = this.name === 'goes out by us' ? [() => this.goesOut(plan)] : [];
    return [...some(2, () => this.stop(plan)), ...goesOut, () => this.stop(plan)];
  }

  /** A colleague's action. @returns false if it is not possible now */
  colleague(): boolean {
    const { plan, desk } = this;
    if (plan === null || this.name === 'goes out by us') return true;
    if (this.name === 'goes out') return desk.model.live.close(plan.id);
    // Half of the colleagues do nothing.
    if (desk.random() < 0.5) desk.model.live.discard(plan.id);
    return true;
  }

  /** Optimises the plan again if accepted live changes are pending. @returns whether it entered a command */
  follow(entries: readonly StoredEntry[]): boolean {
    const { plan } = this;
    if (plan === null) return false;
    let isPending = false;
    /** Stops whose next edits wait for a pending live change. A later one, taken in from a file, waits behind them. */
    const heldUp = new Set<string>();
    const pending = new Set<string>();
    for (const { lane, state, kind, recordId } of entries) {
      if (lane !== plan.id) continue;
      if (state === 'pending') pending.add(recordId);
      if (state === 'queued' && pending.has(recordId)) heldUp.add(recordId);
      if (state === 'in-doubt' && heldUp.has(recordId)) continue;
      const isLive = operationOf(kind).action.startsWith('live-');
      // A queued entry may be waiting for a pending one.
      const isBusy = waiting.has(state) || (state === 'queued' && operationOf(kind).alone);
      if (isBusy || (state === 'pending' && !isLive)) return false;
      isPending ||= state === 'pending';
    }
    // The plan's state shows whether changes are still pending.
    const state = this.desk.model.plans.get(plan.id)?.['optimization'];
    const isOpen = isPending && (state === 'editing' || state === 'preview');
    if (isOpen) this.finish(plan);
    return isOpen;
  }

  /** Allows one more notification. */
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

  /** A file of stops for the live plan. @param count enough for an import */
  importLive(plan: Held, count: number): void {
    for (let number = 0; number < count; number += 1) this.liveStop(plan);
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
