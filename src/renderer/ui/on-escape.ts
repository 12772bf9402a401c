import type { Attachment } from 'svelte/attachments';

/** Calls `close` when Esc is pressed anywhere inside the element and nothing further in has used it. */
export function onEscape(close: () => void): Attachment<HTMLElement> {
  return (element) => {
    const heard = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    element.addEventListener('keydown', heard);
    return () => element.removeEventListener('keydown', heard);
  };
}
