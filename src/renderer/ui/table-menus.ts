/** What the menus of a table offer: for a head, for the values of a row, and for sorting by keyboard. */
import { t } from '../../messages/index.ts';
import { fieldWord, withTerm } from '../lib/column-filter.ts';
import type { MenuItem } from './menu.ts';
import { type Column, sortValueOf } from './table.ts';
import type { TableView } from './table-view.svelte.ts';

export interface TableMenuContent {
  title: string | null;
  items: MenuItem[];
}

/** Columns by which a list can be sorted; the present one says how. */
export function sortMenu<Row>(view: TableView<Row>): TableMenuContent {
  const { sort } = view.layout;
  const items = view.columns
    .filter((column) => sortValueOf(column) !== undefined)
    .map(({ id, title }) => ({
      id,
      label: title,
      hint: sort?.column === id ? t(`tables.${sort.direction}`) : null,
      onchoose: () => view.sortNext(id),
    }));
  return { title: t('tables.sortBy'), items: [...items, ...ownOrder(view)] };
}

const ownOrder = <Row>(view: TableView<Row>): MenuItem[] =>
  view.layout.sort === null
    ? []
    : [{ id: ':own', label: t('tables.ownOrder'), begins: true, onchoose: () => view.change({ sort: null }) }];

/** What can be done with a column. */
export function headMenu<Row>(
  view: TableView<Row>,
  column: Column<Row>,
  { canSort, focusFilter }: { canSort: boolean; focusFilter: () => void },
): TableMenuContent {
  const { id, title } = column;
  const isLast = view.columns.length === 1;
  const sorts = canSort && sortValueOf(column) !== undefined;
  const sortTo = (direction: 'ascending' | 'descending'): MenuItem => ({
    id: direction,
    label: t(direction === 'ascending' ? 'tables.sortAscending' : 'tables.sortDescending'),
    onchoose: () => view.change({ sort: { column: id, direction } }),
  });
  const filter: MenuItem = {
    id: 'filter',
    label: t('tables.filterColumn'),
    onchoose: () => {
      view.filter = `${view.filter} ${fieldWord(title)}:`.trim();
      focusFilter();
    },
  };
  return {
    title,
    items: [
      ...(sorts ? [sortTo('ascending'), sortTo('descending'), ...ownOrder(view)] : []),
      ...(view.canFilter && column.text ? [filter] : []),
      {
        id: 'hide',
        label: t('tables.hide'),
        why: isLast ? t('tables.whyLast') : null,
        begins: true,
        onchoose: () => view.toggle(id),
      },
      { id: 'columns', label: t('tables.openPanel'), onchoose: () => (view.panelOpen = true) },
    ],
  };
}

/** Narrows the list to rows with the same value. @param first the column that was clicked */
export function rowMenu<Row>(view: TableView<Row>, row: Row, first: string | null): TableMenuContent {
  const columns = view.columns.toSorted((one, other) => Number(other.id === first) - Number(one.id === first));
  const items = columns.flatMap(({ id, title, text }) => {
    if (text === undefined) return [];
    const value = text(row) ?? '';
    return {
      id,
      label: value === '' ? t('tables.valueEmpty', { column: title }) : t('tables.value', { column: title, value }),
      onchoose: () => (view.filter = withTerm(view.filter, { id, title, text }, value)),
    };
  });
  return { title: t('tables.filterByValue'), items: view.canFilter ? items : [] };
}
