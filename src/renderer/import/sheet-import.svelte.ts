/**
 * The logic of an import: the file's rows, the column mapping, the records made of them, their problems and duplicates,
 * and saving the good ones. Nothing is saved until every record is good or skipped.
 */
import type { Choices } from './item.ts';
import type { AppError } from '../../shared/errors.ts';
import type { ImportWork, SheetReport } from '../../shared/imports.ts';
import { asAppError, backend } from '../lib/backend.ts';
import { errorLine } from '../lib/error-text.ts';
import type { TakeFirst } from '../lib/sheet/first-rows.ts';
import type { ReadFile, SheetResult } from '../lib/sheet/read-sheet.ts';
import { reportOf } from '../lib/sheet/report.ts';
import type { SheetChoices } from '../lib/sheet/sheet-choices.ts';
import { t } from '../../messages/index.ts';
import { CheckedRecords } from './checked-records.svelte.ts';
import { added, keysOf, mapOf, none, without } from './import-rows.ts';
import { asKeptNow, ImportKeeper, readKept, type SheetRows } from './keep-import.ts';
import type { ImportNoun } from './noun.ts';
import { rememberColumns } from './remembered.ts';
import { saveParts } from './save-parts.ts';
import type { TypedTexts } from './typed-texts.svelte.ts';

/** What the person has done with the rows of a file. */
interface Done {
  typed: TypedTexts['by'];
  chosen: Choices;
}
const nothingDone: Done = { typed: none(), chosen: none() };

