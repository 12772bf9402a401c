/** What an exported table holds: the columns in their order, and the rows that the filter left, in their order. */
import type { FileCell, TableContent } from '../lib/sheet/table-file.ts';
import type { Column } from './table.ts';
import type { TableView } from './table-view.svelte.ts';

/** A number stays one, so that a spreadsheet can add it up; everything else is what the cell says. */
const cellOf = <Row>({ amount, text }: Column<Row>, row: Row): FileCell => amount?.(row) ?? text?.(row) ?? null;

/** The columns of a table that have a text or a number; a second line has a column of its own. */
export function contentOf<Row>(view: TableView<Row>, kind: TableContent['kind']): TableContent {
  const columns = view.hasTwoLines ? withSecondLines(view) : view.columns;
  const written = columns.filter(({ text, amount }) => text !== undefined || amount !== undefined);
  const rows = (view.shown ?? []).map((row) => written.map((column) => cellOf(column, row)));
  const phones = written.flatMap(({ isPhone }, at) => (isPhone === true ? [at] : []));
  return { kind, headings: written.map(({ title }) => title), phones, rows };
}

const withSecondLines = <Row>({ columns, allColumns }: TableView<Row>): Column<Row>[] =>
  columns.flatMap((column) => [column, ...allColumns.filter(({ id }) => id === column.below?.instead)]);
