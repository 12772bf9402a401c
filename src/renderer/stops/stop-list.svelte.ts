/** View state of a list of stops: the stops of a plan, or those without a plan. */
import type { Listing } from '../../shared/contract.ts';
import type { DepotFacts } from '../../shared/depots.ts';
import { isStop, type StopRow } from '../../shared/stops.ts';
import { stopHints } from '../../shared/stop-hints.ts';
import { clockWithoutDay, type DepotClock } from '../../shared/zones.ts';
import { LetterKeys } from '../lib/letter-keys.ts';
import type { ListPages } from '../lib/list-pages.svelte.ts';
import type { Live } from '../lib/live.svelte.ts';
import { primaryHeld } from '../lib/shortcuts.ts';
import { t } from '../../messages/index.ts';
import { formWidth, paneWidth } from '../ui/pane-widths.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import { TableView } from '../ui/table-view.svelte.ts';
import { isEditableColumn, type EditableColumn } from './cell-edit.svelte.ts';
import { CellEditing } from './cell-editing.svelte.ts';
import { StopActions, type Said } from './stop-actions.svelte.ts';
import type { Beside, FormFor } from './stop-beside.ts';
import { readFilter, suggestions, termsFit, withoutTerm, withTerm, type FilterTerm } from '../lib/column-filter.ts';
import { hitOf, narrowed } from '../lib/filter.ts';
import { setOf } from '../lib/sets.ts';
import { editableOf, stepsOf, type ManyChange } from './many-edits.ts';
import { whyLeft } from './many-words.ts';
import { hintText, hintWords, propertyNames, stopColumns, stopGroupings, usualColumns } from './stop-columns.ts';
import { unassignedPlace } from './stop-place.ts';
import { stopFits, unsentEntry } from './stop-words.ts';
import { takeKeys } from './take-keys.ts';

/** No row is marked. */
const none: ReadonlySet<string> = new Set();
const noRows: readonly StopRow[] = [];

