/**
 * Reads tiles of a PMTiles 3 file. The file may be anything: every length is checked against the file and a bound before
 * it is read, and unpacked into a bound.
 */
import { open, stat, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { mostTileZoom, type TileFileProblem, type TilePlace, type TileSet } from '../../shared/map-background.ts';
import { fromStored } from '../stored-json.ts';
import { Directory, tileNumber } from './pmtiles-directory.ts';

const headerBytes = 127;
/** In bytes, as stored and unpacked. */
const mostOf = {
  // The format's own writers make directories of some ten thousand bytes. One that is kept takes up to eight times as
  // much as it has bytes.
  directory: { stored: 1_000_000, unpacked: 2_000_000 },
  metadata: { stored: 1_000_000, unpacked: 4_000_000 },
  tile: { stored: 2_000_000, unpacked: 6_000_000 },
} as const;
/** Directories below the root. The format's own writers make one level. */
const mostLevels = 3;
const mostKeptDirectories = 16;
/** In letters: how much of an attribution is read, which often is HTML, and how much of its text is shown. */
const mostAttribution = { read: 2_000, shown: 200 } as const;

/** Thrown when a file cannot be read as PMTiles. */
export class TileFileError extends Error {
  readonly problem: TileFileProblem;

  constructor(problem: TileFileProblem) {
    super(`The tile file is ${problem}.`);
    this.problem = problem;
  }
}

type Unpack = (bytes: Uint8Array, most: number) => Promise<Uint8Array>;

const [gunzipped, unbrotlied, unzstded] = [promisify(gunzip), promisify(brotliDecompress), promisify(zstdDecompress)];
/** By the number that stands for them in the header. */
const compressions: readonly (Unpack | null)[] = [
  null,
  (bytes) => Promise.resolve(bytes),
  (bytes, most) => gunzipped(bytes, { maxOutputLength: most }),
  (bytes, most) => unbrotlied(bytes, { maxOutputLength: most }),
  (bytes, most) => unzstded(bytes, { maxOutputLength: most }),
];
const formats: readonly (TileSet['format'] | null)[] = [null, 'vector', 'raster', 'raster', 'raster'];

interface Part {
  offset: number;
  length: number;
}

interface Header {
  /** Size and time of change of the file that the header belongs to. */
  stamp: string;
  root: Part;
  metadata: Part;
  directories: Part;
  tiles: Part;
  unpack: Unpack;
  unpackTile: Unpack;
  format: TileSet['format'];
  least: number;
  most: number;
}

/** The places of the header's fields are those of PMTiles 3, "Header". */
function readHeader(bytes: Buffer, size: number, stamp: string): Header {
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3)
    throw new TileFileError('foreign');
  const part = (at: number): Part => {
    const [offset, length] = [Number(bytes.readBigUInt64LE(at)), Number(bytes.readBigUInt64LE(at + 8))];
    if (offset + length > size) throw new TileFileError('damaged');
    return { offset, length };
  };
  const [unpack, unpackTile, format] = [
    compressions[bytes.readUInt8(97)],
    compressions[bytes.readUInt8(98)],
    formats[bytes.readUInt8(99)],
  ];
  if (!unpack || !unpackTile || !format) throw new TileFileError('unsupported');
  const [least, most] = [bytes.readUInt8(100), bytes.readUInt8(101)];
  if (least > most || most > mostTileZoom) throw new TileFileError('damaged');
  return {
    ...{ stamp, root: part(8), metadata: part(24), directories: part(40), tiles: part(56) },
    ...{ unpack, unpackTile, format, least, most },
  };
}

const metadataSchema = z.object({ attribution: z.string().optional() });

/** The text of an attribution, which often is HTML with links. */
function plainAttribution(text: string): string | null {
  const plain = text
    .slice(0, mostAttribution.read)
    // Both brackets are left out, so that a row of thousands of the first is not gone through for each of them.
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&copy;|&#169;/g, '©')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain === '' ? null : plain.slice(0, mostAttribution.shown);
}

