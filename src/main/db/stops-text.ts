/** The full-text index over the stops of the cache. */
import type { Database } from './database.ts';
import { wordsSought } from './search-words.ts';

/** Longest prefix that the full-text index stores. FTS5 assembles longer ones for each search. */
const indexedLetters = 3;
/** How many of the newest hits to scan before searching for a long prefix. */
const lookedThrough = 400;

const matching = (words: readonly string[]) => words.map((word) => `"${word}"*`).join(' ');

/** Enough to tell hits apart. The body is read for only a few of them. */
export interface Hit {
  row: number;
  name: string | null;
  address: string | null;
}

/**
 * Finds stops in which each word of the text is a prefix of some word, newest first. Hits are not ranked: for a common
 * word the newest are as good as any, and ranking would read every hit. Hits are read lazily.
 *
 * @param take receives one hit at a time and returns true to stop
 */
export function newestWithWords(database: Database, text: string, take: (hit: Hit) => boolean): void {
  const words = wordsSought(text);
  if (words.length === 0) return;
  let after = Number.MAX_SAFE_INTEGER;
  if (words.some((word) => word.length > indexedLetters)) {
    // The newest stops usually contain a common word. Assembling its prefix from the index takes ten times as long.
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
