/** What is done with orders: typed, changed, deleted, handed to a courier and taken back, one or many. */
import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { whyNotOrder, type OrderAction, type WhyNotOrder } from '../../shared/order-rules.ts';
import type { OrderDetail, OrderRow } from '../../shared/orders.ts';
import { isLocalId } from '../../shared/outbox-kinds.ts';
import type { RowResult } from '../../shared/stops.ts';
import type { StoredEntry } from '../../shared/outbox-storage.ts';
import type { Workspace } from '../workspace.ts';
import type { Context } from './context.ts';
import { correctEntry, eachRow, save } from './rows.ts';

type Changes = Pick<
  Handlers['orders'],
  'add' | 'addMany' | 'edit' | 'editMany' | 'correct' | 'remove' | 'submit' | 'withdraw' | 'retry' | 'giveUp'
>;

export function orderChangeHandlers(context: Context): Changes {
  const changed = (draftId: string | null = null) => {
    context.changed(draftId === null ? ['orders', 'outbox'] : ['orders', 'outbox', 'drafts'], null);
    context.workspace().loop.wake();
  };
  /** Takes what is typed; the draft that it replaces is gone with the same commit. */
  const intake = (draftId: string | null) =>
    context.workspace().intake(() => {
      if (draftId !== null) context.workspace().outboxFile.drafts.remove(draftId);
    });

  /** Does something with each order that its state allows it for, all in one transaction. */
  async function each(
    orderIds: readonly string[],
    action: OrderAction | null,
    work: (workspace: Workspace, id: string, entries: readonly StoredEntry[]) => void,
    allows: (why: WhyNotOrder) => boolean = () => false,
  ): Promise<RowResult[]> {
    const workspace = context.workspace();
    const details = await workspace.cache.getOrders([...orderIds]);
    const found = new Map(orderIds.map((id, index) => [id, details[index]]));
    const results = eachRow(workspace, orderIds, (id) => {
      const entries = openEntries(workspace, id);
      const why = action === null ? null : whyNot(action, found.get(id), entries);
      if (why !== null && !allows(why)) throw notAllowed(why);
      work(workspace, id, entries);
    });
    changed();
    return results;
  }

  return {
    async add({ order, draftId }) {
      const { recordId } = save(() => intake(draftId).create('orders.create', '', order));
      changed(draftId);
      return savedRow(context, recordId);
    },

    async addMany({ orders, of }) {
      const workspace = context.workspace();
      save(() =>
        workspace.outboxFile.entries.commit([], () => {
          for (const order of orders) workspace.intake().create('orders.create', '', order);
          if (of !== null) noteTaken(workspace, of);
        }),
      );
      changed(of?.importId ?? null);
      return orders.length;
    },

    async edit({ orderId, edit, base, draftId }) {
      const workspace = context.workspace();
      const [detail] = await workspace.cache.getOrders([orderId]);
      const why = whyNot('edit', detail, openEntries(workspace, orderId));
      if (why !== null) throw notAllowed(why);
      const { recordId } = save(() => intake(draftId).edit('orders.update', orderId, '', edit, base));
      changed(draftId);
      return savedRow(context, isLocalId(orderId) ? recordId : orderId);
    },

    editMany({ edits }) {
      const byId = new Map(edits.map((each) => [each.orderId, each]));
      return each([...byId.keys()], 'overwrite', (workspace, id) => {
        const found = byId.get(id);
        if (found !== undefined) workspace.intake().edit('orders.update', id, '', found.edit, found.base);
      });
    },

    async correct({ entryId, order, draftId }) {
      const { recordId } = correctEntry(context.workspace(), entryId, draftId, () => order);
      changed(draftId);
      return savedRow(context, recordId);
    },

    remove: ({ orderIds, withdraw }) =>
      each(
        orderIds,
        'delete',
        (workspace, id) => void workspace.intake().remove('orders.delete', id, ''),
        // The outbox withdraws it first (outbox, By operation).
        (why) => withdraw && why === 'is-submitted',
      ),

    submit: ({ orderIds, courierId }) =>
      each(orderIds, 'submit', (workspace, id, entries) => {
        giveUpRefused(workspace, entries, 'orders.submit');
        workspace.intake().command('orders.submit', id, { courierId });
      }),

    withdraw: ({ orderIds }) =>
      each(orderIds, 'withdraw', (workspace, id, entries) => {
        giveUpRefused(workspace, entries, 'orders.withdraw');
        workspace.intake().command('orders.withdraw', id, {});
      }),

    retry: ({ orderIds }) =>
      each(orderIds, null, ({ choices }, _id, entries) => {
        for (const { id, state } of entries) if (state === 'refused') choices.retry(id);
      }),

    giveUp: ({ orderIds }) =>
      each(orderIds, null, ({ choices }, _id, entries) => {
        for (const { id, state } of entries.toReversed()) {
          if (state === 'decision') choices.decide([id], { way: 'give-up' });
          else choices.giveUp(id);
        }
      }),
  };
}

