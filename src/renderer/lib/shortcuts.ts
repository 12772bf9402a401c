/** Names of shortcuts as this computer's keyboard shows them. */
const onMac = typeof navigator !== 'undefined' && navigator.userAgent.includes('Mac');

/** `Ctrl+N`, on a Mac `⌘N`. Function keys have no prefix: pass them as they are. */
export function withPrimary(key: string): string {
  return onMac ? `⌘${key}` : `Ctrl+${key}`;
}

/** Whether the key that makes shortcuts is held: Ctrl, on a Mac ⌘. */
export function primaryHeld(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>): boolean {
  return onMac ? event.metaKey : event.ctrlKey;
}
