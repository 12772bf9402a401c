/** Marks and drags rows by mouse as a person does: press, move, look what is said, let go. */
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('there is nothing to drag from or to');
  // Not on a box to tick or a symbol, and on a high target near its top.
  return { x: box.x + Math.min(box.width / 2, 150), y: box.y + Math.min(box.height / 2, 60) };
}

/** Presses on a row and moves it over a target, which may appear with the drag. The button stays pressed. */
export async function dragTo(window: Page, row: Locator, target: Locator): Promise<void> {
  const { mouse } = window;
  const from = await middleOf(row);
  await mouse.move(from.x, from.y);
  const isUnder = (at: Element, { x, y }: { x: number; y: number }) => at.contains(document.elementFromPoint(x, y));
  expect(await row.evaluate(isUnder, from), 'the row is under the pointer').toBe(true);
  await mouse.down();
  await mouse.move(from.x + 12, from.y + 4, { steps: 3 });
  await expect(window.locator('.sign'), 'it is dragged').toBeVisible();
  await target.waitFor();
  await target.scrollIntoViewIfNeeded();
  await expect(async () => {
    const to = await middleOf(target);
    await mouse.move(to.x, to.y, { steps: 5 });
    await window.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    // Near its edge a list scrolls, and brings another target under the pointer.
    expect(await middleOf(target), 'the target stays where it is').toEqual(to);
  }).toPass({ timeout: 10_000 });
  await expect(target, 'the target says whether it takes it').toHaveAttribute('data-over', /yes|no/);
}

/** Lets go of what is dragged. @param says what is said before */
export async function letGo(window: Page, says: string | RegExp): Promise<void> {
  await expect(window.locator('.sign')).toHaveText(says);
  await window.mouse.up();
}

/** Scrolls a list to its end by the wheel, and waits until it rests there: while it moves, its elements change rows. */
export async function scrollToEnd(window: Page, list: Locator): Promise<void> {
  await list.hover();
  await window.mouse.wheel(0, 10_000);
  const isAtEnd = () => list.evaluate((at) => at.scrollTop + at.clientHeight >= at.scrollHeight - 1);
  await expect.poll(isAtEnd, { message: 'the list is at its end', timeout: 10_000 }).toBe(true);
  await window.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Marks rows one by one. @param names a text of each row, which no other row has */
export async function markRows(list: Locator, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const row = list.locator('[data-key]').filter({ hasText: name });
    await row.locator('[data-mark]').click();
    await expect(row, `${name} is marked`).toHaveClass(/marked/);
    await expect(list.locator('[data-key].marked'), 'nothing else is marked').toHaveCount(index + 1);
  }
}
