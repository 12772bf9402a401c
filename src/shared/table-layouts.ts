/** How a person has arranged a table: columns, order, groups and rows. Remembered on this computer. */
import { z } from './schemas.ts';

/** Longer than the longest: `property:` and the id of a custom property (planning-api, Custom stop property). */
export const tableColumn = z.string().min(1).max(80);
/** The name of a table in the settings. */
export const tableName = z.string().min(1).max(50);

export const tableLayout = z.strictObject({
  /** Ids of the columns that are shown, in order. Null: those that the app chooses. */
  columns: z.array(tableColumn).min(1).max(150).nullable(),
  /** Null: the list's own order. */
  sort: z.strictObject({ column: tableColumn, direction: z.enum(['ascending', 'descending']) }).nullable(),
  /** Id of what rows are grouped by; `noGroup`: nothing. Null: what the app chooses, as long as nothing is sorted. */
  group: tableColumn.nullable(),
  /** Rows have two lines. */
  twoLines: z.boolean(),
});
export type TableLayout = z.infer<typeof tableLayout>;
export type TableSort = NonNullable<TableLayout['sort']>;

/** A layout with a name, and what the list is filtered by in it. */
export const tableView = z.strictObject({
  name: z.string().trim().min(1).max(60),
  layout: tableLayout,
  filter: z.string().max(500),
});
export type SavedTableView = z.infer<typeof tableView>;
