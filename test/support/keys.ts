/** Operates the app by keyboard alone. */
import type { Page } from 'playwright';

/** Name of the focused element, and whether its focus is visible. */
export const focused = (window: Page) =>
  window.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const isMarked = (marked: Element | null) => {
      if (!marked) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(marked);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    };
    // A table keeps the focus itself and marks its active row.
    const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    const shown = isMarked(element) || isMarked(active);
    const name = element.getAttribute('aria-label') ?? (element.innerText || element.getAttribute('placeholder'));
    return { name: `${element.tagName} ${name ?? ''}`.trim(), shown };
  });

/** Presses Tab until this element has the focus. */
export async function tabTo(window: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (name.test((await focused(window))?.name ?? '')) return;
    await window.keyboard.press('Tab');
  }
  throw new Error(`60 presses of Tab do not reach ${String(name)}`);
}
