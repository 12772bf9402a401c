/** The pairs of entries of the small scope: the inputs and their expected results. */
import type { Intake } from '../../../src/main/outbox/intake.ts';
import type { Noun } from '../../../src/shared/outbox-kinds.ts';
import type { ServiceModel } from './service-model.ts';
import type { Body } from './held.ts';
import { newItem, type Item } from './items.ts';

/** What the user works with. */
export interface Desk {
  model: ServiceModel;
  items: Item[];
  /** Ids of records that already exist on the service. */
  there: readonly string[];
}

/** A pair has no state between its two inputs, because a run may start anywhere. */
export interface Pair {
  /** Adds the initial records. @returns their ids, for the two inputs */
  begin(model: ServiceModel): string[];
  type: readonly [(desk: Desk, intake: Intake) => void, (desk: Desk, intake: Intake) => void];
}

const address = { addressLineOne: 'Quay 1' };
const plan = (model: ServiceModel, title: string) =>
  model.add(model.plans, 'plans/p', { title, writable: true, distributed: false, optimization: 'creating' }).id;
const content = (name: string): Body => ({ address, recipient: { name }, notes: 'first' });

function item(items: Item[], noun: Noun, tag: string, recordId: string, planId: string, fields: Body): Item {
  const made = newItem({ tag, noun, id: recordId, recordId, planId, fields });
  items.push(made);
  return made;
}

function stop(items: Item[], intake: Intake, planId: string, tag: string): void {
  const { recordId } = intake.create('stops.create', planId, content(tag));
  item(items, 'stops', tag, recordId, planId, { notes: 'first' });
}

function driver(items: Item[], intake: Intake, name: string): void {
  const email = `${name}@depot.example`;
  const { recordId } = intake.create('drivers.create', '', { displayName: name, email });
  item(items, 'drivers', email, recordId, '', { displayName: name });
}

const thing = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('it is not there');
  return value;
};

/** The first input creates a stop, the second concerns it. */
const afterStop = (second: (made: Item, desk: Desk, intake: Intake) => void): Pair => ({
  begin: (model) => [plan(model, 'A'), plan(model, 'B')],
  type: [
    ({ items, there }, intake) => stop(items, intake, thing(there[0]), 'one'),
    (desk, intake) => second(thing(desk.items[0]), desk, intake),
  ],
});

/** A distributed plan with a stop. */
function distributed(model: ServiceModel): string[] {
  const state = { writable: false, distributed: true, optimization: 'optimized' };
  const { id } = model.add(model.plans, 'plans/p', { title: 'A', ...state });
  return [id, model.add(model.stops, `${id}/stops/s`, { ...content('there'), plan: id }).id];
}

function liveEdited(made: Item, intake: Intake): void {
  const { recordId } = intake.edit('stops.liveUpdate', made.id, made.planId, { notes: 'second' }, { notes: 'first' });
  made.recordId = recordId;
  made.fields = { notes: 'second' };
}

/** The item that both inputs concern. The second input determines the expected result. */
function same({ items }: Desk, noun: Noun, recordId: string, planId: string): Item {
  return items[0] ?? item(items, noun, 'there', recordId, planId, {});
}

function edited(desk: Desk, intake: Intake, notes: string, base: string): void {
  const [planId, id] = [thing(desk.there[0]), thing(desk.there[1])];
  const { recordId } = intake.edit('stops.update', id, planId, { notes }, { notes: base });
  same(desk, 'stops', recordId, planId).fields = { notes };
}

function commanded(desk: Desk, intake: Intake, kind: 'orders.submit' | 'orders.withdraw'): void {
  const body = kind === 'orders.submit' ? { courierId: 'couriers/c1' } : {};
  const { recordId } = intake.command(kind, thing(desk.there[0]), body);
  same(desk, 'orders', recordId, '').submitted = kind === 'orders.submit';
}

