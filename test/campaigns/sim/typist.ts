/**
 * The simulated user's inputs: at least ten entries of at least four kinds over two plans, spread over ten minutes, and
 * their expected results. Inputs are identified by a tag (a name, a title, an e-mail), never by the marker.
 */
import type { Intake, Taken } from '../../../src/main/outbox/intake.ts';
import type { EntryKind, Noun } from '../../../src/shared/outbox-kinds.ts';
import { address } from './attendance.ts';
import { newItem, touch, untouchLast, type Item } from './items.ts';
import { holderRead, renumbered } from './number-fields.ts';
import { Scene, type Scenes } from './scenes.ts';
import type { ServiceModel } from './service-model.ts';
import type { Body, Held } from './held.ts';
import { severalContent } from './several-fields.ts';

export interface TypistOptions {
  model: ServiceModel;
  random: () => number;
  scenes: Scenes;
  /** Share of recipients that are entered with an external id of the user's own. */
  typedMarkers: number;
  /** Random source for edits that are typed back at once. Null: there are none. */
  returns: (() => number) | null;
  /** The running process's intake. */
  intake: () => Intake;
  /** The fields that its form shows. Null: it is in no list. */
  form: (item: Item) => Body | null;
  /** It is currently in a file and in no list. */
  isAway: (item: Item) => boolean;
  /** Performs another action. @returns false if none is possible */
  thinksAgain: () => boolean;
  /** Called with each new entry. */
  typed(kind: EntryKind, taken: Taken): void;
}

const email = (tag: string) => `${tag}@depot.example`;

export class Typist {
  readonly items: Item[] = [];
  private readonly options: TypistOptions;
  readonly plans: string[];
  private count = 0;
  readonly scene: Scene;
  private operated = false;
  /** External ids that the user has entered. */
  private readonly markers: Partial<Record<Noun, string[]>> = {};

  constructor(options: TypistOptions) {
    this.options = options;
    const { model } = options;
    const state = { writable: true, distributed: false, optimization: 'creating' };
    const starts = { day: 16, month: 6, year: 2026 };
    const plans = ['A', 'B'].map((title) => model.add(model.plans, 'plans/p', { title, starts, ...state }));
    this.plans = plans.map(({ id }) => id);
    for (const plan of plans) for (let number = 0; number < 2; number += 1) this.there(plan);
    this.scene = new Scene({
      ...options,
      items: this.items,
      newTag: () => this.newTag(),
      there: (plan) => this.there(plan),
    });
    const order = { packageInfo: { externalId: 'old' }, recipient: { name: 'old order' }, submitted: false };
    this.known('orders', '', model.add(model.orders, 'orders/o', { ...order, address }));
  }

  /** The inputs of one schedule in order: the first ones guarantee kinds and plans, the rest is random. */
  actions(): (() => void)[] {
    const [first = '', second = ''] = this.plans;
    const more = 6 + Math.floor(this.options.random() * 6);
    return [
      () => this.stop(first),
      () => this.stop(second),
      () => this.create('orders.create', ''),
      () => this.create('unassignedStops.create', ''),
      () => this.edit(),
      ...Array.from({ length: more }, () => () => {
        if (this.options.random() < 0.3) this.options.thinksAgain();
        this.anything();
      }),
      ...this.scene.actions(),
    ];
  }

  newTag(): string {
    return `#${(this.count += 1)}`;
  }

  /** A file of drivers. @param count enough for an import */
  importDrivers(count: number): void {
    for (let number = 0; number < count; number += 1) this.create('drivers.create', '');
  }

  private another(): void {
    this.stop(this.pick(this.plans));
  }

  /** Enters one more change that causes a read or a write. */
  more(): void {
    if (this.options.random() < 0.5) this.another();
    else this.edit();
  }

  private anything(): void {
    const { random } = this.options;
    const luck = random();
    if (luck < 0.05) this.bad();
    else if (luck < 0.09) this.conflict();
    else if (luck < 0.2) this.stop(this.pick(this.plans));
    else if (luck < 0.26) this.create('orders.create', '');
    else if (luck < 0.32) this.create('unassignedStops.create', '');
    else if (luck < 0.37) this.create('drivers.create', '');
    else if (luck < 0.43) this.plans.push(this.create('plans.create', ''));
    else if (luck < 0.46) this.editPlanOrDriver();
    else if (luck < 0.48) this.deletePlan();
    else if (luck < 0.66) this.edit();
    else if (luck < 0.79) this.remove();
    else if (luck < 0.88) this.move();
    else if (luck < 0.97) this.command();
    else this.optimise();
  }

  /** Adds a stop that already exists on the service. */
  private there(plan: Held): void {
    this.count += 1;
    const tag = `there ${this.count}`;
    const { model } = this.options;
    const recipient = { name: tag, externalId: `old-${this.count}` };
    this.used('stops', recipient.externalId);
    const held = model.add(model.stops, `${plan.id}/stops/s`, { address, recipient, notes: 'old', plan: plan.id });
    // It existed before any list was read.
    held['madeAt'] = 0;
    this.known('stops', plan.id, held);
  }

