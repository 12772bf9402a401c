/** The rows of a file and how they are read: column mapping, joining of rows, accepted rows. */
import type { ImportWork, Joining, SheetReport } from '../../../shared/order-imports.ts';
import { lineOf, reportOf } from '../../lib/sheet/report.ts';
import type { OrderFields } from '../order-fields.ts';
import { keptColumns, withColumn } from './columns.ts';
import { ordersOf, tallyOf, type ImportOrder, type Tally } from './group.ts';
import { recognised } from './headings.ts';
import type { Columns, ImportField } from './import-fields.ts';
import type { SheetRows } from './keep-import.ts';
import { columnsNotTaken, countUnused, headingsOf, shortRows } from './sheet-facts.ts';

const addressFields: readonly (ImportField | null)[] = ['addressLineOne', 'zip', 'city', 'latitude'];

const isPlace = (field: ImportField | null) => field === 'addressLineOne' || field === 'latitude';

export class SheetReading {
  rows = $state.raw<SheetRows>([]);
  /** The reader's report on the rows. */
  report = $state.raw<SheetReport>(reportOf([]));
  columns = $state.raw<Columns>([]);
  /** The first row holds the headings. */
  hasHeadings = $state(true);
  /** Whether rows with the same order number are joined. */
  joining = $state<Joining>('ask');
  /** Row counts of the orders made of the rows. */
  tally = $state.raw<Tally | null>(null);
  /** Number of corrected orders whose rows are now joined differently. */
  unusedCorrections = $state(0);
  /** Keys of malformed rows that the user has accepted. */
  #accepted = $state.raw<readonly string[]>([]);

  readonly headings = $derived(headingsOf(this.rows, this.hasHeadings));
  /** Heading of the order number column; null when there is none. */
  readonly numberHeading = $derived(this.headings[this.columns.indexOf('externalId')] ?? null);
  /** Headings of the columns that have content but are not mapped. */
  readonly notTaken = $derived(columnsNotTaken(this.rows, this.headings, this.columns, this.hasHeadings));
  /** Keys of rows with missing cells at their end that are not accepted yet. */
  readonly short = $derived(shortRows(this.report, this.#accepted));
  readonly hasAddress = $derived(this.columns.some((field) => addressFields.includes(field)));
  /** The recipient or the street is missing, and an unmapped column may hold it. */
  readonly lacksColumns = $derived(
    this.notTaken.length > 0 && !(this.columns.includes('recipientName') && this.columns.some(isPlace)),
  );
  readonly hasKnownHeading = $derived(this.columns.some((field) => field !== null));

  /** Starts with another file. */
  begin(rows: SheetRows, report: SheetReport): void {
    this.rows = rows;
    this.report = report;
    this.columns = [];
    this.hasHeadings = true;
    this.joining = 'ask';
    this.tally = null;
    this.unusedCorrections = 0;
    this.#accepted = [];
  }

  /** Restores how a saved import was read. @returns its columns */
  goOn(work: ImportWork): Columns {
    this.joining = work.joining;
    this.hasHeadings = work.hasHeadings;
    this.#accepted = work.accepted;
    return keptColumns(this.rows[0] ?? [], work.columns);
  }

  /**
   * @param typed corrections by order key
   * @throws Error when a row of the file is in no order or in two
   */
  orders(typed: ReadonlyMap<string, Partial<OrderFields>>): ImportOrder[] {
    const orders = ordersOf(this.rows, this.columns, {
      report: this.report,
      joins: this.joining !== 'separate',
      hasHeadings: this.hasHeadings,
      accepted: this.#accepted,
      typed,
    });
    this.tally = tallyOf(this.rows, orders, this.hasHeadings);
    this.unusedCorrections = countUnused(typed, orders);
    return orders;
  }

  /** The mapping with one column changed. A new order number column asks again before rows are joined. */
  columnsWith(index: number, field: ImportField | null): Columns {
    const columns = withColumn(this.columns, index, field);
    if (columns.indexOf('externalId') !== this.columns.indexOf('externalId')) this.joining = 'ask';
    return columns;
  }

  /** Sets whether the first row holds the headings or an order. @returns the new mapping */
  columnsWithHeadings(hasHeadings: boolean): Columns {
    const first = this.rows[0] ?? [];
    this.hasHeadings = hasHeadings;
    this.joining = 'ask';
    return hasHeadings ? recognised(first) : first.map(() => null);
  }

  /** Accepts malformed rows as they are. @param keys of the rows */
  accept(keys: readonly string[]): void {
    this.#accepted = [...this.#accepted, ...keys];
  }

  /** Cells of the row behind a single-row order. */
  rowOf(key: string): readonly string[] | undefined {
    return this.rows.find((_row, at) => `line-${lineOf(this.report, at)}` === key);
  }

  toKeep(): Pick<ImportWork, 'columns' | 'report' | 'joining' | 'hasHeadings' | 'accepted'> {
    return {
      columns: [...this.columns],
      report: this.report,
      joining: this.joining,
      hasHeadings: this.hasHeadings,
      accepted: [...this.#accepted],
    };
  }
}
