/** View state of a list of stops: the stops of a plan, or those without a plan. */
import type { Listing } from '../../shared/contract.ts';
import { isStop, type StopRow } from '../../shared/stops.ts';
import type { Live } from '../lib/live.svelte.ts';
import { primaryHeld } from '../lib/shortcuts.ts';
import { t } from '../../messages/index.ts';
import { formWidth, paneWidth } from '../ui/pane-widths.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import { StopActions } from './stop-actions.svelte.ts';
import { hitOf, narrowed } from '../lib/filter.ts';
import { stopFits, unsentEntry } from './stop-words.ts';

/** What the form opens for: a new stop when all are null. */
interface FormFor {
  entryId: string | null;
  stopId: string | null;
  draftId: string | null;
}

type Beside = { kind: 'nothing' } | { kind: 'detail' } | ({ kind: 'form' } & FormFor);

/** No row is marked. */
const none: ReadonlySet<string> = new Set();

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
  table = $state<HTMLDivElement | null>(null);
  /** What the other views of the plan narrow the list to, such as one route; null: to nothing. */
  narrowing: () => ((row: StopRow) => boolean) | null = () => null;
  readonly rows = $derived.by(() => {
    const isShown = this.narrowing();
    const all = this.list.value?.rows ?? [];
    return narrowed(isShown === null ? all : all.filter(isShown), this.filter, stopFits);
  });
  readonly total = $derived.by(() => this.list.value?.total ?? 0);
  /** How many stops are shown, and how many there are. */
  readonly counts = $derived.by(() => {
    const ends = (this.list.value?.rows ?? []).filter((row) => !isStop(row)).length;
    return { shown: this.rows.filter(isStop).length, total: this.total - ends };
  });
  /** The rows an action applies to: the marked ones, else the selected one. The ends of a route are not stops. */
  readonly chosen = $derived.by(() =>
    this.rows.filter(({ id }) => (this.marked.size > 0 ? this.marked.has(id) : id === this.selected)).filter(isStop),
  );

  /** The row that Enter opens from the filter. An open form stays, so there is none while it is open. */
  readonly hit = $derived.by(() =>
    this.beside.kind === 'form' ? undefined : hitOf(this.rows, this.filter, ({ id }) => id, this.selected),
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

  constructor(planId: string, list: Live<Listing<StopRow>>) {
    this.planId = planId;
    this.list = list;
    this.actions = new StopActions(planId);
  }

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

  async move(to: { id: string; title: string }): Promise<void> {
    await this.actions.move(this.moving, to);
    this.#done();
  }

  removeChosen(): Promise<void> {
    return this.remove(this.chosen.map(({ id }) => id));
  }

  unmark(): void {
    this.marked = none;
  }

  /** Keys on the table: Delete, F2 and undo. */
  readonly keydown = (event: KeyboardEvent): void => {
    if (event.target !== this.table || event.defaultPrevented) return;
    const undoes = event.key.toLowerCase() === 'z' && primaryHeld(event) && !event.shiftKey;
    const [first] = this.chosen;
    if (undoes) void this.actions.undo();
    else if (event.key === 'Delete' && first !== undefined) void this.removeChosen();
    else if (event.key === 'F2' && first !== undefined && this.chosen.length === 1) this.#changeRow(first);
    else return;
    event.preventDefault();
  };

  /** Opens the form for a row: as a correction while the stop is unsent, as an edit otherwise. */
  #changeRow(row: StopRow): void {
    const entryId = unsentEntry(row);
    if (entryId !== null) this.openForm({ entryId });
    else if (row.change !== 'delete' && row.change !== 'move') this.openForm({ stopId: row.id });
  }

  #done(): void {
    this.unmark();
    this.table?.focus();
  }
}