  private known(noun: Noun, planId: string, held: Held): void {
    const tag = String((held['recipient'] as Body)['name']);
    const fields = held['notes'] === undefined ? {} : { notes: held['notes'] };
    this.items.push(newItem({ tag, noun, id: held.id, recordId: null, planId, fields }));
  }

  private stop(planId: string): void {
    this.create('stops.create', planId);
  }

  /** Enters a stop that the service rejects until it is corrected, between two valid ones. */
  private bad(): void {
    const planId = this.pick(this.plans);
    this.stop(planId);
    this.create('stops.create', planId, { notes: 'bad' });
    this.stop(planId);
  }

  /** A colleague changes the same field as the user. Neither value may be lost silently. */
  private conflict(): void {
    const item = this.items.find((one) => one.recordId === null && one.noun === 'stops' && one.wanted === 'present');
    const held = item === undefined ? undefined : this.options.model.stops.get(item.id);
    if (item === undefined || held === undefined) {
      this.another();
      return;
    }
    this.editOf(item as Item & { noun: 'stops' }, false);
    this.options.model.change(held, { notes: `colleague ${item.tag}` });
    item.colleague = 'changed';
  }

  private create(kind: Extract<EntryKind, `${string}.create`>, planId: string, more: Body = {}): string {
    this.count += 1;
    const tag = `#${this.count}`;
    const noun = kind.slice(0, kind.indexOf('.')) as Noun;
    const taken = this.options.intake().create(kind, planId, { ...this.content(noun, tag), ...more });
    const fields = this.fieldsOf(noun, tag, more);
    const { recordId } = taken;
    this.items.push(
      newItem({ tag: noun === 'drivers' ? email(tag) : tag, noun, id: recordId, recordId, planId, fields }),
    );
    this.options.typed(kind, taken);
    return taken.recordId;
  }

  private content(noun: Noun, tag: string): Body {
    const typed = this.options.random() < this.options.typedMarkers ? { externalId: this.marker(noun, tag) } : {};
    switch (noun) {
      case 'stops':
      case 'unassignedStops':
        return { address, recipient: { name: tag, ...typed }, notes: 'first' };
      case 'orders':
        return { address, recipient: { name: tag }, ...(typed.externalId === undefined ? {} : { packageInfo: typed }) };
      case 'drivers':
        return { displayName: `Driver ${tag}`, email: email(tag) };
      case 'plans':
        return { title: tag, starts: { day: 17, month: 6, year: 2026 } };
    }
  }

  /** Sometimes reuses an external id, because shops restart their numbering. */
  private marker(noun: Noun, tag: string): string {
    const used = this.markers[noun] ?? [];
    const marker = used.length === 0 || this.options.random() > 0.4 ? `typed ${tag}` : this.pick(used);
    this.used(noun, marker);
    return marker;
  }

  private used(noun: Noun, marker: string): void {
    (this.markers[noun] ??= []).push(marker);
  }

  private edit(): void {
    const item = this.one('stops', 'unassignedStops', 'orders');
    if (item === undefined || this.options.form(item) === null) {
      this.another();
      return;
    }
    this.editOf(item);
  }

  private editOf(item: Item & { noun: 'stops' | 'unassignedStops' | 'orders' }, mayReturn = true): void {
    this.count += 1;
    const notes = `edit ${this.count}`;
    const isOrder = item.noun === 'orders';
    const mine: Body = isOrder ? { deliveryInstructions: { notes } } : { notes };
    // Sometimes also edit the object that holds the marker.
    const phone = !isOrder && this.options.random() < 0.4 ? { recipient: { phone: `+49 ${this.count}` } } : {};
    const seen = this.options.form(item) ?? {};
    const before = { notes: seen['notes'] ?? null };
    const base = isOrder ? { deliveryInstructions: before } : before;
    const was = 'recipient' in phone ? { recipient: holderRead(item.noun, seen) } : {};
    const kind = `${item.noun}.update` as const;
    const taken = this.options.intake().edit(kind, item.id, item.planId, { ...mine, ...phone }, { ...base, ...was });
    touch(item, taken.entryId, { notes, ...('recipient' in phone ? { phone: phone.recipient.phone } : {}) });
    item.recordId = taken.recordId;
    this.options.typed(kind, taken);
    // Typed once more, a value that was kept against a colleague's is an edit like any other.
    if (!mayReturn || item.colleague === 'chosen' || 'recipient' in phone) return;
    if ((this.options.returns?.() ?? 1) > 0.3) return;
    this.options.typed(kind, this.options.intake().edit(kind, item.id, item.planId, base, mine));
    untouchLast(item);
  }

