/** The stops of a plan or without one, on the service or waiting, with which those of a file are compared. */
import type { Listing } from '../../../shared/contract.ts';
import { isStop, type StopRow } from '../../../shared/stops.ts';
import type { ImportItem, ItemChange } from '../../import/item.ts';
import { added, none } from '../../import/import-rows.ts';
import { LikelyDoubles } from '../../import/likely-doubles.svelte.ts';
import type { Existing, IsWanted, SheetNoun, There } from '../../import/noun.ts';
import { t } from '../../../messages/index.ts';

export class KnownStops implements Existing {
  readonly ask = null;
  readonly asked = null;
  readonly #likely: LikelyDoubles<StopRow>;
  /** Whether the stop with an external ID waits to be sent, by the ID. */
  #numbers = $state.raw<ReadonlyMap<string, { waits: boolean }>>(none());
  #reading: Promise<readonly StopRow[]> | null = null;
  readonly #list: () => Promise<Listing<StopRow>>;

  /** @param list reads the stops */
  constructor(list: () => Promise<Listing<StopRow>>, noun: Pick<SheetNoun, 'deliveryOf' | 'words'>) {
    this.#list = list;
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
    this.#reading = null;
  }

  async lookUp(items: readonly ImportItem[], isWanted: IsWanted): Promise<void> {
    const looking = this.#likely.look(items);
    const rows = await this.#read().catch(() => []);
    if (!isWanted()) return;
    const found = rows.flatMap(({ externalId, origin }) =>
      externalId === null ? [] : [[externalId, { waits: origin === 'outbox' }] as const],
    );
    this.#numbers = added(none(), found);
    await looking;
  }

  lookSoon(items: () => readonly ImportItem[]): void {
    this.#likely.lookSoon(items);
  }

  thereOf(item: ImportItem): There {
    const found = this.#numbers.get(item.fields.externalId.trim());
    const text = found?.waits === true ? t('imports.duplicateWaiting') : t('imports.duplicateCached');
    return {
      duplicate: found === undefined ? null : text,
      isKnown: false,
      alike: this.#likely.texts.get(item.key) ?? null,
    };
  }

  changeOf(): ItemChange {
    return { kind: 'same' };
  }

  read(): Promise<void> {
    return Promise.resolve();
  }

  /** Read once for a file; what is imported meanwhile is known by its row. */
  #read(): Promise<readonly StopRow[]> {
    this.#reading ??= this.#list().then(({ rows }) => rows.filter((row) => isStop(row) && row.change !== 'delete'));
    return this.#reading;
  }
}
