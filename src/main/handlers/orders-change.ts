/** Changes to orders, one or many: create, edit, delete, submit to a courier, and withdraw. */
import { AppError } from '../../shared/errors.ts';
import { whyNotOrder, type OrderAction, type WhyNotOrder } from '../../shared/order-rules.ts';
import type { OrderDetail, OrderRow } from '../../shared/orders.ts';
import { isLocalId } from '../../shared/outbox-kinds.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import type { Workspace } from '../workspace.ts';
import type { Context } from './context.ts';
import { once, type Gesture, type MainHandlers } from './gestures.ts';
import { addPart, editRows, type TakenPart } from './imported.ts';
import { correctEntry, eachRow, forget, rowResults, type RowErrors } from './rows.ts';

type Changes = Pick<
  MainHandlers['orders'],
  'add' | 'addMany' | 'edit' | 'editMany' | 'correct' | 'remove' | 'submit' | 'withdraw' | 'retry' | 'giveUp'
>;

/** What the user's action meets of one order. */
interface Met {
  /** Its open entries. */
  entries: readonly StoredEntry[];
  /** A courier has it as far as is known here, or a change that is under way submits or withdraws it. */
  isWithCourier: boolean;
}

/**
 * Reads orders.
 *
 * @returns what the action meets of each of them, asked in the transaction. It throws for an order whose state does not
 *   allow the action
 */
async function allowing(
  context: Context,
  orderIds: readonly string[],
  action: OrderAction | null,
  allows: (why: WhyNotOrder) => boolean = () => false,
): Promise<(id: string) => Met> {
  const workspace = context.workspace();
  const details = await workspace.cache.getOrders([...orderIds]);
  const found = new Map(orderIds.map((id, index) => [id, details[index]]));
  return (id) => {
    const entries = openEntries(workspace, id);
    const why = action === null ? null : whyNot(action, found.get(id), entries);
    if (why !== null && !allows(why)) throw notAllowed(why);
    return { entries, isWithCourier: found.get(id)?.order.submitted === true || commandOf(entries) !== undefined };
  };
}

/** Runs `work` for each order whose state allows the action, all in one transaction. */
async function each(
  context: Context,
  gesture: Gesture<RowErrors>,
  orderIds: readonly string[],
  action: OrderAction | null,
  work: (workspace: Workspace, id: string, met: Met) => void,
  allows?: (why: WhyNotOrder) => boolean,
): Promise<void> {
  const workspace = context.workspace();
  const meets = await allowing(context, orderIds, action, allows);
  gesture.commit(() => eachRow(orderIds, (id) => work(workspace, id, meets(id))));
}

const results = (errors: RowErrors, { orderIds }: { orderIds: string[] }) => rowResults(orderIds, errors);

/** Changes to the content of orders. */
function changeContents(context: Context): Pick<Changes, 'add' | 'addMany' | 'edit' | 'editMany' | 'correct'> {
  const saved = ({ recordId }: { recordId: string }) => savedRow(context, recordId);

  return {
    add: once(context, 'orders.add', {
      work({ order, draftId }, gesture) {
        const workspace = context.workspace();
        gesture.commit(() => {
          forget(workspace, draftId);
          return { recordId: workspace.intake().create('orders.create', '', order).recordId };
        });
      },
      answer: saved,
    }),

    addMany: once(context, 'orders.addMany', {
      work({ orders: items, of, gesture: id }, gesture: Gesture<TakenPart>) {
        const workspace = context.workspace();
        const part = { gesture: id, items, of, place: '', at: context.system.now() };
        addPart(workspace, 'orders.addMany', part, gesture, (order) =>
          workspace.intake().create('orders.create', '', order),
        );
      },
      answer: ({ count }) => count,
    }),

    edit: once(context, 'orders.edit', {
      async work({ orderId, edit, base, draftId }, gesture) {
        const workspace = context.workspace();
        const [detail] = await workspace.cache.getOrders([orderId]);
        const why = whyNot('edit', detail, openEntries(workspace, orderId));
        if (why !== null) throw notAllowed(why);
        gesture.commit(() => {
          forget(workspace, draftId);
          const { recordId } = workspace.intake().edit('orders.update', orderId, '', edit, base);
          return { recordId: isLocalId(orderId) ? recordId : orderId };
        });
      },
      answer: saved,
    }),

    editMany: once(context, 'orders.editMany', {
      async work({ edits, of, gesture: id }, gesture: Gesture<RowErrors>) {
        const workspace = context.workspace();
        const byId = new Map(edits.map((one) => [one.orderId, one]));
        const meets = await allowing(context, [...byId.keys()], 'overwrite');
        const edited = (orderId: string) => {
          // Throws for an order that a courier has.
          meets(orderId);
          const one = byId.get(orderId);
          if (one === undefined) throw new AppError('record.not-found');
          return workspace.intake().edit('orders.update', orderId, '', one.edit, one.base);
        };
        const [at, ids] = [context.system.now(), edits.map(({ orderId }) => orderId)];
        const part = { gesture: id, noun: 'orders', of, place: '', at, ids } as const;
        gesture.commit(() => editRows(workspace, part, edited));
      },
      answer: (errors, { edits }) => rowResults([...new Set(edits.map(({ orderId }) => orderId))], errors),
    }),

    correct: once(context, 'orders.correct', {
      work({ entryId, order, draftId }, gesture) {
        gesture.commit(() => correctEntry(context.workspace(), entryId, draftId, () => order));
      },
      answer: saved,
    }),
  };
}