export class SheetImport extends CheckedRecords {
  /** Why saving stopped. */
  failure = $state.raw<string | null>(null);
  /** Number of records saved so far. */
  saved = $state(0);
  /** Why the work on the import could not be saved on this computer. */
  keepError = $state.raw<AppError | null>(null);
  /** Number of completed attempts to save. */
  #tries = 0;
  /** The user has done something worth saving. */
  #isTouched = false;
  /** The file, to read it in another way; null: a saved import, of which only the rows are kept. */
  #file: Blob | null = null;
  #choices: SheetChoices = {};
  readonly #readFile: ReadFile;
  readonly #keeper = new ImportKeeper({
    rows: () => this.sheet.rows,
    work: () => this.#workToKeep(),
    kept: (error) => (this.keepError = error),
  });

  constructor(noun: ImportNoun, readFile: ReadFile) {
    super(noun);
    this.#readFile = readFile;
  }

  async read(file: Blob, name: string): Promise<void> {
    const work = ++this.turn;
    this.step = 'reading';
    this.problem = null;
    this.name = name;
    this.sheet.firstRows = [];
    const result = await this.#reading(file, undefined, (rows) => {
      if (work === this.turn) this.sheet.firstRows = rows;
    });
    if (work !== this.turn) return;
    if (result.kind === 'problem') {
      this.problem = result.problem;
      this.step = 'choose';
      return;
    }
    this.#file = file;
    this.#choices = {};
    this.#keeper.begin();
    await this.#beginFile(result, nothingDone);
  }

  /** Reads the file again as the person says. What was done stays with the lines, unless another sheet is read. */
  async readAs(more: SheetChoices): Promise<void> {
    const file = this.#file;
    if (file === null || this.isFixed()) return;
    const work = ++this.turn;
    const choices = 'sheet' in more ? more : { ...this.#choices, ...more };
    const result = await this.#reading(file, choices);
    if (work !== this.turn || this.isFixed()) return;
    if (result.kind === 'problem') {
      // Everything stays as it is, and what was being checked is checked from the beginning.
      this.failure = t('imports.notReadSo', { why: t(`imports.problem.${result.problem}`) });
      await this.setColumns(this.sheet.columns);
      return;
    }
    this.#choices = choices;
    const done = 'sheet' in more ? nothingDone : { typed: this.typed.by, chosen: this.chosen };
    await this.#keeper.forget();
    await this.#beginFile(result, done);
    if (done.typed.size + done.chosen.size > 0) this.touched();
  }

  #reading(file: Blob, choices?: SheetChoices, takeFirst?: TakeFirst): Promise<SheetResult> {
    return this.#readFile(file, choices, takeFirst).catch((): SheetResult => ({ kind: 'problem', problem: 'gone' }));
  }

  async #beginFile({ rows, report, how }: Extract<SheetResult, { kind: 'rows' }>, { typed, chosen }: Done) {
    this.#begin(rows, this.name, report ?? reportOf(rows));
    this.typed.begin(typed);
    this.chosen = chosen;
    this.sheet.how = how ?? null;
    const { importColumns } = await backend.settings.get();
    await this.setColumns(this.sheet.firstColumns(importColumns));
    if (chosen.size > 0) await this.readExisting([...chosen.keys()]);
  }

  /** Resumes a saved import. @throws AppError `record.not-found` */
  async goOn(id: string): Promise<void> {
    const turn = ++this.turn;
    this.step = 'reading';
    const found = await readKept(id).catch((error: unknown) => {
      if (turn === this.turn) this.step = 'choose';
      throw error;
    });
    if (turn !== this.turn) return;
    const { work, report } = asKeptNow(this.noun, found);
    if (work.place !== '') this.noun.takePlace?.(work.place);
    this.#begin(found.rows, work.name, report);
    this.#file = null;
    this.#keeper.begin(id);
    this.#isTouched = true;
    this.typed.begin(mapOf(work.corrected));
    this.taken = [...work.taken];
    this.saved = work.taken.length;
    this.#tries = work.tries ?? 0;
    this.chosen = mapOf(work.chosen);
    this.refused = mapOf(work.rejected);
    await this.setColumns(this.sheet.goOn(work));
    await this.readExisting(this.items.map(({ key }) => key));
  }

  /** Whether the import will be offered again after closing. */
  get isKept(): boolean {
    return this.#isTouched && this.#keeper.importId !== null;
  }

  /** Saves the work before the dialog or the window closes. */
  leave(): Promise<void> {
    return this.#keeper.now();
  }

  /** Stops what is still being checked, once the dialog is closed. */
  end(): void {
    this.turn += 1;
    this.booked.end();
    // Rows that were shown while the work was kept.
    void this.#keeper.leaveRows();
    this.noun.existing.begin();
  }

  /** Validates all records again: what their fields mean has changed, as with another depot. */
  checkAgain(): void {
    if (this.step !== 'review' || this.isSaving) return;
    // The depot is kept with the work.
    if (this.#isTouched) this.#keeper.soon();
    void this.setColumns(this.sheet.columns);
  }

  /** Starts with another file; the work on this one stays saved. Ignored while saving: the rows of both have the same keys. */
  async again(): Promise<void> {
    if (this.isSaving) return;
    await this.leave();
    this.end();
    this.step = 'choose';
    this.sheet.begin([], reportOf([]));
    this.looks.begin();
    [this.items, this.progress] = [[], null];
  }

  /** Saves the good records in parts. @returns whether all are saved */
  async save(): Promise<boolean> {
    if (this.isSaving || this.isComparing || this.progress !== null) return false;
    if (this.bad.length > 0 || this.good.length === 0) return false;
    // Set before the first await, so that a second click sees it.
    this.isSaving = true;
    const [before, count] = [this.taken.length, this.good.length];
    try {
      return await this.#save();
    } catch (error) {
      const done = this.taken.length - before;
      this.failure = t(`${this.noun.words}.stoppedAt`, { done, count, why: errorLine(asAppError(error)) });
      return false;
    } finally {
      this.saved += this.taken.length - before;
      this.progress = null;
      // At once: to make the rows of all others again after each part would hold up the window.
      this.items = without(this.items, this.taken);
      this.step = 'review';
      this.isSaving = false;
      this.#tries += 1;
      if (this.#isTouched) this.#keeper.soon();
      await this.booked.settled();
    }
  }

  async #save(): Promise<boolean> {
    const changing = this.changing;
    const fresh = this.good.filter(({ change }) => change === null);
    // A record that repeats another one of the file would look like none once that one is saved.
    this.chosen = added(
      this.chosen,
      this.leftOut.map(({ item }) => [item.key, 'out'] as const),
    );
    // The import is saved first, so that main can record each part in it; after a crash between two parts, the resumed
    // import knows what is done.
    this.#isTouched = true;
    await this.#keeper.now();
    const { gesture } = this.#keeper;
    this.step = 'importing';
    this.failure = null;
    await rememberColumns(this.noun, this.sheet);
    const refusedCount = await saveParts({
      ...{ noun: this.noun, name: this.name, importId: gesture, attempt: this.#tries, changing, fresh },
      progress: (progress) => (this.progress = progress),
      taken: (rows) => {
        this.taken.push(...keysOf(rows));
        this.takenLines.push(...rows.flatMap(({ item }) => item.lines));
      },
      refused: (why) => {
        if (why.size > 0) this.refused = added(this.refused, [...why]);
      },
    });
    if (refusedCount > 0) {
      this.failure = t(`${this.noun.words}.someRefused`, { count: refusedCount });
      return false;
    }
    // Everything is saved; nothing is left to resume. Main keeps the rows until its user has seen how they ended.
    this.#isTouched = false;
    try {
      await this.#keeper.finish(keysOf(changing));
    } catch (error) {
      this.keepError = asAppError(error);
    }
    return true;
  }

  #begin(rows: SheetRows, name: string, report: SheetReport): void {
    this.name = name;
    this.booked.begin();
    this.sheet.begin(rows, report);
    this.chosen = none();
    this.noun.existing.begin();
    this.looks.begin();
    [this.failure, this.keepError] = [null, null];
    this.saved = 0;
    this.filter = 'all';
    this.refused = none();
    this.typed.begin();
    this.taken = [];
    this.takenLines.length = 0;
    this.#tries = 0;
    this.#isTouched = false;
  }

  protected touched(): void {
    this.#isTouched = true;
    this.#keeper.soon();
  }

  protected allShown(): void {
    this.#keeper.rowsSoon();
  }

  #workToKeep(): ImportWork | null {
    // During saving, main records the progress.
    if (!this.#isTouched || this.step !== 'review') return null;
    return this.workOf(this.taken, this.#tries);
  }
}
