/**
 * The records that the rows of a file make: validated with their corrections, in time slices, and again whenever their
 * user changes something.
 */
import { inSlices, stepsInSlices } from '../lib/in-slices.ts';
import { setOf } from '../lib/sets.ts';
import type { SheetProblem } from '../lib/sheet/read-sheet.ts';
import { textOf, type Columns, type ItemField } from './fields.ts';
import { checkedItem } from './group.ts';
import { HowRead } from './how-read.svelte.ts';
import { added, lacking, none, only, withRow, without } from './import-rows.ts';
import type { Choice, ImportItem } from './item.ts';
import type { IsWanted } from './noun.ts';
import type { TypedTexts } from './typed-texts.svelte.ts';

export type ImportStep = 'choose' | 'reading' | 'review' | 'importing';

/** Records that are checked in one go: the first ones of a large file, or those that a correction fills. */
const atOnce = 200;

export abstract class CheckedRecords extends HowRead {
  step = $state<ImportStep>('choose');
  problem = $state.raw<SheetProblem | null>(null);
  /** Progress of validation or saving. */
  progress = $state.raw<{ done: number; count: number } | null>(null);
  /** Lines of the file that are in saved records: they are in no other record, however the rows are joined now. */
  protected readonly takenLines: number[] = [];
  /** Counts files and checks of all their records: nobody wants the result of an earlier one. */
  protected turn = 0;
  /** Records as their rows make them, by the corrected ones. */
  readonly #asRead = new WeakMap<ImportItem, ImportItem>();

  /** All records of the file are shown, and can be corrected. */
  protected abstract allShown(): void;

