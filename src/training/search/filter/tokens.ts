/** The tokenizer of the filter language (planning-api, Filter language 1 to 3). */
import { invalid } from '../../http/errors.ts';

export const operators = ['>=', '<=', '!=', '~=', '=', '>', '<'] as const;
export type Operator = (typeof operators)[number];

export type Token = {
  /** Start index in UTF-16 code units, from 0. */
  at: number;
  /** The original text. */
  source: string;
} & (
  | { kind: 'word'; name: string }
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'operator'; operator: Operator }
  | { kind: 'open' | 'close' | 'end' }
);

/** A refusal (400) with the error position, counted in characters from 1, as users count. */
export function filterProblem(filter: string, at: number, problem: string): Error {
  const place = Array.from(filter.slice(0, at)).length + 1;
  return invalid('filter', `filter, character ${place}: ${problem}.`);
}

const space = /\s*/y;
const numberPattern = /-?\d+(?:\.\d+)?(?![\p{L}\p{N}_.-])/uy;
const wordPattern = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*/uy;
const textPattern = /"(?:[^"\\]|\\.)*"/sy;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

const escapes: Partial<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** The document defines no escapes, so JSON's apply; unknown ones are rejected. */
function unquoted(filter: string, at: number, quoted: string): string {
  const inner = quoted.slice(1, -1);
  return inner.replace(/\\(u[0-9a-fA-F]{4}|.)/gs, (whole: string, escape: string, offset: number) => {
    if (escape.length === 5) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    const meant = escapes[escape];
    if (meant === undefined) throw filterProblem(filter, at + 1 + offset, `there is no escape '${whole}' in a text`);
    return meant;
  });
}

function textAt(filter: string, at: number): { source: string; value: string } {
  const source = matchAt(textPattern, filter, at);
  if (source === undefined) throw filterProblem(filter, at, 'the text that begins here has no closing double quote');
  return { source, value: unquoted(filter, at, source) };
}

/** A word may end in a quoted part, for custom property ids that are not words: `customProperties."Tor / Gate"`. */
function wordAt(filter: string, at: number): Token | undefined {
  const word = matchAt(wordPattern, filter, at);
  if (word === undefined) return undefined;
  const next = at + word.length;
  if (!filter.startsWith('."', next)) return { kind: 'word', at, source: word, name: word };
  const { source, value } = textAt(filter, next + 1);
  return { kind: 'word', at, source: `${word}.${source}`, name: `${word}.${value}` };
}

function tokenAt(filter: string, at: number): Token {
  const character = String.fromCodePoint(filter.codePointAt(at) ?? 0);
  if (character === '(') return { kind: 'open', at, source: character };
  if (character === ')') return { kind: 'close', at, source: character };
  if (character === '"') return { kind: 'text', at, ...textAt(filter, at) };
  const operator = operators.find((each) => filter.startsWith(each, at));
  if (operator !== undefined) return { kind: 'operator', at, source: operator, operator };
  const number = matchAt(numberPattern, filter, at);
  if (number !== undefined) return { kind: 'number', at, source: number, value: Number(number) };
  const word = wordAt(filter, at);
  if (word) return word;
  const hint = character === "'" ? '; text stands in double quotes' : '';
  throw filterProblem(filter, at, `'${character}' cannot stand here${hint}`);
}

/** @returns the tokens, followed by an `end` token. Throws a refusal (400) for anything else. */
export function tokensOf(filter: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += matchAt(space, filter, at)?.length ?? 0;
    if (at >= filter.length) return [...tokens, { kind: 'end', at, source: '' }];
    const token = tokenAt(filter, at);
    tokens.push(token);
    at += token.source.length;
  }
}
