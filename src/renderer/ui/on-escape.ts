import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

/**
 * Calls `close` when Esc is pressed anywhere inside the element and nothing further in has used it. Listens through
 * Svelte's `on`: a plain listener would hear the key before the handlers of the fields inside, which Svelte delegates.
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
