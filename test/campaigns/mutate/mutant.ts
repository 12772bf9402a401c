/** A mutant: one small fault in one place of the source, as the campaign finds, runs and reports it. */

export interface Mutant {
  /** Its number in this run. */
  id: number;
  /** Relative to src. */
  file: string;
  line: number;
  /** The kind of change, such as `condition negated`. */
  kind: string;
  /** The original text and its replacement. */
  was: string;
  becomes: string;
  /** The whole line on which it starts, trimmed. */
  text: string;
  /** Its index among mutants of the file with the same text: 1, 2, … */
  nth: number;
  /** It takes effect while the module loads, so it must be active before that. */
  isStatic: boolean;
}

const short = (text: string) => {
  const one = text.replace(/\s+/g, ' ').trim();
  return one.length > 90 ? `${one.slice(0, 60)} … ${one.slice(-25)}` : one;
};

/** The key of a mutant in a file of known ones: everything but its line number. */
export const keyOf = ({ file, kind, was, becomes, text, nth }: Omit<Mutant, 'id' | 'isStatic' | 'line'>): string =>
  [file, kind, short(text), short(was), short(becomes), ...(nth === 1 ? [] : [String(nth)])].join(' | ');

/** A line of the report. */
export const told = ({ file, line, kind, was, becomes }: Mutant): string =>
  `src/${file}:${line}: ${kind}: ${short(was)} → ${becomes === '' ? 'nothing' : short(becomes)}`;
