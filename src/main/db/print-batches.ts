/** The tables `print_batches` and `print_labels`: batches, and the progress of each label. */
import type { Batch, BatchLabel, BatchLabelState, BatchState } from '../../shared/labels.ts';
import type { Database, Row } from './database.ts';
import { fromStored, objectOf } from '../stored-json.ts';

const batchOf = (row: Row): Batch => ({
  id: String(row.id),
  printer: String(row.printer),
  state: row.state as BatchState,
  createdAt: Number(row.created_at),
});

const labelOf = (row: Row): BatchLabel => ({
  id: String(row.id),
  batchId: String(row.batch_id),
  position: Number(row.position),
  orderId: String(row.order_id),
  title: String(row.title),
  state: row.state as BatchLabelState,
  documentId: row.document_id as string | null,
  pages: row.pages as number | null,
  anyway: row.anyway === 1,
  reason: row.reason === null ? null : fromStored(objectOf<NonNullable<BatchLabel['reason']>>(), String(row.reason)),
});

export class PrintBatchesTable {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** Adds the batch and all its labels in one transaction. */
  add(batch: Batch, labels: readonly BatchLabel[]): void {
    this.database.transaction(() => {
      const { id, printer, state, createdAt } = batch;
      this.database.change(
        'INSERT INTO print_batches (id, printer, state, created_at) VALUES (?, ?, ?, ?)',
        id,
        printer,
        state,
        createdAt,
      );
      for (const label of labels) {
        this.database.change(
          `INSERT INTO print_labels (id, batch_id, position, order_id, title, state, document_id, pages, anyway, reason)
           VALUES (?, ?, ?, ?, ?, ?, NULL, NULL, 0, NULL)`,
          label.id,
          label.batchId,
          label.position,
          label.orderId,
          label.title,
          label.state,
        );
      }
    });
  }

  setState(id: string, state: BatchState): void {
    this.database.change('UPDATE print_batches SET state = ? WHERE id = ?', state, id);
  }

  update(label: BatchLabel): void {
    this.database.change(
      'UPDATE print_labels SET state = ?, document_id = ?, pages = ?, anyway = ?, reason = ? WHERE id = ?',
      label.state,
      label.documentId,
      label.pages,
      label.anyway ? 1 : 0,
      label.reason === null ? null : JSON.stringify(label.reason),
      label.id,
    );
  }

  find(id: string): Batch | undefined {
    const row = this.database.get('SELECT * FROM print_batches WHERE id = ?', id);
    return row && batchOf(row);
  }

  /** The newest, and all that are not finished, because only the user can end those. Newest first. */
  list(most: number): Batch[] {
    return this.database
      .all(
        `SELECT * FROM print_batches
         WHERE state <> 'finished' OR rowid IN (SELECT rowid FROM print_batches ORDER BY rowid DESC LIMIT ?)
         ORDER BY rowid DESC`,
        most,
      )
      .map(batchOf);
  }

  label(id: string): BatchLabel | undefined {
    const row = this.database.get('SELECT * FROM print_labels WHERE id = ?', id);
    return row && labelOf(row);
  }

  /** The first labels in these states, in screen order. */
  first(batchId: string, states: readonly BatchLabelState[], most: number): BatchLabel[] {
    return this.database
      .all(
        `SELECT * FROM print_labels WHERE batch_id = ? AND state IN (${states.map(() => '?').join(', ')})
         ORDER BY position LIMIT ?`,
        batchId,
        ...states,
        most,
      )
      .map(labelOf);
  }

  /** In screen order. */
  labels(batchId: string): BatchLabel[] {
    return this.database.all('SELECT * FROM print_labels WHERE batch_id = ? ORDER BY position', batchId).map(labelOf);
  }
}
