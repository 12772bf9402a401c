/** The drivers on the service or waiting, and those of the file itself, by which a driver of a file may be one already. */
import type { DriverRow } from '../../../shared/drivers.ts';
import { t } from '../../../messages/index.ts';
import { added, none } from '../../import/import-rows.ts';
import type { ImportItem, ItemChange } from '../../import/item.ts';
import type { Existing, IsWanted, There } from '../../import/noun.ts';

interface Reach {
  email: string | null;
  phone: string | null;
}

/** What two drivers cannot share. A phone is the same with and without its country's code. */
function keysOf({ email, phone }: Reach): string[] {
  const mail = (email ?? '').trim().toLowerCase();
  const digits = (phone ?? '').replaceAll(/\D/g, '').replace(/^00/, '');
  return [...(mail === '' ? [] : [mail]), ...(digits.length < 6 ? [] : [`phone ${digits.slice(-8)}`])];
}

export class KnownDrivers implements Existing {
  readonly ask = null;
  readonly asked = null;
  /** What each row of the file may double, by its key. */
  #texts = $state.raw<ReadonlyMap<string, string>>(none());
  #names: ReadonlyMap<string, string> | null = null;
  readonly #list: () => Promise<{ rows: readonly DriverRow[] }>;

  /** @param list reads the drivers */
  constructor(list: () => Promise<{ rows: readonly DriverRow[] }>) {
    this.#list = list;
  }

  begin(): void {
    this.#texts = none();
    this.#names = null;
  }

  async lookUp(items: readonly ImportItem[], isWanted: IsWanted): Promise<void> {
    const { rows } = await this.#list().catch(() => ({ rows: [] }));
    if (!isWanted()) return;
    this.#names = added(
      none(),
      rows.flatMap((row) => keysOf(row).map((key) => [key, row.name] as const)),
    );
    this.#compare(items);
  }

  lookSoon(items: () => readonly ImportItem[]): void {
    if (this.#names !== null) this.#compare(items());
  }

  thereOf(item: ImportItem): There {
    return { duplicate: this.#texts.get(item.key) ?? null, isKnown: false, alike: null };
  }

  changeOf(): ItemChange {
    return { kind: 'same' };
  }

  read(): Promise<void> {
    return Promise.resolve();
  }

  /** A driver of the file is first compared with those above it, then with those that exist. */
  #compare(items: readonly ImportItem[]): void {
    const names = this.#names ?? none<string, string>();
    const lines: Record<string, number> = {};
    const found = items.flatMap((item) => {
      const keys = keysOf(item.fields);
      const above = keys.map((key) => lines[key]).find((line) => line !== undefined);
      for (const key of keys) lines[key] ??= item.lines[0];
      const name = keys.map((key) => names.get(key)).find((each) => each !== undefined);
      if (above !== undefined) return [[item.key, t('driverImport.sameReachLine', { line: String(above) })] as const];
      return name === undefined ? [] : [[item.key, t('driverImport.sameReach', { name })] as const];
    });
    this.#texts = added(none(), found);
  }
}
