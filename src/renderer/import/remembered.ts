/** Stores the mapping of an imported file in the settings, for the next file with the same headings. */
import { backend } from '../lib/backend.ts';
import { remember } from './columns.ts';
import type { SheetNoun } from './noun.ts';
import type { SheetReading } from './sheet-reading.svelte.ts';

/** Files without headings, or with more than 500 columns, are not remembered. */
export async function rememberColumns(noun: SheetNoun, sheet: SheetReading): Promise<void> {
  const { importColumns } = await backend.settings.get();
  // Oversized headings are cut; they only identify the file.
  const headings = sheet.headings.map((heading) => heading.slice(0, 1_000));
  if (headings.length > 500 || !sheet.hasHeadings) return;
  await backend.settings.set({ importColumns: remember(noun, importColumns, headings, sheet.columns) });
}