/** Actions on many orders. */
function changeStates(context: Context): Pick<Changes, 'remove' | 'submit' | 'withdraw' | 'retry' | 'giveUp'> {
  return {
    remove: once(context, 'orders.remove', {
      work: ({ orderIds, withdraw }, gesture: Gesture<RowErrors>) =>
        each(
          context,
          gesture,
          orderIds,
          'delete',
          (workspace, id, { isWithCourier }) => {
            const consent = isWithCourier ? { withdraws: true as const } : null;
            workspace.intake().remove('orders.delete', id, '', undefined, consent);
          },
          // The outbox withdraws it first (outbox, By operation).
          (why) => withdraw && why === 'is-submitted',
        ),
      answer: results,
    }),

    submit: once(context, 'orders.submit', {
      work: ({ orderIds, courierId }, gesture: Gesture<RowErrors>) =>
        each(context, gesture, orderIds, 'submit', (workspace, id, { entries }) => {
          giveUpRefused(workspace, entries, 'orders.submit');
          workspace.intake().command('orders.submit', id, { courierId });
        }),
      answer: results,
    }),

    withdraw: once(context, 'orders.withdraw', {
      work: ({ orderIds }, gesture: Gesture<RowErrors>) =>
        each(context, gesture, orderIds, 'withdraw', (workspace, id, { entries }) => {
          giveUpRefused(workspace, entries, 'orders.withdraw');
          workspace.intake().command('orders.withdraw', id, {});
        }),
      answer: results,
    }),

    retry: once(context, 'orders.retry', {
      work: ({ orderIds }, gesture: Gesture<RowErrors>) =>
        each(context, gesture, orderIds, null, ({ choices }, _id, { entries }) => {
          for (const { id, state } of entries) if (state === 'refused') choices.retry(id);
        }),
      answer: results,
    }),

    giveUp: once(context, 'orders.giveUp', {
      work: ({ orderIds }, gesture: Gesture<RowErrors>) =>
        each(context, gesture, orderIds, null, ({ choices }, _id, { entries }) => {
          const discard = ({ id, state }: StoredEntry): boolean =>
            state === 'decision' ? choices.decide([id], { way: 'give-up' }).length > 0 : choices.giveUp(id);
          // All of it was sent meanwhile.
          if (entries.toReversed().filter(discard).length === 0) throw new AppError('record.not-editable');
        }),
      answer: results,
    }),
  };
}

export function orderChangeHandlers(context: Context): Changes {
  return { ...changeContents(context), ...changeStates(context) };
}

const settled = new Set<StoredEntry['state']>(['acknowledged', 'given-up']);

/** Unsettled entries of an order, oldest first. @param id server or local id */
function openEntries({ outboxFile }: Workspace, id: string): StoredEntry[] {
  const { entries } = outboxFile;
  const recordId = isLocalId(id) ? id : entries.ownerOf(id)?.id;
  return recordId === undefined ? [] : entries.entriesOf(recordId).filter(({ state }) => !settled.has(state));
}

/**
 * Judges the state that the open entries will lead to: an order with a waiting submit counts as submitted.
 *
 * @throws AppError for an order that does not exist or is being deleted
 */
function whyNot(
  action: OrderAction,
  detail: OrderDetail | null | undefined,
  entries: readonly StoredEntry[],
): WhyNotOrder | null {
  if (detail == null) throw new AppError('record.not-found');
  const isDeleted = entries.some(({ kind, state }) => kind === 'orders.delete' && state !== 'refused');
  if (isDeleted) throw new AppError('record.not-editable');
  const command = commandOf(entries);
  const { readOnly, source } = detail.order;
  const submitted = command === undefined ? detail.order.submitted : command.kind === 'orders.submit';
  return whyNotOrder(action, { submitted, readOnly, source });
}

/** The last submission or withdrawal that is under way. @param entries the order's open ones, oldest first */
const commandOf = (entries: readonly StoredEntry[]): StoredEntry | undefined =>
  entries.findLast(
    ({ kind, state }) => (kind === 'orders.submit' || kind === 'orders.withdraw') && state !== 'refused',
  );

/** The codes with which the service itself would refuse the action. */
const serviceCodes: Readonly<Record<WhyNotOrder, string>> = {
  'from-courier': 'order_read_only',
  'on-route': 'order_read_only',
  'is-submitted': 'order_submitted',
  'is-draft': 'order_not_submitted',
};

const notAllowed = (why: WhyNotOrder) =>
  new AppError('record.not-editable', { detail: { serviceCode: serviceCodes[why] } });

/** Discards refused entries of the same kind, because a new one replaces them. */
function giveUpRefused({ choices }: Workspace, entries: readonly StoredEntry[], of: StoredEntry['kind']): void {
  for (const { id, kind, state } of entries) if (kind === of && state === 'refused') choices.giveUp(id);
}

async function savedRow(context: Context, id: string): Promise<OrderRow> {
  const detail = await context.workspace().cache.getOrder(id);
  if (detail === null) throw new AppError('record.not-found');
  return detail.row;
}
