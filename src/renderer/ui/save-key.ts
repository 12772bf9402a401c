/** Ctrl+Enter saves a form; Enter alone never does, because scanners send it. */
import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';
import { primaryHeld } from '../lib/shortcuts.ts';

/** Attachment for a form. */
export const saveByKey =
  (save: () => void): Attachment<HTMLElement> =>
  (element) =>
    on(element, 'keydown', (event) => {
      if (event.key !== 'Enter' || !primaryHeld(event)) return;
      event.preventDefault();
      save();
    });
