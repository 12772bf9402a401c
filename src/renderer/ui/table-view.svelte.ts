/** How one table is shown: its layout, which is remembered, the views that are saved for it, and its filter. */
import type { SavedTableView, TableLayout } from '../../shared/table-layouts.ts';
import { mostTableViews, plainLayout } from '../../shared/table-defaults.ts';
import { layoutOf, rememberLayout, rememberViews, viewsOf } from '../lib/table-settings.svelte.ts';
import { columnChoices, moved, nextSort, shownColumns, toggled, type ColumnChoice } from './columns.ts';
import { type Column, sortValueOf } from './table.ts';
import type { Grouping } from './table-lines.ts';

/** A grouping that can be chosen. */
export interface NamedGrouping<Row> extends Grouping<Row> {
  id: string;
  title: string;
}

interface TableViewOf<Row> {
  /** The table's name in the settings; undefined: nothing is remembered, and nothing can be arranged. */
  name: () => string | undefined;
  columns: () => readonly Column<Row>[];
  /** Ids of the columns that are shown until somebody chooses. Default: all. */
  usual?: () => readonly string[];
  groupings?: readonly NamedGrouping<Row>[];
  /** Id of the grouping until somebody groups or sorts the table. Default: none. */
  usualGroup?: () => string | null;
  /** The filter of the list. */
  filter?: { get: () => string; set: (text: string) => void };
  /** The suggested name of an exported file, without its extension. Undefined: the list cannot be exported. */
  fileName?: () => string;
}

export class TableView<Row> {
  #shown = $state.raw<(() => readonly Row[]) | null>(null);
  panelOpen = $state(false);
  readonly groupings: readonly NamedGrouping<Row>[];
  readonly #of: TableViewOf<Row>;
  readonly layout = $derived.by(() => {
    const name = this.#of.name();
    return name === undefined ? plainLayout : layoutOf(name);
  });
  readonly #usual = $derived.by(() => this.#of.usual?.() ?? this.#of.columns().map(({ id }) => id));
  /** The columns that are shown, in order. */
  readonly columns = $derived.by(() => shownColumns(this.#of.columns(), this.layout, this.#usual));
  readonly choices: readonly ColumnChoice[] = $derived.by(() =>
    columnChoices(this.#of.columns(), this.layout.columns, this.#usual),
  );
  /** What the rows are sorted by; null: the list's own order. */
  readonly order = $derived.by(() => {
    const { sort } = this.layout;
    const column = sort === null ? undefined : this.#of.columns().find(({ id }) => id === sort.column);
    const valueOf = column === undefined ? undefined : sortValueOf(column);
    return sort === null || valueOf === undefined ? null : { valueOf, direction: sort.direction };
  });
  readonly grouping = $derived.by(() => {
    const { group, sort } = this.layout;
    const wanted = group ?? (sort === null ? (this.#of.usualGroup?.() ?? null) : null);
    return this.groupings.find(({ id }) => id === wanted) ?? null;
  });
  readonly hasTwoLines = $derived.by(() => this.layout.twoLines && this.columns.some(({ below }) => below));
  /** Rows of two lines can be chosen. */
  readonly canHaveTwoLines = $derived.by(() => this.#of.columns().some(({ below }) => below));
  readonly saved = $derived.by((): readonly SavedTableView[] => {
    const name = this.#of.name();
    return name === undefined ? [] : viewsOf(name);
  });
  readonly canSaveMore = $derived.by(() => this.saved.length < mostTableViews);

  constructor(of: TableViewOf<Row>) {
    this.#of = of;
    this.groupings = of.groupings ?? [];
  }

  /** The rows in the order in which the table shows them; null while there is no table. */
  get shown(): readonly Row[] | null {
    return this.#shown?.() ?? null;
  }

  /** A table shows these rows, as long as it is there. @returns a function that ends it */
  showIn(rows: () => readonly Row[]): () => void {
    this.#shown = rows;
    return () => (this.#shown = null);
  }

  get fileName(): string | null {
    return this.#of.fileName?.() ?? null;
  }

  get canFilter(): boolean {
    return this.#of.filter !== undefined;
  }

  get filter(): string {
    return this.#of.filter?.get() ?? '';
  }

  set filter(text: string) {
    this.#of.filter?.set(text);
  }

  /** All columns, also those that are not shown. */
  get allColumns(): readonly Column<Row>[] {
    return this.#of.columns();
  }

  /** Ascending, descending, the list's own order. */
  sortNext(column: string): void {
    this.change({ sort: nextSort(this.layout.sort, column) });
  }

  change(change: Partial<TableLayout>): void {
    const name = this.#of.name();
    if (name !== undefined) void rememberLayout(name, change);
  }

  toggle(column: string): void {
    this.change({ columns: toggled(this.choices, column) });
  }

  move(column: string, by: -1 | 1): void {
    this.change({ columns: moved(this.choices, column, by) });
  }

  /** Saves what is shown under a name, in place of a view with the same name. */
  save(name: string): void {
    const view = { name: name.trim(), layout: { ...this.layout }, filter: this.filter.slice(0, 500) };
    const table = this.#of.name();
    if (table === undefined || view.name === '') return;
    void rememberViews(table, (before) => [...before.filter((each) => each.name !== view.name), view]);
  }

  choose({ layout, filter }: Omit<SavedTableView, 'name'>): void {
    this.change(layout);
    this.filter = filter;
  }

  /** Shows the list as it is without anybody's arrangement. */
  reset(): void {
    this.choose({ layout: plainLayout, filter: '' });
  }

  forget(name: string): void {
    const table = this.#of.name();
    if (table !== undefined) void rememberViews(table, (before) => before.filter((each) => each.name !== name));
  }
}
