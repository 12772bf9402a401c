/** The keys that show everything larger or smaller, as browsers have them. */
import type { ZoomChange } from '../../shared/window-zoom.ts';
import { primaryHeld } from './shortcuts.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Ctrl (on a Mac ⌘) with +, − or 0, of the main keys or the keypad. Where + needs Shift, = without it does the same;
 * where digits need Shift, the key of the digit is enough.
 * @returns undefined for any other key
 */
export function zoomChangeOf(event: Pressed): ZoomChange | undefined {
  if (!primaryHeld(event) || event.altKey) return undefined;
  const { key, code, shiftKey } = event;
  if (key === '+' || (key === '=' && !shiftKey)) return 'in';
  if (key === '-' && !shiftKey) return 'out';
  return key === '0' || (code === 'Digit0' && !shiftKey) ? 'reset' : undefined;
}
