/** The full-text index over the stops of the cache. */
import type { Database } from './database.ts';
import { wordsSought } from './search-words.ts';

/** The longest beginnings of words that the index keeps by themselves; longer ones are put together for each search. */
const indexedLetters = 3;
/** How many of the newest are looked through before a long beginning is put together. */
const lookedThrough = 400;

const matching = (words: readonly string[]) => words.map((word) => `"${word}"*`).join(' ');

/** What a hit is told apart by; its body is worth reading for few of them. */
export interface Hit {
  row: number;
  name: string | null;
  address: string | null;
}

/**
 * Stops in which each word of the text begins a word, newest first, not ranked: of a common word the newest are as good
 * as any, and ranking would read every hit. They are read one by one, as far as somebody asks for more.
 *
 * @param take is given one hit after the other; true: it was enough
 */
export function newestWithWords(database: Database, text: string, take: (hit: Hit) => boolean): void {
  const words = wordsSought(text);
  if (words.length === 0) return;
  let after = Number.MAX_SAFE_INTEGER;
  if (words.some((word) => word.length > indexedLetters)) {
    // A common word is found among the newest at once. Put together from all its beginnings it takes ten times as long.
    const short = words.map((word) => word.slice(0, indexedLetters));
    const wanted = words.map((word) => ` ${word}`);
    const newest = database.each<Hit & { words: string; gone_at: number | null }>(
      `SELECT stops.row, stops.name, stops.address, stops.words, stops.gone_at
       FROM stops_text JOIN stops ON stops.row = stops_text.rowid
       WHERE stops_text MATCH ? ORDER BY stops_text.rowid DESC LIMIT ${lookedThrough}`,
      matching(short),
    );
    let count = 0;
    for (const hit of newest) {
      count += 1;
      after = hit.row;
      if (hit.gone_at === null && wanted.every((word) => hit.words.includes(word)) && take(hit)) return;
    }
    if (count < lookedThrough) return;
  }
  const rest = database.each<Hit>(
    `SELECT stops.row, stops.name, stops.address FROM stops_text JOIN stops ON stops.row = stops_text.rowid
     WHERE stops_text MATCH ? AND stops_text.rowid < ? AND stops.gone_at IS NULL ORDER BY stops_text.rowid DESC`,
    matching(words),
    after,
  );
  for (const hit of rest) if (take(hit)) return;
}
