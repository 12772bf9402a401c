/** One small mistake in one place of the source, as the campaign finds, runs and reports it. */

export interface Mutant {
  /** Its number in this run. */
  id: number;
  /** Relative to src. */
  file: string;
  line: number;
  /** What kind of change, as `condition negated`. */
  kind: string;
  /** The text that is changed, and what stands there instead. */
  was: string;
  becomes: string;
  /** The whole line that it begins in, without the spaces around it. */
  text: string;
  /** Among those of the file with the same words: 1, 2, … */
  nth: number;
  /** It takes effect while the module is loaded: it has to be there before. */
  isStatic: boolean;
}

const short = (text: string) => {
  const one = text.replace(/\s+/g, ' ').trim();
  return one.length > 90 ? `${one.slice(0, 60)} … ${one.slice(-25)}` : one;
};

/** What names a mutant in a file of known ones: everything but its line's number. */
export const keyOf = ({ file, kind, was, becomes, text, nth }: Omit<Mutant, 'id' | 'isStatic' | 'line'>): string =>
  [file, kind, short(text), short(was), short(becomes), ...(nth === 1 ? [] : [String(nth)])].join(' | ');

/** A line of the report. */
export const told = ({ file, line, kind, was, becomes }: Mutant): string =>
  `src/${file}:${line}: ${kind}: ${short(was)} → ${becomes === '' ? 'nothing' : short(becomes)}`;
