/**
 * The second press of a double click belongs to what took the first. A dialog that the first press closes lets nothing through
 * to the list behind it, and one that the first press opens is not answered by the second, which its person never saw.
 */

/** What lies above the rest of the window while it is open. */
const layers = 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** @param view the window whose presses are guarded, for as long as it is open */
export function guardDoubleClicks(view: Window): void {
  let first: Element | null = null;
  const guard = (event: MouseEvent) => {
    const layer = event.target instanceof Element ? event.target.closest(layers) : null;
    if (event.type === 'click' && event.detail <= 1) first = layer;
    else if (layer !== first) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  for (const type of ['click', 'dblclick'] as const) view.addEventListener(type, guard, { capture: true });
}
