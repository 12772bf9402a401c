/** Orders as a CSV file that spreadsheets open and that can be imported again. */
import Papa from 'papaparse';
import { t } from '../../../messages/index.ts';
import { escapedCell } from '../../lib/formula-cells.ts';
import type { ImportOrder } from './group.ts';
import { importFields } from './import-fields.ts';

const headingRow = () => importFields.map((field) => t(`orderForm.${field}`));

/**
 * One row per product, with the other fields repeated and the reason in a column that the import ignores. Without an
 * order number nothing would mark the rows as one order, so all products go into one cell, one per line.
 */
export function csvOf(orders: readonly { order: Pick<ImportOrder, 'fields'>; why: string }[]): string {
  const rows = orders.flatMap(({ order: { fields }, why }) => {
    const products = fields.externalId.trim() === '' ? [fields.products] : fields.products.split('\n');
    return products.map((product) => [
      ...importFields.map((field) => escapedCell(field === 'products' ? product : fields[field])),
      escapedCell(why),
    ]);
  });
  return Papa.unparse([[...headingRow(), t('orderImport.problemColumn')], ...rows], { newline: '\r\n' });
}

/** A template file with all recognised headings and one example order. */
export function templateCsv(): string {
  const example: Partial<Record<(typeof importFields)[number], string>> = {
    externalId: 'W-1001',
    recipientName: 'Mia Kern',
    phone: '030 1234567',
    addressLineOne: 'Lindenallee 4',
    zip: '01067',
    city: 'Dresden',
    country: 'Germany',
    packageCount: '1',
    products: 'Tea',
    expectedOn: '2026-06-17',
  };
  return Papa.unparse([headingRow(), importFields.map((field) => example[field] ?? '')], { newline: '\r\n' });
}
