/** All words of all documents, and which of them a typed word may mean. Each word has a number for as long as it is used. */
import { editDistance } from './edit-distance.ts';
import { SortedList } from './sorted-list.ts';

/** How well a word fits what was typed; more is better. */
const fit = { exact: 4, prefix: 3, oneMistake: 2, twoMistakes: 1 } as const;

/** Three letters at a time, with the beginning and the end marked. */
function trigramsOf(word: string): string[] {
  const marked = `  ${word} `;
  const trigrams: string[] = [];
  for (let at = 0; at + 3 <= marked.length; at += 1) trigrams.push(marked.slice(at, at + 3));
  return trigrams;
}

/** A mistake in a short word makes another word of it. */
function mistakesAllowed(typed: string): number {
  if (typed.length < 4) return 0;
  return typed.length < 8 ? 1 : 2;
}

/** Takes a number out of a list whose order does not matter. */
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

  /** The number of a word, a new one when no document had it. */
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

  /** No document has the word any more: its number will be another's. */
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
   * Names the words that a typed word may mean, each with how well it fits: the word itself, what begins with it, and
   * what differs by a mistake or two. A number means what looks like it only when nothing begins with it: the next
   * barcode is another parcel.
   * @param name may be called twice for one word, the better fit first
   */
  meanings(typed: string, name: (number: number, fit: number) => void): void {
    const sorted = this.#sorted.items();
    // All that begin with it stand together, itself first: no word holds what comes last of all characters.
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
    // One mistake touches four trigrams at most, when two letters are swapped.
    const least = Math.max(1, typed.length + 1 - 4 * most);
    for (let number = 0; number < shared.length; number += 1) {
      if ((shared[number] ?? 0) < least) continue;
      const mistakes = editDistance(typed, this.#words[number] ?? '', most);
      if (mistakes > 0 && mistakes <= most) name(number, mistakes === 1 ? fit.oneMistake : fit.twoMistakes);
    }
  }
}
