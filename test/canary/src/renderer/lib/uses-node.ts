/** Must fail svelte-check: there is no Buffer in the window. */
export const size = (text: string) => Buffer.byteLength(text);
