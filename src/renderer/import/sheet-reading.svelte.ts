/** The rows of a file and how they are read: column mapping, joining of rows, accepted rows. */
import type { ImportItem } from './item.ts';
import type { ColumnForm, ImportWork, Joining, SheetReport } from '../../shared/imports.ts';
import { allSteps, type Steps } from '../lib/in-slices.ts';
import { lineOf, reportOf } from '../lib/sheet/report.ts';
import type { SheetHow } from '../lib/sheet/sheet-choices.ts';
import { byColumn, formSteps, type ChosenForms, type FormOfColumn } from './column-forms.ts';
import { keptColumns, rememberedFor, withColumn, type RememberedColumns } from './columns.ts';
import { beginsWithRecord, guessed, withGuesses, type Guess } from './content-columns.ts';
import { itemSteps, tallySteps, type Tally } from './group.ts';
import { recognised } from './headings.ts';
import { type Columns, type ImportField, type Corrections } from './fields.ts';
import type { SheetNoun } from './noun.ts';
import { propertiesIn } from './property-columns.ts';
import { setOf } from '../lib/sets.ts';
import type { SheetRows } from './keep-import.ts';
import {
  columnsNotTaken,
  countUnused,
  hasNeeded,
  headingsOf,
  lacksColumns,
  numberHeadingOf,
  shortRows,
} from './sheet-facts.ts';

export class SheetReading {
  rows = $state.raw<SheetRows>([]);
  /**
   * The first rows of a large file, as they stand in it, to be shown until its records are there. Nothing else is known
   * of it then: neither whether the first row holds the headings, nor what the columns contain.
   */
  firstRows = $state.raw<SheetRows>([]);
  /** The reader's report on the rows. */
  report = $state.raw<SheetReport>(reportOf([]));
  /** How the file was read; null for rows that were kept. */
  how = $state.raw<SheetHow | null>(null);
  columns = $state.raw<Columns>([]);
  /** The columns were chosen as for the last file with these headings, and were not recognised again since. */
  isRemembered = $state(false);
  /** The first row holds the headings. */
  hasHeadings = $state(true);
  /** Whether rows with the same number are joined. */
  joining = $state<Joining>('ask');
  /** Row counts of the records made of the rows. */
  tally = $state.raw<Tally | null>(null);
  /** Columns that no heading names, recognised by what is in them. */
  #guesses = $state.raw<readonly Guess[]>([]);
  /** How the columns write days and decimal numbers. */
  forms = $state.raw<readonly FormOfColumn[]>([]);
  #chosenForms = $state.raw<ChosenForms>({});
  /** Number of corrected records whose rows are now joined differently. */
  unusedCorrections = $state(0);
  /** Keys of malformed rows that the user has accepted. */
  #accepted = $state.raw<readonly string[]>([]);

