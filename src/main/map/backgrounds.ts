/**
 * The background of the map: none, a local PMTiles file, or an address. It belongs to this computer. Its file is beside
 * the settings and not in them, because the window may write those and must neither know a path nor choose a host.
 */
import { basename, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { readTileAddress, type MapBackground, type Tile, type TilePlace } from '../../shared/map-background.ts';
import { authoritiesOf, type Transport } from '../api/transport.ts';
import type { OpenTransport } from '../api/transports.ts';
import { readJsonFile, writeJsonFile } from '../json-file.ts';
import type { System } from '../system.ts';
import { AddressTiles, asTile } from './address-tiles.ts';
import { TileFile, TileFileError } from './pmtiles.ts';
import { TileCache } from './tile-cache.ts';

const stored = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('file'), path: z.string() }),
  z.strictObject({ kind: z.literal('address'), address: z.string() }),
]);
type Stored = z.infer<typeof stored>;

/** The zooms that servers of picture tiles have. */
const addressZooms = { least: 0, most: 19 } as const;

export interface BackgroundsOptions {
  /** The app's own folder. */
  folder: string;
  openTransport: OpenTransport;
  /** The open workspace: only its own host may have a private address (attacks 2 and 3). */
  workspace(): { mode: 'connected' | 'training'; origin: string; authority: string | null } | null;
  /** Called when a file that was good can no longer be read, or can be again. */
  changed(): void;
  system: System;
}

type Source =
  | { kind: 'none' }
  | { kind: 'file'; path: string; file: TileFile; failed: TileFileError | null }
  | { kind: 'address'; address: string; host: string; tiles: AddressTiles };

export class MapBackgrounds {
  readonly #options: BackgroundsOptions;
  readonly #path: string;
  readonly #cache: TileCache;
  #source: Source;
  /** To the host of the address, with the trust it was opened with. */
  #opened: { trust: string; transport: Transport } | null = null;

  constructor(options: BackgroundsOptions) {
    this.#options = options;
    this.#path = join(options.folder, 'map-background.json');
    this.#cache = new TileCache(join(options.folder, 'map-tiles'), options.system);
    this.#source = this.#sourceOf(readJsonFile(this.#path, stored, { kind: 'none' }));
  }

  /** Never throws: what is wrong with a file is part of the answer. */
  async describe(): Promise<MapBackground> {
    const source = this.#source;
    if (source.kind === 'none') return { kind: 'none' };
    if (source.kind === 'address') {
      const { address, host } = source;
      return { kind: 'address', address, host, tiles: { format: 'raster', ...addressZooms, attribution: null } };
    }
    const name = basename(source.path);
    try {
      // A file that was away may be back, and one that was damaged may have been replaced.
      const tiles = await source.file.describe();
      source.failed = null;
      return { kind: 'file', name, tiles };
    } catch (error) {
      if (!(error instanceof TileFileError)) throw error;
      return { kind: 'file', name, tiles: null, problem: error.problem };
    }
  }

  /** @param path from main's own file dialog */
  useFile(path: string): Promise<void> {
    return this.#use({ kind: 'file', path });
  }

  /** @throws AppError `map.address` for an address that is not asked */
  async useAddress(address: string): Promise<void> {
    const read = readTileAddress(address);
    if ('problem' in read)
      throw new AppError('map.address', { retry: 'after-change', detail: { cause: read.problem } });
    await this.#use({ kind: 'address', address: read.address });
  }

  turnOff(): Promise<void> {
    return this.#use({ kind: 'none' });
  }

  /** @returns null where there is no tile. Never throws. */
  async tile(place: TilePlace): Promise<Tile | null> {
    const source = this.#source;
    if (source.kind === 'none') return null;
    if (source.kind === 'address') return place.zoom > addressZooms.most ? null : source.tiles.tile(place);
    try {
      const { format } = await source.file.describe();
      const bytes = await source.file.tile(place);
      source.failed = null;
      if (bytes === null) return null;
      return format === 'vector' ? { bytes, type: 'application/x-protobuf' } : asTile(bytes);
    } catch (error) {
      if (!(error instanceof TileFileError)) throw error;
      const isNew = source.failed?.problem !== error.problem;
      source.failed = error;
      if (isNew && this.#source === source) this.#options.changed();
      return null;
    }
  }

  /** Deletes the tiles that were kept. */
  forgetTiles(): Promise<void> {
    return this.#cache.clear();
  }

  async close(): Promise<void> {
    const source = this.#source;
    this.#source = { kind: 'none' };
    if (source.kind === 'address') source.tiles.close();
    await this.#closeTransport();
  }

  async #use(next: Stored): Promise<void> {
    writeJsonFile(this.#path, next);
    await this.close();
    this.#source = this.#sourceOf(next);
    await this.#cache.clear();
  }

  #sourceOf(from: Stored): Source {
    if (from.kind === 'none') return from;
    if (from.kind === 'file') return { ...from, file: new TileFile(from.path), failed: null };
    // Somebody may have edited the file.
    const read = readTileAddress(from.address);
    if ('problem' in read) return { kind: 'none' };
    const { system } = this.#options;
    const transport = () => this.#transportTo(new URL(read.address));
    return { kind: 'address', ...read, tiles: new AddressTiles({ ...read, transport, cache: this.#cache, system }) };
  }

  #transportTo({ origin, hostname }: URL): Transport {
    const workspace = this.#options.workspace();
    const own = workspace !== null && new URL(workspace.origin).hostname === hostname ? workspace : null;
    const trust = JSON.stringify([origin, own?.authority]);
    if (this.#opened?.trust === trust) return this.#opened.transport;
    void this.#closeTransport();
    const authorities = own === null ? null : authoritiesOf(own);
    const transport = this.#options.openTransport({ origin, authorities, publicOnly: own === null });
    this.#opened = { trust, transport };
    return transport;
  }

  async #closeTransport(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await opened?.transport.close();
  }
}
