/**
 * The files beside the archive: libraries that the system can only load from the disk (attack 27). The archive's header
 * has the hash of each. Nothing else may lie there, and none is loaded before its hash was compared.
 */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { isObject } from '../shared/outbox-merge.ts';
import { jsonOf } from './json-file.ts';

/** The file system without Electron's view into archives. */
export interface PlainFiles {
  existsSync(path: string): boolean;
  readFileSync(path: string): Buffer;
  openSync(path: string, flags: 'r'): number;
  readSync(file: number, into: Buffer, at: number, length: number, from: number): number;
  closeSync(file: number): void;
  readdirSync(path: string, options: { recursive: true; withFileTypes: true }): PlainEntry[];
}
interface PlainEntry {
  name: string;
  parentPath: string;
  isDirectory(): boolean;
}

/** The layout of an archive: two pickles, the second with the length of the header's text and the text. */
const lengthAt = 12;
const textAt = 16;

/**
 * @param entry of the header's text: a folder with `files`, or a file. Looked at by hand, because this comes before the
 *   library of schemas is loaded.
 * @returns the hash of each unpacked file by its path below `<archive>.unpacked`
 * @throws SyntaxError for something that is no header
 */
function unpackedFiles(entry: unknown, below = ''): [path: string, hash: string][] {
  if (!isObject(entry)) throw new SyntaxError('no header of an archive');
  const { files, unpacked, integrity } = entry;
  if (files === undefined) {
    if (unpacked !== true) return [];
    const hash = isObject(integrity) && integrity['algorithm'] === 'SHA256' ? integrity['hash'] : undefined;
    return [[below, typeof hash === 'string' ? hash : '']];
  }
  if (!isObject(files)) throw new SyntaxError('no header of an archive');
  return Object.entries(files).flatMap(([name, one]) => unpackedFiles(one, below === '' ? name : join(below, name)));
}

function headerOf(archive: string, disk: PlainFiles): string {
  const file = disk.openSync(archive, 'r');
  try {
    const read = (length: number, from: number) => {
      const bytes = Buffer.alloc(length);
      disk.readSync(file, bytes, 0, length, from);
      return bytes;
    };
    return read(read(4, lengthAt).readUInt32LE(), textAt).toString('utf8');
  } finally {
    disk.closeSync(file);
  }
}

/**
 * @param archive path of app.asar
 * @returns the files beside the archive that are missing, altered, or not the app's; the archive itself if they cannot
 *   be compared with it, because then nothing says that they are the app's
 */
export function alteredFiles(archive: string, disk: PlainFiles): string[] {
  try {
    return compared(archive, disk);
  } catch {
    return [basename(archive)];
  }
}

/** @throws the file system's error, or SyntaxError for something that is no archive */
function compared(archive: string, disk: PlainFiles): string[] {
  const expected = new Map(unpackedFiles(jsonOf(headerOf(archive, disk))));
  const folder = `${archive}.unpacked`;
  const found = disk.existsSync(folder) ? disk.readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const altered = new Set(expected.keys());
  for (const entry of found) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    const hash = createHash('sha256').update(disk.readFileSync(path)).digest('hex');
    if (expected.get(name) === hash) altered.delete(name);
    else altered.add(name);
  }
  return [...altered].sort();
}