  readonly headings = $derived(headingsOf(this.rows, this.hasHeadings));
  /** Heading of the column with the number; null when there is none. */
  readonly numberHeading = $derived.by(() => numberHeadingOf(this.noun, this.columns, this.headings));
  /** Headings of the columns that have content but are not mapped. */
  readonly notTaken = $derived(columnsNotTaken(this.rows, this.headings, this.columns, this.hasHeadings));
  /** Keys of rows with missing cells at their end that are not accepted yet. */
  readonly short = $derived(shortRows(this.report, this.#accepted));
  /** A column holds what no record can do without. */
  readonly hasNeeded = $derived.by(() => hasNeeded(this.noun, this.columns));
  /** The recipient or the street is missing, and an unmapped column may hold it. */
  readonly lacksColumns = $derived.by(() => lacksColumns(this.noun, this.columns, this.notTaken));
  readonly hasKnownHeading = $derived(this.columns.some((field) => field !== null));
  /** What was guessed, as far as the user has not changed it. */
  readonly guesses = $derived(this.#guesses.filter(({ at, field }) => this.columns[at] === field));

  readonly noun: SheetNoun;

  constructor(noun: SheetNoun) {
    this.noun = noun;
  }

  /** Starts with another file. */
  begin(rows: SheetRows, report: SheetReport): void {
    this.rows = rows;
    this.report = report;
    this.how = null;
    this.columns = [];
    this.isRemembered = false;
    this.hasHeadings = true;
    this.joining = 'ask';
    this.tally = null;
    this.unusedCorrections = 0;
    this.forms = [];
    this.#guesses = [];
    this.#chosenForms = {};
    this.#accepted = [];
  }

  /** The mapping of a new file. @param remembered those of earlier files */
  firstColumns(remembered: readonly RememberedColumns[]): Columns {
    const first = this.rows[0] ?? [];
    const known = rememberedFor(this.noun, first, remembered);
    this.isRemembered = known !== null;
    if (known !== null) return known;
    return this.columnsWithHeadings(!beginsWithRecord(this.noun, this.rows));
  }

  /** Restores how a saved import was read. @returns its columns */
  goOn(work: ImportWork): Columns {
    this.joining = work.joining;
    this.hasHeadings = work.hasHeadings;
    this.#accepted = work.accepted;
    this.#chosenForms = work.forms;
    const columns = keptColumns(this.noun, this.rows[0] ?? [], work.columns);
    this.#guesses = (work.recognised ?? []).flatMap((at) => {
      const field = columns[at] ?? null;
      return field === null ? [] : [{ at, field }];
    });
    return columns;
  }

  /**
   * @param typed corrections by record key
   * @throws Error when a row of the file is in no record or in two
   */
  items(typed: ReadonlyMap<string, Corrections>): ImportItem[] {
    return allSteps(this.itemSteps(typed));
  }

  /** The same in steps. @param left lines whose rows are in no record any more */
  *itemSteps(
    typed: ReadonlyMap<string, Corrections>,
    left: ReadonlySet<number> = setOf<number>(),
  ): Steps<ImportItem[]> {
    this.noun.takeProperties?.(propertiesIn(this.columns));
    this.forms = yield* formSteps(this.rows, this.hasHeadings ? 1 : 0, this.columns, this.#chosenForms, this.report);
    const items = yield* itemSteps(this.noun, this.rows, this.columns, {
      forms: byColumn(this.forms),
      report: this.report,
      joins: this.joining !== 'separate',
      hasHeadings: this.hasHeadings,
      accepted: this.#accepted,
      typed,
      left,
    });
    this.tally = yield* tallySteps(this.rows, items, this.hasHeadings, left.size);
    this.unusedCorrections = countUnused(typed, items);
    return items;
  }

  /** The mapping with one column changed. A new column with the number asks again before rows are joined. */
  columnsWith(index: number, field: ImportField | null): Columns {
    const columns = withColumn(this.columns, index, field);
    if (this.#numberAt(columns) !== this.#numberAt(this.columns)) this.joining = 'ask';
    return columns;
  }

  /** Sets whether the first row holds the headings or a record. @returns the new mapping */
  columnsWithHeadings(hasHeadings: boolean): Columns {
    const first = this.rows[0] ?? [];
    this.isRemembered = false;
    this.hasHeadings = hasHeadings;
    this.joining = 'ask';
    const columns = hasHeadings ? recognised(this.noun, first) : first.map(() => null);
    const records = hasHeadings ? this.rows.slice(1) : this.rows;
    this.#guesses = guessed(this.noun, records, hasHeadings ? first : null, columns);
    return withGuesses(columns, this.#guesses);
  }

  /** Sets how the column of a field writes days or numbers. */
  choose(field: ImportField, form: ColumnForm): void {
    this.#chosenForms = { ...this.#chosenForms, [field]: form };
  }

  /** Accepts malformed rows as they are. @param keys of the rows */
  accept(keys: readonly string[]): void {
    this.#accepted = [...this.#accepted, ...keys];
  }

  /** Cells of the row behind a single-row record. */
  rowOf(key: string): readonly string[] | undefined {
    return this.rows.find((_row, at) => `line-${lineOf(this.report, at)}` === key);
  }

  toKeep(): Pick<ImportWork, 'columns' | 'recognised' | 'report' | 'joining' | 'hasHeadings' | 'accepted' | 'forms'> {
    return {
      columns: [...this.columns],
      recognised: this.guesses.map(({ at }) => at),
      report: this.report,
      joining: this.joining,
      hasHeadings: this.hasHeadings,
      accepted: [...this.#accepted],
      forms: this.#chosenForms,
    };
  }

  #numberAt(columns: Columns): number {
    const { joinsBy } = this.noun;
    return joinsBy === null ? -1 : columns.indexOf(joinsBy);
  }
}