export const pairs = {
  'two stops of one plan': {
    begin: (model) => [plan(model, 'A')],
    type: [
      ({ items, there }, intake) => stop(items, intake, thing(there[0]), 'one'),
      ({ items, there }, intake) => stop(items, intake, thing(there[0]), 'two'),
    ],
  },
  'two stops of two plans': {
    begin: (model) => [plan(model, 'A'), plan(model, 'B')],
    type: [
      ({ items, there }, intake) => stop(items, intake, thing(there[0]), 'one'),
      ({ items, there }, intake) => stop(items, intake, thing(there[1]), 'two'),
    ],
  },
  'two drivers': {
    begin: () => [],
    type: [({ items }, intake) => driver(items, intake, 'one'), ({ items }, intake) => driver(items, intake, 'two')],
  },
  'two drivers of a file and an edit of one': {
    begin: () => [],
    type: [
      ({ items }, intake) => {
        for (const name of ['one', 'two']) driver(items, intake, name);
      },
      ({ items }, intake) => {
        const made = thing(items[0]);
        intake.edit('drivers.update', made.id, '', { displayName: 'other' }, { displayName: 'one' });
        made.fields = { displayName: 'other' };
      },
    ],
  },
  'a stop and its edit': afterStop((made, _desk, intake) => {
    intake.edit('stops.update', made.id, made.planId, { notes: 'second' }, { notes: 'first' });
    made.fields = { notes: 'second' };
  }),
  'a stop and its deletion': afterStop((made, _desk, intake) => {
    intake.remove('stops.delete', made.id, made.planId);
    made.wanted = 'absent';
  }),
  'a stop and its move': afterStop((made, { items, there }, intake) => {
    const planId = thing(there[1]);
    const { recordId } = intake.move(made.id, made.planId, planId, content('two'));
    made.wanted = 'absent';
    made.movedTo.push(recordId);
    item(items, 'stops', 'two', recordId, planId, { notes: 'first' });
  }),
  'a plan and its stop': {
    begin: () => [],
    type: [
      ({ items }, intake) => {
        const starts = { day: 17, month: 6, year: 2026 };
        const { recordId } = intake.create('plans.create', '', { title: 'a plan', starts });
        item(items, 'plans', 'a plan', recordId, '', {});
      },
      ({ items }, intake) => stop(items, intake, thing(items[0]).id, 'one'),
    ],
  },
  'two edits of one stop': {
    begin: (model) => {
      const planId = plan(model, 'A');
      return [planId, model.add(model.stops, `${planId}/stops/s`, { ...content('there'), plan: planId }).id];
    },
    type: [
      (desk, intake) => edited(desk, intake, 'second', 'first'),
      (desk, intake) => edited(desk, intake, 'third', 'second'),
    ],
  },
  'an order submitted and withdrawn': {
    begin: (model) => {
      const order = { address, recipient: { name: 'there' }, submitted: false };
      return [model.add(model.orders, 'orders/o', order).id];
    },
    type: [
      (desk, intake) => commanded(desk, intake, 'orders.submit'),
      (desk, intake) => commanded(desk, intake, 'orders.withdraw'),
    ],
  },
  'a stop and the optimisation of its plan': {
    begin: (model) => [plan(model, 'A')],
    type: [
      ({ items, there }, intake) => stop(items, intake, thing(there[0]), 'one'),
      ({ there }, intake) => void intake.command('plans.optimize', thing(there[0]), {}),
    ],
  },
  'an optimisation and a stop of its plan': {
    begin: (model) => [plan(model, 'A')],
    type: [
      ({ there }, intake) => void intake.command('plans.optimize', thing(there[0]), {}),
      ({ items, there }, intake) => stop(items, intake, thing(there[0]), 'one'),
    ],
  },
  'a live stop and its live edit': {
    begin: distributed,
    type: [
      ({ items, there }, intake) => {
        const planId = thing(there[0]);
        const { recordId } = intake.create('stops.liveCreate', planId, content('one'));
        item(items, 'stops', 'one', recordId, planId, { notes: 'first' });
      },
      ({ items }, intake) => liveEdited(thing(items[0]), intake),
    ],
  },
  'a live edit and a live deletion': {
    begin: distributed,
    type: [
      ({ items, there }, intake) => {
        const [planId, id] = [thing(there[0]), thing(there[1])];
        const made = newItem({ tag: 'there', noun: 'stops', id, recordId: null, planId });
        items.push(made);
        liveEdited(made, intake);
      },
      ({ items }, intake) => {
        const made = thing(items[0]);
        intake.remove('stops.liveDelete', made.id, made.planId);
        made.wanted = 'absent';
      },
    ],
  },
} satisfies Record<string, Pair>;
export type PairName = keyof typeof pairs;
export const pairNames = Object.keys(pairs) as PairName[];
