/** How the file of an import is read, as its user corrects it. */
import type { ColumnForm } from '../../shared/imports.ts';
import type { Columns, ImportField } from './fields.ts';
import { Looks } from './looks.svelte.ts';
import { ReviewedRows } from './reviewed-rows.svelte.ts';

export abstract class HowRead extends ReviewedRows {
  /** Nothing can be changed meanwhile: what is saved is what was good before. */
  isSaving = $state(false);
  /** Looks for doubles: in the whole file, after a correction, and on the service. */
  readonly looks = new Looks();
  /** Keys of the records that are saved. */
  protected taken: string[] = [];

  /**
   * Existing records are being looked up, or the rows do not show yet what is known: nothing is saved before it is
   * known what is there already, and what of the file is good as it is now.
   */
  get isComparing(): boolean {
    return this.looks.areOn || !this.booked.areReady;
  }

  /** Records are saved or being saved: how the file is read stays. */
  protected isFixed(): boolean {
    return this.isSaving || this.taken.length > 0;
  }

  /** Makes the records again. */
  abstract setColumns(columns: Columns): Promise<void>;

  /** The user has done something worth keeping. */
  protected abstract touched(): void;

  /** Maps a column to a field. Ignored once records are saved, so that none is saved again. */
  setColumn(index: number, field: ImportField | null): Promise<void> {
    if (this.isFixed()) return Promise.resolve();
    this.touched();
    return this.setColumns(this.sheet.columnsWith(index, field));
  }

  /** Sets whether the first row holds the headings or a record. */
  setHasHeadings(hasHeadings: boolean): Promise<void> {
    if (this.isFixed()) return Promise.resolve();
    this.touched();
    return this.setColumns(this.sheet.columnsWithHeadings(hasHeadings));
  }

  /** Sets whether rows with the same number are joined. Saved records stay as they are. */
  setJoining(joining: 'join' | 'separate'): Promise<void> {
    if (this.isSaving || (this.taken.length > 0 && joining === 'separate')) return Promise.resolve();
    this.sheet.joining = joining;
    this.touched();
    return this.setColumns(this.sheet.columns);
  }

  /** Sets how the column of a field writes days or decimal numbers. */
  setForm(field: ImportField, form: ColumnForm): Promise<void> {
    if (this.isFixed()) return Promise.resolve();
    this.sheet.choose(field, form);
    this.touched();
    return this.setColumns(this.sheet.columns);
  }

  /** Accepts malformed rows as they are. @param keys of the rows */
  acceptRows(keys: readonly string[]): Promise<void> {
    if (this.isSaving) return Promise.resolve();
    this.sheet.accept(keys);
    this.touched();
    return this.setColumns(this.sheet.columns);
  }
}
