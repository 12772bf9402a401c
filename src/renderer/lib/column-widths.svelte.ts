/** The widths of table columns that the user dragged, remembered on this computer. */
import type { Settings } from '../../shared/settings.ts';
import { backend } from './backend.ts';

let saved = $state.raw<Settings['columnWidths']>({});
let loading: Promise<void> | undefined;

/** A computer that cannot read its settings shows the widths that the app chooses. */
function load(): Promise<void> {
  loading ??= backend.settings.get().then(
    ({ columnWidths }) => {
      saved = columnWidths;
    },
    () => undefined,
  );
  return loading;
}

/** @returns widths in CSS pixels by column; empty until the settings are loaded */
export function widthsOf(table: string): Readonly<Record<string, number>> {
  void load();
  return saved[table] ?? {};
}

/** Remembers a width. @param width in CSS pixels; null: the app chooses it again */
export async function rememberWidth(table: string, column: string, width: number | null): Promise<void> {
  await load();
  const { [column]: _before, ...others } = saved[table] ?? {};
  saved = { ...saved, [table]: width === null ? others : { ...others, [column]: width } };
  // A width that is not remembered is set again in a moment; it is not worth a message.
  await backend.settings.set({ columnWidths: saved }).catch(() => undefined);
}
