/** The stops of a plan or without one, on the service or waiting, with which those of a file are compared. */
import type { Listing } from '../../../shared/contract.ts';
import { isStop, whyNotEdited, type StopDetail, type StopRow, type StopsElsewhere } from '../../../shared/stops.ts';
import type { ImportItem } from '../../import/item.ts';
import { added, none, numbersOf } from '../../import/import-rows.ts';
import { LikelyDoubles } from '../../import/likely-doubles.svelte.ts';
import { nowhere, type Existing, type IsWanted, type ItemsNow, type SheetNoun, type There } from '../../import/noun.ts';
import { setOf } from '../../lib/sets.ts';
import { t } from '../../../messages/index.ts';
import { stopFileChange, type StopFileChange } from './existing-stop.ts';
import type { StopSurroundings } from './stop-sheet.ts';

/** Stops that are read at a time. */
const readAtOnce = 10;
/** Numbers that are looked up at a time. */
const askedAtOnce = 100;
/** The contract takes no longer number, and no filter of the search has room for one. */
const longestNumber = 1_000;

/** Where the stops come from, and how a file changes them. */
export interface StopSource {
  around: StopSurroundings;
  /** Reads the stops on this computer. */
  list: () => Promise<Listing<StopRow>>;
  /** Reads a stop. @throws AppError `record.not-found` */
  read: (id: string) => Promise<StopDetail>;
  /** Reads the list from the service. @throws AppError */
  refresh: () => Promise<void>;
  /** Searches the service for stops with these numbers that are not in the list. @throws AppError */
  elsewhere: (externalIds: string[]) => Promise<StopsElsewhere | null>;
}

/** How many numbers were looked up. */
interface Asked {
  isListRead: boolean;
  hasSearch: boolean;
  done: number;
  count: number;
  failed: number;
}

export class KnownStops implements Existing {
  #asked = $state.raw<Asked | null>(null);
  /** What the service's search found outside the list, as texts by number. */
  #elsewhere = $state.raw<ReadonlyMap<string, string>>(none());
  readonly #likely: LikelyDoubles<StopRow>;
  /** By external ID. */
  #numbers = $state.raw<ReadonlyMap<string, readonly StopRow[]>>(none());
  /** Existing stops in their current state, by id. */
  #details = $state.raw<ReadonlyMap<string, StopDetail | null>>(none());
  /** Cache of edits, valid while neither the row nor the existing stop changes: there may be thousands. */
  readonly #made = new WeakMap<ImportItem, { of: unknown; change: StopFileChange }>();
  #reading: Promise<readonly StopRow[]> | null = null;
  readonly #source: StopSource;
  readonly #words: 'stopImport' | 'unassignedImport';

