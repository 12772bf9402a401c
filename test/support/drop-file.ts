import type { Page } from 'playwright';

/** Drops a file on the window, as from the desktop. */
export async function dropFile(window: Page, text: string, name: string): Promise<void> {
  const file = { text, name };
  await window.evaluate((given) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([given.text], given.name, { type: 'text/csv' }));
    for (const event of ['dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }));
    }
  }, file);
}
