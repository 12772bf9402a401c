/** The rows of a file and how they are read: which column holds what, which rows are one order, which are right as they are. */
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
  /** What the reader said of them. */
  report = $state.raw<SheetReport>(reportOf([]));
  columns = $state.raw<Columns>([]);
  /** The first row holds the headings. */
  hasHeadings = $state(true);
  /** Whether rows with the same order number are one order. */
  joining = $state<Joining>('ask');
  /** The rows, counted in the orders that they made. */
  tally = $state.raw<Tally | null>(null);
  /** Orders that were corrected while their rows were put together otherwise. */
  unusedCorrections = $state(0);
  /** Keys of rows with a fault that a person found right. */
  #accepted = $state.raw<readonly string[]>([]);

  readonly headings = $derived(headingsOf(this.rows, this.hasHeadings));
  /** Of the column that holds the order number; null: none does. */
  readonly numberHeading = $derived(this.headings[this.columns.indexOf('externalId')] ?? null);
  /** Headings of columns that hold something and are not taken. */
  readonly notTaken = $derived(columnsNotTaken(this.rows, this.headings, this.columns, this.hasHeadings));
  /** Keys of rows that lack cells at their end and nobody has looked at. */
  readonly short = $derived(shortRows(this.report, this.#accepted));
  readonly hasAddress = $derived(this.columns.some((field) => addressFields.includes(field)));
  /** Columns are not used, and the recipient or the street is missing: one of them may hold it. */
  readonly lacksColumns = $derived(
    this.notTaken.length > 0 && !(this.columns.includes('recipientName') && this.columns.some(isPlace)),
  );
  readonly hasKnownHeading = $derived(this.columns.some((field) => field !== null));

  /** Another file. */
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

  /** Reads the rows as they were read when the import was kept. @returns their columns */
  goOn(work: ImportWork): Columns {
    this.joining = work.joining;
    this.hasHeadings = work.hasHeadings;
    this.#accepted = work.accepted;
    return keptColumns(this.rows[0] ?? [], work.columns);
  }

  /**
   * @param typed what was typed, by the order's key
   * @throws Error when a row of the file is in no order, or in two
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

  /** A person says what a column holds. Rows that another column joined are not joined by this one without a word. */
  columnsWith(index: number, field: ImportField | null): Columns {
    const columns = withColumn(this.columns, index, field);
    if (columns.indexOf('externalId') !== this.columns.indexOf('externalId')) this.joining = 'ask';
    return columns;
  }

  /** A person says whether the first row holds the headings, or an order. @returns what its columns hold then */
  columnsWithHeadings(hasHeadings: boolean): Columns {
    const first = this.rows[0] ?? [];
    this.hasHeadings = hasHeadings;
    this.joining = 'ask';
    return hasHeadings ? recognised(first) : first.map(() => null);
  }

  /** A person finds rows with a fault right. @param keys of the rows */
  accept(keys: readonly string[]): void {
    this.#accepted = [...this.#accepted, ...keys];
  }

  /** Cells of the row that an order with this key is made of. */
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
