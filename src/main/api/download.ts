/**
 * Fetches what a service's answer links to (label PDFs, pictures): without the key, without redirects, over https, from a public
 * host or the workspace's own (attacks 3 and 9). Connections are reused, because most labels come from one host.
 */
import { AppError } from '../../shared/errors.ts';
import type { Exchange, Transport } from './transport.ts';
import type { OpenTransport } from './transports.ts';

export interface DownloadsOptions {
  /** The workspace's own origin, the only host that may have a private address. */
  origin: string;
  /** Transport to that origin. The caller closes it. */
  transport: Transport;
  openTransport: OpenTransport;
  mostBytes: number;
  /** Media types that are asked for. A server may send others. */
  accept: string;
}

const deadlineMilliseconds = 30_000;
/** Maximum number of other origins with open connections. */
const mostPlaces = 4;

export class Downloads {
  private readonly options: DownloadsOptions;
  /** By origin, the most recently used last. */
  private readonly places = new Map<string, Transport>();

  constructor(options: DownloadsOptions) {
    this.options = options;
  }

  /**
   * @returns the bytes behind the link
   * @throws AppError `label.link-refused` for a link that is not fetched, `label.link-expired` for a 403 or 410,
   * otherwise the network's error. No error contains the link, because it grants access to the document.
   */
  async get(link: string): Promise<Buffer> {
    const url = URL.canParse(link) ? new URL(link) : null;
    if (url === null || url.protocol !== 'https:' || url.username !== '') throw new AppError('label.link-refused');
    let exchange = await this.ask(url);
    // A GET is safe to retry, and the server may just have closed a kept-alive connection.
    if (exchange.kind === 'in-doubt' && exchange.code === 'line.interrupted') exchange = await this.ask(url);
    if (exchange.kind !== 'answered') {
      throw new AppError(exchange.code, { retry: 'later', detail: { cause: exchange.cause, host: url.hostname } });
    }
    if (exchange.status === 403 || exchange.status === 410)
      throw new AppError('label.link-expired', { retry: 'later' });
    if (exchange.status !== 200) {
      throw new AppError('service.failed', { retry: 'later', detail: { status: exchange.status, host: url.hostname } });
    }
    return exchange.body;
  }

  async close(): Promise<void> {
    await Promise.all([...this.places.values()].map((place) => place.close()));
  }

  private ask(url: URL): Promise<Exchange> {
    return this.place(url.origin).exchange({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { accept: this.options.accept },
      body: null,
      deadlineMilliseconds,
      mostBytes: this.options.mostBytes,
    });
  }

  private place(origin: string): Transport {
    const { openTransport, transport } = this.options;
    if (origin === this.options.origin) return transport;
    const known = this.places.get(origin);
    this.places.delete(origin);
    const place = known ?? openTransport({ origin, authorities: null, publicOnly: true });
    this.places.set(origin, place);
    const [oldest] = this.places;
    if (oldest !== undefined && this.places.size > mostPlaces) {
      this.places.delete(oldest[0]);
      void oldest[1].close();
    }
    return place;
  }
}