export class TileFile {
  readonly #path: string;
  #header: Header | null = null;
  /** Every tile that is shown asks for it. */
  #described: { stamp: string; tiles: TileSet } | null = null;
  /** What is wrong with what is in the file. It is not read again until the file has changed. */
  #failed: { stamp: string; error: TileFileError } | null = null;
  /**
   * By stamp and offset, the one used last at the end. A reading of the file that was here before may end later than
   * the first one of the file that has replaced it.
   */
  readonly #directories = new Map<string, Directory>();

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws TileFileError */
  describe(): Promise<TileSet> {
    return this.#reading(async (file, header) => {
      const { stamp, format, least, most } = header;
      if (this.#described?.stamp === stamp) return this.#described.tiles;
      // Tiles can be found, or the file is damaged.
      await this.#directory(file, header, header.root);
      const tiles = { format, least, most, attribution: await this.#attribution(file, header) };
      this.#described = { stamp, tiles };
      return tiles;
    });
  }

  /**
   * @returns the tile, unpacked; null if the file has none there
   * @throws TileFileError
   */
  tile(place: TilePlace): Promise<Uint8Array | null> {
    return this.#reading(async (file, header) => {
      const number = tileNumber(place);
      let part: Part = header.root;
      for (let level = 0; level <= mostLevels; level += 1) {
        const directory = await this.#directory(file, header, part);
        const entry = directory.find(number);
        if (entry === null) return null;
        const within = entry.kind === 'tile' ? header.tiles : header.directories;
        if (entry.offset + entry.length > within.length) throw new TileFileError('damaged');
        part = { offset: within.offset + entry.offset, length: entry.length };
        if (entry.kind === 'tile') return unpacked(file, part, mostOf.tile, header.unpackTile);
      }
      throw new TileFileError('damaged');
    });
  }

  /** Opens the file for one reading, so that it can be moved or replaced while the app runs. */
  async #reading<Read>(read: (file: FileHandle, header: Header) => Promise<Read>): Promise<Read> {
    let file: FileHandle | undefined;
    let stamp: string | null = null;
    try {
      // Opening what is no file, such as a pipe, could wait for ever.
      if (!(await stat(this.#path)).isFile()) throw new TileFileError('foreign');
      file = await open(this.#path, 'r');
      const { size, mtimeMs } = await file.stat();
      stamp = `${size} ${mtimeMs}`;
      if (this.#failed?.stamp === stamp) throw this.#failed.error;
      return await read(file, await this.#headerOf(file, size, stamp));
    } catch (error) {
      const isMissing = file === undefined || isOfDisk(error);
      const failed = error instanceof TileFileError ? error : new TileFileError(isMissing ? 'missing' : 'damaged');
      if (stamp !== null && failed.problem !== 'missing') this.#failed = { stamp, error: failed };
      throw failed;
    } finally {
      // A share that is gone cannot close it either.
      await file?.close().catch(() => undefined);
    }
  }

  async #headerOf(file: FileHandle, size: number, stamp: string): Promise<Header> {
    if (this.#header?.stamp === stamp) return this.#header;
    this.#directories.clear();
    this.#header = readHeader(await bytesOf(file, { offset: 0, length: Math.min(size, headerBytes) }), size, stamp);
    return this.#header;
  }

  async #directory(file: FileHandle, { stamp, unpack }: Header, part: Part): Promise<Directory> {
    const key = `${stamp} ${part.offset}`;
    const directory = this.#directories.get(key) ?? new Directory(await unpacked(file, part, mostOf.directory, unpack));
    this.#directories.delete(key);
    this.#directories.set(key, directory);
    const [oldest] = this.#directories.keys();
    if (oldest !== undefined && this.#directories.size > mostKeptDirectories) this.#directories.delete(oldest);
    return directory;
  }

  /** Metadata that cannot be read names nobody; the tiles may still be right. */
  async #attribution(file: FileHandle, { metadata, unpack }: Header): Promise<string | null> {
    try {
      const bytes = await unpacked(file, metadata, mostOf.metadata, unpack);
      const { attribution } = fromStored(metadataSchema, Buffer.from(bytes).toString('utf8'));
      return attribution === undefined ? null : plainAttribution(attribution);
    } catch (error) {
      if (isOfDisk(error)) throw error;
      return null;
    }
  }
}

/** A disk or a share that does not answer says nothing about what is in the file, and may answer again. */
const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

async function bytesOf(file: FileHandle, { offset, length }: Part): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  if (bytesRead < length) throw new TileFileError('damaged');
  return buffer;
}

/** @param most the bounds in bytes; what exceeds them is damaged */
async function unpacked(
  file: FileHandle,
  part: Part,
  most: { stored: number; unpacked: number },
  unpack: Unpack,
): Promise<Uint8Array> {
  if (part.length > most.stored) throw new TileFileError('damaged');
  return unpack(await bytesOf(file, part), most.unpacked);
}