  private editPlanOrDriver(): void {
    const item = this.one('plans', 'drivers');
    if (item === undefined || this.options.form(item) === null) {
      this.another();
      return;
    }
    this.count += 1;
    const field = item.noun === 'plans' ? 'depot' : 'displayName';
    const value = item.noun === 'plans' ? `depots/d${this.count}` : `Driver ${this.count}`;
    const base = { [field]: this.options.form(item)?.[field] ?? null };
    const kind = `${item.noun}.update` as const;
    const taken = this.options.intake().edit(kind, item.id, '', { [field]: value }, base);
    touch(item, taken.entryId, { [field]: value });
    this.options.typed(kind, taken);
  }

  /** Deletes a plan together with its stops. */
  private deletePlan(): void {
    const item = this.one('plans');
    if (item === undefined) {
      this.another();
      return;
    }
    const taken = this.options.intake().remove('plans.delete', item.id, '');
    item.wanted = 'absent';
    this.plans.splice(this.plans.indexOf(item.id), 1);
    for (const one of this.items) {
      if (one.noun !== 'stops' || one.planId !== item.id) continue;
      one.wanted = 'absent';
      one.movedTo.push(taken.recordId);
    }
    this.options.typed('plans.delete', taken);
  }

  private fieldsOf(noun: Noun, tag: string, more: Body): Body {
    if (noun === 'drivers') return { displayName: `Driver ${tag}` };
    return noun === 'stops' || noun === 'unassignedStops' ? { notes: 'first', ...more } : {};
  }

  private remove(): void {
    const item = this.one('stops', 'unassignedStops', 'orders', 'drivers');
    if (item === undefined) {
      this.another();
      return;
    }
    const kind = `${item.noun}.delete` as const;
    // Whoever deletes an order here knows of its courier: the submissions are their own.
    const consent = item.noun === 'orders' ? { withdraws: true as const } : null;
    const taken = this.options.intake().remove(kind, item.id, item.planId, undefined, consent);
    item.wanted = 'absent';
    item.isDeleted = true;
    if (item.noun === 'stops' && item.recordId !== null) this.moves(item, taken.recordId);
    item.recordId ??= taken.recordId;
    this.options.typed(kind, taken);
  }

  private move(): void {
    const item = this.one('stops');
    if (item === undefined || this.options.form(item) === null) {
      this.another();
      return;
    }
    const to = this.pick(this.plans);
    this.count += 1;
    const tag = `#${this.count}`;
    // The move copies the form's values, under another name.
    const shown = this.options.form(item) ?? {};
    const { notes = null, phone } = shown;
    const { recipient, ...content } = this.content('stops', tag);
    const named = renumbered({ ...(recipient as Body), ...(phone == null ? {} : { phone }) }, item, shown);
    const made = { ...content, recipient: named, ...(notes === null ? {} : { notes }), ...severalContent(shown) };
    const taken = this.options.intake().move(item.id, item.planId, to, made);
    const { recordId } = taken;
    item.wanted = 'absent';
    this.moves(item, recordId);
    const { colleague } = item;
    // A file may have brought an edit back that gave way to a colleague's, and it moves along, as the form shows.
    const fields = colleague === 'chosen' && notes !== null ? { ...item.fields, notes } : item.fields;
    this.items.push(newItem({ tag, noun: 'stops', id: recordId, recordId, planId: to, fields, colleague }));
    this.options.typed('stops.move', taken);
  }

  /** Stops that were replaced by this one are replaced with it. */
  private moves(item: Item, recordId: string): void {
    for (const one of this.items) {
      if (one === item || (item.recordId !== null && one.movedTo.includes(item.recordId))) one.movedTo.push(recordId);
    }
  }

  private command(): void {
    const item = this.one('orders');
    if (item === undefined) {
      this.another();
      return;
    }
    const kind = item.submitted === true ? 'orders.withdraw' : 'orders.submit';
    const body = kind === 'orders.submit' ? { courierId: 'couriers/c1' } : {};
    const taken = this.options.intake().command(kind, item.id, body);
    item.submitted = kind === 'orders.submit';
    item.recordId = taken.recordId;
    this.options.typed(kind, taken);
  }

  private optimise(): void {
    if (this.operated) {
      this.another();
      return;
    }
    this.operated = true;
    this.options.typed('plans.optimize', this.options.intake().command('plans.optimize', this.plans[0] ?? '', {}));
  }

  /** A random existing item of these nouns. */
  private one<Some extends Noun>(...nouns: Some[]): (Item & { noun: Some }) | undefined {
    const wanted: ReadonlySet<Noun> = new Set<Noun>(nouns);
    const { isAway } = this.options;
    const some = this.items.filter((item) => item.wanted === 'present' && wanted.has(item.noun) && !isAway(item));
    return some.length === 0 ? undefined : (this.pick(some) as Item & { noun: Some });
  }

  private pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.options.random() * values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }
}
