/**
 * Reads the plain journal beside outbox.db, damaged or not. Its lines are `seal table cells`, and `-seal table key` for a
 * row that was removed. Another line may begin within a damaged one: its line break may be damaged too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { sealedTables, sealOf, type SealedTable } from './seal.ts';
import { fromStored } from '../stored-json.ts';

const cellValues = z.array(z.unknown());

export const journalHeader = 'depot-desk-outbox-journal 1';

/** What stands before a line of a row that was removed. @param key of the row, as JSON */
export const removedSeal = (table: string, key: string) => `-${sealOf(`removed ${table}`, key)}`;

export interface JournalState {
  /** The last version of each row, by table and id. */
  rows: Map<SealedTable, Map<string, string>>;
  /** Cells of entries whose lines are not what was written; their ids at least were made out. */
  damagedEntries: string[];
  /** Damaged lines of entries that do not say any more which. */
  unreadableEntries: string[];
  /** False when a line is damaged, or there is no journal: what is not in it may still be open. */
  whole: boolean;
}

/** Under what a row is known across files; entries by their id, as everything else. */
export function keyOf(table: SealedTable, cells: string): string {
  const values = fromStored(cellValues, cells);
  if (table === 'entries') return String(values[1]);
  return table === 'label_documents' ? JSON.stringify(values.slice(0, 2)) : String(values[0]);
}

const removedKey = (table: SealedTable, key: string) =>
  table === 'label_documents' ? key : String(fromStored(cellValues, key)[0]);

/** A seal, SHA-256 as base64url, and a table. */
const beginning = new RegExp(`-?[\\w-]{43} (?:${sealedTables.join('|')}) `, 'g');

interface Line {
  table: SealedTable;
  /** Cells, or the key of what was removed. */
  rest: string;
  isRemoval: boolean;
}

const isTable = (name: string | undefined): name is SealedTable => sealedTables.some((table) => table === name);

/** @returns what the text says, or null when it is not a line as it was written */
function read(text: string): Line | null {
  const [, seal, table, rest = ''] = /^(\S+) (\S+) (.*)$/.exec(text) ?? [];
  if (!isTable(table)) return null;
  if (seal === sealOf(table, rest)) return { table, rest, isRemoval: false };
  return seal === removedSeal(table, rest) ? { table, rest, isRemoval: true } : null;
}

/** Where lines may begin within a text. */
const beginningsIn = (text: string) => [...text.matchAll(beginning)].map(({ index }) => index);

/** A line that ends with one of the brackets of a text. */
function readUpToBracket(text: string): { line: Line; length: number } | null {
  for (let length = text.indexOf(']') + 1; length > 0; length = text.indexOf(']', length) + 1) {
    const line = read(text.slice(0, length));
    if (line !== null) return { line, length };
  }
  return null;
}

/** Lines of which the ends cannot be told, and what lies between them and cannot be read. */
function resynchronised(text: string): { lines: Line[]; damaged: string[] } {
  const lines: Line[] = [];
  const damaged: string[] = [];
  const begins = beginningsIn(text);
  if (begins[0] !== 0) damaged.push(text.slice(0, begins[0]));
  begins.forEach((begin, index) => {
    const part = text.slice(begin, begins[index + 1]);
    const found = readUpToBracket(part);
    if (found !== null) lines.push(found.line);
    // One sign more is what ended it, whatever it is now.
    const rest = part.slice(found === null ? 0 : found.length + 1);
    if (rest !== '') damaged.push(rest);
  });
  return { lines, damaged };
}

/** What an entry's damaged line still says, as cells: all of them, or the ids of entry and record; null: not even those. */
function damagedEntry(line: string): string | null {
  const [, ids, sequence, id, recordId] = /\[((\d+),"([^"]{36})","([^"]{36})")/.exec(line) ?? [];
  if (ids === undefined) return null;
  const cells = line.slice(line.indexOf('['));
  try {
    fromStored(cellValues, cells);
    return cells;
  } catch {
    // Some sign that JSON needs has flipped.
  }
  return JSON.stringify([Number(sequence), id, recordId]);
}

/** Reads what there is of a journal. Never throws for what is in it. */
export function readJournal(file: string): JournalState {
  const rows: JournalState['rows'] = new Map(sealedTables.map((table) => [table, new Map<string, string>()]));
  const state: JournalState = { rows, damagedEntries: [], unreadableEntries: [], whole: false };
  if (!existsSync(file)) return state;
  const [first = '', ...lines] = readFileSync(file, 'utf8').split('\n');
  state.whole = first === journalHeader;
  // Otherwise the first line may have been drawn into it.
  if (!state.whole) lines.unshift(first);
  lines.forEach((text, index) => {
    const line = read(text);
    if (line !== null) take(rows, line);
    if (line !== null || text === '') return;
    const { lines: within, damaged } = resynchronised(text);
    for (const each of within) take(rows, each);
    for (const each of damaged) takeDamaged(state, each);
    // The last line is empty, or was never finished: no commit waits for the journal.
    if (damaged.length > 0 && index < lines.length - 1) state.whole = false;
  });
  return state;
}

function take(rows: JournalState['rows'], { table, rest, isRemoval }: Line): void {
  if (isRemoval) rows.get(table)?.delete(removedKey(table, rest));
  else rows.get(table)?.set(keyOf(table, rest), rest);
}

function takeDamaged(state: JournalState, text: string): void {
  const cells = damagedEntry(text);
  if (cells !== null) state.damagedEntries.push(cells);
  else if (text.includes(' entries ')) state.unreadableEntries.push(text);
}
