/**
 * The tables `label_documents` and `prints`: the ledger of what was printed, when, where and by which computer. The order
 * of the rows tells what came first, not their times: the computer's clock may have been set in between.
 */
import { z } from 'zod';
import type { Batch, Print, PrintState } from '../../shared/labels.ts';
import { codeData } from '../../shared/code-data.ts';
import { labelContent, type LabelContent } from '../../shared/label-content.ts';
import { bareCode, withoutMarks } from './bare-codes.ts';
import type { Database, Row } from './database.ts';
import { fromStored } from '../stored-json.ts';

/** States of pages that a printer may still put on paper, or that a person has to look for. */
const open = "'requested', 'handed-over', 'doubt'";

const codesOfPages = z.array(z.array(z.string()));

export interface StoredDocument {
  id: string;
  orderId: string;
  title: string;
  fetchedAt: number;
  /** The codes of each page; null until they are read. */
  codes: string[][] | null;
  /** What of the order it shows. Null: not known. */
  content: LabelContent | null;
}

const contentOf = (row: Row): LabelContent | null =>
  row.content === null ? null : fromStored(labelContent, String(row.content));
const storedContent = (content: LabelContent | null) => (content === null ? null : JSON.stringify(content));

const documentOf = (row: Row): StoredDocument => ({
  id: String(row.id),
  orderId: String(row.order_id),
  title: String(row.title),
  fetchedAt: Number(row.fetched_at),
  codes: row.codes === null ? null : fromStored(codesOfPages, String(row.codes)),
  content: contentOf(row),
});

const printOf = (row: Row): Print => ({
  id: String(row.id),
  requestId: String(row.request_id ?? row.id),
  batchId: row.batch_id as string | null,
  orderId: String(row.order_id),
  documentId: String(row.document_id),
  page: row.page as number | null,
  printer: String(row.printer),
  desk: row.desk as string | null,
  state: row.state as PrintState,
  anyway: row.anyway === 1,
  requestedAt: Number(row.requested_at),
  job: row.job as string | null,
  content: contentOf(row),
});

export class PrintsTable {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** A document that was fetched before becomes the newest again. */
  saveDocument({ id, orderId, title, fetchedAt, content }: Omit<StoredDocument, 'codes'>): void {
    const codes = this.findDocument(id, orderId)?.codes ?? null;
    this.database.transaction(() => {
      this.database.change('DELETE FROM label_documents WHERE id = ? AND order_id = ?', id, orderId);
      this.database.change(
        'INSERT INTO label_documents (id, order_id, title, fetched_at, codes, content) VALUES (?, ?, ?, ?, ?, ?)',
        id,
        orderId,
        title,
        fetchedAt,
        codes === null ? null : JSON.stringify(codes),
        storedContent(content),
      );
    });
  }

  saveCodes(id: string, orderId: string, codes: readonly (readonly string[])[]): void {
    this.database.change(
      'UPDATE label_documents SET codes = ? WHERE id = ? AND order_id = ?',
      JSON.stringify(codes),
      id,
      orderId,
    );
  }

  findDocument(id: string, orderId: string): StoredDocument | undefined {
    const row = this.database.get('SELECT * FROM label_documents WHERE id = ? AND order_id = ?', id, orderId);
    return row && documentOf(row);
  }

  newestDocument(orderId: string): StoredDocument | undefined {
    const row = this.database.get(
      'SELECT * FROM label_documents WHERE order_id = ? ORDER BY rowid DESC LIMIT 1',
      orderId,
    );
    return row && documentOf(row);
  }

  /** The newest document with this code on one of its pages, and the page, from 1. Codes are compared by their data. */
  findCode(code: string): { document: StoredDocument; page: number } | undefined {
    const data = codeData(code);
    const rows = this.database.all<Row & { code: string }>(
      `SELECT label_documents.*, page.key + 1 AS page, code.value AS code
       FROM label_documents, json_each(codes) AS page, json_each(page.value) AS code
       WHERE ${bareCode('code.value')} = ? ORDER BY label_documents.rowid DESC`,
      withoutMarks(data),
    );
    const row = rows.find((each) => codeData(each.code) === data);
    return row && { document: documentOf(row), page: Number(row.page) };
  }

