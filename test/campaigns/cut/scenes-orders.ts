/** Orders: written, submitted and withdrawn. */
import type { Fields } from '../../../src/shared/outbox-merge.ts';
import type { Desk } from './desk.ts';
import { address, connect, numbered, ok, unlike, type SceneKind } from './scenes.ts';

const orderOf = (number: number): Fields => ({
  address,
  recipient: { name: numbered('Receiver', number), email: 'receiver@mail.example' },
  packageInfo: { packageCount: 2 },
  deliveryInstructions: { notes: 'Ring twice' },
});

const newOrder = async (desk: Desk, number: number): Promise<string> =>
  (await ok(desk.ask('POST', `${connect}/orders`, orderOf(number)))).id;

const courierOf = async (desk: Desk): Promise<string> =>
  String((await desk.list(`${connect}/couriers`, 'couriers'))[0]?.['id']);

interface Listed {
  submitted: boolean;
  recipient: { name: string | null } | null;
  deliveryInstructions: { notes: string | null } | null;
}

/** The newest orders of one recipient. The orders of a cut are the last ones. */
async function ordersOf(desk: Desk, number: number): Promise<string[]> {
  const orders = (await desk.list(`${connect}/orders?maxPageSize=50`, 'orders')) as unknown as Listed[];
  return orders
    .filter(({ recipient }) => recipient?.name === numbered('Receiver', number))
    .map(({ deliveryInstructions, submitted }) => `${deliveryInstructions?.notes ?? ''} ${submitted}`);
}

const plain = { which: 1, mayAsk: false } as const;

export const orderScenes: readonly SceneKind[] = [
  {
    ...plain,
    name: 'orders.create',
    kind: 'orders.create',
    begin(desk, number) {
      desk.intake.create('orders.create', '', orderOf(number));
      return Promise.resolve({ wrong: async () => unlike(await ordersOf(desk, number), ['Ring twice false']) });
    },
  },
  {
    ...plain,
    name: 'orders.import',
    kind: 'orders.create',
    begin(desk, number) {
      desk.intake.create('orders.create', '', orderOf(number));
      desk.intake.create('orders.create', '', orderOf(number + 500_000));
      const both = async () => [...(await ordersOf(desk, number)), ...(await ordersOf(desk, number + 500_000))];
      return Promise.resolve({
        wrong: async () => unlike(await both(), ['Ring twice false', 'Ring twice false']),
      });
    },
  },
  {
    ...plain,
    name: 'orders.update',
    kind: 'orders.update',
    async begin(desk, number) {
      const notes = (text: string) => ({ deliveryInstructions: { notes: text } });
      desk.intake.edit('orders.update', await newOrder(desk, number), '', notes('Back door'), notes('Ring twice'));
      return { wrong: async () => unlike(await ordersOf(desk, number), ['Back door false']) };
    },
  },
  {
    ...plain,
    name: 'orders.delete',
    kind: 'orders.delete',
    async begin(desk, number) {
      desk.intake.remove('orders.delete', await newOrder(desk, number), '');
      return { wrong: async () => unlike(await ordersOf(desk, number), []) };
    },
  },
  {
    ...plain,
    name: 'orders.submit',
    kind: 'orders.submit',
    async begin(desk, number) {
      const courierId = await courierOf(desk);
      desk.intake.command('orders.submit', await newOrder(desk, number), { courierId });
      return { wrong: async () => unlike(await ordersOf(desk, number), ['Ring twice true']) };
    },
  },
  {
    ...plain,
    name: 'orders.withdraw',
    kind: 'orders.withdraw',
    async begin(desk, number) {
      const courierId = await courierOf(desk);
      const id = await newOrder(desk, number);
      await ok(desk.ask('POST', `${connect}/orders:submit`, { orderIds: [id], courierId }));
      desk.intake.command('orders.withdraw', id, {});
      return { wrong: async () => unlike(await ordersOf(desk, number), ['Ring twice false']) };
    },
  },
];
