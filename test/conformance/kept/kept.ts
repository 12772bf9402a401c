/** Where the service keeps a row, what tries it, and what breaks it: joined to the rows by their ids. */
import { breaking, namedIn, type Cell, type Rule, type Section } from '../row.ts';

export interface Kept {
  service: Cell;
  /** Left out: the row names its tests itself. */
  test?: Cell;
  find: string;
  replace: string;
  file: string;
}

/** What one file keeps: the symbol, the text to find, what breaks the rule, and the tests unless the row has them. */
export function keptIn(
  file: string,
  rows: Record<string, readonly [symbol: string, find: string, replace: string, ...tests: string[]]>,
): Record<string, Kept> {
  return Object.fromEntries(
    Object.entries(rows).map(([id, [symbol, find, replace, ...tests]]) => [
      id,
      { service: `${file} ${symbol}`, file, find, replace, ...(tests.length === 0 ? {} : { test: tests }) },
    ]),
  );
}

/** The sections with what is kept put into their rows. Throws when something is kept that no row asks for. */
export function join(sections: readonly Section[], ...parts: readonly Record<string, Kept>[]): Section[] {
  const kept = new Map(parts.flatMap((part) => Object.entries(part)));
  if (kept.size !== parts.reduce((sum, part) => sum + Object.keys(part).length, 0)) {
    const ids = parts.flatMap((part) => Object.keys(part));
    throw new Error(`kept twice: ${ids.filter((id, index) => ids.indexOf(id) !== index).join(', ')}`);
  }
  const joined = sections.map(({ title, rules }) => ({
    title,
    rules: rules.map((rule): Rule => {
      const own = kept.get(rule.id);
      if (!own) return rule;
      kept.delete(rule.id);
      const { service, test, file, find, replace } = own;
      const tests = test === undefined ? rule.test : [...namedIn(rule.test), ...namedIn(test)];
      return { ...rule, service, test: tests, teeth: breaking(file, find, replace) };
    }),
  }));
  if (kept.size > 0) throw new Error(`no row asks for ${[...kept.keys()].join(', ')}`);
  return joined;
}
