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
