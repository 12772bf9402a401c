/**
 * Ignores the second press of a double one where the first has changed what would get it. Otherwise a dialog that the
 * first press closes would let the second through to the list behind it, and a dialog that a click opens would be
 * answered by the second click before the user has seen it. Enter goes to what has the focus, which is Cancel in a dialog
 * that asks, so Enter is only ignored behind a dialog.
 */

/** Elements that take every key while open. */
const dialogs = 'dialog, [role="dialog"], [role="alertdialog"]';
/** Elements that cover the rest of the window while open. */
const layers = `${dialogs}, [role="menu"], [role="listbox"]`;

/** Enter pressed again sooner than this is no new decision, in milliseconds; twice the usual double-click time. */
const together = 1_000;

const around = (event: Event, which: string): Element | null =>
  event.target instanceof Element ? event.target.closest(which) : null;

function ignore(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param view the window to guard for its whole lifetime */
export function guardDoublePresses(view: Window): void {
  guardClicks(view);
  guardEnter(view);
}

function guardClicks(view: Window): void {
  let first: Element | null = null;
  const guard = (event: MouseEvent) => {
    const layer = around(event, layers);
    if (event.type === 'click' && event.detail <= 1) first = layer;
    else if (layer !== first) ignore(event);
  };
  for (const type of ['click', 'dblclick'] as const) view.addEventListener(type, guard, { capture: true });
}

/**
 * Enter in a dialog, and Enter again when the dialog has closed: the second one would open the active row of the list
 * behind it, such as the plan that is being deleted. Any other key or a click in between is a decision. A held Enter
 * presses once; only in a text of several lines does it repeat.
 */
function guardEnter(view: Window): void {
  const never = Number.NEGATIVE_INFINITY;
  /** When Enter was pressed in a dialog, in milliseconds since the window opened. */
  let last = never;
  const guard = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') {
      last = never;
      return;
    }
    const inDialog = around(event, dialogs) !== null;
    const isHeld = event.repeat && !(event.target instanceof HTMLTextAreaElement);
    const isAgain = !inDialog && event.timeStamp - last < together;
    if (isHeld || isAgain) ignore(event);
    else last = inDialog ? event.timeStamp : never;
  };
  view.addEventListener('keydown', guard, { capture: true });
  view.addEventListener('pointerdown', () => (last = never), { capture: true });
}
