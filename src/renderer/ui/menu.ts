/** One action of a menu. */
export interface MenuItem {
  id: string;
  label: string;
  danger?: boolean;
  /** Why it cannot be chosen now; null: it can. */
  why?: string | null;
  /** Muted, below the label. */
  hint?: string | null;
  /** Draws a separator before the item. */
  begins?: boolean;
  onchoose: () => void;
}

/**
 * Gives a menu the keys as soon as it is open. The library gives them with the next frame: what is typed before it would
 * act on what is behind the menu.
 */
export function focusList(list: HTMLElement | null): void {
  list?.focus({ preventScroll: true });
}
