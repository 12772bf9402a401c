/**
 * Reads a list to its end (planning-api and order-api, Pagination): all parameters repeated, `null` the only end, short
 * and empty pages normal, a repeating token detected.
 */
import { endpoints, type Endpoint, type EndpointName, type ResponseOf } from '../../shared/endpoints.ts';
import { AppError } from '../../shared/errors.ts';
import type { CallOptions, Client } from './client.ts';

/** Others may use the same key: a page that is refused is asked for again, and the pages before it are not lost. */
const mostRefusals = 8;

/**
 * @throws AppError `line.odd-answer` when a page token comes twice: the list would never end; `service.busy` when a page was
 *   refused again and again
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
    const answer: ResponseOf<Name> = await readPage(client, name, { ...call, query });
    yield answer;
    token = (answer as { nextPageToken?: string | null }).nextPageToken ?? null;
    if (token !== null && seen.has(token)) throw new AppError('line.odd-answer', { retry: 'later' });
    if (token !== null) seen.add(token);
  } while (token !== null);
}

/** The pace lets a refused class rest before the next request leaves. */
async function readPage<Name extends EndpointName>(
  client: Pick<Client, 'read'>,
  name: Name,
  call: CallOptions,
): Promise<ResponseOf<Name>> {
  for (let refusals = 0; ; refusals += 1) {
    try {
      return await client.read(name, call);
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'service.busy';
      if (!isBusy || refusals >= mostRefusals) throw error;
    }
  }
}
