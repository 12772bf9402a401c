/** Parses query parameters: filters in both spellings, page size and page token. Rejects all others. */
import { invalid } from './errors.ts';

export interface Query {
  filters: Record<string, string>;
  others: Record<string, string>;
  pageToken: string | undefined;
  pageSize: number;
  /** All parameters except the page token, normalized; page tokens are bound to it. */
  fingerprint: string;
}

export interface QueryRules {
  /** Names of the filters the list supports. */
  filters: readonly string[];
  /** Names of the other supported parameters. */
  others: readonly string[];
  /** Undefined when the endpoint is not paginated. */
  pages: { default: number; maximum: number } | undefined;
}

/** `filter[externalId]` and `filter.externalId` are equivalent (resolved, Methods and paths). */
const oneSpelling = (name: string) => name.replace(/^filter\[(.*)\]$/, 'filter.$1');

function readPageSize(text: string | undefined, pages: { default: number; maximum: number }): number {
  if (text === undefined) return pages.default;
  const size = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  // Rejected, not clamped (order-api, Errors).
  if (!(size >= 1 && size <= pages.maximum)) {
    throw invalid('maxPageSize', `maxPageSize must be a whole number from 1 to ${pages.maximum}.`);
  }
  return size;
}

/** Throws a refusal (400) for a parameter that is unknown, given twice or out of bounds. */
export function readQuery(parameters: URLSearchParams, rules: QueryRules): Query {
  const known = new Set([
    ...rules.filters.map((name) => `filter.${name}`),
    ...rules.others,
    ...(rules.pages ? ['pageToken', 'maxPageSize'] : []),
  ]);
  const given = new Map<string, string>();
  for (const [spelling, value] of parameters) {
    const name = oneSpelling(spelling);
    if (!known.has(name)) throw invalid(spelling, `Unknown parameter '${spelling}'.`);
    if (given.has(name)) throw invalid(spelling, `Parameter '${spelling}' is given twice.`);
    given.set(name, value);
  }
  const pageToken = given.get('pageToken');
  if (pageToken === '') throw invalid('pageToken', 'pageToken must have 1 to 255 characters.');
  const others = [...given].filter(([name]) => name !== 'pageToken').sort();
  return {
    filters: Object.fromEntries(
      others.flatMap(([name, value]) => (name.startsWith('filter.') ? [[name.slice('filter.'.length), value]] : [])),
    ),
    others: Object.fromEntries(others.filter(([name]) => rules.others.includes(name))),
    pageToken,
    pageSize: rules.pages ? readPageSize(given.get('maxPageSize'), rules.pages) : 0,
    fingerprint: JSON.stringify(others),
  };
}
