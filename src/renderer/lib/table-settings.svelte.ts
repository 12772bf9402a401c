/** What this computer remembers about tables: dragged widths, layouts and saved views. */
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import { plainLayout, type SavedTableView, type TableLayout } from '../../shared/table-layouts.ts';
import { backend } from './backend.ts';

type Remembered = Pick<Settings, 'columnWidths' | 'tableLayouts' | 'tableViews'>;

let saved = $state.raw<Remembered>(defaultSettings);
let loading: Promise<void> | undefined;

/** A computer that cannot read its settings shows what the app chooses. */
function load(): Promise<void> {
  loading ??= backend.settings.get().then(
    ({ columnWidths, tableLayouts, tableViews }) => {
      saved = { columnWidths, tableLayouts, tableViews };
    },
    () => undefined,
  );
  return loading;
}

/** @param changed what one of the settings becomes, from what is remembered now */
async function remember(changed: (before: Remembered) => Partial<Remembered>): Promise<void> {
  await load();
  const change = changed(saved);
  saved = { ...saved, ...change };
  // What is not remembered is set again in a moment; it is not worth a message.
  await backend.settings.set(change).catch(() => undefined);
}

/** @returns widths in CSS pixels by column; empty until the settings are loaded */
export function widthsOf(table: string): Readonly<Record<string, number>> {
  void load();
  return saved.columnWidths[table] ?? {};
}

/** Remembers a width. @param width in CSS pixels; null: the app chooses it again */
export const rememberWidth = (table: string, column: string, width: number | null): Promise<void> =>
  remember(({ columnWidths }) => {
    const { [column]: _before, ...others } = columnWidths[table] ?? {};
    const widths = width === null ? others : { ...others, [column]: width };
    return { columnWidths: { ...columnWidths, [table]: widths } };
  });

/** @returns the table's layout; the plain one until the settings are loaded */
export function layoutOf(table: string): TableLayout {
  void load();
  return saved.tableLayouts[table] ?? plainLayout;
}

export const rememberLayout = (table: string, change: Partial<TableLayout>): Promise<void> =>
  remember(({ tableLayouts }) => ({
    tableLayouts: { ...tableLayouts, [table]: { ...(tableLayouts[table] ?? plainLayout), ...change } },
  }));

/** @returns the saved views of a table, in the order in which they were saved */
export function viewsOf(table: string): readonly SavedTableView[] {
  void load();
  return saved.tableViews[table] ?? [];
}

export const rememberViews = (
  table: string,
  changed: (before: readonly SavedTableView[]) => SavedTableView[],
): Promise<void> =>
  remember(({ tableViews }) => ({ tableViews: { ...tableViews, [table]: changed(tableViews[table] ?? []) } }));
