/** Shortcuts as this computer's keyboard labels them. */
const onMac = typeof navigator !== 'undefined' && navigator.userAgent.includes('Mac');

/** `Ctrl+N`, on a Mac `⌘N`. Function keys take no prefix: do not pass them. */
export function withPrimary(key: string): string {
  return onMac ? `⌘${key}` : `Ctrl+${key}`;
}

/** Whether the shortcut modifier is held: Ctrl, on a Mac ⌘. */
export function primaryHeld(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>): boolean {
  return onMac ? event.metaKey : event.ctrlKey;
}
