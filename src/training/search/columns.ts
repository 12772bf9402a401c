/**
 * The values of all documents by field, so that a comparison scans one column instead of every document. A document has
 * the same index in each column.
 */

/** Numbers, times in milliseconds, and booleans as 0 and 1. NaN represents null. */
export class NumberColumn {
  #values = new Float64Array(1024).fill(NaN);

  at(place: number): number {
    return this.#values[place] ?? NaN;
  }

  set(place: number, value: number | boolean | null): void {
    if (place >= this.#values.length) {
      const wider = new Float64Array(Math.max(place + 1, this.#values.length * 2)).fill(NaN);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[place] = value === null ? NaN : Number(value);
  }
}

/** Interns texts as numbers. The number of an unused text is recycled. */
class Dictionary {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #holders: number[] = [];
  readonly #free: number[] = [];

  /** Undefined when no document holds the text. */
  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  text(number: number): string {
    return this.#texts[number] ?? '';
  }

  /** All numbers are below this. */
  get size(): number {
    return this.#texts.length;
  }

  take(text: string): number {
    const number = this.#numbers.get(text) ?? this.#free.pop() ?? this.#texts.length;
    this.#numbers.set(text, number);
    this.#texts[number] = text;
    this.#holders[number] = (this.#holders[number] ?? 0) + 1;
    return number;
  }

  release(number: number): void {
    const left = (this.#holders[number] ?? 1) - 1;
    this.#holders[number] = left;
    if (left > 0) return;
    this.#numbers.delete(this.text(number));
    this.#free.push(number);
  }
}

/** No text, one or several. Most documents have one, which is stored without an array. */
export class TextColumn {
  readonly #dictionary = new Dictionary();
  readonly #values: (number | readonly number[] | undefined)[] = [];

  /** Replaces a document's texts; an empty list is null. */
  set(place: number, value: string | readonly string[] | null): void {
    const before = this.#values[place];
    this.#values[place] = this.#taken(value);
    // Releasing the old texts last lets an unchanged text keep its number.
    if (typeof before === 'number') this.#dictionary.release(before);
    else for (const number of before ?? []) this.#dictionary.release(number);
  }

  isEmpty(place: number): boolean {
    return this.#values[place] === undefined;
  }

  /** Returns a test for whether a document has this text. */
  equal(text: string): (place: number) => boolean {
    const wanted = this.#dictionary.find(text);
    if (wanted === undefined) return () => false;
    return (place) => {
      const value = this.#values[place];
      return typeof value === 'object' ? value.includes(wanted) : value === wanted;
    };
  }

  /** Returns a test for whether any text of a document passes; results are cached by text. */
  any(passes: (text: string) => boolean): (place: number) => boolean {
    const unasked = 2;
    const answers = new Uint8Array(this.#dictionary.size).fill(unasked);
    const ask = (number: number) => {
      if (answers[number] === unasked) answers[number] = Number(passes(this.#dictionary.text(number)));
      return answers[number] === 1;
    };
    return (place) => {
      const value = this.#values[place];
      if (value === undefined) return false;
      return typeof value === 'object' ? value.some(ask) : ask(value);
    };
  }

  #taken(value: string | readonly string[] | null): number | readonly number[] | undefined {
    if (typeof value === 'string') return this.#dictionary.take(value);
    return value === null || value.length === 0 ? undefined : value.map((text) => this.#dictionary.take(text));
  }
}
