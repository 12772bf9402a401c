/** Outbox entries about orders, which the list shows on top of the service's data. */
import { z } from 'zod';
import { afterOrderEdit } from '../../shared/order-rules.ts';
import type { OrderUpdate } from '../../shared/order-input.ts';
import type { Order, OrderChange } from '../../shared/orders.ts';
import type { EntryState } from '../../shared/outbox.ts';
import { operationOf, type EntryKind } from '../../shared/outbox-kinds.ts';
import type { Database } from './database.ts';
import { entryReason } from '../outbox-json.ts';
import { fromStored, objectOf } from '../stored-json.ts';

const submitBody = z.object({ courierId: z.string().optional() });

/** One entry about an order, oldest first. */
export interface OrderEntry {
  id: string;
  kind: EntryKind;
  state: EntryState;
  reason: string | null;
  body: string | null;
  record_id: string;
  server_id: string | null;
}

/** Entries that the cached list may not reflect yet: open ones, and those confirmed since its last refresh began. */
export const unlisted = `(entries.state NOT IN ('acknowledged', 'given-up')
  OR entries.state = 'acknowledged'
     AND entries.settled_at >= coalesce((SELECT as_of FROM lists WHERE name = 'orders'), 0))`;

/** @param ids server or local ids @returns entries by record id, under both its local and its server id */
export function orderEntries(database: Database, ids: readonly string[]): Map<string, OrderEntry[]> {
  const given = JSON.stringify(ids);
  const rows = database.all<OrderEntry>(
    `SELECT entries.id, entries.kind, entries.state, entries.reason, entries.body,
       records.id AS record_id, records.server_id
     FROM outbox.records JOIN outbox.entries ON entries.record_id = records.id
     WHERE records.noun = 'orders' AND ${unlisted}
       AND (records.id IN (SELECT value FROM json_each(?)) OR records.server_id IN (SELECT value FROM json_each(?)))
     ORDER BY entries.sequence`,
    given,
    given,
  );
  const entries = new Map<string, OrderEntry[]>();
  for (const row of rows) {
    for (const id of [row.record_id, row.server_id])
      if (id !== null) entries.set(id, [...(entries.get(id) ?? []), row]);
  }
  return entries;
}

const asks = new Set<EntryState>(['refused', 'blocked', 'decision']);

/** The changes that are not confirmed, oldest first. */
export function changesOf(entries: readonly OrderEntry[]): OrderChange[] {
  return entries
    .filter(({ state }) => state !== 'acknowledged')
    .map(({ id, kind, state, reason }) => ({
      kind: operationOf(kind).action as OrderChange['kind'],
      entryId: id,
      state,
      reason: reason === null ? null : fromStored(entryReason, reason),
    }));
}

/** The change to show: the first that needs a decision, else the last unconfirmed one. */
export const changeOf = (changes: readonly OrderChange[]): OrderChange | null =>
  changes.find(({ state }) => asks.has(state)) ?? changes.at(-1) ?? null;

/** An edit that the service rejected: it is to be corrected, and nothing else takes its values for the order's. */
export const isRejectedEdit = ({ kind, state }: OrderEntry): boolean => kind === 'orders.update' && state === 'refused';

/**
 * Applies an order's entries to the service's values. Edits apply immediately, because users know what they typed;
 * callers that must not show rejected ones leave them out. A submit or withdraw applies only once it is confirmed,
 * because other people act on it.
 */
export function withChanges(order: Order, entries: readonly OrderEntry[]): Order {
  let view = order;
  for (const { kind, state, body } of entries) {
    if (kind === 'orders.update') view = afterOrderEdit(view, fromStored(objectOf<OrderUpdate>(), body ?? '{}'));
    if (state !== 'acknowledged') continue;
    if (kind === 'orders.submit') {
      const { courierId } = fromStored(submitBody, body ?? '{}');
      view = { ...view, submitted: true, courier: courierId ?? view.courier };
    }
    if (kind === 'orders.withdraw') view = { ...view, submitted: false, courier: null };
  }
  return view;
}
