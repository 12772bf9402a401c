/**
 * The logic of an import: the file's rows, the column mapping, the orders made of them, their problems and duplicates,
 * and saving the good ones. Nothing is saved until every order is good or skipped.
 */
import type { AppError } from '../../../shared/errors.ts';
import type { ImportWork, SheetReport } from '../../../shared/order-imports.ts';
import { asAppError, backend } from '../../lib/backend.ts';
import { errorLine } from '../../lib/error-text.ts';
import type { SheetProblem, SheetResult } from '../../lib/sheet/read-sheet.ts';
import { reportOf } from '../../lib/sheet/report.ts';
import { t } from '../../../messages/index.ts';
import type { OrderFieldName, OrderFields } from '../order-fields.ts';
import { columnsFor } from './columns.ts';
import { csvOf } from './csv.ts';
import { checkedOrder, type ImportOrder } from './group.ts';
import type { Columns, ImportField } from './import-fields.ts';
import {
  added,
  editsOf,
  fitsFilter,
  idsToChange,
  isGood,
  lacking,
  mapOf,
  newOrders,
  none,
  numbersOf,
  rowsOf,
  without,
  type Choice,
  type Choices,
  type ImportFilter,
  type ImportRow,
} from './import-rows.ts';
import { asKeptNow, ImportKeeper, mayBeKept, type SheetRows } from './keep-import.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { KnownOrders } from './known-orders.svelte.ts';
import { partOf } from './part-of.ts';
import { rememberColumns } from './remembered.ts';
import { SheetReading } from './sheet-reading.svelte.ts';

export type ImportStep = 'choose' | 'reading' | 'review' | 'importing';

const savedAtOnce = 100;