  add(print: Print): void {
    this.database.change(
      `INSERT INTO prints (id, order_id, document_id, printer, state, requested_at, job, request_id, page, batch_id, desk,
         anyway, content)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      print.id,
      print.orderId,
      print.documentId,
      print.printer,
      print.state,
      print.requestedAt,
      print.job,
      print.requestId,
      print.page,
      print.batchId,
      print.desk,
      print.anyway ? 1 : 0,
      storedContent(print.content),
    );
  }

  update(id: string, state: PrintState, job: string | null): void {
    this.database.change('UPDATE prints SET state = ?, job = coalesce(?, job) WHERE id = ?', state, job, id);
  }

  find(id: string): Print | undefined {
    const row = this.database.get('SELECT * FROM prints WHERE id = ?', id);
    return row && printOf(row);
  }

  /** Newest first. */
  list(orderId: string): Print[] {
    return this.database.all('SELECT * FROM prints WHERE order_id = ? ORDER BY rowid DESC', orderId).map(printOf);
  }

  ofBatch(batchId: string): Print[] {
    return this.database.all('SELECT * FROM prints WHERE batch_id = ? ORDER BY rowid', batchId).map(printOf);
  }

  /**
   * The prints of an order outside a batch since that was started, newest first. What came after a page of the batch
   * counts whatever its time: the clock may have been set back.
   */
  besideBatch(orderId: string, { id, createdAt }: Pick<Batch, 'id' | 'createdAt'>): Print[] {
    return this.database
      .all(
        `SELECT * FROM prints WHERE order_id = ? AND batch_id IS NOT ?
           AND (requested_at >= ? OR rowid > (SELECT min(rowid) FROM prints WHERE batch_id = ?))
         ORDER BY rowid DESC`,
        orderId,
        id,
        createdAt,
        id,
      )
      .map(printOf);
  }

  /** The prints of one label of a batch, in the order requested. */
  ofLabel(batchId: string, orderId: string): Print[] {
    return this.database
      .all('SELECT * FROM prints WHERE batch_id = ? AND order_id = ? ORDER BY rowid', batchId, orderId)
      .map(printOf);
  }

  /** Ids of the documents that an order has. */
  documentIds(): string[] {
    return this.database.all<{ id: string }>('SELECT DISTINCT id FROM label_documents').map(({ id }) => id);
  }

  /**
   * @param now milliseconds since the epoch; what is later has its time from a clock that was ahead, and does not count
   * @returns when the latest document was fetched or the latest page requested; null: there are none
   */
  newestAt(now: number): number | null {
    const row = this.database.get<{ at: number | null }>(
      `SELECT max(at) AS at FROM (
         SELECT * FROM
           (SELECT fetched_at AS at FROM label_documents WHERE fetched_at <= :now ORDER BY rowid DESC LIMIT 1)
         UNION ALL SELECT * FROM
           (SELECT requested_at AS at FROM prints WHERE requested_at <= :now ORDER BY rowid DESC LIMIT 1))`,
      { now },
    );
    return row?.at ?? null;
  }

  /**
   * Forgets the documents that were fetched before a moment, and what the labels said that were printed before it: that a
   * page was printed stays known. What waits for a printer or a person keeps both.
   */
  forgetBefore(moment: number): void {
    this.database.transaction(() => {
      this.database.change(
        `DELETE FROM label_documents WHERE fetched_at < ?
           AND NOT EXISTS (SELECT 1 FROM prints WHERE prints.document_id = label_documents.id AND state IN (${open}))
           AND NOT EXISTS (SELECT 1 FROM print_labels JOIN print_batches ON print_batches.id = batch_id
             WHERE print_labels.document_id = label_documents.id AND print_batches.state <> 'finished')`,
        moment,
      );
      this.database.change(
        `UPDATE prints SET content = NULL WHERE content IS NOT NULL AND requested_at < ? AND state NOT IN (${open})`,
        moment,
      );
    });
  }

  /** Runs the work as one transaction. */
  together(work: () => void): void {
    this.database.transaction(work);
  }

  /** In the order requested. */
  inState(...states: PrintState[]): Print[] {
    return this.database
      .all(`SELECT * FROM prints WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY rowid`, ...states)
      .map(printOf);
  }
}
