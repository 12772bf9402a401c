/** The logic of editing one cell of the table of stops in its place. */
import type { StopRow } from '../../shared/stops.ts';
import { clockWithoutDay, type DepotClock } from '../../shared/zones.ts';
import { t } from '../../messages/index.ts';
import { ManyForm, type ManyField } from './many-form.svelte.ts';
import type { ManyChange } from './many-edits.ts';

/** The columns whose cells can be edited. */
const fieldOf = {
  window: 'window',
  packages: 'packages',
  notes: 'notes',
  allowedDrivers: 'drivers',
} as const satisfies Readonly<Record<string, ManyField>>;
export type EditableColumn = keyof typeof fieldOf;

export const isEditableColumn = (id: string): id is EditableColumn => Object.hasOwn(fieldOf, id);

/** The window as it is typed: `09:00-12:00`, `09:00-`, `-12:00`. */
const windowTyped = ({ earliest, latest }: Pick<StopRow, 'earliest' | 'latest'>): string =>
  earliest === null && latest === null ? '' : `${earliest ?? ''}-${latest ?? ''}`;

/** Both fields of the form from one text: `9-12`, `9`, `9-` or `-12`. */
function endsOf(typed: string): { earliest: string; latest: string } {
  const text = typed.trim();
  const dash = /^[-–—]\s*|\s*[-–—]$/;
  if (!dash.test(text) || text.length === 1) return { earliest: text, latest: '' };
  const end = text.replace(dash, '');
  return /^[-–—]/.test(text) ? { earliest: '', latest: end } : { earliest: end, latest: '' };
}

export class CellEdit {
  /** The row as it was when editing began: the base for detecting edits by colleagues. */
  readonly row: StopRow;
  readonly column: EditableColumn;
  readonly #form: ManyForm;
  readonly #before: string;
  /** What is typed; of the allowed drivers `drivers`. */
  text = $state('');
  drivers = $state<string[]>([]);
  /** How often its user was brought back to it. */
  calls = $state(0);
  /** Why what is typed cannot be saved, once saving was tried. */
  readonly problem = $derived.by(() => this.#form.problems[fieldOf[this.column]] ?? null);

  /** Which of two times is meant, when the clock shows an end of the typed window twice that day. */
  readonly note = $derived.by(() => (this.column === 'window' ? this.#form.note : null));

  /** @param clock on which the window is read: the depot's, with the plan's day */
  constructor(row: StopRow, column: EditableColumn, clock: () => DepotClock = clockWithoutDay) {
    this.row = row;
    this.column = column;
    this.#form = new ManyForm([row], clock);
    this.#form.on[fieldOf[column]] = true;
    const texts = { window: windowTyped(row), packages: String(row.packageCount ?? ''), notes: row.notes ?? '' };
    this.text = column === 'allowedDrivers' ? '' : texts[column];
    this.drivers = [...row.allowedDrivers];
    this.#before = this.#typed;
    this.type(this.text);
  }

  get #typed(): string {
    return JSON.stringify([this.text, this.drivers]);
  }

  get isChanged(): boolean {
    return this.#typed !== this.#before;
  }

  /**
   * Whether its stop is not among these any more, so that nothing can be saved.
   *
   * @param rows all stops of the plan; undefined: not known yet
   */
  isLost(rows: readonly StopRow[] | undefined): boolean {
    const { id } = this.row;
    // The service may have given the stop its id meanwhile.
    return rows !== undefined && !rows.some((row) => row.id === id || row.localId === id);
  }

  get #said(): { name: string; typed: string } {
    return { name: this.row.recipientName ?? t('stops.noRecipient'), typed: this.text.trim() };
  }

  /** What is said when the cell ends because its stop is gone; null: nothing was typed. */
  get goneWords(): string | null {
    const { name, typed } = this.#said;
    if (!this.isChanged) return null;
    return typed === '' ? t('stops.cellGone', { name }) : t('stops.cellGoneTyped', { name, typed });
  }

  /** What is said when it could not be saved while another cell is edited. */
  get failedWords(): string {
    const { name, typed } = this.#said;
    return typed === '' ? t('stops.cellFailed', { name }) : t('stops.cellFailedTyped', { name, typed });
  }

  type(text: string): void {
    this.text = text;
    switch (this.column) {
      case 'window':
        Object.assign(this.#form, endsOf(text));
        break;
      case 'packages':
        this.#form.packageCount = text;
        break;
      case 'notes':
        this.#form.notes = text;
        break;
      case 'allowedDrivers':
        break;
    }
  }

  /** @returns what to change; null: it is not valid, and `problem` says why */
  take(): ManyChange | null {
    this.#form.drivers = this.drivers;
    return this.#form.take();
  }
}
