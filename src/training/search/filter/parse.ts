/**
 * Parses the filter language (planning-api, Filter language): comparisons joined by `and`, which binds tighter, and
 * `or`, with parentheses. Keywords are case-insensitive; field names and quoted text are not.
 */
import { fieldOf, type FieldReference } from './fields.ts';
import { mismatch, type Value } from './rules.ts';
import { filterProblem, tokensOf, type Operator, type Token } from './tokens.ts';

export type Expression = Combination | Comparison;

interface Combination {
  kind: 'and' | 'or';
  /** Two or more. */
  parts: Expression[];
}

export interface Comparison {
  kind: 'comparison';
  field: FieldReference;
  operator: Operator;
  value: Value;
}

const shown = (token: Token) => (token.kind === 'end' ? 'the end of the filter' : `'${token.source}'`);

class Parser {
  readonly #filter: string;
  readonly #customPropertyIds: ReadonlySet<string>;
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(filter: string, customPropertyIds: ReadonlySet<string>) {
    this.#filter = filter;
    this.#customPropertyIds = customPropertyIds;
    this.#tokens = tokensOf(filter);
  }

  whole(): Expression {
    const expression = this.#combination('or');
    if (this.#peek().kind !== 'end') throw this.#expected("'and', 'or' or the end of the filter");
    return expression;
  }

  #combination(keyword: 'or' | 'and'): Expression {
    const part = () => (keyword === 'or' ? this.#combination('and') : this.#operand());
    const first = part();
    const parts = [first];
    while (this.#isKeyword(keyword)) {
      this.#next += 1;
      parts.push(part());
    }
    return parts.length === 1 ? first : { kind: keyword, parts };
  }

  #operand(): Expression {
    if (this.#peek().kind !== 'open') return this.#comparison();
    this.#next += 1;
    const inner = this.#combination('or');
    if (this.#peek().kind !== 'close') throw this.#expected("'and', 'or' or ')'");
    this.#next += 1;
    return inner;
  }

  #comparison(): Comparison {
    const name = this.#peek();
    if (name.kind !== 'word' || this.#isKeyword('and') || this.#isKeyword('or')) {
      throw this.#expected("a field or '('");
    }
    const field = fieldOf(name.name, this.#customPropertyIds);
    if (typeof field === 'string') throw this.#problem(name, field);
    this.#next += 1;

    const sign = this.#peek();
    if (sign.kind !== 'operator') throw this.#expected('an operator (=, !=, ~=, <, <=, > or >=)');
    this.#next += 1;

    const literal = this.#peek();
    const value = this.#value(literal);
    const wrong = mismatch(field.type, sign.operator, value);
    if (wrong) throw this.#problem(wrong.of === 'operator' ? sign : literal, wrong.problem);
    this.#next += 1;
    return { kind: 'comparison', field, operator: sign.operator, value };
  }

  #value(token: Token): Value {
    if (token.kind === 'text' || token.kind === 'number') return token.value;
    const word = token.kind === 'word' ? token.name.toLowerCase() : '';
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    throw this.#expected('a value (text in double quotes, a number, true, false or null)');
  }

  #isKeyword(keyword: string): boolean {
    const token = this.#peek();
    return token.kind === 'word' && token.name.toLowerCase() === keyword;
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', at: this.#filter.length, source: '' };
  }

  #expected(what: string): Error {
    const found = this.#peek();
    return this.#problem(found, `${what} was expected, but there is ${shown(found)}`);
  }

  #problem(token: Token, problem: string): Error {
    return filterProblem(this.#filter, token.at, problem);
  }
}

/**
 * Parses a filter. Throws a refusal (400, param `filter`) that gives the position and what was expected there.
 * @param customPropertyIds ids of the team's custom stop properties
 */
export function parseFilter(filter: string, customPropertyIds: ReadonlySet<string>): Expression {
  return new Parser(filter, customPropertyIds).whole();
}