/** What of an import is saved is known to it: gone on with, it must not bring that again. */
function noteTaken(
  { outboxFile: { drafts } }: Workspace,
  of: { importId: string; keys: string[]; last: boolean },
): void {
  const kept = drafts.findImport(of.importId);
  if (kept === undefined) return;
  if (of.last) drafts.removeImport(of.importId);
  else drafts.saveImport(of.importId, kept.savedAt, { ...kept.work, taken: [...kept.work.taken, ...of.keys] });
}

const settled = new Set<StoredEntry['state']>(['acknowledged', 'given-up']);

/** Entries of an order that are not settled, oldest first. @param id of the service or ours */
function openEntries({ outboxFile }: Workspace, id: string): StoredEntry[] {
  const { entries } = outboxFile;
  const recordId = isLocalId(id) ? id : entries.ownerOf(id)?.id;
  return recordId === undefined ? [] : entries.entriesOf(recordId).filter(({ state }) => !settled.has(state));
}

/**
 * The state that the entries lead to decides: an order whose submit waits is as good as submitted.
 *
 * @throws AppError for one that is not here, or is being deleted
 */
function whyNot(
  action: OrderAction,
  detail: OrderDetail | null | undefined,
  entries: readonly StoredEntry[],
): WhyNotOrder | null {
  if (detail == null) throw new AppError('record.not-found');
  const isDeleted = entries.some(({ kind, state }) => kind === 'orders.delete' && state !== 'refused');
  if (isDeleted) throw new AppError('record.not-editable');
  const command = entries.findLast(
    ({ kind, state }) => (kind === 'orders.submit' || kind === 'orders.withdraw') && state !== 'refused',
  );
  const { readOnly, source } = detail.order;
  const submitted = command === undefined ? detail.order.submitted : command.kind === 'orders.submit';
  return whyNotOrder(action, { submitted, readOnly, source });
}

/** In the words of the service, as it would refuse it itself. */
const serviceCodes: Readonly<Record<WhyNotOrder, string>> = {
  'from-courier': 'order_read_only',
  'on-route': 'order_read_only',
  'is-submitted': 'order_submitted',
  'is-draft': 'order_not_submitted',
};

const notAllowed = (why: WhyNotOrder) =>
  new AppError('record.not-editable', { detail: { serviceCode: serviceCodes[why] } });

/** It is asked for anew: what was refused of it before has nothing more to say. */
function giveUpRefused({ choices }: Workspace, entries: readonly StoredEntry[], of: StoredEntry['kind']): void {
  for (const { id, kind, state } of entries) if (kind === of && state === 'refused') choices.giveUp(id);
}

async function savedRow(context: Context, id: string): Promise<OrderRow> {
  const detail = await context.workspace().cache.getOrder(id);
  if (detail === null) throw new AppError('record.not-found');
  return detail.row;
}
