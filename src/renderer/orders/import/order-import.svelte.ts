/**
 * An import without its looks: the file's rows, which column holds what, the orders they make, what is wrong with each, which
 * are here already, and taking the good ones in. Nothing is saved until every order is good or left out.
 */
import type { KnownOrder } from '../../../shared/orders.ts';
import { asAppError, backend } from '../../lib/backend.ts';
import { errorLine } from '../../lib/error-text.ts';
import { openSheet } from '../../lib/sheet/open-sheet.ts';
import type { SheetProblem } from '../../lib/sheet/read-sheet.ts';
import { t } from '../../messages/index.ts';
import { buildOrder } from '../order-build.ts';
import type { OrderFieldName } from '../order-fields.ts';
import { columnsFor, remember, type Columns, type ImportField } from './columns.ts';
import { csvOf } from './csv.ts';
import { checkedOrder, ordersOf, type ImportOrder } from './group.ts';
import {
  added,
  fitsFilter,
  none,
  numbersOf,
  rowsOf,
  without,
  type Choices,
  type ImportFilter,
  type ImportRow,
  type Known,
} from './import-rows.ts';

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
  rows = $state.raw<readonly (readonly string[])[]>([]);
  columns = $state.raw<Columns>([]);
  orders = $state.raw<readonly ImportOrder[]>([]);
  /** Keys of orders that a person left out, or took in though they are here already. */
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
  #work = 0;

  readonly all: readonly ImportRow[] = $derived(rowsOf(this.orders, this.chosen, this.known));
  readonly shown = $derived(this.all.filter((row) => fitsFilter(row, this.filter)));
  readonly good = $derived(this.all.filter(({ isLeftOut, problem }) => !isLeftOut && problem === null));
  readonly bad = $derived(this.all.filter(({ isLeftOut, problem }) => !isLeftOut && problem !== null));
  readonly leftOut = $derived(this.all.filter(({ isLeftOut }) => isLeftOut));
  readonly duplicates = $derived(this.all.filter(({ duplicate }) => duplicate !== null));
  readonly headings = $derived(this.rows[0] ?? []);
  readonly hasAddress = $derived(
    this.columns.some((field) => field !== null && ['addressLineOne', 'zip', 'city', 'latitude'].includes(field)),
  );

  async read(file: Blob, name: string): Promise<void> {
    const work = ++this.#work;
    this.step = 'reading';
    this.problem = null;
    this.name = name;
    const result = await openSheet(file);
    if (work !== this.#work) return;
    if (result.kind === 'problem') {
      this.problem = result.problem;
      this.step = 'choose';
      return;
    }
    this.rows = result.rows;
    this.chosen = none();
    this.known = none();
    this.failure = null;
    this.saved = 0;
    this.filter = 'all';
    const { importColumns } = await backend.settings.get();
    await this.setColumns(columnsFor(result.rows[0] ?? [], importColumns));
  }

  /** Another file. */
  again(): void {
    this.#work += 1;
    this.step = 'choose';
    this.rows = [];
    this.orders = [];
    this.progress = null;
  }

  setColumn(index: number, field: ImportField | null): Promise<void> {
    return this.setColumns(this.columns.map((each, at) => (at === index ? field : each)));
  }

  /** Makes the orders anew and checks them, a slice at a time. */
  async setColumns(columns: Columns): Promise<void> {
    const work = ++this.#work;
    this.columns = columns;
    const orders = ordersOf(this.rows, columns);
    const checked: ImportOrder[] = [];
    for (let from = 0; from < orders.length;) {
      const end = performance.now() + sliceMilliseconds;
      while (from < orders.length && performance.now() < end) {
        const order = orders[from];
        if (order !== undefined) checked.push(checkedOrder(order));
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
    this.orders = this.orders.map((order) =>
      order.key === key ? checkedOrder({ ...order, fields: { ...order.fields, [field]: value } }, false) : order,
    );
  }

  choose(keys: readonly string[], choice: 'out' | 'in'): void {
    this.chosen = added(
      this.chosen,
      keys.map((key) => [key, choice] as const),
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
  }

  /** Saves the good ones, all of a hundred or none. @returns whether all are saved */
  async take(): Promise<boolean> {
    if (this.step === 'importing' || this.bad.length > 0 || this.good.length === 0) return false;
    const good = this.good.flatMap(({ order }) => {
      const built = buildOrder(order.fields).order;
      return built === null ? [] : [{ key: order.key, order: built }];
    });
    this.step = 'importing';
    this.failure = null;
    let done = 0;
    try {
      await this.#remember();
      for (let from = 0; from < good.length; from += savedAtOnce) {
        const part = good.slice(from, from + savedAtOnce);
        this.progress = { done, count: good.length };
        done += await backend.orders.addMany({ orders: part.map(({ order }) => order) });
        // What is saved is not saved twice when the rest is tried again.
        this.orders = without(
          this.orders,
          part.map(({ key }) => key),
        );
      }
      this.saved += done;
      return true;
    } catch (error) {
      this.saved += done;
      this.failure = t('orderImport.stoppedAt', {
        done,
        count: good.length,
        why: errorLine(asAppError(error)),
      });
      return false;
    } finally {
      this.progress = null;
      this.step = 'review';
    }
  }

  /** What was left out, as a file that can be imported again. */
  leftOutFile(): string {
    return csvOf(this.leftOut.map(({ order, problem, duplicate }) => ({ order, why: problem ?? duplicate ?? '' })));
  }

  async #lookUpHere(work: number): Promise<void> {
    const numbers = numbersOf(this.orders);
    for (let from = 0; from < numbers.length; from += savedAtOnce) {
      const found = await backend.orders.known({ externalIds: numbers.slice(from, from + savedAtOnce), ask: false });
      if (work !== this.#work) return;
      this.#learn(found);
    }
  }

  #learn(found: readonly KnownOrder[]): void {
    if (found.length === 0) return;
    this.known = added(
      this.known,
      found.map(({ externalId, where }) => [externalId, where] as const),
    );
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
