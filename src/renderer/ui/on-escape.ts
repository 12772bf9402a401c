import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

/**
 * Calls `close` when Esc is pressed inside the element and no inner handler has used it. Listens through Svelte's `on`,
 * because a plain listener would run before the handlers of the fields inside, which Svelte delegates.
 */
export function onEscape(close: () => void): Attachment<HTMLElement> {
  return (element) => {
    return on(element, 'keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    });
  };
}
