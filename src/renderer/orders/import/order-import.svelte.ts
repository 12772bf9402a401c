/**
 * An import without its looks: the file's rows, which column holds what, the orders they make, what is wrong with each, which
 * are here already, and taking the good ones in. Nothing is saved until every order is good or left out.
 */
import type { AppError } from '../../../shared/errors.ts';
import type { ImportWork } from '../../../shared/order-imports.ts';
import type { KnownOrder } from '../../../shared/orders.ts';
import { asAppError, backend } from '../../lib/backend.ts';
import { errorLine } from '../../lib/error-text.ts';
import type { SheetProblem, SheetResult } from '../../lib/sheet/read-sheet.ts';
import { t } from '../../messages/index.ts';
import { buildOrder } from '../order-build.ts';
import type { OrderFieldName, OrderFields } from '../order-fields.ts';
import { columnsFor, keptColumns, remember } from './columns.ts';
import { csvOf } from './csv.ts';
import { checkedOrder, ordersOf, type ImportOrder } from './group.ts';
import type { Columns, ImportField } from './import-fields.ts';
import {
  added,
  byNumber,
  fitsFilter,
  idsToChange,
  isGood,
  lacking,
  mapOf,
  none,
  numbersOf,
  rowsOf,
  unreadNumbers,
  without,
  type Choice,
  type Choices,
  type Details,
  type ImportFilter,
  type ImportRow,
  type Known,
} from './import-rows.ts';
import { ImportKeeper, mayBeKept, type SheetRows } from './keep-import.ts';

export type ImportStep = 'choose' | 'reading' | 'review' | 'importing';

/** How long checking may keep the window before it draws again, in milliseconds. */
const sliceMilliseconds = 12;
const savedAtOnce = 100;
const askedAtOnce = 20;

