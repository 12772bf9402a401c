/** The table `orders` of the cache, read together with the outbox's orders and the ledger of prints. */
import { z } from 'zod';
import { contentsOnPaper, isWholeOnPaper, labelContentOf, labelIssuesOf, staleParts } from '../../shared/labels.ts';
import {
  labelContent as labelContentSchema,
  type LabelContent,
  type LabelIssue,
  type LabelPart,
} from '../../shared/label-content.ts';
import type { OrderCreate } from '../../shared/order-input.ts';
import {
  order,
  orderState,
  type KnownOrder,
  type Order,
  type OrderDetail,
  type OrderRow,
} from '../../shared/orders.ts';
import { isOurMarker } from '../../shared/outbox.ts';
import type { Raw } from '../../shared/shapes.ts';
import { dateText } from '../../shared/time.ts';
import { toMoment } from '../../shared/timestamps.ts';
import { listDiffers, replaceList, storedRow, upsert, type StoredRow } from './cache-tables.ts';
import { listCouriers } from './couriers.ts';
import { idByMarker } from './changes.ts';
import type { Database, Value } from './database.ts';
import { correctedHere } from './entered.ts';
import {
  changeOf,
  changesOf,
  isRejectedEdit,
  orderEntries,
  unlisted,
  withChanges,
  type OrderEntry,
} from './order-changes.ts';
import { addressText, shownExternalId } from './stop-rows.ts';
import { fromStored, storedFields } from '../stored-json.ts';

/**
 * When the order was created, in whole milliseconds since the epoch: the column takes whole numbers only, and the
 * service may say fractions of seconds. Null for what no calendar can show.
 */
function createdAtOf({ createdAt }: Order): number | null {
  const at = toMoment(createdAt);
  return at === null ? null : Math.round(at);
}

/** The columns of an order. */
export const orderColumns = (item: Order): Value[] => [createdAtOf(item), item.packageInfo?.externalId ?? null];

const columns = ['created_at', 'external_id'] as const;

export function putOrders(
  database: Database,
  rows: readonly StoredRow[],
  at: number,
  digest: string | null = null,
): boolean {
  return replaceList(database, {
    ...{ table: 'orders', list: 'orders', scope: null, positioned: true },
    ...{ rows, at, columns, digest },
  });
}

/**
 * Stores one order that the service returned alone. A new one goes to the top of the list. Idempotent.
 *
 * @param at when the service answered: a list whose reading began before does not know this order yet
 */
export function putOrder(database: Database, item: Raw, at: number): void {
  const said = order.parse(item);
  const { id, columns: values, body } = storedRow(said, orderColumns(said));
  const place = database.get<{ position: number }>(
    `SELECT coalesce((SELECT position FROM orders WHERE id = ?), (SELECT max(position) + 1 FROM orders), 0) AS position`,
    id,
  );
  database.transaction(() => {
    database.change(upsert('orders', ['position', ...columns]), id, place?.position ?? 0, ...values, body);
    database.change('UPDATE orders SET said_at = ? WHERE id = ?', at, id);
    listDiffers(database, 'orders');
  });
}

/** Removes an order after the service said that it is gone. Idempotent. */
export function forgetOrder(database: Database, id: string): void {
  database.transaction(() => {
    database.change('DELETE FROM orders WHERE id = ?', id);
    listDiffers(database, 'orders');
  });
}

interface Stored {
  id: string;
  body: string;
  source: 0 | 1;
  created_at: number | null;
  printed: number;
  /** How many of its pages may or may not be on paper. */
  doubts: number;
  /** JSON of its pages that are or may be on paper, as {@link printedPages}. */
  label: string;
  record_id: string | null;
}

// An order read from the service replaces the one in the outbox as soon as both are known to be the same. A deleted
// order disappears before the list is read again.
const listed = `
  SELECT records.id, records.content AS body, 0 AS source, entries.created_at, entries.sequence AS place
  FROM outbox.records JOIN outbox.entries ON entries.record_id = records.id
  WHERE entries.lane = 'orders' AND entries.kind = 'orders.create' AND ${unlisted}
    AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.id = records.server_id)
    AND NOT (records.server_id IS NULL AND (records.marker_is_ours = 1 OR entries.state = 'acknowledged')
      AND EXISTS (SELECT 1 FROM orders WHERE orders.external_id = records.marker))
    AND NOT EXISTS (SELECT 1 FROM outbox.entries AS deletion WHERE deletion.record_id = records.id
      AND deletion.kind = 'orders.delete' AND deletion.state = 'acknowledged')
  UNION ALL
  SELECT orders.id, orders.body, 1, NULL, orders.position FROM orders
  WHERE NOT EXISTS (SELECT 1 FROM outbox.records JOIN outbox.entries ON entries.record_id = records.id
    WHERE records.server_id = orders.id AND entries.kind = 'orders.delete' AND entries.state = 'acknowledged')`;

/**
 * The local id of an order that was created or changed here, whatever the state of its entries. Between an import and the
 * moment in which its records learn their ids, an order belongs to the record that it replaces in the list, if there is
 * one of each: rows keep their key, and what the user has marked stays marked.
 */
