/** Whether everything in a window of a given size and zoom can be seen and pressed. */
import type { Locator } from 'playwright';
import { expect } from 'playwright/test';
import type { App } from './app.ts';

interface WindowSize {
  width: number;
  height: number;
  /** How often Ctrl and + are pressed. */
  presses: number;
  /** The zoom that results: 2 is 200 %. */
  factor: number;
}

/** Gives the window a size and, by keyboard, a zoom. */
export async function setSize(
  { electron, window }: App,
  { width, height, presses, factor }: WindowSize,
): Promise<void> {
  await electron.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
    { width, height },
  );
  for (let press = 0; press < presses; press += 1) await window.keyboard.press('Control++');
  const shown = () => window.evaluate(() => [innerWidth, innerHeight]);
  const wanted = [width, height].map((pixels) => Math.round(pixels / factor));
  await expect.poll(shown, 'the window has its size').toEqual(wanted);
}

/**
 * What of a part of the window cannot be seen and pressed, after scrolling the pane that it is in: elements that are
 * outside of the window, cut, or covered.
 *
 * @param selector of the elements that have to be reached; by default titles, buttons and fields
 */
export const lost = (part: Locator, selector = 'h1, h2, button, input, textarea'): Promise<string[]> =>
  part.evaluate((whole, wanted) => {
    const parts = [...whole.querySelectorAll<HTMLElement>(wanted)];
    const isShown = (element: HTMLElement) => {
      const { width, height } = element.getBoundingClientRect();
      // A field of one pixel is drawn by its label.
      return element.checkVisibility() && width > 1 && height > 1;
    };
    const isReached = (element: HTMLElement) => {
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
      const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return inside && front !== null && element.contains(front);
    };
    const nameOf = (element: HTMLElement) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.innerText}`;
    return parts.filter((element) => isShown(element) && !isReached(element)).map((element) => nameOf(element).trim());
  }, selector);
