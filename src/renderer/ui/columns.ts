/** Which columns of a table are shown, and in which order. */
import type { TableLayout, TableSort } from '../../shared/table-layouts.ts';
import type { Column } from './table.ts';

/** A column in the list from which columns are chosen. */
export interface ColumnChoice {
  id: string;
  title: string;
  isShown: boolean;
}

/**
 * The columns that are shown, in order.
 * @param usual ids of those that are shown until somebody chooses
 */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  { columns: chosen, twoLines }: Pick<TableLayout, 'columns' | 'twoLines'>,
  usual: readonly string[],
): Column<Row>[] {
  const wanted = (chosen ?? usual).flatMap((id) => columns.find((column) => column.id === id) ?? []);
  // What was chosen may be columns that this list does not have, such as custom properties of another team.
  const shown = wanted.length > 0 ? wanted : columns.filter(({ id }) => usual.includes(id));
  const needless = new Set(twoLines ? shown.map(({ below }) => below?.instead) : []);
  const rest = shown.filter(({ id }) => !needless.has(id));
  return rest.length > 0 ? rest : shown;
}

/** All columns to choose from: those that are shown in their order, then the others. */
export function columnChoices<Row>(
  columns: readonly Column<Row>[],
  chosen: TableLayout['columns'],
  usual: readonly string[],
): ColumnChoice[] {
  const shown = shownColumns(columns, { columns: chosen, twoLines: false }, usual);
  const others = columns.filter((column) => !shown.includes(column));
  const choice = (isShown: boolean) => (column: Column<Row>) => ({ id: column.id, title: column.title, isShown });
  return [...shown.map(choice(true)), ...others.map(choice(false))];
}

/** Shows or hides a column. The last one stays. @returns ids of the columns that are shown */
export function toggled(choices: readonly ColumnChoice[], id: string): string[] {
  const shown = choices.filter(({ isShown }) => isShown).map((choice) => choice.id);
  const others = shown.filter((other) => other !== id);
  if (others.length === shown.length) return [...shown, id];
  return others.length > 0 ? others : shown;
}

/** Moves a column that is shown by one place. @returns ids of the columns that are shown */
export function moved(choices: readonly ColumnChoice[], id: string, by: -1 | 1): string[] {
  const shown = choices.filter(({ isShown }) => isShown).map((choice) => choice.id);
  const place = shown.indexOf(id);
  const neighbour = shown[place + by];
  if (place < 0 || neighbour === undefined) return shown;
  return shown.with(place, neighbour).with(place + by, id);
}

/** What a click on a column's head leads to: ascending, descending, the list's own order. */
export function nextSort(sort: TableSort | null, column: string): TableSort | null {
  if (sort?.column !== column) return { column, direction: 'ascending' };
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : null;
}
