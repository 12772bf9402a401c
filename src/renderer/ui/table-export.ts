/** Exports the rows of a table as they are shown: the columns in their order, what the filter left, in its order. */
import { t } from '../../messages/index.ts';
import { backend } from '../lib/backend.ts';
import type { FileCell, TableContent } from '../lib/sheet/table-file.ts';
import type { Column } from './table.ts';
import type { TableView } from './table-view.svelte.ts';
import { toasts } from './toasts.svelte.ts';

/** A number stays one, so that a spreadsheet can add it up; everything else is what the cell says. */
const cellOf = <Row>({ amount, text }: Column<Row>, row: Row): FileCell => amount?.(row) ?? text?.(row) ?? null;

/** The columns of a table that have a text or a number; a second line has a column of its own. */
export function contentOf<Row>(view: TableView<Row>, kind: TableContent['kind']): TableContent {
  const columns = view.hasTwoLines ? withSecondLines(view) : view.columns;
  const written = columns.filter(({ text, amount }) => text !== undefined || amount !== undefined);
  const rows = (view.shown ?? []).map((row) => written.map((column) => cellOf(column, row)));
  return { kind, headings: written.map(({ title }) => title), rows };
}

const withSecondLines = <Row>({ columns, allColumns }: TableView<Row>): Column<Row>[] =>
  columns.flatMap((column) => [column, ...allColumns.filter(({ id }) => id === column.below?.instead)]);

/** Never throws: a failure is shown. */
export async function exportTable<Row>(view: TableView<Row>, kind: TableContent['kind']): Promise<void> {
  const name = view.fileName;
  if (name === null) return;
  await toasts.attempt('tables.save', async () => {
    const { makeTableFile } = await import('../lib/sheet/make-table-file.ts');
    const saved = await backend.tables.save({ name, file: await makeTableFile(contentOf(view, kind)) });
    if (saved) toasts.show('positive', 'tables.saved', t('tables.exported', { name: saved.name }));
  });
}