  /** Rebuilds the records and validates them in time slices; corrections are kept. */
  async setColumns(columns: Columns): Promise<void> {
    const work = ++this.turn;
    this.sheet.columns = columns;
    const typed = this.typed.by;
    this.progress = { done: 0, count: this.sheet.rows.length };
    const isWanted = () => work === this.turn;
    const items = await this.#itemsOfRows(isWanted);
    if (items === null || !isWanted()) return;
    if (this.step === 'reading' && items.length > atOnce) await this.#showFirst(items, isWanted);
    const checked: ImportItem[] = [];
    const isCurrent = await inSlices(items, (item) => checked.push(this.#checked(item)), {
      progress: (done) => (this.progress = { done, count: items.length }),
      isWanted,
    });
    if (!isCurrent || !(await this.#showAll(checked, typed, isWanted))) return;
    this.progress = null;
    this.allShown();
    await this.looks.during(() => this.noun.existing.lookUp(() => this.items, isWanted));
  }

  /** The first rows of a large file are shown while the others are checked. */
  async #showFirst(items: readonly ImportItem[], isWanted: IsWanted): Promise<void> {
    const checked: ImportItem[] = [];
    const first = items.slice(0, atOnce);
    const check = (item: ImportItem) => checked.push(this.#checked(item));
    if (!(await inSlices(first, check, { progress: () => undefined, isWanted })) || !isWanted()) return;
    this.items = checked;
    this.progress = { done: 0, count: items.length };
    this.step = 'review';
  }

  /**
   * Shows all records. The first ones may be corrected until then, and are validated again.
   *
   * @param typed the corrections when they were validated
   * @returns false when nobody wants them any more
   */
  async #showAll(checked: ImportItem[], typed: TypedTexts['by'], isWanted: IsWanted): Promise<boolean> {
    let known = typed;
    while (isWanted()) {
      const [before, now] = [known, this.typed.by];
      let at = 0;
      const checkAgain = (item: ImportItem) => {
        if (before.get(item.key) !== now.get(item.key)) checked[at] = this.#checked(item);
        at += 1;
      };
      if (before !== now) await inSlices(checked, checkAgain, { progress: () => undefined, isWanted });
      known = now;
      const take = () => {
        this.items = checked;
        this.step = 'review';
      };
      if (await this.booked.show(checked, take, () => isWanted() && now === this.typed.by)) return isWanted();
    }
    return false;
  }

  /** Corrects a field. This also accepts contradictions between the record's rows. */
  correct(key: string, field: ItemField, value: string): void {
    void this.fill([key], field, value);
  }

  /** Corrects a field of several records in one step. */
  fill(keys: readonly string[], field: ItemField, value: string): Promise<void> {
    if (this.isSaving) return Promise.resolve();
    const texts = only(this.items, keys).map(({ key, fields }) => ({ key, field, value, was: textOf(fields, field) }));
    this.typed.set(texts);
    return this.#checkAgain(keys);
  }

  /** Undoes the last correction. @returns the key of the first record that it concerned; null: there was none */
  async undo(): Promise<string | null> {
    if (this.step !== 'review' || this.isSaving) return null;
    const keys = this.typed.undo();
    const [key] = keys;
    if (key === undefined) return null;
    // Rows that are joined otherwise now are made from the file again.
    const areThere = this.progress === null && only(this.items, keys).length === keys.length;
    await (areThere ? this.#checkAgain(keys) : this.#checkAll());
    return key;
  }

  choose(keys: readonly string[], choice: Choice): void {
    if (this.isSaving) return;
    const choices = keys.map((key) => [key, choice] as const);
    this.booked.change(keys, () => {
      this.chosen = added(this.chosen, choices);
      // A new choice clears an earlier rejection.
      this.refused = lacking(this.refused, keys);
    });
    this.touched();
    if (choice === 'change') void this.readExisting(keys);
  }

  /** Looks up on the service what is unknown here. */
  async askService(): Promise<void> {
    const work = this.turn;
    const isWanted = () => work === this.turn;
    await this.looks.during(() => this.noun.existing.ask(() => this.items, isWanted));
  }

  /** The records that are not saved yet; null: nobody wants them any more, or a row is missing: the file is rejected. */
  async #itemsOfRows(isWanted: IsWanted): Promise<ImportItem[] | null> {
    try {
      const items = await stepsInSlices(this.sheet.itemSteps(this.typed.by, setOf(this.takenLines)), isWanted);
      if (items === undefined) return null;
      // Of a resumed import only the keys are known.
      if (this.taken.length === 0) return items;
      for (const { lines } of only(items, this.taken)) this.takenLines.push(...lines);
      return without(items, this.taken);
    } catch {
      this.problem = 'incomplete';
      this.step = 'choose';
      this.progress = null;
      return null;
    }
  }

  /** Validates a record as its rows make it, with its corrections. @param item it may be validated already */
  #checked(item: ImportItem): ImportItem {
    const corrections = this.typed.by.get(item.key);
    const asRead = this.#asRead.get(item) ?? item;
    const checked = withRow(checkedItem(this.noun, asRead, corrections), this.noun);
    if (corrections !== undefined) this.#asRead.set(checked, asRead);
    return checked;
  }

  /** Validates records whose corrections have changed. What was rejected is different now. */
  #checkAgain(keys: readonly string[]): Promise<void> {
    if (keys.length > atOnce) {
      this.refused = lacking(this.refused, keys);
      return this.#checkAll();
    }
    this.touched();
    const changed = added(
      none<string, ImportItem>(),
      only(this.items, keys).map((item) => [item.key, this.#checked(item)] as const),
    );
    const change = () => {
      this.refused = lacking(this.refused, keys);
      this.items = this.items.map((item) => changed.get(item.key) ?? item);
    };
    this.booked.change(keys, change, changed);
    // Else a record could leave right after a correction has made it a double.
    void this.looks.during(() => this.noun.existing.lookSoon(() => this.items));
    return Promise.resolve();
  }

  /** Makes all records again, with what the person has done. */
  #checkAll(): Promise<void> {
    this.touched();
    return this.setColumns(this.sheet.columns);
  }

  /** Reads the existing records that rows will update. */
  protected async readExisting(keys: readonly string[]): Promise<void> {
    const work = this.turn;
    const isWanted = () => work === this.turn;
    const wanted = setOf(keys);
    const items: ImportItem[] = [];
    const take = (item: ImportItem) => {
      if (wanted.has(item.key) && this.chosen.get(item.key) === 'change') items.push(item);
    };
    try {
      const areThere = await inSlices(this.items, take, { progress: () => undefined, isWanted });
      if (areThere) await this.noun.existing.read(items, isWanted);
    } finally {
      this.existingReads += 1;
    }
  }
}
