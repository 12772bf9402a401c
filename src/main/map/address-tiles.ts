/**
 * Tiles of an address that the office has set: without a key, without cookies, without redirects, over https, a few
 * requests at a time. The server learns which area is looked at.
 */
import { tilePath, type Tile, type TilePlace } from '../../shared/map-background.ts';
import { pictureType, tileBounds } from '../api/raster-image.ts';
import type { Transport } from '../api/transport.ts';
import type { System } from '../system.ts';
import type { TileCache } from './tile-cache.ts';

const deadlineMilliseconds = 15_000;
const mostBytes = 1_000_000;
/** Requests in flight. */
const mostAtOnce = 6;
/** Tiles that wait for a request: some screens full. A tile beyond them is asked for when the map shows it again. */
const mostWaiting = 200;
/** How long a cached tile is shown without asking for it again. */
const freshMilliseconds = 7 * 86_400_000;
/** After a failure nothing is asked for this long. */
const pauseMilliseconds = 30_000;

interface AddressTilesOptions {
  /** As `readTileAddress` returns it. */
  address: string;
  /** The transport to its host. The caller closes it. */
  transport: () => Transport;
  cache: TileCache;
  system: System;
}

export class AddressTiles {
  readonly #options: AddressTilesOptions;
  readonly #underWay = new Map<string, Promise<Tile | null>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: AddressTilesOptions) {
    this.#options = options;
  }

  /** @returns null when it is neither cached nor can be had now. Never throws. */
  tile(place: TilePlace): Promise<Tile | null> {
    const path = tilePath(this.#options.address, place);
    const known = this.#underWay.get(path);
    if (known !== undefined) return known;
    const asked = this.#find(path).finally(() => this.#underWay.delete(path));
    this.#underWay.set(path, asked);
    return asked;
  }

  /** Asks for nothing more. */
  close(): void {
    this.#isClosed = true;
    for (const begin of this.#waiting.splice(0)) begin();
  }

  async #find(path: string): Promise<Tile | null> {
    const { address, cache } = this.#options;
    const key = `${address} ${path}`;
    const cached = await cache.read(key);
    const old = cached === null ? null : asTile(cached.bytes);
    if (old !== null && cached !== null && cached.age < freshMilliseconds) return old;
    const bytes = await this.#inTurn(() => this.#ask(path));
    const fresh = bytes === null ? null : asTile(bytes);
    if (fresh === null || this.#isClosed) return old;
    await cache.write(key, fresh.bytes);
    return fresh;
  }

  async #inTurn<Value>(work: () => Promise<Value>): Promise<Value | null> {
    if (this.#running >= mostAtOnce) {
      if (this.#waiting.length >= mostWaiting) return null;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
    try {
      return this.#isPaused() ? null : await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  #isPaused(): boolean {
    return this.#isClosed || this.#options.system.elapsed() < this.#pausedUntil;
  }

  /** @returns null for everything but a picture; a server that fails is left alone for a while */
  async #ask(path: string): Promise<Uint8Array | null> {
    const { transport, system } = this.#options;
    const exchange = await transport().exchange({
      method: 'GET',
      path,
      // Tile servers refuse programs that do not name themselves.
      headers: { accept: 'image/webp,image/png,image/jpeg', 'user-agent': 'DepotDesk' },
      body: null,
      deadlineMilliseconds,
      mostBytes,
    });
    if (exchange.kind === 'answered' && exchange.status === 200) return exchange.body;
    const isHole = exchange.kind === 'answered' && [204, 404, 410].includes(exchange.status);
    if (!isHole) this.#pausedUntil = system.elapsed() + pauseMilliseconds;
    return null;
  }
}

/** @returns null for what is no picture */
export function asTile(bytes: Uint8Array): Tile | null {
  const type = pictureType(bytes, tileBounds);
  return type === null ? null : { bytes, type };
}
