/** The drivers on the service or waiting, and those of the file itself, by which a driver of a file may be one already. */
import { reachKeys } from '../../../shared/driver-reach.ts';
import type { DriverRow } from '../../../shared/drivers.ts';
import { t } from '../../../messages/index.ts';
import { added, none } from '../../import/import-rows.ts';
import type { ImportItem } from '../../import/item.ts';
import { nowhere, type Existing, type IsWanted, type ItemsNow, type There } from '../../import/noun.ts';
import { setOf } from '../../lib/sets.ts';
import type { DriverFileChange } from './existing-driver.ts';

/** What a row of the file doubles. */
interface Doubled {
  /** The first row above it with its email or phone. */
  line: number | null;
  /** The existing drivers with its email or phone. */
  drivers: readonly DriverRow[];
}

export class KnownDrivers implements Existing {
  askedWords = $state.raw<readonly string[]>([]);
  /** Only rows that double something, by key. */
  #doubled = $state.raw<ReadonlyMap<string, Doubled>>(none());
  /** Existing drivers by what no other driver can have. Null: not read yet. */
  #drivers: ReadonlyMap<string, readonly DriverRow[]> | null = null;
  readonly #list: () => Promise<{ rows: readonly DriverRow[] }>;
  readonly #refresh: () => Promise<void>;
  readonly #changeFrom: (item: ImportItem, found: readonly DriverRow[]) => DriverFileChange;

  /**
   * @param from reads the drivers that this computer has, and refreshes them from the service
   * @param changeFrom the change that a row makes of the existing drivers with its email or phone
   */
  constructor(
    { list, refresh }: { list: () => Promise<{ rows: readonly DriverRow[] }>; refresh: () => Promise<void> },
    changeFrom: (item: ImportItem, found: readonly DriverRow[]) => DriverFileChange,
  ) {
    this.#list = list;
    this.#refresh = refresh;
    this.#changeFrom = changeFrom;
  }

  begin(): void {
    this.#doubled = none();
    this.#drivers = null;
    this.askedWords = [];
  }

  /** Compares with the drivers that the service has now. */
  async ask(items: ItemsNow, isWanted: IsWanted): Promise<void> {
    const isRead = await this.#refresh()
      .then(() => this.#read(items, isWanted))
      .catch(() => false);
    if (isWanted()) this.askedWords = [t(isRead ? 'driverImport.askedService' : 'driverImport.askFailed')];
  }

  async lookUp(items: ItemsNow, isWanted: IsWanted): Promise<void> {
    // The import works without the list.
    await this.#read(items, isWanted).catch(() => undefined);
  }

  /** @returns true. @throws AppError when the list cannot be read; what was known stays */
  async #read(items: ItemsNow, isWanted: IsWanted): Promise<boolean> {
    const { rows } = await this.#list();
    if (!isWanted()) return true;
    const pairs = rows.flatMap((row) => reachKeys(row).map((key) => ({ key, row })));
    const groups = Map.groupBy(pairs, ({ key }) => key);
    this.#drivers = added(
      none(),
      [...groups].map(([key, of]) => [key, of.map(({ row }) => row)] as const),
    );
    this.#compare(items());
    return true;
  }

  lookSoon(items: ItemsNow): Promise<void> {
    if (this.#drivers !== null) this.#compare(items());
    return Promise.resolve();
  }

  there(): (item: ImportItem) => There {
    const found = this.#doubled;
    return (item) => {
      const doubled = found.get(item.key);
      if (doubled === undefined) return nowhere;
      return { duplicate: textOf(doubled), isKnown: changeable(doubled).length > 0, alike: null };
    };
  }

  changeOf(item: ImportItem): DriverFileChange {
    return this.#changeFrom(item, changeable(this.#doubled.get(item.key)));
  }

  /** The rows of the list are complete. */
  read(): Promise<void> {
    return Promise.resolve();
  }

  /** A driver of the file is first compared with those above it, then with those that exist. */
  #compare(items: readonly ImportItem[]): void {
    const drivers = this.#drivers ?? none<string, readonly DriverRow[]>();
    const lines: Record<string, number> = {};
    const found = items.flatMap((item) => {
      const keys = reachKeys(item.fields);
      const line = keys.map((key) => lines[key]).find((each) => each !== undefined) ?? null;
      for (const key of keys) lines[key] ??= item.lines[0];
      const existing = [...setOf(keys.flatMap((key) => drivers.get(key) ?? []))];
      return line === null && existing.length === 0 ? [] : [[item.key, { line, drivers: existing }] as const];
    });
    this.#doubled = added(none(), found);
  }
}

function textOf(doubled: Doubled | undefined): string | null {
  if (doubled === undefined) return null;
  if (doubled.line !== null) return t('driverImport.sameReachLine', { line: String(doubled.line) });
  const [first] = doubled.drivers;
  return first === undefined ? null : t('driverImport.sameReach', { name: first.name });
}

/** Drivers that a row can change: not those that the row above it is about, and none who is being deleted. */
function changeable(doubled: Doubled | undefined): readonly DriverRow[] {
  return doubled === undefined || doubled.line !== null
    ? []
    : doubled.drivers.filter(({ change }) => change !== 'delete');
}
