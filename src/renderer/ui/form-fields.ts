/** The fields of a form as elements: each control carries its field's name, or lies in an element that does. */
import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

/** Focuses a field by its name, once it is rendered, and scrolls it into view. */
export async function focusByName(form: HTMLElement | null, field: string): Promise<void> {
  (await showByName(form, field))?.focus();
}

/** Scrolls a field into view by its name, once it is rendered. @returns its control; undefined: there is none */
export async function showByName(form: HTMLElement | null, field: string): Promise<HTMLElement | undefined> {
  await tick();
  const element = form?.querySelector<HTMLElement>(`[name='${field}'], [data-field='${field}'] :is(input, button)`);
  element?.scrollIntoView({ block: 'nearest' });
  return element ?? undefined;
}

/** Attachment for a form: blocks typing that would be lost. @param takesInput false: the form is about to close */
export const whileItTakesInput =
  (takesInput: () => boolean): Attachment<HTMLElement> =>
  (element) =>
    on(element, 'beforeinput', (event) => {
      if (!takesInput()) event.preventDefault();
    });
