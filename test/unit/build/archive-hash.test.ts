/** The hash with which Windows refuses an altered archive (row 16 of the list of attacks). */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { holdsHashOf } from '../../../build/archive-hash.ts';

/** An archive as asar lays it out: two pickles, and the contents of its files. */
function archive(header: string, contents: string): Buffer {
  const start = Buffer.alloc(16);
  start.writeUInt32LE(4, 0);
  start.writeUInt32LE(header.length + 8, 4);
  start.writeUInt32LE(header.length + 4, 8);
  start.writeUInt32LE(header.length, 12);
  return Buffer.concat([start, Buffer.from(header + contents)]);
}

const header = '{"files":{"package.json":{"size":2,"offset":"0"}}}';

/** A program with the resource that electron-builder adds. */
function programFor(text: string): Buffer {
  const value = createHash('sha256').update(text).digest('hex');
  const list = JSON.stringify([{ file: 'resources\\app.asar', alg: 'SHA256', value }]);
  return Buffer.from(`MZ\0\u0001${list}\0`);
}

it('16: a program holds the hash of its own archive', () => {
  expect(holdsHashOf(programFor(header), archive(header, '{}'))).toBe(true);
});

it('16: a program without a hash, or with that of another archive, is noticed', () => {
  expect(holdsHashOf(Buffer.from('MZ\0'), archive(header, '{}'))).toBe(false);
  const altered = header.replace('"size":2', '"size":3');
  expect(holdsHashOf(programFor(header), archive(altered, '{}'))).toBe(false);
});
