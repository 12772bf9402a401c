/**
 * Fetches what a service's answer links to (label PDFs): without the key, without redirects, over https, from a public
 * host or from the workspace's own (attacks 3 and 9).
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { AppError } from '../../shared/errors.ts';
import type { OpenTransport } from './transports.ts';

const privateRanges = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12],
  ['192.0.0.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['224.0.0.0', 3],
] as const) privateRanges.addSubnet(network, bits, 'ipv4'); // prettier-ignore
for (const [network, bits] of [
  ['::', 127], ['fc00::', 7], ['fe80::', 10], ['ff00::', 8],
] as const) privateRanges.addSubnet(network, bits, 'ipv6'); // prettier-ignore

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
  if (!own) await refusePrivate(url.hostname);
  const transport = options.openTransport({ origin: url.origin, authorities: own ? options.authorities : null });
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

async function refusePrivate(hostname: string): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  let addresses: { address: string; family: number }[];
  try {
    addresses = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host, family: isIP(host) }];
  } catch {
    throw new AppError('line.unreachable', { retry: 'later', detail: { host, cause: 'ENOTFOUND' } });
  }
  const isPrivate = addresses.some(({ address, family }) =>
    privateRanges.check(address, family === 6 ? 'ipv6' : 'ipv4'),
  );
  if (isPrivate) throw new AppError('label.link-refused', { detail: { host } });
}
