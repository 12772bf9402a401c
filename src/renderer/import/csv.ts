/** Records as a CSV file that spreadsheets open and that can be imported again. */
import Papa from 'papaparse';
import { t } from '../../messages/index.ts';
import { escapedCell } from '../lib/formula-cells.ts';
import { inSlices } from '../lib/in-slices.ts';
import { textOf } from './fields.ts';
import type { ImportItem } from './item.ts';
import type { SheetNoun } from './noun.ts';
import { columnLabel } from './property-columns.ts';

const newline = '\r\n';
const lines = (rows: readonly (readonly string[])[]) => Papa.unparse([...rows], { newline });

const headingRow = (noun: SheetNoun) => noun.fields.map((field) => columnLabel(noun, field));

type Left = { item: Pick<ImportItem, 'fields'>; why: string };

/**
 * One row per product, with the other fields repeated and the reason in a column that the import ignores. Without a
 * number nothing would mark the rows as one record, so all products go into one cell, one per line. Barcodes are in the
 * first row alone: the import collects those of all rows.
 */
function rowsOf(noun: SheetNoun, { item: { fields }, why }: Left): string[][] {
  const number = noun.joinsBy === null ? '' : textOf(fields, noun.joinsBy);
  const products = number.trim() === '' ? [fields.products] : fields.products.split('\n');
  return products.map((product, at) => [
    ...noun.fields.map((field) => {
      if (field === 'barcodes' && at > 0) return '';
      return escapedCell(field === 'products' ? product : textOf(fields, field), field === 'phone');
    }),
    escapedCell(why),
  ]);
}

/** @returns the file's text; a file of 50,000 records takes a second, in slices */
export async function csvOf(noun: SheetNoun, items: readonly Left[]): Promise<string> {
  const parts = [lines([[...headingRow(noun), t('imports.problemColumn')]])];
  const add = (item: Left) => void parts.push(lines(rowsOf(noun, item)));
  await inSlices(items, add, { progress: () => undefined, isWanted: () => true });
  return parts.join(newline);
}

/** A template file with all recognised headings and one example. */
export const templateCsv = (noun: SheetNoun): string =>
  lines([headingRow(noun), noun.fields.map((field) => noun.example[field] ?? '')]);
