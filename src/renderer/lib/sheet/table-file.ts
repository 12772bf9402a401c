/** A list as a file that spreadsheets open. Texts that a spreadsheet would run as formulas are escaped in both kinds. */
import Papa from 'papaparse';
import writeExcelFile from 'write-excel-file/universal';
import { escapedCell } from '../formula-cells.ts';

export type FileCell = string | number | null;

export interface TableContent {
  kind: 'csv' | 'xlsx';
  headings: readonly string[];
  /** Positions of the columns with phone numbers. */
  phones: readonly number[];
  rows: readonly (readonly FileCell[])[];
}

export type TableFile = { kind: 'csv'; text: string } | { kind: 'xlsx'; bytes: Uint8Array<ArrayBuffer> };

const escaped = (cell: FileCell, isPhone: boolean): FileCell =>
  typeof cell === 'string' ? escapedCell(cell, isPhone) : cell;

/** Width of a column in letters, from its longest text within reason. */
function widthOf(texts: readonly FileCell[]): number {
  const longest = texts.reduce<number>((most, text) => Math.max(most, String(text ?? '').length), 0);
  return Math.min(60, Math.max(8, longest + 2));
}

export async function tableFile({ kind, headings, phones, rows }: TableContent): Promise<TableFile> {
  const lines = [headings, ...rows].map((cells) => cells.map((cell, at) => escaped(cell, phones.includes(at))));
  if (kind === 'csv') return { kind, text: Papa.unparse(lines, { newline: '\r\n' }) };
  const [heading = [], ...rest] = lines;
  const bold = heading.map((value) => ({ value: String(value ?? ''), fontWeight: 'bold' as const }));
  const columns = headings.map((title, at) => ({
    width: widthOf([title, ...rest.slice(0, 200).map((row) => row[at] ?? null)]),
  }));
  const made = await writeExcelFile([bold, ...rest], { columns, stickyRowsCount: 1 }).toBlob();
  return { kind, bytes: new Uint8Array(await made.arrayBuffer()) };
}
