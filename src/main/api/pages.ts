/**
 * Reads a list to its end (planning-api and order-api, Pagination). Repeats all parameters, ends only at `null`,
 * accepts short and empty pages, and detects a repeated token.
 */
import { endpoints, type Endpoint, type EndpointName, type ResponseOf } from '../../shared/endpoints.ts';
import { AppError } from '../../shared/errors.ts';
import type { CallOptions, Client } from './client.ts';

/** Other clients may use the same key, so a page refused with 429 is retried and the pages before it are kept. */
const mostRefusals = 8;

/**
 * @throws AppError `line.odd-answer` when a page token repeats, because the list would never end; `service.busy` when
 *   the retries of a page run out
 */
export async function* pages<Name extends EndpointName>(
  client: Pick<Client, 'read'>,
  name: Name,
  call: CallOptions,
): AsyncGenerator<ResponseOf<Name>, void, void> {
  const endpoint: Endpoint = endpoints[name];
  const seen = new Set<string>();
  let token: string | null = null;
  do {
    const query: Record<string, string> = { ...call.query };
    if (endpoint.pageMaximum !== undefined) query['maxPageSize'] = String(endpoint.pageMaximum);
    if (token !== null) query['pageToken'] = token;
    const answer: ResponseOf<Name> = await readPatiently(client, name, { ...call, query });
    yield answer;
    token = (answer as { nextPageToken?: string | null }).nextPageToken ?? null;
    if (token !== null && seen.has(token)) throw new AppError('line.odd-answer', { retry: 'later' });
    if (token !== null) seen.add(token);
  } while (token !== null);
}

/**
 * Reads once, and again after a 429: others may use the same key. Retries immediately, because the rate limiter already
 * pauses a refused class.
 *
 * @param most refusals to bear
 * @throws AppError `service.busy` when the read was refused again and again; others as they occur
 */
export async function readPatiently<Name extends EndpointName>(
  client: Pick<Client, 'read'>,
  name: Name,
  call: CallOptions,
  most = mostRefusals,
): Promise<ResponseOf<Name>> {
  for (let refusals = 0; ; refusals += 1) {
    try {
      return await client.read(name, call);
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'service.busy';
      if (!isBusy || refusals >= most) throw error;
    }
  }
}
