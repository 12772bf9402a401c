/** The parameters of a stop search (planning-api, Stop search). */
import { invalid } from '../http/errors.ts';
import { sortFields, type SortField } from '../search/filter/fields.ts';
import { parseFilter, type Expression } from '../search/filter/parse.ts';
import { oneOf, text } from './check.ts';

/** The supported parameters; the page token is parsed elsewhere, as for all lists. */
export const searchParameters = ['keyword', 'filter', 'sortField', 'sortOrder', 'maxPageSize', 'pageToken'] as const;

export interface SearchParameters {
  keyword: string | undefined;
  filter: Expression | undefined;
  sort: { field: SortField; descending: boolean } | undefined;
  size: number;
}

const mostHits = 20;

function pageSize(given: string | undefined): number {
  const size = given === undefined ? mostHits : /^\d{1,9}$/.test(given) ? Number(given) : NaN;
  if (!(size >= 1 && size <= mostHits)) {
    throw invalid('maxPageSize', `maxPageSize must be a whole number from 1 to ${mostHits}.`);
  }
  return size;
}

/**
 * Parses the parameters, all of which are optional: without any, the search returns everything. A sort order without a
 * sort field is accepted and ignored, since relevance has only one direction; the document covers neither case. Throws
 * a refusal (400) that names the parameter.
 * @param customPropertyIds ids of the team's custom stop properties
 */
export function searchQuery(
  given: Partial<Record<string, string>>,
  customPropertyIds: ReadonlySet<string>,
): SearchParameters {
  const { keyword, filter, sortField, sortOrder } = given;
  const order = sortOrder === undefined ? 'asc' : oneOf('asc', 'desc')(sortOrder, 'sortOrder');
  return {
    keyword: keyword === undefined ? undefined : text(255)(keyword, 'keyword'),
    filter: filter === undefined ? undefined : parseFilter(text(2048)(filter, 'filter'), customPropertyIds),
    sort:
      sortField === undefined
        ? undefined
        : { field: oneOf(...sortFields)(sortField, 'sortField'), descending: order === 'desc' },
    size: pageSize(given['maxPageSize']),
  };
}
