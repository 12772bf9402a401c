/**
 * Reads a list to its end (planning-api and order-api, Pagination): all parameters repeated, `null` the only end, short
 * and empty pages normal, a repeating token detected.
 */
import { endpoints, type Endpoint, type EndpointName, type ResponseOf } from '../../shared/endpoints.ts';
import { AppError } from '../../shared/errors.ts';
import type { CallOptions, Client } from './client.ts';

/** @throws AppError `line.odd-answer` when a page token comes twice: the list would never end */
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
    const answer: ResponseOf<Name> = await client.read(name, { ...call, query });
    yield answer;
    token = (answer as { nextPageToken?: string | null }).nextPageToken ?? null;
    if (token !== null && seen.has(token)) throw new AppError('line.odd-answer', { retry: 'later' });
    if (token !== null) seen.add(token);
  } while (token !== null);
}
