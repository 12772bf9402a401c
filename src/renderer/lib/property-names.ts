/** What the custom properties of stops are called. Without runes, for what reads files. */

export interface PropertyNames {
  /** What a property is called; one that shares its name is called by both. @returns the id while it is not known */
  nameOf(this: void, id: string): string;
  /** The property that has this id, else the only one that is called so; null: none is, or several are. */
  idOf(this: void, text: string): string | null;
  /** Whether the service may take a property with this id: any, while the definitions are not known. */
  mayBe(this: void, id: string): boolean;
}

/** While the definitions are not known. */
export const unnamed: PropertyNames = { nameOf: (id) => id, idOf: () => null, mayBe: () => true };
