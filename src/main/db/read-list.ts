/** A list of the service on its way into the cache: taken up page by page, and written where it says something new. */
import { createHash } from 'node:crypto';
import { rawOf } from '../../shared/shapes.ts';
import type { Cache } from './cache-functions.ts';
import type { StoredRow } from './cache-tables.ts';
import type { Value } from './database.ts';

/** Rows that go to the worker in one message: more would keep main busy for longer than a frame. */
const rowsAtOnce = 500;

/** Writes the rows as the whole list, with those staged before. @returns true when anything changed */
type Write = (rows: StoredRow[], digest: string) => Promise<boolean>;

export class ReadList<Item extends { id: string }> {
  /** As read so far, in the service's order. */
  readonly items: Item[] = [];
  private readonly bodies: string[] = [];
  private readonly said = createHash('sha256');
  private readonly columnsOf: (item: Item) => Value[];

  /** @param columnsOf the columns of the list's table, in its order; asked for only where the list has changed */
  constructor(columnsOf: (item: Item) => Value[]) {
    this.columnsOf = columnsOf;
  }

  /** Takes up one page, so that main is never busy with a whole list at once. */
  add(items: readonly Item[]): void {
    for (const item of items) {
      const body = JSON.stringify(rawOf(item));
      this.items.push(item);
      this.bodies.push(body);
      // One text of JSON after the other says where each ends.
      this.said.update(body);
    }
  }

  /**
   * Puts what was taken up into the cache. A list that said the same when it was last read is neither sent to the worker
   * nor compared row by row.
   *
   * @param list its name in the table `lists`
   * @param at when it was begun to be read
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
