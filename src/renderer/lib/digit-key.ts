/** The digits that open screens, on keyboards of any country. */
import { onMac, primaryHeld } from './shortcuts.ts';
import { zoomChangeOf } from './window-zoom.ts';

/**
 * The digit from 1 to 9 that is pressed. Where digits need Shift, as on French and Czech keyboards, the digit's key is
 * enough, unless what it types zooms. On a Mac Option types characters with these keys, so there only ⌘ counts.
 *
 * @param event of a key that is held together with Ctrl (on a Mac ⌘) or with Alt
 * @returns null: another key
 */
export function digitOf(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): number | null {
  if (/^[1-9]$/.test(event.key)) return Number(event.key);
  if (zoomChangeOf(event) !== undefined || (onMac && !primaryHeld(event))) return null;
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  return digit === undefined ? null : Number(digit);
}
