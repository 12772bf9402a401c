/** Orders as a csv that a spreadsheet opens and that can be imported again. */
import Papa from 'papaparse';
import { t } from '../../../messages/index.ts';
import type { ImportOrder } from './group.ts';
import { importFields } from './import-fields.ts';

const headingRow = () => importFields.map((field) => t(`orderForm.${field}`));

/** A spreadsheet would take such a cell for a formula and run it. */
const escaped = (cell: string) => (/^[=+\-@\t]/.test(cell) ? `'${cell}` : cell);

/**
 * One row a product, the other fields in each; with the reason in a column that an import does not take. Without an order
 * number nothing would say that the rows are one order: its products stand in one cell, a line each.
 */
export function csvOf(orders: readonly { order: Pick<ImportOrder, 'fields'>; why: string }[]): string {
  const rows = orders.flatMap(({ order: { fields }, why }) => {
    const products = fields.externalId.trim() === '' ? [fields.products] : fields.products.split('\n');
    return products.map((product) => [
      ...importFields.map((field) => escaped(field === 'products' ? product : fields[field])),
      escaped(why),
    ]);
  });
  return Papa.unparse([[...headingRow(), t('orderImport.problemColumn')], ...rows], { newline: '\r\n' });
}

/** An empty file with every heading that is recognised, and one order to show how. */
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
