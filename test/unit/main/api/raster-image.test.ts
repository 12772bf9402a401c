/** Which bytes are taken for a picture. */
import { expect, it } from 'vitest';
import { pictureType, tileBounds } from '../../../../src/main/api/raster-image.ts';
import { colouredTile } from '../../../fixtures/pmtiles.ts';

const webp = (kind: string, at: number, size: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(40);
  bytes.write(`RIFF\0\0\0\0WEBP${kind}`, 'latin1');
  bytes.set(size, at);
  return bytes;
};
/** A JPEG with a comment before its frame header. */
const jpeg = (width: number, height: number): Buffer => {
  const bytes = Buffer.from('ffd8fffe00046869ffc0001108000000000301220002110103110100', 'hex');
  bytes.writeUInt16BE(height, 13);
  bytes.writeUInt16BE(width, 15);
  return bytes;
};

it.each([
  ['PNG', colouredTile([9, 9, 9]), 'image/png'],
  ['JPEG', jpeg(256, 256), 'image/jpeg'],
  ['lossy WebP', webp('VP8 ', 26, [0, 1, 0, 1]), 'image/webp'],
  ['lossless WebP', webp('VP8L', 21, [0xff, 0xc0, 0x3f, 0]), 'image/webp'],
  ['extended WebP', webp('VP8X', 24, [255, 0, 0, 255, 0, 0]), 'image/webp'],
  ['a PNG larger than any tile', colouredTile([9, 9, 9], 1_025), null],
  ['a JPEG larger than any tile', jpeg(60_000, 60_000), null],
  ['an empty JPEG', jpeg(0, 256), null],
  ['a JPEG that ends too early', jpeg(256, 256).subarray(0, 12), null],
  ['an extended WebP larger than any tile', webp('VP8X', 24, [255, 255, 0, 255, 0, 0]), null],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>'), null],
  ['HTML', Buffer.from('<!doctype html><title>Sign in</title>'), null],
  ['GIF', Buffer.from('GIF89a\0\u0001\0\u0001', 'latin1'), null],
  ['nothing', Buffer.alloc(0), null],
])('%s', (_name, bytes, type) => {
  expect(pictureType(bytes, tileBounds)).toBe(type);
});

it.each([
  [4_000, 3_000, 'image/jpeg'],
  [3_000, 4_000, 'image/jpeg'],
  [4_001, 2_000, null],
  [2_000, 4_001, null],
  [4_000, 3_001, null],
])('a JPEG of %i × %i pixels, of 12 million with sides of 4,000 at most', (width, height, type) => {
  expect(pictureType(jpeg(width, height), { side: 4_000, area: 12_000_000 })).toBe(type);
});