  constructor(source: StopSource, noun: Pick<SheetNoun, 'deliveryOf' | 'words'>) {
    this.#source = source;
    const words = noun.words === 'unassignedImport' ? noun.words : 'stopImport';
    this.#words = words;
    this.#likely = new LikelyDoubles<StopRow>({
      deliveryOf: ({ fields }) => noun.deliveryOf(fields),
      dayOf: () => null,
      read: () => this.#read(),
      ofFound: ({ recipientName: name, phone, address, externalId: number }) => ({
        ...{ name, phone, address, day: null, number },
      }),
      words: ({ recipientName, address }) => t(`${words}.alikePlan`, { name: recipientName ?? address }),
    });
  }

  begin(): void {
    this.#likely.begin();
    this.#numbers = none();
    this.#details = none();
    this.#elsewhere = none();
    this.#asked = null;
    this.#reading = null;
  }

  get askedWords(): readonly string[] {
    if (this.#asked === null) return [];
    const { isListRead, hasSearch, done, count, failed } = this.#asked;
    const list = t(`${this.#words}.${isListRead ? 'askedService' : 'askFailed'}`);
    if (!hasSearch) return [list, t(`${this.#words}.noSearch`)];
    if (count === 0) return [list];
    const found = t(`${this.#words}.askedElsewhere`, { done: done - failed, count });
    return failed === 0 ? [list, found] : [list, found, t('stopImport.askElsewhereFailed', { count: failed })];
  }

  /** Compares with the list that the service has now, and searches for the file's numbers outside it. */
  async ask(items: ItemsNow, isWanted: IsWanted): Promise<void> {
    const isListRead = await this.#readAgain(items, isWanted).catch(() => false);
    if (!isWanted()) return;
    const all = numbersOf(items());
    const numbers = all.filter((number) => number.length <= longestNumber);
    const count = all.length;
    let failed = count - numbers.length;
    let hasSearch = true;
    for (let from = 0; hasSearch && from < numbers.length; from += askedAtOnce) {
      this.#asked = { isListRead, hasSearch, done: from + count - numbers.length, count, failed };
      const part = numbers.slice(from, from + askedAtOnce);
      const found = await this.#source.elsewhere(part).catch(() => undefined);
      if (!isWanted()) return;
      if (found === undefined) failed += part.length;
      else if (found === null) hasSearch = false;
      else {
        failed += found.unasked.length;
        const texts = found.stops.map(({ externalId, ...where }) => [externalId, whereWords(where)] as const);
        this.#elsewhere = added(this.#elsewhere, texts);
      }
    }
    this.#asked = { isListRead, hasSearch, done: count, count, failed };
  }

  /** @returns true. @throws AppError when the list cannot be read; what was known stays */
  async #readAgain(items: ItemsNow, isWanted: IsWanted): Promise<boolean> {
    await this.#source.refresh();
    if (!isWanted()) return true;
    this.#reading = null;
    this.#likely.forgetExisting();
    await this.#lookUp(items, isWanted);
    return true;
  }

  async lookUp(items: ItemsNow, isWanted: IsWanted): Promise<void> {
    // The import works without the list.
    await this.#lookUp(items, isWanted).catch(() => undefined);
  }

  async #lookUp(items: ItemsNow, isWanted: IsWanted): Promise<void> {
    const looking = this.#likely.look(items);
    const rows = await this.#read();
    if (!isWanted()) return;
    const found = Map.groupBy(rows, ({ externalId }) => externalId ?? '');
    found.delete('');
    this.#numbers = found;
    await looking;
  }

  lookSoon(items: ItemsNow): Promise<void> {
    return this.#likely.lookSoon(items);
  }

  there(): (item: ImportItem) => There {
    const [numbers, elsewhere] = [this.#numbers, this.#elsewhere];
    const { texts, found } = this.#likely;
    const words = (row: StopRow) =>
      row.origin === 'outbox' ? t('imports.duplicateWaiting') : t('imports.duplicateCached');
    return (item) => {
      const number = item.fields.externalId.trim();
      const [first] = numbers.get(number) ?? [];
      const alike = texts.get(item.key) ?? elsewhere.get(number) ?? null;
      if (first !== undefined) return { duplicate: words(first), isKnown: true, alike };
      if (alike === null) return nowhere;
      const stop = found.get(item.key);
      const there = { duplicate: null, isKnown: false, alike };
      return stop !== undefined && whyNotEdited(stop) === null ? { ...there, isAlikeKnown: true } : there;
    };
  }

  changeOf(item: ImportItem): StopFileChange {
    const found = this.#found(item);
    const [first] = found;
    if (first === undefined) return { kind: 'same' };
    const detail = this.#details.get(first.id);
    const made = this.#made.get(item);
    if (made !== undefined && made.of === detail) return made.change;
    const change = stopFileChange(item, found.length, detail, this.#source.around);
    this.#made.set(item, { of: detail, change });
    return change;
  }

  /** Reads the existing stops that rows will update. */
  async read(items: readonly ImportItem[], isWanted: IsWanted): Promise<void> {
    const ids = [...setOf(items.flatMap((item) => this.#found(item).map(({ id }) => id)))];
    const unread = ids.filter((id) => !this.#details.has(id));
    for (let from = 0; from < unread.length; from += readAtOnce) {
      const part = unread.slice(from, from + readAtOnce);
      const details = await Promise.all(part.map((id) => this.#source.read(id).catch(() => null)));
      if (!isWanted()) return;
      const read = part.map((id, index) => [id, details[index] ?? null] as const);
      this.#details = added(this.#details, read);
    }
  }

  /** The stops with the number of a row, else the one that it looks like. */
  #found(item: ImportItem): readonly StopRow[] {
    const numbered = this.#numbers.get(item.fields.externalId.trim());
    if (numbered !== undefined) return numbered;
    const alike = this.#likely.found.get(item.key);
    return alike === undefined ? [] : [alike];
  }

  /** Read once for a file; what is imported meanwhile is known by its row. */
  #read(): Promise<readonly StopRow[]> {
    const reading = (this.#reading ??= this.#source
      .list()
      .then(({ rows }) => rows.filter((row) => isStop(row) && row.change !== 'delete')));
    // The next look-up tries again.
    reading.catch(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    return reading;
  }
}

function whereWords({ planId, planTitle }: { planId: string | null; planTitle: string | null }): string {
  if (planId === null) return t('stopImport.elsewhereUnassigned');
  return planTitle === null ? t('stopImport.elsewhereOtherPlan') : t('stopImport.elsewherePlan', { plan: planTitle });
}
