/**
 * The orders that the codes of a label belong to, by what the orders list and by the labels that were fetched. The
 * codes of a document are looked up in one go, because that reads every order and every label.
 */
import { codeData } from '../../shared/code-data.ts';
import { bareCode, withoutMarks } from './bare-codes.ts';
import type { Database } from './database.ts';
import { getOrder } from './orders.ts';

export interface CodeOwner {
  /** The data of the code (shared/code-data.ts). */
  data: string;
  orderId: string;
  /** The order's external ID, or the title of its label. Null: the order has no external ID. */
  title: string | null;
}

interface Candidate extends Pick<CodeOwner, 'orderId' | 'title'> {
  code: string;
}

const inLists = `
  SELECT orders.id AS orderId, NULL AS title, code.value AS code
  FROM orders, json_each(orders.body, '$.barcodes') AS code
  WHERE ${bareCode('code.value')} IN (SELECT value FROM json_each(?)) AND orders.id <> ? ORDER BY orders.id`;

const onLabels = `
  SELECT documents.order_id AS orderId, documents.title AS title, code.value AS code
  FROM outbox.label_documents AS documents, json_each(documents.codes) AS page, json_each(page.value) AS code
  WHERE ${bareCode('code.value')} IN (SELECT value FROM json_each(?)) AND documents.order_id <> ?
  ORDER BY documents.rowid DESC`;

/**
 * The owners of codes, one for each code that has one. An order that lists a code comes before the newest label that
 * shows it. Codes are compared by their data.
 *
 * @param except the id of an order that does not count, nor do its labels
 */
export function findCodes(database: Database, codes: readonly string[], except: string): CodeOwner[] {
  const wanted = new Set(codes.map(codeData));
  const bare = JSON.stringify([...wanted].map(withoutMarks));
  const owners = new Map<string, CodeOwner>();
  for (const sql of [inLists, onLabels]) {
    for (const { code, orderId, title } of database.all<Candidate>(sql, bare, except)) {
      const data = codeData(code);
      if (wanted.has(data) && !owners.has(data)) owners.set(data, { data, orderId, title });
    }
  }
  return [...owners.values()].map((owner) => ({
    ...owner,
    title: owner.title ?? getOrder(database, owner.orderId)?.row.externalId ?? null,
  }));
}
