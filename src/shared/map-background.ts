/** What is drawn below the stops of a map: nothing, the tiles of a local file, or those of an address. */
import { z } from './schemas.ts';

/** What tiles hold: shapes that the window draws, or pictures. */
export type TileFormat = 'vector' | 'raster';

export interface TileSet {
  format: TileFormat;
  /** Zooms for which there are tiles. */
  least: number;
  most: number;
  /** Who must be named beside the map, as plain text; null: the tiles name nobody. */
  attribution: string | null;
}

/**
 * missing: moved, deleted or not readable · foreign: not a PMTiles file of version 3 · unsupported: tiles or a
 * compression that cannot be shown · damaged: cut off, or its parts do not fit together.
 */
export type TileFileProblem = 'missing' | 'foreign' | 'unsupported' | 'damaged';

/** The background as the window knows it: never a path. */
export type MapBackground =
  | { kind: 'none' }
  | { kind: 'file'; name: string; tiles: TileSet }
  | { kind: 'file'; name: string; tiles: null; problem: TileFileProblem }
  | { kind: 'address'; address: string; host: string; tiles: TileSet };

export interface Tile {
  bytes: Uint8Array;
  /** `image/png`, `image/jpeg`, `image/webp` or `application/x-protobuf`. */
  type: string;
}

/** No map shows tiles beyond. */
export const mostTileZoom = 22;

/** The place of a tile: column and row are counted from the north-west. */
export const tilePlace = z
  .strictObject({
    zoom: z.int().min(0).max(mostTileZoom),
    x: z.int().min(0),
    y: z.int().min(0),
  })
  .refine(({ zoom, x, y }) => Math.max(x, y) < 2 ** zoom);
export type TilePlace = z.infer<typeof tilePlace>;

/** Of a tile address, in characters. */
export const mostTileAddress = 1_000;

export type TileAddressProblem = 'not-an-address' | 'not-https' | 'credentials' | 'pattern';

const marks = ['{z}', '{x}', '{y}'] as const;

/**
 * Reads an address such as `https://tiles.example.org/{z}/{x}/{y}.png`.
 *
 * @returns the address and the host that is asked, or what is wrong
 */
export function readTileAddress(typed: string): { address: string; host: string } | { problem: TileAddressProblem } {
  const address = typed.trim();
  if (address.length > mostTileAddress || !URL.canParse(address)) return { problem: 'not-an-address' };
  const url = new URL(address);
  if (url.protocol !== 'https:') return { problem: 'not-https' };
  if (url.username !== '' || url.password !== '') return { problem: 'credentials' };
  const others = marks.reduce((rest, mark) => rest.replace(mark, ''), address);
  // A mark in the host would ask another host for each tile.
  if (marks.some((mark) => !address.includes(mark)) || /[{}#]/.test(others + url.host)) return { problem: 'pattern' };
  return { address, host: url.host };
}

/** The path and query of one tile at an address that {@link readTileAddress} has read. */
export function tilePath(address: string, { zoom, x, y }: TilePlace): string {
  const filled = address.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y));
  const { pathname, search } = new URL(filled);
  return pathname + search;
}
