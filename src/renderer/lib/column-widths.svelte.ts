/** The widths of table columns that the user dragged, remembered on this computer. */
import { Remembered } from './remembered.svelte.ts';

const remembered = new Remembered('columnWidths');

/** @returns widths in CSS pixels by column; empty until the settings are loaded */
export const widthsOf = (table: string): Readonly<Record<string, number>> => remembered.value?.[table] ?? {};

/** Remembers a width. @param width in CSS pixels; null: the app chooses it again */
export function rememberWidth(table: string, column: string, width: number | null): Promise<void> {
  return remembered.change((saved) => {
    const { [column]: _before, ...others } = saved[table] ?? {};
    return { ...saved, [table]: width === null ? others : { ...others, [column]: width } };
  });
}
