/** Reads barcodes from a rendered page with zxing in WebAssembly. Runs only in the preflight process. */
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import type { FoundCode } from '../shared/label-check.ts';
import { bytesOf } from './bytes.ts';
import type { OpenPage, Part, Raster } from './pdf-pages.ts';

/** A code and its position, in dots of the raster. */
export interface PlacedCode extends FoundCode {
  place: Part;
  /** Whether the bars are side by side or stacked. */
  direction: 'across' | 'down';
}

let ready: Promise<unknown> | undefined;

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
  const header = bytesOf(`P5\n${width} ${kept}\n255\n`);
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

/** Loads the decoder, once. @param wasm zxing_reader.wasm */
export function startReader(wasm: Uint8Array): Promise<unknown> {
  ready ??= prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  return ready;
}

/** All linear codes of a page in any of the four orientations. */
export async function readCodes(raster: Raster): Promise<PlacedCode[]> {
  if (ready === undefined) throw new Error('the decoder is not loaded');
  await ready;
  const { width, height, dots } = raster;
  const across = thinned(width, height, (row) => dots.subarray(row * width, (row + 1) * width));
  const down = thinned(height, width, (column) => columnOf(raster, column));
  return [...(await read(across, 'across')), ...(await read(down, 'down'))];
}

/**
 * Drawings, relative to the printer's dots, in the order that they are tried. A picture whose pixels are not dots of the
 * printer has bars of uneven width in a drawing of whole dots, and even ones in a finer drawing.
 */
const scales = [1, 2, 3, 1.5];
/** An A6 page at 900 dpi has 20 million dots. */
const mostDots = 30_000_000;

/**
 * The linear codes of a page, with their places in printer dots.
 *
 * @param isPatient whether to draw finer if no code can be read at the printer's resolution
 */
export async function readPage(page: OpenPage, dotsPerInch: number, isPatient: boolean): Promise<PlacedCode[]> {
  const { widthMillimetres, heightMillimetres } = page.size;
  const squareInches = (widthMillimetres / 25.4) * (heightMillimetres / 25.4);
  for (const scale of isPatient ? scales : [1]) {
    if (squareInches * (dotsPerInch * scale) ** 2 > mostDots && scale !== 1) continue;
    const codes = await readCodes(page.draw(dotsPerInch * scale));
    if (codes.length > 0) return codes.map((code) => ({ ...code, place: scaled(code.place, 1 / scale) }));
  }
  return [];
}

const scaled = ({ left, top, width, height }: Part, factor: number): Part => ({
  left: left * factor,
  top: top * factor,
  width: width * factor,
  height: height * factor,
});
