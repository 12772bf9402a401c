/** The stops of a plan or without one, on the service or waiting, with which those of a file are compared. */
import type { Listing } from '../../../shared/contract.ts';
import { isStop, type StopDetail, type StopRow } from '../../../shared/stops.ts';
import type { ImportItem } from '../../import/item.ts';
import { added, none } from '../../import/import-rows.ts';
import { LikelyDoubles } from '../../import/likely-doubles.svelte.ts';
import type { Existing, IsWanted, SheetNoun, There } from '../../import/noun.ts';
import { setOf } from '../../lib/sets.ts';
import { t } from '../../../messages/index.ts';
import { stopFileChange, type StopFileChange } from './existing-stop.ts';
import type { StopSurroundings } from './stop-sheet.ts';

/** Stops that are read at a time. */
const readAtOnce = 10;

/** How existing stops are changed by a file. */
export interface StopChanges {
  around: StopSurroundings;
  /** Reads a stop. @throws AppError `record.not-found` */
  read: (id: string) => Promise<StopDetail>;
}

export class KnownStops implements Existing {
  readonly ask = null;
  readonly asked = null;
  readonly #likely: LikelyDoubles<StopRow>;
  /** By external ID. */
  #numbers = $state.raw<ReadonlyMap<string, readonly StopRow[]>>(none());
  /** Existing stops in their current state, by id. */
  #details = $state.raw<ReadonlyMap<string, StopDetail | null>>(none());
  readonly #changes: StopChanges;
  /** Cache of edits, valid while neither the row nor the existing stop changes: there may be thousands. */
  readonly #made = new WeakMap<ImportItem, { of: unknown; change: StopFileChange }>();
  #reading: Promise<readonly StopRow[]> | null = null;
  readonly #list: () => Promise<Listing<StopRow>>;

  /** @param list reads the stops */
  constructor(
    list: () => Promise<Listing<StopRow>>,
    noun: Pick<SheetNoun, 'deliveryOf' | 'words'>,
    changes: StopChanges,
  ) {
    this.#list = list;
    this.#changes = changes;
    const words = noun.words === 'unassignedImport' ? noun.words : 'stopImport';
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
    this.#reading = null;
  }

  async lookUp(items: readonly ImportItem[], isWanted: IsWanted): Promise<void> {
    const looking = this.#likely.look(items);
    const rows = await this.#read().catch(() => []);
    if (!isWanted()) return;
    const found = Map.groupBy(rows, ({ externalId }) => externalId ?? '');
    found.delete('');
    this.#numbers = found;
    await looking;
  }

  lookSoon(items: () => readonly ImportItem[]): void {
    this.#likely.lookSoon(items);
  }

  thereOf(item: ImportItem): There {
    const [first] = this.#found(item);
    const text = () => (first?.origin === 'outbox' ? t('imports.duplicateWaiting') : t('imports.duplicateCached'));
    return {
      duplicate: first === undefined ? null : text(),
      isKnown: first !== undefined,
      alike: this.#likely.texts.get(item.key) ?? null,
    };
  }

  changeOf(item: ImportItem): StopFileChange {
    const found = this.#found(item);
    const [first] = found;
    if (first === undefined) return { kind: 'same' };
    const detail = this.#details.get(first.id);
    const made = this.#made.get(item);
    if (made !== undefined && made.of === detail) return made.change;
    const change = stopFileChange(item, found.length, detail, this.#changes.around);
    this.#made.set(item, { of: detail, change });
    return change;
  }

  /** Reads the existing stops that rows will update. */
  async read(items: readonly ImportItem[], isWanted: IsWanted): Promise<void> {
    const changes = this.#changes;
    const ids = [...setOf(items.flatMap((item) => this.#found(item).map(({ id }) => id)))];
    const unread = ids.filter((id) => !this.#details.has(id));
    for (let from = 0; from < unread.length; from += readAtOnce) {
      const part = unread.slice(from, from + readAtOnce);
      const details = await Promise.all(part.map((id) => changes.read(id).catch(() => null)));
      if (!isWanted()) return;
      const read = part.map((id, index) => [id, details[index] ?? null] as const);
      this.#details = added(this.#details, read);
    }
  }

  /** The stops with the number of a row. */
  #found(item: ImportItem): readonly StopRow[] {
    return this.#numbers.get(item.fields.externalId.trim()) ?? [];
  }

  /** Read once for a file; what is imported meanwhile is known by its row. */
  #read(): Promise<readonly StopRow[]> {
    this.#reading ??= this.#list().then(({ rows }) => rows.filter((row) => isStop(row) && row.change !== 'delete'));
    return this.#reading;
  }
}
