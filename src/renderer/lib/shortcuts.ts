/** Shortcuts as this computer's keyboard labels them. */
export const onMac = typeof navigator !== 'undefined' && navigator.userAgent.includes('Mac');

/** `Ctrl+N`, on a Mac `⌘N`. Function keys take no prefix: do not pass them. */
export function withPrimary(key: string): string {
  return onMac ? `⌘${key}` : `Ctrl+${key}`;
}

/** `Alt+M`, on a Mac `⌥M`. @param letter upper case */
export function withAlt(letter: string): string {
  return onMac ? `⌥${letter}` : `Alt+${letter}`;
}

/**
 * The letter that is pressed together with Alt alone, in upper case; null: none is. On a Mac Option makes another
 * character of it, so there the key's place counts.
 */
export function altLetter(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): string | null {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const letter = onMac ? event.code.replace(/^Key/, '') : event.key.toUpperCase();
  return /^[A-Z]$/.test(letter) ? letter : null;
}

/** Whether the shortcut modifier is held: Ctrl, on a Mac ⌘. */
export function primaryHeld(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>): boolean {
  return onMac ? event.metaKey : event.ctrlKey;
}
