/**
 * Finds and ranks the documents that match a keyword. Every word of the keyword must match some word of the document.
 * The quality of the match counts more than the field it is in.
 */
import type { SearchDocument } from './document.ts';
import { takeOut, Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

type Words = SearchDocument['words'];

/** A posting is a place and a weight in one number, with the weight in the lowest three bits. */
const weightBits = 3;
const weightMask = 7;

export class KeywordIndex {
  readonly #vocabulary = new Vocabulary();
  /** By word number. */
  readonly #postings: number[][] = [];

  /** Updates a document's words. Only words that differ are touched, since most stay the same. */
  replace(place: number, before: Words | undefined, after: Words | undefined): void {
    for (const [word, weight] of before ?? []) if (after?.get(word) !== weight) this.#remove(place, word, weight);
    for (const [word, weight] of after ?? []) if (before?.get(word) !== weight) this.#add(place, word, weight);
  }

  /**
   * @param places the number of places
   * @returns the relevance of each place; 0 if the document does not match
   */
  scores(keyword: string, places: number): Uint16Array {
    const totals = new Uint16Array(places);
    for (const [index, word] of [...new Set(wordsOf(keyword))].entries()) {
      const best = this.#bestFits(word, places);
      for (let place = 0; place < places; place += 1) {
        const score = best[place] ?? 0;
        const soFar = totals[place] ?? 0;
        totals[place] = score === 0 || (index > 0 && soFar === 0) ? 0 : soFar + score;
      }
    }
    return totals;
  }

  #add(place: number, word: string, weight: number): void {
    const posting = (place << weightBits) | weight;
    const number = this.#vocabulary.take(word);
    const known = this.#postings[number];
    if (known) known.push(posting);
    else this.#postings[number] = [posting];
  }

  #remove(place: number, word: string, weight: number): void {
    const number = this.#vocabulary.find(word);
    const known = number === undefined ? undefined : this.#postings[number];
    if (number === undefined || !known) return;
    takeOut(known, (place << weightBits) | weight);
    if (known.length === 0) this.#vocabulary.release(number);
  }

  /** For each place, the score of its best match for a typed word: fit first, then weight. */
  #bestFits(typed: string, places: number): Uint8Array {
    const best = new Uint8Array(places);
    this.#vocabulary.meanings(typed, (number, fit) => {
      for (const posting of this.#postings[number] ?? []) {
        const place = posting >>> weightBits;
        const score = (fit << weightBits) | (posting & weightMask);
        if (score > (best[place] ?? 0)) best[place] = score;
      }
    });
    return best;
  }
}
