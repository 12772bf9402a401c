/**
 * Ignores the second click of a double click when the first one opened or closed a layer. Otherwise a dialog that the
 * first click closes would let the second through to the list behind it, and a dialog that the first click opens would
 * be answered by the second before the user has seen it.
 */

/** Elements that cover the rest of the window while open. */
const layers = 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** @param view the window to guard for its whole lifetime */
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
