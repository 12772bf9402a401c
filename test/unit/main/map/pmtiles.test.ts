/** PMTiles files, right and wrong. */
import { truncateSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { tileNumber } from '../../../../src/main/map/pmtiles-directory.ts';
import { TileFile } from '../../../../src/main/map/pmtiles.ts';
import { colouredTile, pmtiles, varint } from '../../../fixtures/pmtiles.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

function fileOf(bytes: Buffer): { path: string; file: TileFile } {
  const path = join(temporaryFolder(), 'region.pmtiles');
  writeFileSync(path, bytes);
  return { path, file: new TileFile(path) };
}

const tile = (zoom: number, x: number, y: number) => ({ zoom, x, y, bytes: Buffer.from(`tile ${zoom}/${x}/${y}`) });
const tiles = [tile(0, 0, 0), tile(1, 0, 0), tile(1, 1, 1), tile(4, 8, 5), tile(12, 2_200, 1_343)];
const good = () =>
  pmtiles({ tiles, metadata: { attribution: '<a href="https://x.example">&copy; Mappers</a> &amp; co' } });

it.each([
  [0, 0, 0, 0],
  [1, 0, 0, 1],
  [1, 0, 1, 2],
  [1, 1, 1, 3],
  [1, 1, 0, 4],
  [2, 0, 0, 5],
  // From the specification's own tests.
  [12, 3_423, 1_763, 19_078_479],
])('tile %i/%i/%i has the number %i', (zoom, x, y, number) => {
  expect(tileNumber({ zoom, x, y })).toBe(number);
});

describe('a file', () => {
  it('says what it holds and whose it is, as plain text', async () => {
    const { file } = fileOf(good());
    expect(await file.describe()).toEqual({ format: 'raster', least: 0, most: 14, attribution: '© Mappers & co' });
    const vector = fileOf(pmtiles({ tiles, type: 1, isPacked: true }));
    expect(await vector.file.describe()).toMatchObject({ format: 'vector', attribution: null });
  });

  it('says whose it is however odd that is written', async () => {
    const brackets = fileOf(pmtiles({ tiles, metadata: { attribution: '<'.repeat(1_000_000) } }));
    expect((await brackets.file.describe()).attribution).toBe('<'.repeat(200));
    const unclosed = fileOf(pmtiles({ tiles, metadata: { attribution: '<b>Mappers</b> <i' } }));
    expect((await unclosed.file.describe()).attribution).toBe('Mappers <i');
  });

  it('is described once, and again after it was replaced', async () => {
    const named = (attribution: string) => pmtiles({ tiles, metadata: { attribution } });
    const { path, file } = fileOf(named('Mappers'));
    const first = await file.describe();
    expect(await file.describe()).toBe(first);
    writeFileSync(path, named('Rangers'));
    // Both files are of one size, and may be of one moment.
    utimesSync(path, 1_781_503_200, 1_781_503_200);
    expect((await file.describe()).attribution).toBe('Rangers');
  });

  it.each([
    ['in its root', {}],
    ['in directories below the root', { perDirectory: 2 }],
    ['packed', { isPacked: true, type: 1, perDirectory: 1 }],
  ])('has its tiles found %s', async (_name, how) => {
    const { file } = fileOf(pmtiles({ tiles, ...how }));
    for (const { bytes, ...place } of tiles) expect(Buffer.from((await file.tile(place)) ?? [])).toEqual(bytes);
    expect(await file.tile({ zoom: 1, x: 1, y: 0 })).toBeNull();
    expect(await file.tile({ zoom: 14, x: 0, y: 0 })).toBeNull();
  });

  it('is read again after it was replaced', async () => {
    const { path, file } = fileOf(good());
    expect(await file.tile({ zoom: 4, x: 8, y: 5 })).not.toBeNull();
    writeFileSync(path, pmtiles({ tiles: [tile(0, 0, 0)], most: 3 }));
    expect(await file.describe()).toMatchObject({ most: 3 });
    expect(await file.tile({ zoom: 4, x: 8, y: 5 })).toBeNull();
  });
});

/** A file with another value in its header. */
const withHeader = (at: number, value: number): Buffer => {
  const bytes = good();
  bytes[at] = value;
  return bytes;
};

/** A file whose root directory is something else. */
function withRoot(root: Buffer): Buffer {
  const bytes = Buffer.concat([good(), root]);
  bytes.writeBigUInt64LE(BigInt(bytes.length - root.length), 8);
  bytes.writeBigUInt64LE(BigInt(root.length), 16);
  return bytes;
}

/** A right directory of so many entries, each of a byte. */
const manyEntries = (count: number): Buffer =>
  gzipSync(Buffer.concat([Buffer.from(varint(count)), Buffer.alloc(4 * count, 1)]));

it('has its tiles found in a directory of very many', async () => {
  const { file } = fileOf(withRoot(manyEntries(400_000)));
  expect(await file.describe()).toMatchObject({ format: 'raster' });
  expect(await file.tile({ zoom: 0, x: 0, y: 0 }), 'the first entry is of the next tile').toBeNull();
  expect(await file.tile({ zoom: 1, x: 0, y: 0 })).toHaveLength(1);
});

describe('a file that cannot be used', () => {
  it.each([
    ['empty', Buffer.alloc(0), 'foreign'],
    ['a picture', colouredTile([1, 2, 3]), 'foreign'],
    ['of an older version', withHeader(7, 2), 'foreign'],
    ['with AVIF tiles', withHeader(99, 5), 'unsupported'],
    ['with an unknown compression', withHeader(97, 9), 'unsupported'],
    ['with zooms beyond any map', withHeader(101, 200), 'damaged'],
    ['with a part far beyond its end', withHeader(15, 200), 'damaged'],
    ['with a root that is no directory', withRoot(Buffer.from('not gzip')), 'damaged'],
    ['with more entries than bytes', withRoot(gzipSync(Buffer.from(varint(2 ** 40)))), 'damaged'],
    ['with a number without end', withRoot(gzipSync(Buffer.alloc(64, 0xff))), 'damaged'],
    ['with a directory that unpacks to a gigabyte', withRoot(gzipSync(Buffer.alloc(100_000_000))), 'damaged'],
    ['with more entries than any writer puts together', withRoot(manyEntries(600_000)), 'damaged'],
  ])('%s, is %s', async (_name, bytes, problem) => {
    const { file } = fileOf(bytes);
    await expect(file.describe()).rejects.toMatchObject({ problem });
  });

  it('is missing once it is gone, and no file is a folder', async () => {
    const { path, file } = fileOf(good());
    await file.describe();
    unlinkSync(path);
    await expect(file.describe()).rejects.toMatchObject({ problem: 'missing' });
    await expect(new TileFile(temporaryFolder()).describe()).rejects.toMatchObject({ problem: 'foreign' });
  });

  it('is missing while its disk does not answer, and is read once that does', async () => {
    const { path, file } = fileOf(good());
    await file.describe();
    const handle = await open(path);
    const read = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'read');
    onTestFinished(() => read.mockRestore());
    await handle.close();
    read.mockRejectedValueOnce(Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'read' }));
    await expect(file.tile({ zoom: 4, x: 8, y: 5 })).rejects.toMatchObject({ problem: 'missing' });
    expect(await file.tile({ zoom: 4, x: 8, y: 5 })).not.toBeNull();
  });

  it('is damaged until it has changed', async () => {
    const whole = good();
    const { path, file } = fileOf(whole.subarray(0, whole.length - 5));
    await expect(file.describe()).rejects.toMatchObject({ problem: 'damaged' });
    await expect(file.tile({ zoom: 4, x: 8, y: 5 })).rejects.toMatchObject({ problem: 'damaged' });
    writeFileSync(path, whole);
    expect(await file.tile({ zoom: 4, x: 8, y: 5 })).not.toBeNull();
  });

  it('is damaged when it is cut off, whatever the place', async () => {
    const whole = good();
    for (let length = 127; length < whole.length; length += 13) {
      const { path, file } = fileOf(whole);
      truncateSync(path, length);
      await expect(file.describe()).rejects.toMatchObject({ problem: 'damaged' });
    }
  });

  it('is damaged when a tile unpacks beyond its bound', async () => {
    const place = { zoom: 0, x: 0, y: 0 };
    const { file } = fileOf(
      pmtiles({ tiles: [{ ...place, bytes: Buffer.alloc(50_000_000) }], type: 1, isPacked: true }),
    );
    expect(await file.describe()).toMatchObject({ format: 'vector' });
    await expect(file.tile(place)).rejects.toMatchObject({ problem: 'damaged' });
  });
});
