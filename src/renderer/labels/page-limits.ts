/** What a page may take while it is drawn. */
import type { OPS } from 'pdfjs-dist';
import { TooSlow } from './pdf-problem.ts';

/** The codes of the operations that are counted. */
export type CountedOperations = Readonly<Pick<typeof OPS, 'save' | 'restore'>>;

/**
 * Limit on graphics states that a page saves within one another. Tens of thousands stop the window for seconds when the
 * drawing ends. PDF names 28 as what a reader has to take (ISO 32000-1, Annex C).
 */
export const mostSaved = 1_000;

/**
 * @param end when the page's time is over, as `performance.now()` counts
 * @returns what pdf.js asks before each operation; it ends the drawing by throwing TooSlow, or Error for too many states
 */
export function pageLimits(
  { save, restore }: CountedOperations,
  end: number,
): (index: number, list: { readonly fnArray: readonly number[] }) => boolean {
  let saved = 0;
  return (index, { fnArray }) => {
    if (fnArray[index] === save) saved += 1;
    if (fnArray[index] === restore) saved -= 1;
    if (saved > mostSaved) throw new Error(`the page saves more than ${mostSaved} graphics states`);
    if (performance.now() > end) throw new TooSlow();
    return true;
  };
}
