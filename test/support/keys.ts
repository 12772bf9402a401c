/** Operates the app by keyboard alone. */
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';

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

/** Presses Tab until this field, button or table has the focus. @param what named in the error */
export async function tabToField(window: Page, field: Locator, what: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) return;
    await window.keyboard.press('Tab');
  }
  throw new Error(`80 presses of Tab do not reach ${what}`);
}

/** Chooses an option of a field with choices; the field is reached by Tab. @param what names the field in errors */
export async function chooseByKeys(window: Page, field: Locator, option: RegExp, what: string): Promise<void> {
  await expect(field, `${what} can be chosen`).toBeEnabled();
  await tabToField(window, field, what);
  await window.keyboard.press('ArrowDown');
  await expect(window.locator('.option').first(), `the choices of ${what} are open`).toBeVisible();
  const highlighted = window.locator('.option[data-highlighted]');
  for (let presses = 0; presses < 30; presses += 1) {
    if ((await highlighted.count()) === 1 && option.test(await highlighted.innerText())) break;
    await window.keyboard.press('ArrowDown');
  }
  await expect(highlighted, `the wanted choice of ${what} is highlighted`).toContainText(option);
  await window.keyboard.press('Enter');
  await expect(highlighted, `the choices of ${what} are closed`).toHaveCount(0);
}

/** Opens a menu and chooses an item. @param button the accessible name of its button */
export async function chooseItemByKeys(window: Page, button: string, item: string): Promise<void> {
  await tabToField(window, window.getByRole('button', { name: button, exact: true }), `the menu ${button}`);
  await window.keyboard.press('Enter');
  const wanted = window.getByRole('menuitem', { name: item, exact: true });
  await expect(wanted, `the menu offers ${item}`).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
    await window.keyboard.press('ArrowDown');
  }
  await expect(wanted, `the arrow keys reach ${item}`).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('menu'), 'the menu is closed').toHaveCount(0);
}
