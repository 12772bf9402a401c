/** What a table is like that nobody has arranged, and what is possible. Without schemas, for the first screen. */
import type { TableLayout } from './table-layouts.ts';

/** The most views that one table keeps. */
export const mostTableViews = 30;

/** Somebody chose that rows are not grouped. */
export const noGroup = 'none';

export const plainLayout: TableLayout = { columns: null, sort: null, group: null, twoLines: false };
