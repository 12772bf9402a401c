/**
 * Reads the plain-text journal of outbox.db, damaged or not. Its lines are `seal table cells`, or `-seal table key`
 * for a removed row. A damaged line may contain the start of the next one, because its line break may be damaged too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { sealedTables, sealOf, type SealedTable } from './seal.ts';
import { fromStored } from '../stored-json.ts';

const cellValues = z.array(z.unknown());

export const journalHeader = 'depot-desk-outbox-journal 1';

/** Prefix of the line of a removed row. @param key of the row, as JSON */
export const removedSeal = (table: string, key: string) => `-${sealOf(`removed ${table}`, key)}`;

export interface JournalState {
  /** The last version of each row, by table and id. */
  rows: Map<SealedTable, Map<string, string>>;
  /** Cells of entries whose lines are damaged but at least contain readable ids. */
  damagedEntries: string[];
  /** Damaged lines of entries whose ids are unreadable. */
  unreadableEntries: string[];
  /** False when a line is damaged or there is no journal. Entries missing from it may then still be open. */
  whole: boolean;
}

/** Key that identifies a row across files: for entries the id, not the sequence. */
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
  /** Cells, or the key of a removed row. */
  rest: string;
  isRemoval: boolean;
}

const isTable = (name: string | undefined): name is SealedTable => sealedTables.some((table) => table === name);

/** @returns the parsed line, or null when the text is not an intact line */
function read(text: string): Line | null {
  const [, seal, table, rest = ''] = /^(\S+) (\S+) (.*)$/.exec(text) ?? [];
  if (!isTable(table)) return null;
  if (seal === sealOf(table, rest)) return { table, rest, isRemoval: false };
  return seal === removedSeal(table, rest) ? { table, rest, isRemoval: true } : null;
}

/** Offsets where lines may begin. */
const beginningsIn = (text: string) => [...text.matchAll(beginning)].map(({ index }) => index);

/** Finds an intact line that ends at one of the text's closing brackets. */
function readUpToBracket(text: string): { line: Line; length: number } | null {
  for (let length = text.indexOf(']') + 1; length > 0; length = text.indexOf(']', length) + 1) {
    const line = read(text.slice(0, length));
    if (line !== null) return { line, length };
  }
  return null;
}

/** Recovers the intact lines of a text with damaged line breaks, and returns the damaged text between them. */
function resynchronised(text: string): { lines: Line[]; damaged: string[] } {
  const lines: Line[] = [];
  const damaged: string[] = [];
  const begins = beginningsIn(text);
  if (begins[0] !== 0) damaged.push(text.slice(0, begins[0]));
  begins.forEach((begin, index) => {
    const part = text.slice(begin, begins[index + 1]);
    const found = readUpToBracket(part);
    if (found !== null) lines.push(found.line);
    // The character after the line was its line break, whatever it is now.
    const rest = part.slice(found === null ? 0 : found.length + 1);
    if (rest !== '') damaged.push(rest);
  });
  return { lines, damaged };
}

/** Cells from an entry's damaged line: all of them, or the ids of entry and record; null: neither is readable. */
function damagedEntry(line: string): string | null {
  const [, ids, sequence, id, recordId] = /\[((\d+),"([^"]{36})","([^"]{36})")/.exec(line) ?? [];
  if (ids === undefined) return null;
  const cells = line.slice(line.indexOf('['));
  try {
    fromStored(cellValues, cells);
    return cells;
  } catch {
    // The damage broke the JSON syntax.
  }
  return JSON.stringify([Number(sequence), id, recordId]);
}

/** Reads what is left of a journal. Never throws because of its content. */
export function readJournal(file: string): JournalState {
  const rows: JournalState['rows'] = new Map(sealedTables.map((table) => [table, new Map<string, string>()]));
  const state: JournalState = { rows, damagedEntries: [], unreadableEntries: [], whole: false };
  if (!existsSync(file)) return state;
  const [first = '', ...lines] = readFileSync(file, 'utf8').split('\n');
  state.whole = first === journalHeader;
  // A damaged header may have merged with the first line.
  if (!state.whole) lines.unshift(first);
  lines.forEach((text, index) => {
    const line = read(text);
    if (line !== null) take(rows, line);
    if (line !== null || text === '') return;
    const { lines: within, damaged } = resynchronised(text);
    for (const each of within) take(rows, each);
    for (const each of damaged) takeDamaged(state, each);
    // The last line is empty or unfinished, because no commit waits for the journal.
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
