/** What this computer remembers about tables: dragged widths, layouts and saved views. */
import type { SavedTableView, TableLayout } from '../../shared/table-layouts.ts';
import { plainLayout } from '../../shared/table-defaults.ts';
import { Remembered } from './remembered.svelte.ts';

const widths = new Remembered('columnWidths', {});
const layouts = new Remembered('tableLayouts', {});
const views = new Remembered('tableViews', {});

/** @returns widths in CSS pixels by column; empty until the settings are loaded */
export const widthsOf = (table: string): Readonly<Record<string, number>> => widths.value?.[table] ?? {};

/** Remembers a width. @param width in CSS pixels; null: the app chooses it again */
export const rememberWidth = (table: string, column: string, width: number | null): Promise<void> =>
  widths.change((saved) => {
    const { [column]: _before, ...others } = saved[table] ?? {};
    return { ...saved, [table]: width === null ? others : { ...others, [column]: width } };
  });

/** @returns the table's layout; the plain one until the settings are loaded */
export const layoutOf = (table: string): TableLayout => layouts.value?.[table] ?? plainLayout;

export const rememberLayout = (table: string, change: Partial<TableLayout>): Promise<void> =>
  layouts.change((saved) => ({ ...saved, [table]: { ...(saved[table] ?? plainLayout), ...change } }));

/** @returns the saved views of a table, in the order in which they were saved */
export const viewsOf = (table: string): readonly SavedTableView[] => views.value?.[table] ?? [];

export const rememberViews = (
  table: string,
  changed: (before: readonly SavedTableView[]) => SavedTableView[],
): Promise<void> => views.change((saved) => ({ ...saved, [table]: changed(saved[table] ?? []) }));
