/** Directories of a PMTiles file: which bytes hold a tile (PMTiles 3, "Directories"). */
import type { TilePlace } from '../../shared/map-background.ts';

/** The number of a tile on the Hilbert curve through all tiles of all zooms (PMTiles 3, "Tile ID"). */
export function tileNumber({ zoom, x, y }: TilePlace): number {
  let number = (4 ** zoom - 1) / 3;
  let [column, row] = [x, y];
  for (let half = 2 ** (zoom - 1); half >= 1; half /= 2) {
    const [east, south] = [(column & half) === 0 ? 0 : 1, (row & half) === 0 ? 0 : 1];
    number += half * half * ((3 * east) ^ south);
    if (south === 1) continue;
    if (east === 1) [column, row] = [half - 1 - column, half - 1 - row];
    [column, row] = [row, column];
  }
  return number;
}

/** Where the bytes of a tile or of another directory are. */
export interface Entry {
  kind: 'tile' | 'directory';
  /** From the beginning of the tiles or of the directories, in bytes. */
  offset: number;
  length: number;
}

/** Thrown for a directory that cannot be right. */
export class NotADirectory extends Error {}

/** Reads numbers of seven bits a byte, the lowest first. */
class Numbers {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): number {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new NotADirectory('The directory ends too early.');
      this.#at += 1;
      value += (byte & 0x7f) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw new NotADirectory('A number of the directory is too large.');
      if (byte < 0x80) return value;
      factor *= 128;
    }
  }

  /** As plain bytes: a list of numbers would take several times as much. */
  list(count: number): Float64Array {
    const values = new Float64Array(count);
    for (let index = 0; index < count; index += 1) values[index] = this.next();
    return values;
  }
}

export class Directory {
  /** Numbers of the first tile of each entry, ascending. */
  readonly #firsts: Float64Array;
  /** How many tiles in a row share the bytes of an entry; 0: it is another directory. */
  readonly #runs: Float64Array;
  readonly #lengths: Float64Array;
  readonly #offsets: Float64Array;

  /**
   * @param bytes not compressed
   * @throws NotADirectory
   */
  constructor(bytes: Uint8Array) {
    const numbers = new Numbers(bytes);
    const count = numbers.next();
    // Each entry has at least a byte in each of four columns, which bounds what a wrong count can cost.
    if (count * 4 > bytes.length) throw new NotADirectory('The directory has more entries than bytes.');
    let before = 0;
    this.#firsts = numbers.list(count).map((step) => (before += step));
    this.#runs = numbers.list(count);
    this.#lengths = numbers.list(count);
    let end = 0;
    this.#offsets = numbers.list(count).map((offset, index) => {
      const begin = offset === 0 && index > 0 ? end : offset - 1;
      if (begin < 0) throw new NotADirectory('An entry of the directory begins before its part.');
      end = begin + (this.#lengths[index] ?? 0);
      return begin;
    });
  }

  /** @returns null if the file has no such tile */
  find(number: number): Entry | null {
    let [low, high] = [0, this.#firsts.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#firsts[middle] ?? 0) <= number) low = middle + 1;
      else high = middle;
    }
    const index = low - 1;
    const [first, run] = [this.#firsts[index], this.#runs[index]];
    const [offset, length] = [this.#offsets[index], this.#lengths[index]];
    if (first === undefined || run === undefined || offset === undefined || length === undefined) return null;
    if (run === 0) return { kind: 'directory', offset, length };
    return number < first + run ? { kind: 'tile', offset, length } : null;
  }
}
