/**
 * Reads PWG raster (PWG 5102.4), which printers without PDF support receive: grey or black-and-white pages as made by
 * CUPS.
 */

/** Grey pixels, one byte each, 0 is black; row by row from the top. */
export interface GreyPage {
  width: number;
  height: number;
  dots: Uint8Array;
}

export interface RasterPage extends GreyPage {
  /** Horizontal and vertical resolution in dpi. */
  dotsPerInch: [number, number];
  bitsPerPixel: number;
}

const syncWord = 'RaS2';
const headerBytes = 1796;
/** Byte offsets of the header's fields. */
const fields = { resolution: 276, width: 372, height: 376, bitsPerPixel: 388, bytesPerLine: 392, colourSpace: 400 };
/** Colour spaces: in 3 (black) 0 is white; in 18 (grey) 0 is black. */
const black = 3;
const grey = 18;

/** Decompresses one line (one byte per element). @returns the offset of the next line */
function unpackLine(bytes: Buffer, from: number, line: Uint8Array, white: number): number {
  let [at, to] = [from, 0];
  while (to < line.length) {
    const code = bytes.readUInt8(at);
    at += 1;
    if (code === 128) {
      line.fill(white, to);
      to = line.length;
    } else if (code < 128) {
      line.fill(bytes.readUInt8(at), to, to + code + 1);
      at += 1;
      to += code + 1;
    } else {
      const count = 257 - code;
      line.set(bytes.subarray(at, at + count), to);
      at += count;
      to += count;
    }
  }
  if (to > line.length) throw new RangeError('a line is longer than the page is wide');
  return at;
}

/** @throws RangeError when the bytes are not PWG raster of grey pages */
export function readPwgRaster(bytes: Buffer): RasterPage[] {
  if (bytes.toString('latin1', 0, 4) !== syncWord) throw new RangeError('not PWG raster');
  const pages: RasterPage[] = [];
  let at = 4;
  while (at < bytes.length) {
    const field = (offset: number) => bytes.readUInt32BE(at + offset);
    const [width, height, bytesPerLine] = [field(fields.width), field(fields.height), field(fields.bytesPerLine)];
    const [bitsPerPixel, colourSpace] = [field(fields.bitsPerPixel), field(fields.colourSpace)];
    const dotsPerInch: [number, number] = [field(fields.resolution), field(fields.resolution + 4)];
    if ((colourSpace !== black && colourSpace !== grey) || (bitsPerPixel !== 1 && bitsPerPixel !== 8)) {
      throw new RangeError(`colour space ${colourSpace} of ${bitsPerPixel} bits is not supported`);
    }
    at += headerBytes;
    const [zero, white] = colourSpace === black ? [255, 0] : [0, 255];
    const dots = new Uint8Array(width * height);
    const line = new Uint8Array(bytesPerLine);
    for (let row = 0; row < height;) {
      const times = bytes.readUInt8(at) + 1;
      at = unpackLine(bytes, at + 1, line, white);
      const from = row * width;
      for (let x = 0; x < width; x += 1) {
        const value = bitsPerPixel === 8 ? (line[x] ?? 0) : ((line[x >> 3] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0;
        dots[from + x] = value ^ zero;
      }
      for (let repeat = 1; repeat < times; repeat += 1) dots.copyWithin(from + repeat * width, from, from + width);
      row += times;
    }
    pages.push({ width, height, dots, dotsPerInch, bitsPerPixel });
  }
  return pages;
}
