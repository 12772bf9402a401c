import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

/** A field whose list of choices is open. Buttons that unfold a part of the form are expanded, too. */
const openList = '[role="combobox"][aria-expanded="true"], [aria-haspopup="listbox"][aria-expanded="true"]';

/** Whether Esc closes the list of a field: its library listens at the document, after everything inside. */
const closesList = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(openList) !== null;

/**
 * Calls `close` when Esc is pressed inside the element and nothing inside uses it. Listens through Svelte's `on`,
 * because a plain listener would run before the handlers of the fields inside, which Svelte delegates.
 */
export function onEscape(close: () => void): Attachment<HTMLElement> {
  return (element) => {
    return on(element, 'keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      // It goes on to the document, and nothing in between takes it for its own.
      if (closesList(event)) return;
      event.stopPropagation();
      close();
    });
  };
}
