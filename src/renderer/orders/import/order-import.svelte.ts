/**
 * An import without its looks: the file's rows, which column holds what, the orders they make, what is wrong with each, which
 * are here already, and taking the good ones in. Nothing is saved until every order is good or left out.
 */
import type { AppError } from '../../../shared/errors.ts';
import type { ImportWork, SheetReport } from '../../../shared/order-imports.ts';
import { asAppError, backend } from '../../lib/backend.ts';
import { errorLine } from '../../lib/error-text.ts';
import type { SheetProblem, SheetResult } from '../../lib/sheet/read-sheet.ts';
import { reportOf } from '../../lib/sheet/report.ts';
import { t } from '../../../messages/index.ts';
import { buildOrder } from '../order-build.ts';
import type { OrderFieldName, OrderFields } from '../order-fields.ts';
import { columnsFor, remember } from './columns.ts';
import { csvOf } from './csv.ts';
import { checkedOrder, type ImportOrder } from './group.ts';
import type { Columns, ImportField } from './import-fields.ts';
import {
  added,
  fitsFilter,
  idsToChange,
  isGood,
  lacking,
  mapOf,
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
import { KnownOrders } from './known-orders.svelte.ts';
import { partOf } from './part-of.ts';
import { SheetReading } from './sheet-reading.svelte.ts';

export type ImportStep = 'choose' | 'reading' | 'review' | 'importing';

/** How long checking may keep the window before it draws again, in milliseconds. */
const sliceMilliseconds = 12;
const savedAtOnce = 100;

export class OrderImport {
  step = $state<ImportStep>('choose');
  problem = $state.raw<SheetProblem | null>(null);
  /** Of the file. */
  name = $state('');
  readonly sheet = new SheetReading();
  orders = $state.raw<readonly ImportOrder[]>([]);
  /** What a person chose for orders, by key. */
  chosen = $state.raw<Choices>(none());
  readonly #found = new KnownOrders();
  /** How far checking, looking up or saving is. */
  progress = $state.raw<{ done: number; count: number } | null>(null);
  filter = $state<ImportFilter>('all');
  /** Why saving stopped. */
  failure = $state.raw<string | null>(null);
  /** How many of the file are saved. */
  saved = $state(0);
  /** What is corrected cannot be kept on this computer. */
  keepError = $state.raw<AppError | null>(null);
  #refused = $state.raw<ReadonlyMap<string, string>>(none());
  /** What was typed, by order; it stays when the orders are made anew. */
  #corrected: ReadonlyMap<string, Partial<OrderFields>> = none();
  #taken: string[] = [];
  #isSaving = false;
  /** How often saving was tried and answered. */
  #tries = 0;
  /** A person worked on it: it is worth keeping. */
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
      joining: this.sheet.joining,
    }),
  );
  readonly shown = $derived(this.all.filter((row) => fitsFilter(row, this.filter)));
  readonly good = $derived(this.all.filter(isGood));
  /** Those of the good that change what is here. */
  readonly changing = $derived(this.good.filter(({ change }) => change !== null));
  readonly bad = $derived(this.all.filter(({ isLeftOut, problem }) => !isLeftOut && problem !== null));
  /** Those of the bad that wait for a word whether their rows are one order. */
  readonly waitingForJoining = $derived(this.bad.filter(({ waitsForJoining }) => waitsForJoining));
  readonly leftOut = $derived(this.all.filter(({ isLeftOut }) => isLeftOut));
  readonly duplicates = $derived(this.all.filter(({ duplicate }) => duplicate !== null));
  readonly knownHere = $derived(this.all.filter(({ isKnown }) => isKnown));
  /** More than is kept when the app ends. */
  readonly isTooLargeToKeep = $derived(!mayBeKept(this.sheet.rows));

  /** @param readFile reads the rows of a file, somewhere where it may take its time */
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

  /** Goes on with an import that was kept. @throws AppError `record.not-found` */
  async goOn(id: string): Promise<void> {
    const turn = ++this.#work;
    this.step = 'reading';
    const found = await backend.orderImports.get({ id }).catch((error: unknown) => {
      if (turn === this.#work) this.step = 'choose';
      throw error;
    });
    if (turn !== this.#work) return;
    const { rows } = found;
    const { work, report } = asKeptNow(found);
    this.#begin(rows, work.name, report);
    this.#keeper.begin(id);
    this.#isTouched = true;
    this.#corrected = mapOf(work.corrected);
    this.#taken = [...work.taken];
    this.saved = work.taken.length;
    this.chosen = mapOf(work.chosen);
    await this.setColumns(this.sheet.goOn(work));
    await this.#readExisting(this.orders.map(({ key }) => key));
  }

  /** It is offered again when it is left. */
  get isKept(): boolean {
    return this.#isTouched && this.#keeper.importId !== null;
  }

  /** Keeps what was corrected, before it is left. */
  leave(): Promise<void> {
    return this.#keeper.now();
  }

  /** Another file; what was done with this one is kept. */
  async again(): Promise<void> {
    await this.leave();
    ++this.#work;
    this.step = 'choose';
    this.sheet.begin([], reportOf([]));
    this.orders = [];
    this.progress = null;
  }

  /** How far asking the service is. */
  get asked() {
    return this.#found.asked;
  }

  /** A person says what a column holds. What is saved already is not saved again. */
  setColumn(index: number, field: ImportField | null): Promise<void> {
    if (this.#taken.length > 0) return Promise.resolve();
    this.#touched();
    return this.setColumns(this.sheet.columnsWith(index, field));
  }

  /** A person says whether the first row holds the headings, or an order. */
  setHasHeadings(hasHeadings: boolean): Promise<void> {
    if (this.#taken.length > 0) return Promise.resolve();
    this.#touched();
    return this.setColumns(this.sheet.columnsWithHeadings(hasHeadings));
  }

  /** A person says whether rows with the same order number are one order. What is saved already stays as it is. */
  setJoining(joining: 'join' | 'separate'): Promise<void> {
    if (this.#taken.length > 0 && joining === 'separate') return Promise.resolve();
    this.sheet.joining = joining;
    this.#touched();
    return this.setColumns(this.sheet.columns);
  }

  /** A person finds rows with a fault right as they are. @param keys of the rows */
  acceptRows(keys: readonly string[]): Promise<void> {
    this.sheet.accept(keys);
    this.#touched();
    return this.setColumns(this.sheet.columns);
  }

  /** Makes the orders anew and checks them, a slice at a time; what was typed stays. */
  async setColumns(columns: Columns): Promise<void> {
    const work = ++this.#work;
    this.sheet.columns = columns;
    const orders = this.#ordersOfRows();
    if (orders === null) return;
    const checked: ImportOrder[] = [];
    for (let from = 0; from < orders.length;) {
      const end = performance.now() + sliceMilliseconds;
      while (from < orders.length && performance.now() < end) {
        const order = orders[from];
        if (order !== undefined) checked.push(this.#checked(order));
        from += 1;
      }
      this.progress = { done: from, count: orders.length };
      await nextTurn();
      if (work !== this.#work) return;
    }
    this.progress = null;
    this.orders = checked;
    this.step = 'review';
    await this.#found.lookUp(numbersOf(this.orders), () => work === this.#work);
  }

  /** A field that was corrected in place; with it the rows are taken as they are now. */
  correct(key: string, field: OrderFieldName, value: string): void {
    this.#corrected = added(this.#corrected, [[key, { ...this.#corrected.get(key), [field]: value }]]);
    this.orders = this.orders.map((order) => (order.key === key ? this.#checked(order) : order));
    this.#touched();
  }

  choose(keys: readonly string[], choice: Choice): void {
    this.chosen = added(
      this.chosen,
      keys.map((key) => [key, choice] as const),
    );
    // Chosen anew, it may go another way.
    this.#refused = lacking(this.#refused, keys);
    this.#touched();
    if (choice === 'change') void this.#readExisting(keys);
  }

  /** The same for all orders that are here already. */
  chooseKnown(choice: Choice): void {
    this.choose(
      this.knownHere.map(({ order }) => order.key),
      choice,
    );
  }

  /** Rows that wait for a word are not bad: they stay. */
  leaveOutBad(): void {
    const bad = this.bad.filter(({ waitsForJoining }) => !waitsForJoining);
    this.choose(
      bad.map(({ order }) => order.key),
      'out',
    );
  }

  /** Asks the service for the order numbers that are not known here. */
  async askService(): Promise<void> {
    const work = this.#work;
    await this.#found.ask(numbersOf(this.orders), () => work === this.#work);
  }

  /** Saves the good ones, all of a hundred or none. @returns whether all are saved */
  async save(): Promise<boolean> {
    if (this.#isSaving || this.bad.length > 0 || this.good.length === 0) return false;
    // Before anything is waited for: a second click finds it.
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
    const fresh = this.good.flatMap(({ order, change }) => {
      const built = change === null ? buildOrder(order.fields).order : null;
      return built === null ? [] : [{ key: order.key, order: built }];
    });
    const count = changing.length + fresh.length;
    // Saved in parts: what is saved must be known to who goes on with it after the app has ended between two of them.
    this.#isTouched = true;
    await this.#keeper.now();
    const { gesture } = this.#keeper;
    this.step = 'importing';
    this.failure = null;
    let done = 0;
    try {
      await this.#remember();
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
      // All of it is saved: there is nothing to go on with.
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

  /** What was left out, as a file that can be imported again. */
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

  /** Orders of the file that are not saved yet; null: a row is missing in them, and nothing is taken. */
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
    const typed = this.#corrected.get(order.key);
    return checkedOrder(
      typed === undefined ? order : { ...order, fields: { ...order.fields, ...typed } },
      typed === undefined,
    );
  }

  #touched(): void {
    this.#isTouched = true;
    this.#keeper.soon();
  }

  #workToKeep(): ImportWork | null {
    // While it is being saved, main notes what is.
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

  /** What is saved is not saved twice when the rest is tried again. */
  #done(keys: readonly string[]): void {
    this.#taken = [...this.#taken, ...keys];
    this.orders = without(this.orders, keys);
  }

  /** @returns how many were changed */
  async #change(rows: readonly ImportRow[], gesture: string): Promise<number> {
    const changes = rows.flatMap(({ order: { key }, change }) => (change === null ? [] : [{ key, change }]));
    const edits = changes.map(({ change: { orderId, edit, base } }) => ({ orderId, edit, base }));
    // What was refused may be tried again, which is another gesture; what is added is added once however often it is tried.
    const part = partOf(gesture, `changes${this.#tries}`, edits);
    const results = await backend.orders.editMany({ edits, gesture: part });
    const refused = changes.flatMap(({ key }, index) => {
      const error = results[index]?.error;
      return error == null ? [] : [[key, errorLine(error)] as const];
    });
    this.#refused = added(this.#refused, refused);
    const keys = changes.map(({ key }) => key).filter((key) => !this.#refused.has(key));
    this.#done(keys);
    return keys.length;
  }

  /** Reads the orders that rows are to change. */
  async #readExisting(keys: readonly string[]): Promise<void> {
    const work = this.#work;
    const ids = idsToChange(this.orders, keys, this.chosen, this.#found.known);
    await this.#found.read(ids, () => work === this.#work);
  }

  async #remember(): Promise<void> {
    const { importColumns } = await backend.settings.get();
    // A heading of a megabyte is no heading to know a file by.
    const headings = this.sheet.headings.map((heading) => heading.slice(0, 1_000));
    if (headings.length > 500 || !this.sheet.hasHeadings) return;
    await backend.settings.set({ importColumns: remember(importColumns, headings, this.sheet.columns) });
  }
}

/** Lets the window draw. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));
