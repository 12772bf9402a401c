/** Records as a CSV file that spreadsheets open and that can be imported again. */
import Papa from 'papaparse';
import { t } from '../../messages/index.ts';
import { escapedCell } from '../lib/formula-cells.ts';
import { textOf } from './fields.ts';
import type { ImportItem } from './item.ts';
import type { SheetNoun } from './noun.ts';
import { columnLabel } from './property-columns.ts';

const headingRow = (noun: SheetNoun) => noun.fields.map((field) => columnLabel(noun, field));

/**
 * One row per product, with the other fields repeated and the reason in a column that the import ignores. Without a
 * number nothing would mark the rows as one record, so all products go into one cell, one per line. Barcodes are in the
 * first row alone: the import collects those of all rows.
 */
export function csvOf(noun: SheetNoun, items: readonly { item: Pick<ImportItem, 'fields'>; why: string }[]): string {
  const rows = items.flatMap(({ item: { fields }, why }) => {
    const number = noun.joinsBy === null ? '' : textOf(fields, noun.joinsBy);
    const products = number.trim() === '' ? [fields.products] : fields.products.split('\n');
    return products.map((product, at) => [
      ...noun.fields.map((field) => {
        if (field === 'barcodes' && at > 0) return '';
        return escapedCell(field === 'products' ? product : textOf(fields, field), field === 'phone');
      }),
      escapedCell(why),
    ]);
  });
  return Papa.unparse([[...headingRow(noun), t('imports.problemColumn')], ...rows], { newline: '\r\n' });
}

/** A template file with all recognised headings and one example. */
export const templateCsv = (noun: SheetNoun): string =>
  Papa.unparse([headingRow(noun), noun.fields.map((field) => noun.example[field] ?? '')], { newline: '\r\n' });
