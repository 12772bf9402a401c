/**
 * Bounds of a call's argument, before any schema looks at it: a window that was taken over can send anything that can be
 * cloned, and a schema would walk through all of it (attack 6).
 */

/** Deeper than any argument of the contract. */
const mostDepth = 24;
/** All values of an argument together. An import saves its rows in parts of a few thousand cells. */
const mostValues = 250_000;
/** All texts of an argument together, names of fields included. A saved list may have more. */
const mostText = 21_000_000;
/** A call that saves a file: the text or the bytes of a list of 100,000 rows. */
const mostFile = 101_000_000;

/** In `{ file: { bytes } }`. */
const depthOfBytes = 2;

export type Excess = 'depth' | 'values' | 'text' | 'bytes' | 'kind';

class Measure {
  private values = 0;
  private text = 0;
  private readonly mostText: number;
  private readonly isFile: boolean;

  constructor(isFile: boolean) {
    this.isFile = isFile;
    this.mostText = isFile ? mostFile : mostText;
  }

  of(value: unknown, depth: number): Excess | null {
    this.values += 1;
    if (this.values > mostValues) return 'values';
    switch (typeof value) {
      case 'string':
        return this.took(value);
      case 'object':
        return value === null ? null : this.within(value, depth);
      case 'bigint':
      case 'function':
      case 'symbol':
        return 'kind';
      default:
        return null;
    }
  }

  private took(text: string): Excess | null {
    this.text += text.length;
    return this.text > this.mostText ? 'text' : null;
  }

  private within(value: object, depth: number): Excess | null {
    if (depth >= mostDepth) return 'depth';
    // Only at their place in the argument: a schema takes bytes for an object and walks through all of them.
    if (value instanceof Uint8Array && this.isFile && depth === depthOfBytes)
      return value.byteLength > mostFile ? 'bytes' : null;
    if (Array.isArray(value)) return firstOf(value, (each) => this.of(each, depth + 1));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return 'kind';
    return firstOf(Object.keys(value), (name) => {
      if (name === '__proto__') return 'kind';
      return this.took(name) ?? this.of((value as Record<string, unknown>)[name], depth + 1);
    });
  }
}

function firstOf<Item>(items: readonly Item[], look: (item: Item) => Excess | null): Excess | null {
  for (const item of items) {
    const found = look(item);
    if (found !== null) return found;
  }
  return null;
}

/**
 * @param isFile whether the call saves a file, which may be large and in bytes
 * @returns what is wrong with the argument, or null. Cycles are too deep.
 */
export const excessOf = (argument: unknown, isFile: boolean): Excess | null => new Measure(isFile).of(argument, 0);