export class OrderImport {
  step = $state<ImportStep>('choose');
  problem = $state.raw<SheetProblem | null>(null);
  /** Name of the file. */
  name = $state('');
  readonly sheet = new SheetReading();
  orders = $state.raw<readonly ImportOrder[]>([]);
  /** The user's choices by order key. */
  chosen = $state.raw<Choices>(none());
  readonly #found = new KnownOrders();
  /** Progress of validation or saving. */
  progress = $state.raw<{ done: number; count: number } | null>(null);
  filter = $state<ImportFilter>('all');
  /** Why saving stopped. */
  failure = $state.raw<string | null>(null);
  /** Number of orders saved so far. */
  saved = $state(0);
  /** Why the work on the import could not be saved on this computer. */
  keepError = $state.raw<AppError | null>(null);
  #refused = $state.raw<ReadonlyMap<string, string>>(none());
  /** Corrections by order key; they survive a new mapping. */
  #corrected: ReadonlyMap<string, Partial<OrderFields>> = none();
  #taken: string[] = [];
  #isSaving = false;
  /** Number of completed attempts to save. */
  #tries = 0;
  /** The user has done something worth saving. */
  #isTouched = false;
  #work = 0;
  readonly #readFile: (file: Blob) => Promise<SheetResult>;
  readonly #keeper = new ImportKeeper({
    rows: () => this.sheet.rows,
    work: () => this.#workToKeep(),
    kept: (error) => (this.keepError = error),
  });

  readonly all: readonly ImportRow[] = $derived(
    rowsOf(this.orders, {
      chosen: this.chosen,
      known: this.#found.known,
      details: this.#found.details,
      refused: this.#refused,
      alike: this.#found.likely.texts,
      joining: this.sheet.joining,
    }),
  );
  readonly shown = $derived(this.all.filter((row) => fitsFilter(row, this.filter)));
  readonly good = $derived(this.all.filter(isGood));
  /** The good orders that update existing ones. */
  readonly changing = $derived(this.good.filter(({ change }) => change !== null));
  readonly bad = $derived(this.all.filter(({ isLeftOut, problem }) => !isLeftOut && problem !== null));
  /** The bad orders that only await the decision to join their rows. */
  readonly waitingForJoining = $derived(this.bad.filter(({ waitsForJoining }) => waitsForJoining));
  readonly leftOut = $derived(this.all.filter(({ isLeftOut }) => isLeftOut));
  readonly duplicates = $derived(this.all.filter(({ duplicate }) => duplicate !== null));
  readonly alike = $derived(this.all.filter(({ alike }) => alike !== null));
  readonly knownHere = $derived(this.all.filter(({ isKnown }) => isKnown));
  /** The file is too large to survive a restart. */
  readonly isTooLargeToKeep = $derived(!mayBeKept(this.sheet.rows));

  /** @param readFile reads the rows of a file, off the main thread */
  constructor(readFile: (file: Blob) => Promise<SheetResult>) {
    this.#readFile = readFile;
  }

  async read(file: Blob, name: string): Promise<void> {
    const work = ++this.#work;
    this.step = 'reading';
    this.problem = null;
    this.name = name;
    const result = await this.#readFile(file);
    if (work !== this.#work) return;
    if (result.kind === 'problem') {
      this.problem = result.problem;
      this.step = 'choose';
      return;
    }
    this.#begin(result.rows, name, result.report ?? reportOf(result.rows));
    this.#keeper.begin();
    const { importColumns } = await backend.settings.get();
    await this.setColumns(columnsFor(result.rows[0] ?? [], importColumns));
  }

  /** Resumes a saved import. @throws AppError `record.not-found` */
  async goOn(id: string): Promise<void> {
    const turn = ++this.#work;
    this.step = 'reading';
    const found = await backend.orderImports.get({ id }).catch((error: unknown) => {
      if (turn === this.#work) this.step = 'choose';
      throw error;
    });
    if (turn !== this.#work) return;
    const { work, report } = asKeptNow(found);
    this.#begin(found.rows, work.name, report);
    this.#keeper.begin(id);
    this.#isTouched = true;
    this.#corrected = mapOf(work.corrected);
    this.#taken = [...work.taken];
    this.saved = work.taken.length;
    this.chosen = mapOf(work.chosen);
    await this.setColumns(this.sheet.goOn(work));
    await this.#readExisting(this.orders.map(({ key }) => key));
  }

  /** Whether the import will be offered again after closing. */
  get isKept(): boolean {
    return this.#isTouched && this.#keeper.importId !== null;
  }

  /** Saves the work before the dialog closes. */
  leave(): Promise<void> {
    return this.#keeper.now();
  }

  /** Starts with another file; the work on this one stays saved. */
  async again(): Promise<void> {
    await this.leave();
    ++this.#work;
    this.step = 'choose';
    this.sheet.begin([], reportOf([]));
    this.orders = [];
    this.progress = null;
  }

  /** Progress of the lookup on the service. */
  get asked() {
    return this.#found.asked;
  }

  /** Maps a column to a field. Ignored once orders are saved, so that none is saved again. */
  setColumn(index: number, field: ImportField | null): Promise<void> {
    if (this.#taken.length > 0) return Promise.resolve();
    this.#touched();
    return this.setColumns(this.sheet.columnsWith(index, field));
  }

  /** Sets whether the first row holds the headings or an order. */
  setHasHeadings(hasHeadings: boolean): Promise<void> {
    if (this.#taken.length > 0) return Promise.resolve();
    this.#touched();
    return this.setColumns(this.sheet.columnsWithHeadings(hasHeadings));
  }

  /** Sets whether rows with the same order number are joined. Saved orders stay as they are. */
  setJoining(joining: 'join' | 'separate'): Promise<void> {
    if (this.#taken.length > 0 && joining === 'separate') return Promise.resolve();
    this.sheet.joining = joining;
    this.#touched();
    return this.setColumns(this.sheet.columns);
  }

  /** Accepts malformed rows as they are. @param keys of the rows */
  acceptRows(keys: readonly string[]): Promise<void> {
    this.sheet.accept(keys);
    this.#touched();
    return this.setColumns(this.sheet.columns);
  }

  /** Rebuilds the orders and validates them in time slices; corrections are kept. */
  async setColumns(columns: Columns): Promise<void> {
    const work = ++this.#work;
    this.sheet.columns = columns;
    const orders = this.#ordersOfRows();
    if (orders === null) return;
    const checked: ImportOrder[] = [];
    const isCurrent = await inSlices(orders, (order) => checked.push(this.#checked(order)), {
      progress: (done) => (this.progress = { done, count: orders.length }),
      isWanted: () => work === this.#work,
    });
    if (!isCurrent) return;
    this.progress = null;
    this.orders = checked;
    this.step = 'review';
    await this.#found.lookUpAll(this.orders, () => work === this.#work);
  }

  /** Corrects a field. This also accepts contradictions between the order's rows. */
  correct(key: string, field: OrderFieldName, value: string): void {
    this.#corrected = added(this.#corrected, [[key, { ...this.#corrected.get(key), [field]: value }]]);
    this.orders = this.orders.map((order) => (order.key === key ? this.#checked(order) : order));
    this.#found.likely.lookSoon(() => this.orders);
    this.#touched();
  }

  choose(keys: readonly string[], choice: Choice): void {
    const choices = keys.map((key) => [key, choice] as const);
    this.chosen = added(this.chosen, choices);
    // A new choice clears an earlier rejection.
    this.#refused = lacking(this.#refused, keys);
    this.#touched();
    if (choice === 'change') void this.#readExisting(keys);
  }

  /** Applies one choice to all orders that already exist. */
  chooseKnown(choice: Choice): void {
    const keys = this.knownHere.map(({ order }) => order.key);
    this.choose(keys, choice);
  }

  /** Skips the bad orders, except those that only await the decision to join their rows. */
  leaveOutBad(): void {
    const bad = this.bad.filter(({ waitsForJoining }) => !waitsForJoining);
    const keys = bad.map(({ order }) => order.key);
    this.choose(keys, 'out');
  }

  /** Looks up on the service the order numbers that are unknown here. */
  async askService(): Promise<void> {
    const work = this.#work;
    await this.#found.ask(numbersOf(this.orders), () => work === this.#work);
  }

  /** Saves the good orders in atomic chunks of a hundred. @returns whether all are saved */
  async save(): Promise<boolean> {
    if (this.#isSaving || this.bad.length > 0 || this.good.length === 0) return false;
    // Set before the first await, so that a second click sees it.
    this.#isSaving = true;
    try {
      return await this.#save();
    } finally {
      this.#isSaving = false;
      this.#tries += 1;
    }
  }

  async #save(): Promise<boolean> {
    const changing = this.changing;
    const fresh = newOrders(this.good);
    const count = changing.length + fresh.length;
    // Orders are saved in chunks. The import is saved first, so that main can record each chunk in it; after a crash
    // between two chunks, the resumed import knows what is done.
    this.#isTouched = true;
    await this.#keeper.now();
    const { gesture } = this.#keeper;
    this.step = 'importing';
    this.failure = null;
    let done = 0;
    try {
      await rememberColumns(this.sheet);
      for (let from = 0; from < changing.length; from += savedAtOnce) {
        this.progress = { done, count };
        done += await this.#change(changing.slice(from, from + savedAtOnce), gesture);
      }
      for (let from = 0; from < fresh.length; from += savedAtOnce) {
        const part = fresh.slice(from, from + savedAtOnce);
        const keys = part.map(({ key }) => key);
        const last = from + savedAtOnce >= fresh.length && this.#refused.size === 0;
        const orders = part.map(({ order }) => order);
        this.progress = { done, count };
        const of = { importId: gesture, keys, last };
        done += await backend.orders.addMany({ orders, of, gesture: partOf(gesture, 'rows', { keys, orders }) });
        this.#done(keys);
      }
      this.saved += done;
      if (this.#refused.size > 0) {
        this.failure = t('orderImport.someRefused', { count: this.#refused.size });
        return false;
      }
      // Everything is saved; nothing is left to resume.
      this.#isTouched = false;
      await this.#keeper.forget();
      return true;
    } catch (error) {
      this.saved += done;
      this.failure = t('orderImport.stoppedAt', { done, count, why: errorLine(asAppError(error)) });
      return false;
    } finally {
      this.progress = null;
      this.step = 'review';
      if (this.#isTouched) this.#keeper.soon();
    }
  }

  /** The skipped orders as a CSV file that can be imported again. */
  leftOutFile(): string {
    return csvOf(this.leftOut.map(({ order, problem, duplicate }) => ({ order, why: problem ?? duplicate ?? '' })));
  }

  #begin(rows: SheetRows, name: string, report: SheetReport): void {
    this.name = name;
    this.sheet.begin(rows, report);
    this.chosen = none();
    this.#found.begin();
    this.failure = null;
    this.keepError = null;
    this.saved = 0;
    this.filter = 'all';
    this.#refused = none();
    this.#corrected = none();
    this.#taken = [];
    this.#isTouched = false;
  }

  /** The orders that are not saved yet; null when a row is missing in them, in which case the file is rejected. */
  #ordersOfRows(): ImportOrder[] | null {
    try {
      return without(this.sheet.orders(this.#corrected), this.#taken);
    } catch {
      this.problem = 'incomplete';
      this.step = 'choose';
      return null;
    }
  }

  #checked(order: ImportOrder): ImportOrder {
    return checkedOrder(order, this.#corrected.get(order.key));
  }

  #touched(): void {
    this.#isTouched = true;
    this.#keeper.soon();
  }

  #workToKeep(): ImportWork | null {
    // During saving, main records the progress.
    if (!this.#isTouched || this.step !== 'review') return null;
    return {
      name: this.name.slice(0, 1_000),
      corrected: Object.fromEntries(this.#corrected),
      chosen: Object.fromEntries(this.chosen),
      taken: [...this.#taken],
      ...this.sheet.toKeep(),
      bad: this.bad.length,
      good: this.good.length,
    };
  }

  /** Removes saved orders, so that a retry does not save them twice. */
  #done(keys: readonly string[]): void {
    this.#taken = [...this.#taken, ...keys];
    this.orders = without(this.orders, keys);
  }

  /** @returns the number of changed orders */
  async #change(rows: readonly ImportRow[], gesture: string): Promise<number> {
    const { keys: changed, edits } = editsOf(rows);
    // Retrying rejected edits is a new gesture, hence the attempt number. Added orders have none: they are added once,
    // however often saving is retried.
    const part = partOf(gesture, `changes${this.#tries}`, edits);
    const results = await backend.orders.editMany({ edits, gesture: part });
    const errors = changed.map((key, index) => [key, results[index]?.error] as const);
    const refused = errors.flatMap(([key, error]) => (error == null ? [] : [[key, errorLine(error)] as const]));
    this.#refused = added(this.#refused, refused);
    const keys = changed.filter((key) => !this.#refused.has(key));
    this.#done(keys);
    return keys.length;
  }

  /** Reads the existing orders that rows will update. */
  async #readExisting(keys: readonly string[]): Promise<void> {
    const work = this.#work;
    await this.#found.read(idsToChange(this.orders, keys, this.chosen, this.#found.known), () => work === this.#work);
  }
}
