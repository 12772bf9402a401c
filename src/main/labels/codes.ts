/** Reads barcodes from a rendered page with zxing in WebAssembly. Runs only in the preflight process. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import type { FoundCode } from '../../shared/label-check.ts';
import type { Part, Raster } from './pdf-pages.ts';

/** A code and its position, in dots of the raster. */
export interface PlacedCode extends FoundCode {
  place: Part;
  /** Whether the bars are side by side or stacked. */
  direction: 'across' | 'down';
}

let ready: Promise<unknown> | undefined;

function prepare(): Promise<unknown> {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = new Uint8Array(readFileSync(file)).buffer;
  return prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

const options: ReaderOptions = {
  formats: ['AllLinear'],
  tryHarder: true,
  // Both directions are read below at a quarter of the cost.
  tryRotate: false,
  tryInvert: false,
  tryDownscale: false,
  maxNumberOfSymbols: 4,
};

/** Bars are long, so every fourth line still crosses each of them many times. */
const every = 4;

/** Every fourth line of the raster, as a PGM image. */
function thinned(width: number, lines: number, line: (number: number) => Uint8Array): Uint8Array {
  const kept = Math.max(1, Math.floor(lines / every));
  const header = Buffer.from(`P5\n${width} ${kept}\n255\n`);
  const picture = new Uint8Array(header.length + width * kept);
  picture.set(header);
  for (let number = 0; number < kept; number += 1) {
    picture.set(line(number * every), header.length + number * width);
  }
  return picture;
}

function columnOf({ width, height, dots }: Raster, x: number): Uint8Array {
  const column = new Uint8Array(height);
  for (let y = 0, at = x; y < height; y += 1, at += width) column[y] = dots[at] ?? 255;
  return column;
}

async function read(picture: Uint8Array, direction: PlacedCode['direction']): Promise<PlacedCode[]> {
  const found = await readBarcodes(picture, options);
  return found
    .filter(({ isValid }) => isValid)
    .map(({ format, text, position }) => {
      const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft];
      const along = corners.map(({ x }) => x);
      const beside = corners.map(({ y }) => y * every);
      const [begin, end] = [Math.min(...along), Math.max(...along)];
      const [first, last] = [Math.min(...beside), Math.max(...beside)];
      const place =
        direction === 'across'
          ? { left: begin, top: first, width: end - begin, height: last - first }
          : { left: first, top: begin, width: last - first, height: end - begin };
      return { symbology: format, text, place, direction };
    });
}

/** All linear codes of a page in any of the four orientations. */
export async function readCodes(raster: Raster): Promise<PlacedCode[]> {
  ready ??= prepare();
  await ready;
  const { width, height, dots } = raster;
  const across = thinned(width, height, (row) => dots.subarray(row * width, (row + 1) * width));
  const down = thinned(height, width, (column) => columnOf(raster, column));
  return [...(await read(across, 'across')), ...(await read(down, 'down'))];
}

/** Code 128: every symbol has six bars and gaps and eleven modules, the last one seven and thirteen (ISO 15417). */
const symbol = { runs: 6, modules: 11 };
const stop = { runs: 7, modules: 13 };

/**
 * The module width of a Code 128, which is its narrowest bar, in dots of the raster. The whole code has a known number
 * of modules, so measuring it is more precise than measuring one bar of a few dots.
 *
 * @param line grey dots along the code, from one quiet zone to the other
 * @returns null if the line does not look like a Code 128
 */
export function moduleWidth(line: Uint8Array): number | null {
  const edges: number[] = [];
  for (let at = 1; at < line.length; at += 1) {
    const [before = 255, after = 255] = [line[at - 1], line[at]];
    // The interpolated position where the grey value crosses the middle.
    if (before < 128 !== after < 128) edges.push(at - 1 + (128 - before) / (after - before));
  }
  const symbols = (edges.length - 1 - stop.runs) / symbol.runs;
  if (!Number.isInteger(symbols) || symbols < 1) return null;
  return ((edges.at(-1) ?? 0) - (edges[0] ?? 0)) / (symbols * symbol.modules + stop.modules);
}
