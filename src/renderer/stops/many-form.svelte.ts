/** The form that edits several stops at once: only the fields that are ticked change. */
import type { StopRow } from '../../shared/stops.ts';
import { clockWithoutDay, type DepotClock } from '../../shared/zones.ts';
import { trimmed } from '../lib/typed.ts';
import { t } from '../../messages/index.ts';
import { mostNotes, notesAfter, type ManyChange } from './many-edits.ts';
import { readWindow } from './stop-build.ts';
import { repeatedText, skippedText } from './window-times.ts';

export type ManyField = 'window' | 'packages' | 'notes' | 'drivers';
const manyFields: readonly ManyField[] = ['window', 'packages', 'notes', 'drivers'];

export class ManyForm {
  readonly #rows: readonly StopRow[];
  readonly #clock: () => DepotClock;
  /** The ticked fields. */
  on = $state<Record<ManyField, boolean>>({ window: false, packages: false, notes: false, drivers: false });
  earliest = $state('');
  latest = $state('');
  packageCount = $state('');
  notes = $state('');
  notesHow = $state<'replace' | 'append'>('replace');
  drivers = $state<string[]>([]);
  /** Problems are shown once saving was tried. */
  isTried = $state(false);
  readonly #read = $derived.by(() => this.#typed());
  readonly problems = $derived.by(() => (this.isTried ? this.#read.problems : {}));
  readonly isNothing = $derived.by(() => manyFields.every((field) => !this.on[field]));

  /** Which of two times is meant, when the clock shows an end of the window twice that day. */
  readonly note = $derived.by(() => {
    const { earliest, latest } = readWindow(this);
    return repeatedText(earliest, this.#clock()) ?? repeatedText(latest, this.#clock());
  });

  /**
   * @param rows the stops to edit
   * @param clock on which the window is read: the depot's, with the plan's day
   */
  constructor(rows: readonly StopRow[], clock: () => DepotClock = clockWithoutDay) {
    this.#rows = rows;
    this.#clock = clock;
  }

  /** @returns what to change; null: a field is not valid, and `problems` says why */
  take(): ManyChange | null {
    this.isTried = true;
    return this.isNothing || Object.keys(this.#read.problems).length > 0 ? null : this.#read.change;
  }

  /** The first ticked field that is not valid. */
  get firstProblem(): ManyField | undefined {
    return manyFields.find((field) => this.#read.problems[field] !== undefined);
  }

  #typed(): { change: ManyChange; problems: Partial<Record<ManyField, string>> } {
    const change: ManyChange = {};
    const problems: Partial<Record<ManyField, string>> = {};
    if (this.on.window) {
      const { earliest, latest } = readWindow(this);
      const isRead = (text: string, time: unknown) => text.trim() === '' || time !== undefined;
      const minutes = (time: typeof earliest) => (time === undefined ? null : time.hour * 60 + time.minute);
      const [from, to] = [minutes(earliest), minutes(latest)];
      if (!isRead(this.earliest, earliest) || !isRead(this.latest, latest)) problems.window = t('stopForm.notATime');
      else if (from !== null && to !== null && to < from) problems.window = t('stopForm.windowReversed');
      else {
        const skipped = skippedText(earliest, this.#clock()) ?? skippedText(latest, this.#clock());
        if (skipped !== null) problems.window = skipped;
      }
      change.window = { earliest: earliest ?? null, latest: latest ?? null };
    }
    if (this.on.packages) {
      const text = this.packageCount.trim();
      const count = /^\d+$/.test(text) ? Number(text) : null;
      if (text !== '' && count === null) problems.packages = t('stopForm.wholeNumber');
      else if (count === 0) problems.packages = t('stopForm.tooSmall', { least: 1 });
      else if (count !== null && count > mostPackages)
        problems.packages = t('stopForm.tooLarge', { most: mostPackages });
      change.packageCount = count;
    }
    if (this.on.notes) {
      const notes = { how: this.notesHow, text: trimmed(this.notes) ?? null };
      const longest = Math.max(0, ...this.#rows.map((row) => notesAfter(row.notes, notes)?.length ?? 0));
      if (notes.how === 'append' && notes.text === null) problems.notes = t('assign.notesNeeded');
      else if (longest > mostNotes) problems.notes = t('assign.notesTooLong', { count: mostNotes });
      change.notes = notes;
    }
    if (this.on.drivers) change.allowedDrivers = [...this.drivers];
    return { change, problems };
  }
}

/** resolved, Bounds on what is sent. */
const mostPackages = 10_000;
