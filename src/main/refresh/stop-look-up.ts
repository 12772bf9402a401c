/**
 * Finds stops by their number with the service's search (planning-api, Stop search), in all plans and without one. The
 * index lags, so a hit may be gone by now, and a new stop may be missing.
 */
import { AppError } from '../../shared/errors.ts';
import type { Client } from '../api/client.ts';
import { pages } from '../api/pages.ts';

export interface StopHit {
  /** The number as it was asked for. */
  externalId: string;
  /** Null: an unassigned stop. */
  planId: string | null;
}

export interface StopLookUp {
  hits: StopHit[];
  /**
   * Numbers about which nothing is known: a filter has no way to write them, or there are more hits than are read.
   */
  unasked: string[];
}

/** A filter has at most 2,048 characters (src/shared/search.ts). */
const longestFilter = 2_000;

/** A shop may use its numbers again every day, and a service that ignores the filter lists all its stops. */
const mostPages = 10;

/** The document knows no escapes in a text (planning-api, Filter language 2). */
const cannotBeWritten = /["\\\p{Cc}]/u;

const comparison = (number: string) => `recipient.externalId = "${number}"`;

/** As few filters as the numbers fit into. */
function filtersFor(numbers: readonly string[]): { filter: string; numbers: string[] }[] {
  const filters: { filter: string; numbers: string[] }[] = [];
  for (const number of numbers) {
    const last = filters.at(-1);
    const longer = `${last?.filter ?? ''} or ${comparison(number)}`;
    if (last === undefined || longer.length > longestFilter)
      filters.push({ filter: comparison(number), numbers: [number] });
    else {
      last.filter = longer;
      last.numbers.push(number);
    }
  }
  return filters;
}

/** Whether the service says that it has no search for this team: an older version, or not in its subscription. */
const hasNoSearch = (error: unknown) =>
  error instanceof AppError && (error.code === 'service.forbidden' || error.code === 'service.not-found');

/**
 * @returns null if the service has no search
 * @throws AppError from the connection or the service
 */
export async function stopsWithNumbers(
  client: Pick<Client, 'read'>,
  numbers: readonly string[],
): Promise<StopLookUp | null> {
  const canBeAsked = (number: string) => !cannotBeWritten.test(number) && comparison(number).length <= longestFilter;
  const asked = numbers.filter(canBeAsked);
  const wanted = new Set(asked);
  const hits: StopHit[] = [];
  const keep = (externalId: string | null | undefined, planId: string | null) => {
    // The service may ignore the filter.
    if (externalId != null && wanted.has(externalId)) hits.push({ externalId, planId });
  };
  try {
    for (const { filter, numbers: of } of filtersFor(asked)) {
      let count = 0;
      let isCutOff = false;
      for await (const page of pages(client, 'stops.search', { query: { filter }, priority: 'outbox' })) {
        for (const { stop, unassignedStop } of page.stops ?? []) {
          if (unassignedStop != null) keep(unassignedStop.recipient?.externalId, null);
          const planId = stop?.plan ?? /^(plans\/[^/]+)\/stops\//.exec(stop?.id ?? '')?.[1];
          if (planId !== undefined) keep(stop?.recipient?.externalId, planId);
        }
        count += 1;
        isCutOff = count === mostPages && page.nextPageToken != null;
        if (isCutOff) break;
      }
      if (isCutOff)
        for (const number of of) if (!hits.some(({ externalId }) => externalId === number)) wanted.delete(number);
    }
  } catch (error) {
    if (hasNoSearch(error)) return null;
    throw error;
  }
  return { hits, unasked: numbers.filter((number) => !wanted.has(number)) };
}
