/**
 * Fetches what a service's answer links to (label PDFs): without the key, without redirects, over https, from a public
 * host or from the workspace's own (attacks 3 and 9).
 */
import { AppError } from '../../shared/errors.ts';
import type { OpenTransport } from './transports.ts';

export interface DownloadOptions {
  link: string;
  /** The workspace's own origin: the one place where a private address is allowed. */
  origin: string;
  /** Trusted for the workspace's origin alone. */
  authorities: string[] | null;
  openTransport: OpenTransport;
  mostBytes: number;
}

const deadlineMilliseconds = 30_000;

/**
 * @returns the bytes behind the link
 * @throws AppError `label.link-refused` for a link that is not fetched, `label.link-expired` for a 403 or 410, else
 * what the line said. The link itself is in no error: it is a key to the document.
 */
export async function download(options: DownloadOptions): Promise<Buffer> {
  const url = URL.canParse(options.link) ? new URL(options.link) : null;
  if (url === null || url.protocol !== 'https:' || url.username !== '') throw new AppError('label.link-refused');
  const own = url.origin === options.origin;
  const transport = options.openTransport({
    origin: url.origin,
    authorities: own ? options.authorities : null,
    publicOnly: !own,
  });
  try {
    const exchange = await transport.exchange({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { accept: 'application/pdf' },
      body: null,
      deadlineMilliseconds,
      mostBytes: options.mostBytes,
    });
    if (exchange.kind !== 'answered') {
      throw new AppError(exchange.code, { retry: 'later', detail: { cause: exchange.cause, host: url.hostname } });
    }
    if (exchange.status === 403 || exchange.status === 410)
      throw new AppError('label.link-expired', { retry: 'later' });
    if (exchange.status !== 200) {
      throw new AppError('service.failed', { retry: 'later', detail: { status: exchange.status, host: url.hostname } });
    }
    return exchange.body;
  } finally {
    await transport.close();
  }
}
