/** The words of all documents, and which of them match a typed word. Each word in use has a number. */
import { editDistance } from './edit-distance.ts';
import { SortedList } from './sorted-list.ts';

/** Quality of a match; higher is better. */
const fit = { exact: 4, prefix: 3, oneMistake: 2, twoMistakes: 1 } as const;

/** All sequences of three characters, with the start and end marked. */
function trigramsOf(word: string): string[] {
  const marked = `  ${word} `;
  const trigrams: string[] = [];
  for (let at = 0; at + 3 <= marked.length; at += 1) trigrams.push(marked.slice(at, at + 3));
  return trigrams;
}

/** In a short word, a typo makes a different word. */
function mistakesAllowed(typed: string): number {
  if (typed.length < 4) return 0;
  return typed.length < 8 ? 1 : 2;
}

/** Removes a number from an unordered list. */
export function takeOut(numbers: number[], number: number): void {
  const at = numbers.indexOf(number);
  const last = numbers.pop();
  if (at >= 0 && at < numbers.length && last !== undefined) numbers[at] = last;
}

export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #free: number[] = [];
  readonly #byTrigram = new Map<string, number[]>();
  readonly #sorted = new SortedList<number>((number) => this.#words[number] ?? '');

  /** The number of a word; undefined when no document has it. */
  find(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  /** The number of a word, which is assigned if necessary. */
  take(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#words.length;
    this.#words[number] = word;
    this.#numbers.set(word, number);
    this.#sorted.add(number);
    for (const trigram of trigramsOf(word)) {
      const having = this.#byTrigram.get(trigram);
      if (having) having.push(number);
      else this.#byTrigram.set(trigram, [number]);
    }
    return number;
  }

  /** Releases the number of a word that no document contains any more. */
  release(number: number): void {
    const word = this.#words[number];
    if (word === undefined || this.#numbers.get(word) !== number) return;
    this.#sorted.remove(word);
    this.#numbers.delete(word);
    this.#free.push(number);
    for (const trigram of trigramsOf(word)) {
      const having = this.#byTrigram.get(trigram) ?? [];
      takeOut(having, number);
      if (having.length === 0) this.#byTrigram.delete(trigram);
    }
  }

  /**
   * Finds the words that match a typed word: the word itself, words that start with it, and words with one or two
   * typos. A word with digits matches similar words only if no word starts with it, because the next barcode is a
   * different parcel.
   * @param name receives each word's number and fit; may be called twice for a word, the better fit first
   */
  meanings(typed: string, name: (number: number, fit: number) => void): void {
    const sorted = this.#sorted.items();
    // Words that start with it are contiguous, and the word itself is first: no word contains \uffff.
    const from = this.#sorted.placeOf(typed);
    const to = this.#sorted.placeOf(`${typed}\uffff`);
    const exact = this.#numbers.get(typed);
    for (let at = from; at < to; at += 1) {
      const number = sorted[at] ?? 0;
      name(number, number === exact ? fit.exact : fit.prefix);
    }
    if (from === to || !/\p{Number}/u.test(typed)) this.#nameSimilar(typed, name);
  }

  #nameSimilar(typed: string, name: (number: number, fit: number) => void): void {
    const most = mistakesAllowed(typed);
    if (most === 0) return;
    const shared = new Uint16Array(this.#words.length);
    for (const trigram of trigramsOf(typed)) {
      for (const number of this.#byTrigram.get(trigram) ?? []) shared[number] = (shared[number] ?? 0) + 1;
    }
    // One typo changes at most four trigrams, namely when two letters are swapped.
    const least = Math.max(1, typed.length + 1 - 4 * most);
    for (let number = 0; number < shared.length; number += 1) {
      if ((shared[number] ?? 0) < least) continue;
      const mistakes = editDistance(typed, this.#words[number] ?? '', most);
      if (mistakes > 0 && mistakes <= most) name(number, mistakes === 1 ? fit.oneMistake : fit.twoMistakes);
    }
  }
}
