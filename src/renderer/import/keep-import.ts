/**
 * Saves an import while the user works on it, so that it survives a restart: the rows of the file once, in chunks, as
 * soon as they are shown, and the user's work shortly after each change, debounced.
 */
import type { AppError } from '../../shared/errors.ts';
import {
  mostKeptCharacters,
  mostKeptColumns,
  mostKeptRows,
  rowsAtOnce,
  type ImportWork,
  type KeptImportDetail,
  type SheetReport,
} from '../../shared/imports.ts';
import { asAppError, backend } from '../lib/backend.ts';
import { reportOf } from '../lib/sheet/report.ts';
import { keptColumns } from './columns.ts';
import { itemsOf } from './group.ts';
import type { SheetNoun } from './noun.ts';

/** Delay after the last change before the work is saved, in milliseconds. */
const keepDelay = 400;

export type SheetRows = readonly (readonly string[])[];

/** Valid for the rows of a file, which nobody changes: each look goes through all of their cells. */
const keptBefore = new WeakMap<SheetRows, boolean>();

/** Whether a file is small enough to be saved. */
export function mayBeKept(rows: SheetRows): boolean {
  const known = keptBefore.get(rows);
  if (known !== undefined) return known;
  const isSmall = isSmallEnough(rows);
  keptBefore.set(rows, isSmall);
  return isSmall;
}

function isSmallEnough(rows: SheetRows): boolean {
  if (rows.length > mostKeptRows + 1) return false;
  let characters = 0;
  for (const row of rows) {
    if (row.length > mostKeptColumns) return false;
    for (const cell of row) characters += cell.length;
  }
  return characters <= mostKeptCharacters;
}

/** Reads a saved import, its rows in chunks. @throws AppError `record.not-found` */
export async function readKept(id: string): Promise<KeptImportDetail> {
  const { work, parts } = await backend.imports.get({ id });
  const rows: string[][] = [];
  for (let part = 0; part < parts; part += 1) rows.push(...(await backend.imports.rows({ id, part })));
  return { work, rows };
}

/**
 * Upgrades a saved import to the current format. An earlier version named a joined record by its first row, joined rows
 * without asking, and knew no faults. Rows that it has already imported must not be imported again, however rows are
 * joined now.
 */
export function asKeptNow(
  noun: SheetNoun,
  { work, rows }: KeptImportDetail,
): { work: ImportWork; report: SheetReport } {
  if (work.report !== null) return { work, report: work.report };
  const report = reportOf(rows);
  const columns = keptColumns(noun, rows[0] ?? [], work.columns);
  const earlier = itemsOf(noun, rows, columns, { report: { ...report, faults: [] } });
  const taken = new Set(work.taken);
  const keys = new Map(earlier.map(({ key, lines }) => [`line-${lines[0]}`, key]));
  for (const { key, lines } of earlier) {
    if (taken.has(`line-${lines[0]}`))
      for (const each of [key, ...lines.map((line) => `line-${line}`)]) taken.add(each);
  }
  const renamed = <Value>(record: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [keys.get(key) ?? key, value]));
  return {
    work: { ...work, corrected: renamed(work.corrected), chosen: renamed(work.chosen), taken: [...taken] },
    report,
  };
}

interface KeeperOptions {
  rows: () => SheetRows;
  /** The work to save; null when it must not be saved now (rows are being saved, or nothing was done). */
  work: () => ImportWork | null;
  /** Called after each save with its error, or null. */
  kept: (error: AppError | null) => void;
}

/** The rows of a file on their way to main. */
interface Rows {
  /** When all are there, or the rest is not wanted any more. Fails when main cannot store them. */
  arrived: Promise<void>;
  /** There is work on them: all of them are stored, whatever happens meanwhile. */
  areNeeded: boolean;
  /** Nobody wants them. */
  isOver: boolean;
}

export class ImportKeeper {
  private readonly options: KeeperOptions;
  private id: string = crypto.randomUUID();
  /** Null: main has none of them, or not all. */
  private rows: Rows | null = null;
  private isKept = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private keeping: Promise<void> = Promise.resolve();

  constructor(options: KeeperOptions) {
    this.options = options;
  }

  /** The import's id, saved or not. It is also the gesture id of its records, even after the import is resumed. */
  get gesture(): string {
    return this.id;
  }

  /** Id of the saved import, or null. */
  get importId(): string | null {
    return this.isKept ? this.id : null;
  }

  /** Starts with another file. @param id of the import to resume */
  begin(id?: string): void {
    clearTimeout(this.timer);
    if (this.rows?.areNeeded === false) this.rows.isOver = true;
    this.id = id ?? crypto.randomUUID();
    this.rows = id === undefined ? null : { arrived: Promise.resolve(), areNeeded: true, isOver: false };
    this.isKept = id !== undefined;
  }

  /**
   * Stores the rows before there is work on them, so that the first correction is kept at once. They are not offered
   * to anybody, and removed again when the user leaves the file as it is.
   */
  rowsSoon(): void {
    const rows = this.options.rows();
    if (this.rows !== null || !mayBeKept(rows)) return;
    // Tried again with the first work, which then says what went wrong.
    this.storedRows(rows).arrived.catch(() => undefined);
  }

  /** Removes rows on which there is no work. They are stored again if there is some later. */
  async leaveRows(): Promise<void> {
    const { id, rows } = this;
    if (rows === null || rows.areNeeded) return;
    rows.isOver = true;
    this.rows = null;
    // Main removes them itself otherwise, after the next start.
    await backend.imports.remove({ id }).catch(() => undefined);
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

  /**
   * All rows are in the outbox: from now on the saved import is main's, which keeps it while added rows may be
   * rejected.
   *
   * @param changed keys of the rows that changed existing records in the end, of which main does not know
   */
  async finish(changed: readonly string[]): Promise<void> {
    clearTimeout(this.timer);
    await this.keeping;
    const { id, isKept } = this;
    this.begin();
    await backend.imports.finish({ id, changed: isKept ? [...changed] : [] });
  }

  /** Removes the saved import, because the file is read in another way. */
  async forget(): Promise<void> {
    clearTimeout(this.timer);
    await this.keeping;
    const { id, rows } = this;
    this.begin();
    if (rows !== null) await backend.imports.remove({ id });
  }

  private async keep(): Promise<void> {
    const work = this.options.work();
    const rows = this.options.rows();
    if (work === null) return this.leaveRows();
    if (!mayBeKept(rows)) return;
    const { id } = this;
    try {
      const stored = this.storedRows(rows);
      stored.areNeeded = true;
      await stored.arrived;
      await backend.imports.save({ id, work });
      if (id === this.id) this.isKept = true;
      this.options.kept(null);
    } catch (error) {
      this.options.kept(asAppError(error));
    }
  }

  /** Stores the rows, unless they are stored or on their way. */
  private storedRows(rows: SheetRows): Rows {
    if (this.rows !== null) return this.rows;
    const stored: Rows = { arrived: Promise.resolve(), areNeeded: false, isOver: false };
    stored.arrived = this.storeRows(this.id, rows, stored).catch((error: unknown) => {
      if (this.rows === stored) this.rows = null;
      throw error;
    });
    this.rows = stored;
    return stored;
  }

  private async storeRows(id: string, rows: SheetRows, stored: Rows): Promise<void> {
    for (let from = 0, part = 0; from < rows.length && !stored.isOver; from += rowsAtOnce, part += 1) {
      const some = rows.slice(from, from + rowsAtOnce).map((row) => [...row]);
      await backend.imports.saveRows({ id, part, rows: some });
    }
  }
}
