/** Salvages a damaged outbox row by row, so that one lost page does not cost the others. */
import { lstatSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { cellsOf, sealedTables, sealOf, type SealedTable } from './seal.ts';

/** Row numbers to try in a row without finding a row, because a damaged file may claim any number. */
const mostMissed = 200_000;

/** Missing rows in a row after which the next row number is looked up, because deleted rows may leave large gaps. */
const gapFrom = 100;

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
  let nextNumber: Sqlite.Statement;
  try {
    byNumber = sqlite.prepare(`SELECT ${cellsOf(table, table)} AS cells, seal FROM ${table} WHERE rowid = ?`);
    nextNumber = sqlite.prepare(`SELECT min(rowid) FROM ${table} WHERE rowid > ?`).pluck();
  } catch {
    return;
  }
  // Each number is tried, because a damaged row may claim any number and must not hide the rows that follow it.
  for (let number = 1, missed = 0; missed < mostMissed; number += 1) {
    missed += 1;
    try {
      const found = byNumber.get(number) as Found | undefined;
      if (found) {
        take(found);
        missed = 0;
      } else if (missed >= gapFrom) {
        const next = nextNumber.get(number) as number | null;
        if (next === null) return;
        number = next - 1;
      }
    } catch {
      // This row or the next one is on a lost page.
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
