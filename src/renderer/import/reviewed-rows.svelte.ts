/** The records of a file as the person sees them: ready, to correct, duplicate, skipped. */
import type { ImportWork } from '../../shared/imports.ts';
import { BookedRows, type RowSource } from './booked-rows.svelte.ts';
import { csvOf } from './csv.ts';
import { emptyBelow, sameFault } from './fill.ts';
import type { ItemField } from './fields.ts';
import { isUndecided, keysOf, kindOfFilter, none, type ImportFilter } from './import-rows.ts';
import type { Choice, Choices, ImportItem, ImportRow } from './item.ts';
import { mayBeKept } from './keep-import.ts';
import type { ImportNoun } from './noun.ts';
import { SheetReading } from './sheet-reading.svelte.ts';
import { TypedTexts } from './typed-texts.svelte.ts';

export abstract class ReviewedRows {
  readonly noun: ImportNoun;
  readonly sheet: SheetReading;
  /** Name of the file. */
  name = $state('');
  readonly typed = new TypedTexts();
  items = $state.raw<readonly ImportItem[]>([]);
  /** The user's choices by record key. */
  chosen = $state.raw<Choices>(none());
  filter = $state<ImportFilter>('all');
  /** Why main rejected the change of a record, or the service a record that was taken back, by its key. */
  protected refused = $state.raw<ReadonlyMap<string, string>>(none());
  /** Counts reads of the existing records that rows change. */
  protected existingReads = $state(0);

  readonly #source = $derived.by((): RowSource => ({
    items: this.items,
    noun: this.noun,
    chosen: this.chosen,
    refused: this.refused,
    joining: this.sheet.joining,
    thereOf: this.noun.existing.there(),
    changeOf: (item) => this.noun.existing.changeOf(item),
    reads: this.existingReads,
  }));
  protected readonly booked = new BookedRows(() => this.#source);
  readonly all: readonly ImportRow[] = $derived.by(() => this.booked.book.rows);
  readonly #kinds = $derived.by(() => this.booked.book.kinds);
  readonly shown = $derived.by(() => {
    const kind = kindOfFilter[this.filter];
    return kind === null ? this.all : this.#kinds[kind];
  });
  readonly good = $derived(this.#kinds.good);
  readonly changing = $derived(this.#kinds.changing);
  readonly bad = $derived(this.#kinds.bad);
  readonly undecided = $derived(this.#kinds.undecided);
  readonly unchosen = $derived(this.#kinds.unchosen);
  readonly leftOut = $derived(this.#kinds.leftOut);
  readonly duplicates = $derived(this.#kinds.duplicates);
  readonly alike = $derived(this.#kinds.alike);
  readonly incomplete = $derived(this.#kinds.incomplete);
  readonly knownHere = $derived(this.#kinds.knownHere);
  /** Records that look like another one and that one choice is for: those that await it, or all where none has to. */
  readonly likeOthers = $derived.by(() => (this.noun.asksAlike ? this.unchosen : this.alike));
  /** The file is too large to survive a restart. */
  readonly isTooLargeToKeep = $derived.by(() => !mayBeKept(this.sheet.rows));

  constructor(noun: ImportNoun) {
    this.noun = noun;
    this.sheet = new SheetReading(noun);
  }

  abstract choose(keys: readonly string[], choice: Choice): void;

  /** Applies one choice to all records that already exist. */
  chooseKnown(choice: Choice): void {
    this.choose(keysOf(this.knownHere), choice);
  }

  /** Applies one choice to all records of `likeOthers`. Those that look like no existing record cannot change one. */
  chooseAlike(choice: Choice): void {
    const rows = choice === 'change' ? this.likeOthers.filter(({ mayChange }) => mayChange) : this.likeOthers;
    this.choose(keysOf(rows), choice);
  }

  /** Skips the bad records, except those that only await a decision. */
  leaveOutBad(): void {
    const bad = this.bad.filter((row) => !isUndecided(row));
    this.choose(keysOf(bad), 'out');
  }

  /** Keys of the rows below that the text of a field can fill. */
  emptyBelow(key: string, field: ItemField): string[] {
    return emptyBelow(this.all, key, field);
  }

  /** Keys of the rows with the text that a corrected field had, and with a problem there. */
  sameFault(key: string, field: ItemField): string[] {
    const before = this.typed.before(key, field);
    return before === undefined ? [] : sameFault(this.all, field, before).filter((each) => each !== key);
  }

  /**
   * What the person has done so far, to be kept.
   * @param taken keys of the records that are saved @param tries of saving
   */
  protected workOf(taken: readonly string[], tries: number): ImportWork {
    return {
      noun: this.noun.name,
      place: this.noun.place,
      name: this.name.slice(0, 1_000),
      corrected: Object.fromEntries(this.typed.by),
      chosen: Object.fromEntries(this.chosen),
      taken: [...taken],
      rejected: Object.fromEntries(this.refused),
      ...this.sheet.toKeep(),
      tries,
      bad: this.bad.length,
      good: this.good.length,
    };
  }

  /** The skipped records as a CSV file that can be imported again. */
  leftOutFile(): Promise<string> {
    return csvOf(
      this.noun,
      this.leftOut.map(({ item, problem, duplicate }) => ({ item, why: problem ?? duplicate ?? '' })),
    );
  }
}
