/** The parts of a zip, unpacked within bounds: its size does not tell what it unpacks to. */
import { unzipSync, type Unzipped } from 'fflate';

/** Limit on the unpacked size of an xlsx; a sheet with 100,000 rows of orders stays well below. */
export const mostUnpackedBytes = 250_000_000;

/** More would have to be held in memory than the limit allows. */
export class TooLarge extends Error {}

/**
 * The unpacked size that a zip's central directory declares; infinite when the directory cannot be read. A false
 * declaration gains nothing: no more than the declared size is unpacked.
 */
export function unpackedBytes(bytes: Uint8Array<ArrayBuffer>): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const first = Math.max(0, end - 65_535);
  while (end >= first && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < first) return Number.POSITIVE_INFINITY;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) return Number.POSITIVE_INFINITY;
    total += view.getUint32(at + 24, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return total;
}

/** The names of the parts; none when the directory is broken. */
export function partNames(bytes: Uint8Array<ArrayBuffer>): string[] {
  const names: string[] = [];
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        names.push(name);
        return false;
      },
    });
  } catch {
    return [];
  }
  return names;
}

/**
 * Unpacks some parts.
 *
 * @returns those that are there, by their names
 * @throws TooLarge, Error when a part is damaged
 */
export function unzipped(bytes: Uint8Array<ArrayBuffer>, names: readonly string[]): Unzipped {
  const wanted = new Set(names);
  let total = 0;
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!wanted.has(name)) return false;
      total += originalSize;
      // A zip can have a second directory, for large files, which says something else than the one that was looked at.
      if (total > mostUnpackedBytes) throw new TooLarge();
      return true;
    },
  });
}
