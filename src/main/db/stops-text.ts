/** The full-text index over the stops of the cache. */
import type { Database } from './database.ts';
import { wordsSought } from './search-words.ts';

/** The longest beginnings of words that the index keeps by themselves; longer ones are put together for each search. */
const indexedLetters = 3;
/** How many of the newest are looked through before a long beginning is put together. */
const lookedThrough = 400;

const matching = (words: readonly string[]) => words.map((word) => `"${word}"*`).join(' ');

/**
 * Stops in which each word of the text begins a word, newest first, not ranked: of a common word the newest are as good
 * as any, and ranking would read every hit.
 * @param most at most so many
 */
export function newestWithWords(database: Database, text: string, most: number): { body: string }[] {
  const words = wordsSought(text);
  if (words.length === 0) return [];
  const short = words.map((word) => word.slice(0, indexedLetters));
  if (words.some((word) => word.length > indexedLetters)) {
    // A common word is found among the newest at once. Put together from all its beginnings it takes ten times as long.
    const found = database.all<{ body: string }>(
      `SELECT stops.body FROM (
         SELECT rowid AS row FROM stops_text WHERE stops_text MATCH ? ORDER BY rowid DESC LIMIT ${lookedThrough}
       ) AS newest JOIN stops ON stops.row = newest.row
       WHERE stops.gone_at IS NULL AND ${words.map(() => 'instr(stops.words, ?) > 0').join(' AND ')}
       ORDER BY newest.row DESC LIMIT ?`,
      matching(short),
      ...words.map((word) => ` ${word}`),
      most,
    );
    if (found.length === most) return found;
  }
  return database.all<{ body: string }>(
    `SELECT stops.body FROM stops_text JOIN stops ON stops.row = stops_text.rowid
     WHERE stops_text MATCH ? AND stops.gone_at IS NULL ORDER BY stops_text.rowid DESC LIMIT ?`,
    matching(words),
    most,
  );
}
