/** Writes PNG files with one byte per pixel, an index into a palette (PNG specification, colour type 3). */
import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

/** An image whose pixels are indexes into its palette. */
export class Picture {
  readonly width: number;
  readonly height: number;
  readonly #palette: readonly Colour[];
  readonly #points: Uint8Array;

  /** Starts filled with the palette's first colour. */
  constructor(width: number, height: number, palette: readonly Colour[]) {
    this.width = width;
    this.height = height;
    this.#palette = palette;
    this.#points = new Uint8Array(width * height);
  }

  /** Fills a rectangle, clipped to the picture. */
  fill(left: number, top: number, width: number, height: number, colour: number): void {
    const from = Math.max(0, Math.round(left));
    const to = Math.min(this.width, Math.round(left + width));
    const below = Math.min(this.height, Math.round(top + height));
    for (let row = Math.max(0, Math.round(top)); row < below; row += 1) {
      if (to > from) this.#points.fill(colour, row * this.width + from, row * this.width + to);
    }
  }

  png(): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    // Eight bits per pixel, a palette, the only defined compression and filter methods, not interlaced.
    header.set([8, 3, 0, 0, 0], 8);
    // Each row starts with its filter type: none.
    const rows = Buffer.alloc(this.height * (this.width + 1));
    for (let row = 0; row < this.height; row += 1) {
      rows.set(this.#points.subarray(row * this.width, (row + 1) * this.width), row * (this.width + 1) + 1);
    }
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(this.#palette.flat())),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
