/**
 * Keeps an import while it is corrected, so that it survives the end of the app: the rows of the file once, in parts, and
 * what the person did with them soon after each change, never with a key press itself.
 */
import type { AppError } from '../../../shared/errors.ts';
import {
  mostKeptCharacters,
  mostKeptColumns,
  mostKeptRows,
  rowsAtOnce,
  type ImportWork,
} from '../../../shared/order-imports.ts';
import { asAppError, backend } from '../../lib/backend.ts';

/** How long typing has to pause before it is kept, in milliseconds. */
const keepDelay = 400;

export type SheetRows = readonly (readonly string[])[];

/** Whether a file is small enough to be kept. */
export function mayBeKept(rows: SheetRows): boolean {
  if (rows.length > mostKeptRows + 1) return false;
  let characters = 0;
  for (const row of rows) {
    if (row.length > mostKeptColumns) return false;
    for (const cell of row) characters += cell.length;
  }
  return characters <= mostKeptCharacters;
}

interface KeeperOptions {
  rows: () => SheetRows;
  /** What is to be kept; null: not now (it is being saved, or there is nothing). */
  work: () => ImportWork | null;
  /** Told how keeping went: why it failed, or null. */
  kept: (error: AppError | null) => void;
}

export class ImportKeeper {
  private readonly options: KeeperOptions;
  private id: string = crypto.randomUUID();
  private hasRows = false;
  private isKept = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private keeping: Promise<void> = Promise.resolve();

  constructor(options: KeeperOptions) {
    this.options = options;
  }

  /** Id of the import that is kept, or null. */
  get importId(): string | null {
    return this.isKept ? this.id : null;
  }

  /** Another file from now on. @param id of an import that is gone on with */
  begin(id?: string): void {
    clearTimeout(this.timer);
    this.id = id ?? crypto.randomUUID();
    this.hasRows = id !== undefined;
    this.isKept = id !== undefined;
  }

  soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.now(), keepDelay);
  }

  now(): Promise<void> {
    clearTimeout(this.timer);
    this.keeping = this.keeping.then(() => this.keep());
    return this.keeping;
  }

  /** It is done, or thrown away: nothing of it is kept any more. */
  async forget(): Promise<void> {
    clearTimeout(this.timer);
    await this.keeping;
    const { importId } = this;
    this.begin();
    if (importId !== null) await backend.orderImports.remove({ id: importId });
  }

  private async keep(): Promise<void> {
    const work = this.options.work();
    const rows = this.options.rows();
    if (work === null || !mayBeKept(rows)) return;
    const { id } = this;
    try {
      if (!this.hasRows) await this.keepRows(id, rows);
      await backend.orderImports.save({ id, work });
      if (id === this.id) this.isKept = true;
      this.options.kept(null);
    } catch (error) {
      this.options.kept(asAppError(error));
    }
  }

  private async keepRows(id: string, rows: SheetRows): Promise<void> {
    for (let from = 0, part = 0; from < rows.length; from += rowsAtOnce, part += 1) {
      const some = rows.slice(from, from + rowsAtOnce).map((row) => [...row]);
      await backend.orderImports.saveRows({ id, part, rows: some });
    }
    if (id === this.id) this.hasRows = true;
  }
}