const record = `coalesce(
  (SELECT id FROM outbox.records WHERE records.server_id = listed.id OR records.id = listed.id LIMIT 1),
  (SELECT min(records.id) FROM outbox.records JOIN outbox.entries ON entries.record_id = records.id
    WHERE records.marker = (SELECT external_id FROM orders WHERE orders.id = listed.id)
      AND records.noun = 'orders' AND records.server_id IS NULL AND entries.kind = 'orders.create'
      AND (records.marker_is_ours = 1 OR entries.state = 'acknowledged')
      AND (SELECT count(*) FROM orders WHERE orders.external_id = records.marker) = 1
    HAVING count(*) = 1)) AS record_id`;
const printed = `(SELECT count(DISTINCT coalesce(request_id, id)) FROM outbox.prints
  WHERE order_id = listed.id AND prints.state NOT IN ('failed', 'missing', 'cancelled')) AS printed,
  (SELECT count(*) FROM outbox.prints WHERE order_id = listed.id AND prints.state = 'doubt') AS doubts,
  (SELECT json_group_array(json_array(page, content, pages)) FROM (
    SELECT prints.page, prints.content, json_array_length(label_documents.codes) AS pages
    FROM outbox.prints LEFT JOIN outbox.label_documents
      ON label_documents.id = prints.document_id AND label_documents.order_id = prints.order_id
    WHERE prints.order_id = listed.id AND prints.state NOT IN ('failed', 'missing', 'cancelled')
    ORDER BY prints.rowid DESC)) AS label`;

/** Newest first: its number, JSON of what it shows, and how many pages its document has. Null: not known. */
const printedPages = z.array(z.tuple([z.number().nullable(), z.string().nullable(), z.number().nullable()]));

/** Waiting orders first, then the service's in its own order, newest first (order-api, Rules 1). */
export function listOrders(database: Database, offset: number, most: number): OrderRow[] {
  const rows = database.all<Stored>(
    `SELECT *, ${printed}, ${record} FROM (${listed}) AS listed ORDER BY source, place DESC LIMIT ? OFFSET ?`,
    most,
    offset,
  );
  const entries = orderEntries(
    database,
    rows.map(({ id }) => id),
  );
  const couriers = courierNames(database);
  return rows.map((row) => detailOf(row, entries.get(row.id) ?? [], couriers).row);
}

/** What is open about an order's label, and what of the order changed after it was printed. */
export interface LabelOfOrder {
  orderId: string;
  /** The external ID, else the recipient, else the service's id. */
  title: string;
  issues: LabelIssue[];
  outdated: LabelPart[];
}

/** The labels of all listed orders that are on the service, in the order of the list. */
export function labelsOfOrders(database: Database): LabelOfOrder[] {
  const rows = database.all<Stored>(
    `SELECT *, ${printed}, NULL AS record_id FROM (${listed}) AS listed WHERE source = 1 ORDER BY place DESC`,
  );
  const entries = orderEntries(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const said = readOrder(row);
    const title = shownExternalId(said.packageInfo?.externalId) ?? said.recipient?.name ?? row.id;
    return {
      orderId: row.id,
      title: title.replace(/^orders\//, ''),
      ...labelOf(row, onPaperOf(row), confirmedOf(said, entries.get(row.id) ?? [])),
    };
  });
}

export function countOrders(database: Database): number {
  return database.get<{ total: number }>(`SELECT count(*) AS total FROM (${listed})`)?.total ?? 0;
}

/** @param id the server id, or the local id, which stays valid once the service has assigned one */
export function getOrder(database: Database, id: string): OrderDetail | null {
  const known = database.get<{ server_id: string | null }>('SELECT server_id FROM outbox.records WHERE id = ?', id);
  const found = (each: string) => {
    const row = database.get<Stored>(`SELECT *, ${printed}, ${record} FROM (${listed}) AS listed WHERE id = ?`, each);
    if (row === undefined) return undefined;
    const detail = detailOf(row, orderEntries(database, [each]).get(each) ?? [], courierNames(database));
    const isConfirmed = row.source === 1 && row.record_id !== null && detail.row.change === null;
    return isConfirmed ? { ...detail, corrected: correctedHere(database, detail.order) } : detail;
  };
  return found(known?.server_id ?? id) ?? found(id) ?? found(idByMarker(database, 'orders', id) ?? id) ?? null;
}

/** @returns one order per id, in the same order; null where none exists */
export function getOrders(database: Database, ids: readonly string[]): (OrderDetail | null)[] {
  return ids.map((id) => getOrder(database, id));
}

/** The content of a label that the service would render now, without unsent changes; null: unknown order. */
export function labelContent(database: Database, id: string): LabelContent | null {
  // Confirmed changes count before the list is read again, because the label shows the courier of a submitted order.
  const shown = getOrder(database, id);
  if (shown !== null && shown.row.change === null) return labelContentOf(shown.order);
  const row = database.get<{ body: string }>('SELECT body FROM orders WHERE id = ?', id);
  if (row === undefined) return null;
  return labelContentOf(confirmedOf(fromStored(order, row.body), orderEntries(database, [id]).get(id) ?? []));
}

