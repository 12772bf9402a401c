/** Reduces a screenshot to a palette of 256 colours, which is enough for text on a plain background. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const most = 256;

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(8 + named.length);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), 4 + named.length);
  return framed;
}

/** The chunks of a PNG by type. Chunks of the same type are joined. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    found.set(type, Buffer.concat([found.get(type) ?? Buffer.alloc(0), data]));
    at += 12 + length;
  }
  return found;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Undoes the line filters (PNG, 9). @returns the samples, line by line */
function samplesOf(raw: Buffer, height: number, stride: number, step: number): Buffer {
  const samples = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < step ? 0 : (samples[at - step] ?? 0);
      const above = y === 0 ? 0 : (samples[at - stride] ?? 0);
      const corner = x < step || y === 0 ? 0 : (samples[at - stride - step] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
      samples[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return samples;
}

const distance = (one: number, other: number) =>
  ((one >> 16) - (other >> 16)) ** 2 +
  (((one >> 8) & 0xff) - ((other >> 8) & 0xff)) ** 2 +
  ((one & 0xff) - (other & 0xff)) ** 2;

/**
 * Picks the most frequent colours and drops those close to an earlier one, so that rare but distinct colours survive,
 * such as red text.
 * @param colours the most frequent first
 */
function paletteOf(colours: readonly number[]): number[] {
  for (let apart = 0; ; apart += 2) {
    const palette: number[] = [];
    for (const colour of colours) {
      if (palette.every((each) => distance(each, colour) >= 3 * apart ** 2)) palette.push(colour);
      if (palette.length > most) break;
    }
    if (palette.length <= most) return palette;
  }
}

/** @param png with 8 bits per colour, as browsers write it; any other is returned unchanged */
export function withPalette(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const head = chunks.get('IHDR');
  const data = chunks.get('IDAT');
  const step = head?.[9] === 2 ? 3 : 4;
  if (!head || !data || head[8] !== 8 || ![2, 6].includes(head[9] ?? 0)) return png;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const samples = samplesOf(inflateSync(data), height, width * step, step);
  const colourAt = (pixel: number) => samples.readUIntBE(pixel * step, 3);

  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    counts.set(colourAt(pixel), (counts.get(colourAt(pixel)) ?? 0) + 1);
  }
  const palette = paletteOf([...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour));
  const nearest = (colour: number) =>
    palette.reduce((best, each, at) => (distance(each, colour) < distance(palette[best] ?? 0, colour) ? at : best), 0);
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(colour)]));

  const lines = Buffer.alloc(height * (width + 1));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    lines[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = places.get(colourAt(pixel)) ?? 0;
  }
  const colours = Buffer.alloc(palette.length * 3);
  for (const [at, colour] of palette.entries()) colours.writeUIntBE(colour, at * 3, 3);
  const fresh = Buffer.from(head);
  fresh[9] = 3;
  return Buffer.concat([
    signature,
    chunk('IHDR', fresh),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
