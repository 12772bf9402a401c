/** Salvages a damaged outbox row by row, so that one lost page does not cost the others. */
import { lstatSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { cellsOf, sealedTables, sealOf, type SealedTable } from './seal.ts';

/** Highest row number to try, because a damaged file may claim any number. */
const mostRows = 200_000;

export interface Salvaged {
  /** Cells of rows whose seal matches. */
  intact: Map<SealedTable, string[]>;
  /** Cells of readable rows whose seal does not match. */
  damaged: Map<SealedTable, string[]>;
}

interface Found {
  cells: string;
  seal: string | null;
}

function readTable(sqlite: Sqlite.Database, table: SealedTable, take: (found: Found) => void): void {
  let byNumber: Sqlite.Statement;
  let last = mostRows;
  try {
    byNumber = sqlite.prepare(`SELECT ${cellsOf(table, table)} AS cells, seal FROM ${table} WHERE rowid = ?`);
    const highest = sqlite.prepare(`SELECT max(rowid) FROM ${table}`).pluck().get() as number | null;
    if (highest !== null && highest < mostRows) last = highest;
    if (highest === null) last = 0;
  } catch {
    // The end of the table is unreadable, so every row number is tried.
    try {
      byNumber = sqlite.prepare(`SELECT ${cellsOf(table, table)} AS cells, seal FROM ${table} WHERE rowid = ?`);
    } catch {
      return;
    }
  }
  for (let number = 1; number <= last; number += 1) {
    try {
      const found = byNumber.get(number) as Found | undefined;
      if (found) take(found);
    } catch {
      // This row is on a lost page.
    }
  }
}

/**
 * @param file only read, but SQLite may write to its `-wal` and `-shm` files; a link is not followed, because what it
 *   leads to is not the app's
 */
export function salvage(file: string): Salvaged {
  const result: Salvaged = { intact: new Map(), damaged: new Map() };
  let sqlite: Sqlite.Database;
  try {
    if (lstatSync(file).isSymbolicLink()) return result;
    sqlite = new Sqlite(file);
  } catch {
    return result;
  }
  try {
    for (const table of sealedTables) {
      const intact: string[] = [];
      const damaged: string[] = [];
      readTable(sqlite, table, ({ cells, seal }) => {
        if (sealOf(table, cells) === seal) intact.push(cells);
        else damaged.push(cells);
      });
      result.intact.set(table, intact);
      result.damaged.set(table, damaged);
    }
  } finally {
    sqlite.close();
  }
  return result;
}
