/**
 * Which documents a keyword finds and how relevant each is. Every word of the keyword must mean some word of a document;
 * how well the words fit counts more than where they stand.
 */
import type { SearchDocument } from './document.ts';
import { takeOut, Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

type Words = SearchDocument['words'];

/** A posting is a place and a weight in one number: the weight takes the lowest three bits. */
const weightBits = 3;
const weightMask = 7;

export class KeywordIndex {
  readonly #vocabulary = new Vocabulary();
  /** By the number of a word. */
  readonly #postings: number[][] = [];

  /** A document came, changed or went: only words that differ are touched, since most stay. */
  replace(place: number, before: Words | undefined, after: Words | undefined): void {
    for (const [word, weight] of before ?? []) if (after?.get(word) !== weight) this.#remove(place, word, weight);
    for (const [word, weight] of after ?? []) if (before?.get(word) !== weight) this.#add(place, word, weight);
  }

  /**
   * @param places how many places there are
   * @returns the relevance of each place; 0 where the keyword does not find the document
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

  /** For each place, how well its best word fits a typed one, and where that word stands. */
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
