/** Collects a list from the service page by page and writes it to the cache if it has changed. */
import { createHash } from 'node:crypto';
import { rawOf } from '../../shared/shapes.ts';
import type { Cache } from './cache-functions.ts';
import type { StoredRow } from './cache-tables.ts';
import type { Value } from './database.ts';

/** Rows per message to the worker. More would block main for longer than a frame. */
const rowsAtOnce = 500;

/** Writes the staged rows and these as the whole list. @returns true when anything changed */
type Write = (rows: StoredRow[], digest: string) => Promise<boolean>;

export class ReadList<Item extends { id: string }> {
  /** Items read so far, in the service's order. */
  readonly items: Item[] = [];
  private readonly bodies: string[] = [];
  private readonly said = createHash('sha256');
  private readonly columnsOf: (item: Item) => Value[];

  /** @param columnsOf the columns of the list's table, in its order; called only if the list has changed */
  constructor(columnsOf: (item: Item) => Value[]) {
    this.columnsOf = columnsOf;
  }

  /** Adds one page. Working page by page keeps a long list from blocking main. */
  add(items: readonly Item[]): void {
    for (const item of items) {
      const body = JSON.stringify(rawOf(item));
      this.items.push(item);
      this.bodies.push(body);
      // JSON texts are self-delimiting, so the digest needs no separators.
      this.said.update(body);
    }
  }

  /**
   * Writes the collected list to the cache. A list unchanged since the last read is neither sent to the worker nor
   * compared row by row.
   *
   * @param list its name in the table `lists`
   * @param at when the read began
   * @returns true when anything changed
   */
  async put(cache: Cache, list: string, at: number, write: Write): Promise<boolean> {
    const digest = this.said.digest('base64url');
    if (await cache.isSameList(list, digest, at)) return false;
    const last = Math.floor(Math.max(0, this.items.length - 1) / rowsAtOnce) * rowsAtOnce;
    for (let from = 0; from < last; from += rowsAtOnce) await cache.stageRows(list, this.rows(from));
    return write(this.rows(last), digest);
  }

  private rows(from: number): StoredRow[] {
    return this.items.slice(from, from + rowsAtOnce).map((item, index) => ({
      id: item.id,
      columns: this.columnsOf(item),
      body: this.bodies[from + index] ?? '',
      place: from + index,
    }));
  }
}
