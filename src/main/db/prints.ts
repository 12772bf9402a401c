/** The tables `label_documents` and `prints`: the ledger of what was printed, when and where. */
import type { Print, PrintState } from '../../shared/labels.ts';
import type { Database, Row } from './database.ts';

export interface StoredDocument {
  id: string;
  orderId: string;
  title: string;
  fetchedAt: number;
}

const documentOf = (row: Row): StoredDocument => ({
  id: String(row.id),
  orderId: String(row.order_id),
  title: String(row.title),
  fetchedAt: Number(row.fetched_at),
});

export class PrintsTable {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  saveDocument(document: StoredDocument): void {
    this.database.change(
      `INSERT INTO label_documents (id, order_id, title, fetched_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (id, order_id) DO UPDATE SET fetched_at = excluded.fetched_at, title = excluded.title`,
      document.id,
      document.orderId,
      document.title,
      document.fetchedAt,
    );
  }

  findDocument(id: string, orderId: string): StoredDocument | undefined {
    const row = this.database.get('SELECT * FROM label_documents WHERE id = ? AND order_id = ?', id, orderId);
    return row && documentOf(row);
  }

  newestDocument(orderId: string): StoredDocument | undefined {
    const row = this.database.get(
      'SELECT * FROM label_documents WHERE order_id = ? ORDER BY fetched_at DESC LIMIT 1',
      orderId,
    );
    return row && documentOf(row);
  }

  add(print: Print): void {
    this.database.change(
      'INSERT INTO prints (id, order_id, document_id, printer, state, requested_at, job) VALUES (?, ?, ?, ?, ?, ?, ?)',
      print.id,
      print.orderId,
      print.documentId,
      print.printer,
      print.state,
      print.requestedAt,
      print.job,
    );
  }

  update(id: string, state: PrintState, job: string | null): void {
    this.database.change('UPDATE prints SET state = ?, job = coalesce(?, job) WHERE id = ?', state, job, id);
  }

  /** Newest first. */
  list(orderId: string): Print[] {
    return this.database
      .all('SELECT * FROM prints WHERE order_id = ? ORDER BY requested_at DESC', orderId)
      .map((row) => ({
        id: String(row.id),
        orderId: String(row.order_id),
        documentId: String(row.document_id),
        printer: String(row.printer),
        state: row.state as PrintState,
        requestedAt: Number(row.requested_at),
        job: row.job as string | null,
      }));
  }
}