export class StopList {
  /** The plan's id, or `unassignedPlace`. */
  readonly planId: string;
  readonly list: Live<Listing<StopRow>>;
  readonly actions: StopActions;
  filter = $state('');
  selected = $state<string | null>(null);
  marked = $state.raw(none);
  /** The pane beside the table. */
  beside = $state.raw<Beside>({ kind: 'nothing' });
  /** Ids of the stops to move while the dialog asks for a plan. */
  moving = $state.raw<readonly string[]>([]);
  moveOpen = $state(false);
  /** The last dialog about several stops, and the stops. */
  asking = $state.raw<{ what: 'assign' | 'edit'; rows: readonly StopRow[] } | null>(null);
  askOpen = $state(false);
  /** Editing in the table. */
  readonly cells: CellEditing;
  /** Whether stops can be moved to another plan. */
  movable = $state(true);
  table = $state<HTMLDivElement | null>(null);
  /** What the other views of the plan narrow the list to, such as one route; null: to nothing. */
  narrowing: () => ((row: StopRow) => boolean) | null = () => null;
  /** Ends what they narrow it to. */
  widen: () => void = () => undefined;
  /** The clock on which the times of the stops are read. */
  clock = $state.raw<DepotClock>(clockWithoutDay());
  /** Names of drivers by id, for the columns that show them. */
  driverNames = $state.raw<Readonly<Record<string, string>>>({});
  /** Ids of the plan's drivers, in its order. */
  driverIds = $state.raw<readonly string[]>([]);
  /** There is room for the essential columns only. */
  isNarrow = $state(false);
  /** What an exported file is called. */
  fileName = $state('');
  /** When the first route of the plan starts, `08:00`, and where; null: not known. */
  opening = $state<string | null>(null);
  depot = $state.raw<DepotFacts | null>(null);
  /** All rows, once they have been read. */
  readonly #read = $derived.by(() => this.list.value?.rows ?? noRows);
  readonly #hints = $derived.by(() => stopHints(this.#read, { opening: this.opening, depot: this.depot }));
  readonly #properties = $derived.by(() => propertyNames(this.#read).join('\n'));
  readonly columns = $derived.by(() => {
    const properties = this.#properties === '' ? [] : this.#properties.split('\n');
    const hintsOf = (id: string) => this.#hints.get(id) ?? [];
    return stopColumns(this.planId === unassignedPlace, this.driverNames, properties, this.clock.zone, hintsOf);
  });
  /** The columns by which the list can be filtered. */
  readonly fields = $derived.by(() =>
    this.columns.flatMap(({ id, title, text }) => (text ? [{ id, title, text }] : [])),
  );
  /** The plan was optimised: stops are on routes. Stays so while it is changed afterwards. */
  readonly hasRoutes = $derived.by(() => (this.list.value?.rows ?? []).some(({ driverId }) => driverId !== null));
  readonly #filtered = $derived.by(() => readFilter(this.filter, this.fields));
  readonly rows = $derived.by(() => {
    const isShown = this.narrowing();
    const all = this.begun?.rows ?? this.#read;
    return this.#fit(isShown === null ? all : all.filter(isShown));
  });
  /** Ids of all stops that fit the filter, whatever the list is narrowed to; null: nothing is typed. */
  readonly fitting = $derived.by((): ReadonlySet<string> | null =>
    this.filter.trim() === '' ? null : setOf(this.#fit(this.#read).map(({ id }) => id)),
  );
  /** The columns by which the list is filtered. */
  readonly terms = $derived.by(() => this.#filtered.terms.filter(({ value, isWhole }) => isWhole || value !== ''));
  /** How the table is arranged. */
  readonly view: TableView<StopRow>;
  /** The first stops, shown until all have been read. Null: all have been, or another order than theirs is asked for. */
  readonly begun = $derived.by((): Listing<StopRow> | null => {
    const first = this.list.value === undefined && this.list.error === null ? (this.#pages?.first ?? null) : null;
    return this.view.order === null && this.view.grouping === null ? first : null;
  });
  readonly total = $derived.by(() => (this.list.value ?? this.begun)?.total ?? 0);
  /** How many stops are shown, and how many there are. */
  readonly counts = $derived.by(() => {
    const ends = this.#read.filter((row) => !isStop(row)).length;
    const shown = this.rows === this.#read ? this.rows.length - ends : this.rows.filter(isStop).length;
    return { shown, total: this.total - ends };
  });
  /** Marked rows are shown; others may be hidden by the filter. */
  readonly hasMarks = $derived.by(() => this.marked.size > 0 && this.rows.some(({ id }) => this.marked.has(id)));
  /** The rows an action applies to: the marked ones, else the selected one. The ends of a route are not stops. */
  readonly chosen = $derived.by(() =>
    this.rows.filter(({ id }) => (this.hasMarks ? this.marked.has(id) : id === this.selected)).filter(isStop),
  );
  /** The row that Enter opens from the filter. An open form stays, so there is none while it is open. */
  readonly hit = $derived.by(() =>
    this.beside.kind === 'form'
      ? undefined
      : hitOf(this.view.shown ?? this.rows, this.filter, ({ id }) => id, this.selected),
  );
  /** The stop in the details. Those of a row that the filter hides close. */
  readonly shown = $derived.by(() => {
    const isListed = (rows: readonly StopRow[]) => rows.some(({ id }) => id === this.selected);
    const isHidden = isListed(this.list.value?.rows ?? []) && !isListed(this.rows);
    return isHidden ? null : this.selected;
  });

  /** What the form or the details take of the width, in CSS pixels; 0: neither is open. */
  readonly widthBeside = $derived.by(() => {
    if (this.beside.kind === 'form') return formWidth;
    return this.beside.kind === 'detail' && this.shown !== null ? paneWidth : 0;
  });

  readonly #pages: ListPages<StopRow> | null;

  /** @param pages from which the list is read, if it may be long */
  constructor(planId: string, list: Live<Listing<StopRow>>, pages: ListPages<StopRow> | null = null) {
    this.planId = planId;
    this.list = list;
    this.#pages = pages;
    this.actions = new StopActions(planId);
    const isUnassigned = planId === unassignedPlace;
    this.view = new TableView({
      name: () => (isUnassigned ? 'unassigned' : 'stops'),
      columns: () => this.columns,
      usual: () => usualColumns(this.isNarrow),
      groupings: stopGroupings(
        isUnassigned,
        () => this.clock.zone,
        () => this.driverIds,
      ),
      usualGroup: () => (this.hasRoutes ? 'driver' : null),
      filter: { get: () => this.filter, set: (text) => (this.filter = text) },
      fileName: () => this.fileName,
    });
    this.cells = new CellEditing({
      all: () => this.list.value?.rows,
      columns: () => this.#editableColumns,
      clock: () => this.clock,
      table: () => this.table,
      select: (id) => (this.selected = id),
      list: (id) => this.#list(id),
      save: (steps) => this.actions.edit(steps, (count, shortcut) => t('assign.edited', { count, shortcut })),
    });
  }

  /** @returns those of the rows that fit the filter: the columns that it names, and its words */
  #fit(rows: readonly StopRow[]): readonly StopRow[] {
    const { text, terms } = this.#filtered;
    const ofColumns = terms.length === 0 ? rows : rows.filter(termsFit(terms));
    return text.trim() === '' ? ofColumns : narrowed(ofColumns, text, stopFits);
  }

  /** Shows all rows again if the filter, or what the list is narrowed to, hides this one. */
  #list(id: string): void {
    const isHidden = () => !this.rows.some((row) => row.id === id);
    if (isHidden()) this.filter = '';
    if (isHidden()) this.widen();
  }

  readonly suggest = (filter: string) => suggestions(filter, this.fields, this.list.value?.rows ?? []);

  dropTerm(term: FilterTerm<StopRow>): void {
    this.filter = withoutTerm(this.filter, term);
  }

  /** What looks odd about a stop, as texts. */
  readonly hintsOf = (id: string): string[] => (this.#hints.get(id) ?? []).map((hint) => hintWords[hint]);

  /** What looks odd about the stop that is edited or corrected in the form. */
  readonly hintsOfForm = (stopId: string | null, entryId: string | null): string[] => {
    const id = stopId ?? (entryId === null ? undefined : this.#read.find((row) => row.entryId === entryId)?.id);
    return id === undefined ? [] : this.hintsOf(id);
  };

  /** How many of the listed stops look odd. */
  readonly hintCount = $derived.by(() => this.#hints.size);

  /** Filters the list to the stops that look odd. */
  readonly showHints = (): void => {
    const field = this.fields.find(({ id }) => id === 'hint');
    if (field === undefined) return;
    const texts = setOf([...this.#hints.values()].map((hints) => hintText(hints) ?? ''));
    this.filter = [...texts].reduce((filter, text) => withTerm(filter, field, text), '');
  };

  readonly nameOf = (id: string): string =>
    this.list.value?.rows.find((row) => row.id === id)?.recipientName ?? t('stops.noRecipient');

  openForm(what: Partial<FormFor>): void {
    this.beside = { kind: 'form', entryId: null, stopId: null, draftId: null, ...what };
  }

  /** An open form stays open, so that its input is not lost. */
  newStop(): void {
    if (this.beside.kind !== 'form') this.openForm({});
  }

  openDetail(): void {
    if (this.beside.kind !== 'form') this.beside = { kind: 'detail' };
  }

  openHit(): void {
    if (this.hit === undefined) return;
    this.selected = this.hit.id;
    this.openDetail();
    this.table?.focus();
  }

  closeBeside(): void {
    this.beside = { kind: 'nothing' };
    this.table?.focus();
  }

  /** Closes the details of a stop that was deleted or moved from here, and leaves the focus where it is. */
  dropDetail(): void {
    if (this.beside.kind === 'detail') this.beside = { kind: 'nothing' };
  }

  /** @param read fetches the list from the service */
  async refresh(read: () => Promise<unknown>): Promise<void> {
    await toasts.attempt('stops.refresh', read);
  }

  async remove(ids: readonly string[]): Promise<void> {
    const [only] = ids;
    await this.actions.remove(ids, ids.length === 1 && only !== undefined ? this.nameOf(only) : null);
    this.#done();
  }

  askWhere(ids: readonly string[]): void {
    this.moving = ids;
    this.moveOpen = true;
  }

  async move(to: { id: string; title: string }, ids: readonly string[] = this.moving): Promise<void> {
    await this.actions.move(ids, to);
    this.#done();
  }

  /** The stops are to wait for a plan. */
  async unassign(ids: readonly string[] = this.moving): Promise<void> {
    await this.actions.unassign(ids);
    this.#done();
  }

  /** Opens the dialog that moves the chosen stops. */
  moveChosen(rows: readonly StopRow[] = this.chosen): void {
    if (this.movable && rows.length > 0) this.askWhere(rows.map(({ id }) => id));
  }

  /** Opens a dialog about the chosen stops. Stops without a plan have no drivers, and are edited one by one. */
  ask(what: 'assign' | 'edit', rows: readonly StopRow[] = this.chosen): void {
    if (this.planId === unassignedPlace || rows.length === 0) return;
    this.asking = { what, rows };
    this.askOpen = true;
  }

  /** @param driver null: any driver of the plan */
  async assign(rows: readonly StopRow[], driver: { id: string; name: string } | null): Promise<void> {
    await this.#edit(rows, { allowedDrivers: driver === null ? [] : [driver.id] }, (count, shortcut) =>
      driver === null
        ? t('assign.freed', { count, shortcut })
        : t('assign.assigned', { count, shortcut, driver: driver.name }),
    );
  }

  async editMany(rows: readonly StopRow[], change: ManyChange): Promise<void> {
    await this.#edit(rows, change, (count, shortcut) => t('assign.edited', { count, shortcut }));
  }

  async #edit(rows: readonly StopRow[], change: ManyChange, said: Said): Promise<void> {
    const steps = stepsOf(rows, change);
    if (steps.length === 0) toasts.show('info', 'stops.edited', t('assign.unchanged'));
    await this.actions.edit(steps, said);
    takeKeys(this.table);
  }

  /** Deletes the chosen stops that can be deleted, and says why others stay. */
  async removeChosen(): Promise<void> {
    const why = whyLeft(this.chosen);
    if (why !== null) toasts.show('info', 'stops.left', why);
    const { rows } = editableOf(this.chosen);
    if (rows.length > 0) await this.remove(rows.map(({ id }) => id));
  }

  unmark(): void {
    this.marked = none;
  }

  /** The columns on screen whose cells can be edited, in their order. Stops without a plan are edited in the form. */
  get #editableColumns(): EditableColumn[] {
    return this.planId === unassignedPlace ? [] : this.view.columns.map(({ id }) => id).filter(isEditableColumn);
  }

  /** Edits the first cell of the chosen row, or says why it cannot be edited. */
  #editChosen(rows: readonly StopRow[]): void {
    const [row, second] = rows;
    if (second !== undefined) this.ask('edit', rows);
    if (row === undefined || second !== undefined || this.planId === unassignedPlace || this.cells.edit(row)) return;
    toasts.show('info', 'stops.cell', whyLeft([row]) ?? t('stops.noCell'));
  }

  readonly #letters = new LetterKeys<readonly StopRow[]>(() => this.chosen, {
    a: (rows) => this.ask('assign', rows),
    e: (rows) => this.#editChosen(rows),
    m: (rows) => this.moveChosen(rows),
  });

  /** Keys on the table: A, E, M, Delete, F2 and undo. */
  readonly keydown = (event: KeyboardEvent): void => {
    if (event.target !== this.table || event.defaultPrevented) return;
    const isLetter = this.#letters.take(event);
    const undoes = event.key.toLowerCase() === 'z' && primaryHeld(event) && !event.shiftKey;
    const [first] = this.chosen;
    if (undoes) void this.actions.undo();
    else if (event.key === 'Delete' && first !== undefined) void this.removeChosen();
    else if (event.key === 'F2' && first !== undefined && this.chosen.length === 1) this.#changeRow(first);
    else if (event.key === 'F2' && this.chosen.length > 1) this.ask('edit');
    else if (!isLetter) return;
    event.preventDefault();
  };

  /** Opens the form for a row, or says why not: as a correction while the stop is unsent, as an edit otherwise. */
  #changeRow(row: StopRow): void {
    const [entryId, why] = [unsentEntry(row), whyLeft([row])];
    if (entryId !== null) this.openForm({ entryId });
    else if (why !== null) toasts.show('info', 'stops.left', why);
    else if (row.change !== 'move') this.openForm({ stopId: row.id });
  }

  #done(): void {
    this.unmark();
    takeKeys(this.table);
  }
}
