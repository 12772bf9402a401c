/** The pairs of entries of the small scope: what is typed, and what has to become of it. */
import type { Intake } from '../../src/main/sync/intake.ts';
import type { Noun } from '../../src/shared/outbox-kinds.ts';
import type { Body, ServiceModel } from './service-model.ts';
import { newItem, type Item } from './items.ts';

type Pair = (model: ServiceModel, items: Item[], intake: () => Intake) => (() => void)[];

const address = { addressLineOne: 'Quay 1' };
const plan = (model: ServiceModel, title: string) =>
  model.add(model.plans, 'plans/p', { title, writable: true, distributed: false, optimization: 'creating' }).id;
const content = (name: string): Body => ({ address, recipient: { name }, notes: 'first' });

function item(items: Item[], noun: Noun, tag: string, recordId: string, planId: string, fields: Body): Item {
  const made = newItem({ tag, noun, id: recordId, recordId, planId, fields, seen: {} });
  items.push(made);
  return made;
}

function stop(items: Item[], intake: () => Intake, planId: string, tag: string): Item {
  const { recordId } = intake().create('stops.create', planId, content(tag));
  return item(items, 'stops', tag, recordId, planId, { notes: 'first' });
}

/** The first is typed, and the second is about it. */
function afterStop(second: (made: Item, intake: Intake, model: ServiceModel, items: Item[]) => void): Pair {
  return (model, items, intake) => {
    const planId = plan(model, 'A');
    let made: Item | undefined;
    return [
      () => (made = stop(items, intake, planId, 'one')),
      () => {
        if (made !== undefined) second(made, intake(), model, items);
      },
    ];
  };
}

export const pairs = {
  'two stops of one plan': (model, items, intake) => {
    const planId = plan(model, 'A');
    return ['one', 'two'].map((tag) => () => void stop(items, intake, planId, tag));
  },
  'two stops of two plans': (model, items, intake) =>
    ['one', 'two'].map((tag) => {
      const planId = plan(model, tag === 'one' ? 'A' : 'B');
      return () => void stop(items, intake, planId, tag);
    }),
  'a stop and its edit': afterStop((made, intake) => {
    intake.edit('stops.update', made.id, made.planId, { notes: 'second' }, { notes: 'first' });
    made.fields = { notes: 'second' };
  }),
  'a stop and its deletion': afterStop((made, intake) => {
    intake.remove('stops.delete', made.id, made.planId);
    made.wanted = 'absent';
  }),
  'a stop and its move': afterStop((made, intake, model, items) => {
    const planId = plan(model, 'B');
    const { recordId } = intake.move(made.id, made.planId, planId, content('two'));
    made.wanted = 'absent';
    made.movedTo.push(recordId);
    item(items, 'stops', 'two', recordId, planId, { notes: 'first' });
  }),
  'a plan and its stop': (_model, items, intake) => {
    let planId = '';
    return [
      () => {
        const starts = { day: 17, month: 6, year: 2026 };
        planId = intake().create('plans.create', '', { title: 'a plan', starts }).recordId;
        item(items, 'plans', 'a plan', planId, '', {});
      },
      () => void stop(items, intake, planId, 'one'),
    ];
  },
  'two edits of one stop': (model, items, intake) => {
    const planId = plan(model, 'A');
    const { id } = model.add(model.stops, `${planId}/stops/s`, { ...content('there'), plan: planId });
    let made: Item | undefined;
    return ['second', 'third'].map((notes, index) => () => {
      const base = { notes: index === 0 ? 'first' : 'second' };
      const { recordId } = intake().edit('stops.update', id, planId, { notes }, base);
      made ??= item(items, 'stops', 'there', recordId, planId, {});
      made.fields = { notes };
    });
  },
  'an order submitted and withdrawn': (model, items, intake) => {
    const { id } = model.add(model.orders, 'orders/o', { address, recipient: { name: 'there' }, submitted: false });
    let made: Item | undefined;
    return (['orders.submit', 'orders.withdraw'] as const).map((kind) => () => {
      const body = kind === 'orders.submit' ? { courierId: 'couriers/c1' } : {};
      const { recordId } = intake().command(kind, id, body);
      made ??= item(items, 'orders', 'there', recordId, '', {});
      made.submitted = kind === 'orders.submit';
    });
  },
} satisfies Record<string, Pair>;
export type PairName = keyof typeof pairs;
export const pairNames = Object.keys(pairs) as PairName[];