export class OrderImport {
  step = $state<ImportStep>('choose');
  problem = $state.raw<SheetProblem | null>(null);
  /** Of the file. */
  name = $state('');
  rows = $state.raw<SheetRows>([]);
  columns = $state.raw<Columns>([]);
  orders = $state.raw<readonly ImportOrder[]>([]);
  /** What a person chose for orders, by key. */
  chosen = $state.raw<Choices>(none());
  known = $state.raw<Known>(none());
  /** How far checking, looking up or saving is. */
  progress = $state.raw<{ done: number; count: number } | null>(null);
  asked = $state.raw<{ done: number; count: number; failed: number } | null>(null);
  filter = $state<ImportFilter>('all');
  /** Why saving stopped. */
  failure = $state.raw<string | null>(null);
  /** How many of the file are saved. */
  saved = $state(0);
  /** What is corrected cannot be kept on this computer. */
  keepError = $state.raw<AppError | null>(null);
  #details = $state.raw<Details>(none());
  #refused = $state.raw<ReadonlyMap<string, string>>(none());
  /** What was typed, by order; it stays when the orders are made anew. */
  #corrected: ReadonlyMap<string, Partial<OrderFields>> = none();
  #taken: string[] = [];
  /** A person worked on it: it is worth keeping. */
  #isTouched = false;
  #work = 0;
  readonly #readFile: (file: Blob) => Promise<SheetResult>;
  readonly #keeper = new ImportKeeper({
    rows: () => this.rows,
    work: () => this.#workToKeep(),
    kept: (error) => (this.keepError = error),
  });

  readonly all: readonly ImportRow[] = $derived(
    rowsOf(this.orders, this.chosen, this.known, this.#details, this.#refused),
  );
  readonly shown = $derived(this.all.filter((row) => fitsFilter(row, this.filter)));
  readonly good = $derived(this.all.filter(isGood));
  /** Those of the good that change what is here. */
  readonly changing = $derived(this.good.filter(({ change }) => change !== null));
  readonly bad = $derived(this.all.filter(({ isLeftOut, problem }) => !isLeftOut && problem !== null));
  readonly leftOut = $derived(this.all.filter(({ isLeftOut }) => isLeftOut));
  readonly duplicates = $derived(this.all.filter(({ duplicate }) => duplicate !== null));
  readonly knownHere = $derived(this.all.filter(({ isKnown }) => isKnown));
  readonly headings = $derived(this.rows[0] ?? []);
  readonly hasAddress = $derived(
    this.columns.some((field) => field !== null && ['addressLineOne', 'zip', 'city', 'latitude'].includes(field)),
  );
  /** More than is kept when the app ends. */
  readonly isTooLargeToKeep = $derived(!mayBeKept(this.rows));

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
    this.#begin(result.rows, name);
    this.#keeper.begin();
    const { importColumns } = await backend.settings.get();
    await this.setColumns(columnsFor(result.rows[0] ?? [], importColumns));
  }

  /** Goes on with an import that was kept. @throws AppError `record.not-found` */
  async goOn(id: string): Promise<void> {
    const turn = ++this.#work;
    this.step = 'reading';
    const { work, rows } = await backend.orderImports.get({ id }).catch((error: unknown) => {
      if (turn === this.#work) this.step = 'choose';
      throw error;
    });
    if (turn !== this.#work) return;
    this.#begin(rows, work.name);
    this.#keeper.begin(id);
    this.#isTouched = true;
    this.#corrected = mapOf(work.corrected);
    this.#taken = [...work.taken];
    this.saved = work.taken.length;
    this.chosen = mapOf(work.chosen);
    await this.setColumns(keptColumns(rows[0] ?? [], work.columns));
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
    this.#work += 1;
    this.step = 'choose';
    this.rows = [];
    this.orders = [];
    this.progress = null;
  }

  /** A person says what a column holds. */
  setColumn(index: number, field: ImportField | null): Promise<void> {
    this.#touched();
    return this.setColumns(this.columns.map((each, at) => (at === index ? field : each)));
  }

  /** Makes the orders anew and checks them, a slice at a time; what was typed stays. */
  async setColumns(columns: Columns): Promise<void> {
    const work = ++this.#work;
    this.columns = columns;
    const orders = without(ordersOf(this.rows, columns), this.#taken);
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
    await this.#lookUpHere(work);
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

  leaveOutBad(): void {
    this.choose(
      this.bad.map(({ order }) => order.key),
      'out',
    );
  }

  /** Asks the service for the order numbers that are not known here. */
  async askService(): Promise<void> {
    const work = this.#work;
    const numbers = numbersOf(this.orders).filter((number) => !this.known.has(number));
    let failed = 0;
    this.asked = { done: 0, count: numbers.length, failed };
    for (let from = 0; from < numbers.length; from += askedAtOnce) {
      const part = numbers.slice(from, from + askedAtOnce);
      try {
        this.#learn(await backend.orders.known({ externalIds: part, ask: true }));
      } catch {
        failed += part.length;
      }
      if (work !== this.#work) return;
      this.asked = { done: Math.min(from + askedAtOnce, numbers.length), count: numbers.length, failed };
    }
    await this.#readUnread(work);
  }

  /** Saves the good ones, all of a hundred or none. @returns whether all are saved */
  async save(): Promise<boolean> {
    if (this.step === 'importing' || this.bad.length > 0 || this.good.length === 0) return false;
    const changing = this.changing;
    const fresh = this.good.flatMap(({ order, change }) => {
      const built = change === null ? buildOrder(order.fields).order : null;
      return built === null ? [] : [{ key: order.key, order: built }];
    });
    const count = changing.length + fresh.length;
    // Saved in parts: what is saved must be known to who goes on with it after the app has ended between two of them.
    this.#isTouched = true;
    await this.#keeper.now();
    this.step = 'importing';
    this.failure = null;
    let done = 0;
    try {
      await this.#remember();
      for (let from = 0; from < changing.length; from += savedAtOnce) {
        this.progress = { done, count };
        done += await this.#change(changing.slice(from, from + savedAtOnce));
      }
      for (let from = 0; from < fresh.length; from += savedAtOnce) {
        const part = fresh.slice(from, from + savedAtOnce);
        const keys = part.map(({ key }) => key);
        const last = from + savedAtOnce >= fresh.length && this.#refused.size === 0;
        const { importId } = this.#keeper;
        this.progress = { done, count };
        const of = importId === null ? null : { importId, keys, last };
        done += await backend.orders.addMany({ orders: part.map(({ order }) => order), of });
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

  #begin(rows: SheetRows, name: string): void {
    this.name = name;
    this.rows = rows;
    this.chosen = none();
    this.known = none();
    this.asked = null;
    this.failure = null;
    this.keepError = null;
    this.saved = 0;
    this.filter = 'all';
    this.#details = none();
    this.#refused = none();
    this.#corrected = none();
    this.#taken = [];
    this.#isTouched = false;
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
      columns: [...this.columns],
      corrected: Object.fromEntries(this.#corrected),
      chosen: Object.fromEntries(this.chosen),
      taken: [...this.#taken],
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
  async #change(rows: readonly ImportRow[]): Promise<number> {
    const edits = rows.flatMap(({ order: { key }, change }) => (change === null ? [] : [{ key, change }]));
    const results = await backend.orders.editMany({
      edits: edits.map(({ change: { orderId, edit, base } }) => ({ orderId, edit, base })),
    });
    const refused = edits.flatMap(({ key }, index) => {
      const error = results[index]?.error;
      return error == null ? [] : [[key, errorLine(error)] as const];
    });
    this.#refused = added(this.#refused, refused);
    const keys = edits.map(({ key }) => key).filter((key) => !this.#refused.has(key));
    this.#done(keys);
    return keys.length;
  }

  async #lookUpHere(work: number, numbers = numbersOf(this.orders)): Promise<void> {
    for (let from = 0; from < numbers.length; from += savedAtOnce) {
      const found = await backend.orders.known({ externalIds: numbers.slice(from, from + savedAtOnce), ask: false });
      if (work !== this.#work) return;
      this.#learn(found);
    }
  }

  /** What the service has and was not read from it yet can be changed once it was. */
  async #readUnread(work: number): Promise<void> {
    const unread = unreadNumbers(this.known);
    if (unread.length === 0) return;
    try {
      await backend.orders.refresh();
      await this.#lookUpHere(work, unread);
    } catch {
      // They are known all the same; only changing them has to wait.
    }
  }

  /** Reads the orders that rows are to change. */
  async #readExisting(keys: readonly string[]): Promise<void> {
    const work = this.#work;
    const ids = idsToChange(this.orders, keys, this.chosen, this.known);
    for (let from = 0; from < ids.length; from += savedAtOnce) {
      const part = ids.slice(from, from + savedAtOnce);
      const details = await backend.orders.getMany({ orderIds: part });
      if (work !== this.#work) return;
      this.#details = added(
        this.#details,
        part.map((id, index) => [id, details[index] ?? null] as const),
      );
    }
  }

  #learn(found: readonly KnownOrder[]): void {
    if (found.length === 0) return;
    this.known = added(this.known, byNumber(found));
  }

  async #remember(): Promise<void> {
    const { importColumns } = await backend.settings.get();
    // A heading of a megabyte is no heading to know a file by.
    const headings = this.headings.map((heading) => heading.slice(0, 1_000));
    if (headings.length > 500) return;
    await backend.settings.set({ importColumns: remember(importColumns, headings, this.columns) });
  }
}

/** Lets the window draw. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));
