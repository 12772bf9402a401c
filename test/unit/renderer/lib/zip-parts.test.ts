/** A zip unpacks to no more than the app can hold, whatever it says. */
import { expect, it } from 'vitest';
import { readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { unpackedBytes } from '../../../../src/renderer/lib/sheet/zip-parts.ts';
import { zipOf } from '../../../fixtures/xlsx.ts';

it('does not trust an unreadable directory', () => {
  expect(unpackedBytes(new Uint8Array(100))).toBe(Number.POSITIVE_INFINITY);
  expect(unpackedBytes(zipOf({ a: '12345', b: '123' }))).toBe(8);
});

/**
 * A zip with two directories: the first one is for every program, the second one for those that know large files
 * (zip64).
 *
 * @param says the unpacked size that the second one declares for each file
 */
function withTwoDirectories(files: Readonly<Record<string, string>>, says: number): Uint8Array<ArrayBuffer> {
  const [honest, lying] = [Buffer.from(zipOf(files)), Buffer.from(zipOf(files, says))];
  const endOf = (zip: Buffer) => zip.subarray(zip.length - 22);
  const [size, start] = [endOf(honest).readUInt32LE(12), endOf(honest).readUInt32LE(16)];
  const second = start + size;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeUInt32LE(Object.keys(files).length, 32);
  record.writeUInt32LE(second, 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeUInt32LE(second + size, 8);
  const directories = [honest.subarray(0, second), lying.subarray(start, second)];
  return new Uint8Array(Buffer.concat([...directories, record, locator, endOf(honest)]));
}

it('refuses a file whose second directory says that it unpacks to more', async () => {
  const files = { 'xl/workbook.xml': '<workbook/>', 'xl/_rels/workbook.xml.rels': '<Relationships/>' };
  const file = withTwoDirectories(files, 300_000_000);
  expect(unpackedBytes(file)).toBeLessThan(1_000);
  expect(await readSheetRows(file)).toEqual({ kind: 'problem', problem: 'too-large' });
});