/** Ids of cached orders that carry a marker. */
export function orderIdsByMarker(database: Database, marker: string): string[] {
  return database.all<{ id: string }>('SELECT id FROM orders WHERE external_id = ?', marker).map(({ id }) => id);
}

/** Cached or waiting orders with these external ids, each once. */
export function knownOrders(database: Database, externalIds: readonly string[]): KnownOrder[] {
  const given = JSON.stringify(externalIds);
  return database.all<{ externalId: string; orderId: string; where: KnownOrder['where'] }>(
    `SELECT external_id AS externalId, id AS orderId, 'cached' AS "where" FROM orders
       WHERE external_id IN (SELECT value FROM json_each(?))
     UNION SELECT records.marker, records.id, 'waiting' FROM outbox.records
       JOIN outbox.entries ON entries.record_id = records.id
       WHERE records.noun = 'orders' AND entries.kind = 'orders.create' AND ${unlisted}
         AND records.marker IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.id = records.server_id)`,
    given,
    given,
  );
}

const courierNames = (database: Database) => new Map(listCouriers(database).map(({ id, name }) => [id, name]));

/** The order as stored, without the changes of its entries. */
const readOrder = ({ id, body }: Stored): Order => order.parse({ ...storedFields(body), id });

/** The order as the service has it: its last list, and what it has confirmed since. A label printed now shows this. */
const confirmedOf = (said: Order, entries: readonly OrderEntry[]): Order =>
  withChanges(
    said,
    entries.filter(({ state }) => state === 'acknowledged'),
  );

/** The pages of a label that are or may be on paper. */
interface OnPaper {
  /** Newest first. Content null: not known any more. */
  prints: { page: number | null; content: string | null }[];
  /** How many pages the document printed last has. Null: not known. */
  pages: number | null;
}

function onPaperOf({ label }: Stored): OnPaper {
  const printed = fromStored(printedPages, label);
  return { prints: printed.map(([page, content]) => ({ page, content })), pages: printed[0]?.[2] ?? null };
}

/** What of the order differs from its label on paper. */
function changedSincePrint({ prints, pages }: OnPaper, item: Order): LabelPart[] {
  const contents = contentsOnPaper(prints, pages);
  // Most pages show the same. What pages show that were printed long ago is not known any more.
  const known = [...new Set(contents)].filter((content) => content !== null);
  return staleParts(
    known.map((content) => fromStored(labelContentSchema, content)),
    labelContentOf(item),
  );
}

function labelOf(stored: Stored, onPaper: OnPaper, confirmed: Order): Pick<LabelOfOrder, 'issues' | 'outdated'> {
  const outdated = changedSincePrint(onPaper, confirmed);
  const label = {
    printed: stored.printed,
    isWhole: isWholeOnPaper(onPaper.prints, onPaper.pages),
    doubt: stored.doubts > 0,
    outdated: outdated.length > 0,
  };
  return { issues: labelIssuesOf(orderState(confirmed), label), outdated };
}

function detailOf(stored: Stored, entries: readonly OrderEntry[], couriers: Map<string, string>): OrderDetail {
  const read = readOrder(stored);
  const standing = entries.filter((entry) => !isRejectedEdit(entry));
  const item = withChanges(read, standing);
  const changes = changesOf(entries);
  const onPaper = onPaperOf(stored);
  const expected = item.deliveryInstructions?.expectedDeliveryDate;
  return {
    order: item,
    ...(standing.length < entries.length ? { typed: withChanges(read, entries) } : {}),
    draft: stored.source === 0 ? typedOrder(storedFields(stored.body) as OrderCreate) : null,
    row: {
      id: stored.id,
      origin: stored.source === 0 ? 'outbox' : 'service',
      recordId: stored.record_id,
      change: changeOf(changes),
      changes,
      externalId: shownExternalId(item.packageInfo?.externalId),
      recipientName: item.recipient?.name ?? null,
      address: addressText(item.address),
      packageCount: item.packageInfo?.packageCount ?? null,
      state: orderState(item),
      progress: item.progress?.state ?? null,
      source: item.source ?? null,
      courier: item.courier == null ? null : (couriers.get(item.courier) ?? item.courier),
      expectedOn: expected == null ? null : dateText(expected),
      createdAt: createdAtOf(item) ?? stored.created_at,
      printedCount: stored.printed,
      isLabelWhole: isWholeOnPaper(onPaper.prints, onPaper.pages),
      labelChanged: changedSincePrint(onPaper, item),
      labelIssues: stored.source === 0 ? [] : labelOf(stored, onPaper, confirmedOf(read, entries)).issues,
    },
  };
}

/** The order as the form takes it, without a marker that the app assigned. */
export function typedOrder(content: OrderCreate): OrderCreate {
  const { externalId, ...info } = content.packageInfo ?? {};
  if (externalId === undefined || !isOurMarker(externalId)) return content;
  const { packageInfo: _replaced, ...rest } = content;
  return Object.keys(info).length > 0 ? { ...rest, packageInfo: info } : rest;
}
