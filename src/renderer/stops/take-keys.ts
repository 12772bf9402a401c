/** Who has the keyboard when an action on stops ends: their table, unless its user has gone on elsewhere meanwhile. */

/** Where somebody types or answers. */
const elsewhere = 'input, textarea, select, [role="dialog"], [role="menu"]';
/** What gives the keyboard back anyway: the editor over the table, and what is closing. */
const ending = '.cell-editor, [role="dialog"][data-state="closed"], [role="menu"][data-state="closed"]';

/** Whether nobody types or answers elsewhere. @param table of the stops */
export function areKeysFree({ ownerDocument }: HTMLElement): boolean {
  const at = ownerDocument.activeElement;
  return at === null || at.closest(elsewhere) === null || at.closest(ending) !== null;
}

/** Gives the table the keyboard, unless somebody types or answers elsewhere. @param table null: it is not shown */
export function takeKeys(table: HTMLElement | null): void {
  if (table !== null && areKeysFree(table)) table.focus({ preventScroll: true });
}
