/**
 * Fetches the file of an update in parts, so that a cut costs one part and a restart goes on where the last one ended.
 * The file counts only when it is whole and has the hash of its description.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { Transport } from '../api/transport.ts';
import type { UpdateFile } from './description.ts';
import { ownFile, ownFolder } from '../private-files.ts';
import { renameFile } from '../rename-file.ts';

/** Bytes of a part: a minute on a slow line. */
const partBytes = 4 * 1024 * 1024;
const deadlineMilliseconds = 120_000;
/** Bytes of the disk that an update leaves free: what people enter needs them more than the update does. */
const spareBytes = 500_000_000;

export interface DownloadOptions {
  transport: Transport;
  /** The path of the folder on the server, with slashes at both ends. */
  path: string;
  /** Of the downloaded files. Others in it are removed once the file is whole. */
  folder: string;
  /** Called with the bytes that are there. */
  progress: (bytes: number) => void;
  /** False: the download stops after the part that is under way. */
  isWanted: () => boolean;
  /** The bytes that are free on the disk of a folder; by default as the system says. */
  free?: (folder: string) => Promise<number>;
}

/** @returns the SHA-512 of a file as Base64 */
async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('base64');
}

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

/** The name holds the hash, because two files of one name may differ. */
const nameOf = ({ name, sha512 }: UpdateFile): string => `${sha512.replaceAll(/[+/=]/g, '').slice(0, 16)}-${name}`;

/** @returns the path of the whole file if it is there and right; null: it is not */
export async function downloaded(folder: string, file: UpdateFile): Promise<string | null> {
  const path = join(folder, nameOf(file));
  return (await sizeOf(path)) === file.bytes && (await hashOfFile(path)) === file.sha512 ? path : null;
}

async function removeOthers(folder: string, keep: readonly string[]): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!keep.includes(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * @returns the path of the file, which has the size and the hash of its description
 * @throws AppError `update.wrong-file` if what came is not the described file, `update.no-parts` if the server gives
 * whole files only, `storage.not-saved` if the disk is full or nearly full, otherwise the network's error
 */
export async function download(file: UpdateFile, options: DownloadOptions): Promise<string | null> {
  const { folder, progress, isWanted } = options;
  const name = nameOf(file);
  const whole = join(folder, name);
  const partial = `${whole}.part`;
  await saving(() => mkdir(folder, { recursive: true, mode: ownFolder }));
  const there = await downloaded(folder, file);
  if (there !== null) return there;
  let done = Math.min((await sizeOf(partial)) ?? 0, file.bytes);
  while (done < file.bytes) {
    if (!isWanted()) return null;
    await saving(() => mustHaveRoom(file.bytes - done, partial, options));
    const bytes = await part(file, done, Math.min(partBytes, file.bytes - done), options);
    await saving(() => appendOrRemove(partial, bytes, done));
    done += bytes.length;
    progress(done);
  }
  if ((await hashOfFile(partial)) !== file.sha512) {
    // What is there may be of another file of the same name, so nothing of it is used again.
    await rm(partial, { force: true });
    throw new AppError('update.wrong-file');
  }
  await saving(async () => {
    await renameFile(partial, whole);
    // Only now: an older version that is ready can still be installed if this one does not arrive.
    await removeOthers(folder, [name]);
  });
  return whole;
}

const freeOnDisk = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Removes what was fetched if its disk is nearly full.
 *
 * @param rest the bytes that are still to be fetched
 * @throws Error if they would leave too little on the disk
 */
async function mustHaveRoom(rest: number, partial: string, options: DownloadOptions): Promise<void> {
  const { folder, free = freeOnDisk } = options;
  if ((await free(folder)) >= rest + spareBytes) return;
  await rm(partial, { force: true });
  throw new Error('the disk is nearly full');
}

/** What could not be written whole is removed: otherwise it would keep what is left of a full disk. */
async function appendOrRemove(path: string, bytes: Buffer, at: number): Promise<void> {
  try {
    await append(path, bytes, at);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function append(path: string, bytes: Buffer, at: number): Promise<void> {
  const handle = await open(path, at === 0 ? 'w' : 'r+', ownFile);
  try {
    // A disk that is nearly full takes less than it is given.
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, at + written);
      written += bytesWritten;
    }
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function saving(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new AppError('storage.not-saved', { retry: 'later', cause: error });
  }
}

/** One part of the file. @throws AppError like {@link download} */
async function part(file: UpdateFile, from: number, length: number, options: DownloadOptions): Promise<Buffer> {
  const exchange = await options.transport.exchange({
    method: 'GET',
    path: `${options.path}${encodeURIComponent(file.name)}`,
    headers: { accept: '*/*', 'accept-encoding': 'identity', range: `bytes=${from}-${from + length - 1}` },
    body: null,
    deadlineMilliseconds,
    mostBytes: length,
  });
  if (exchange.kind !== 'answered') {
    // A server that ignores the range sends more than was asked for.
    if (exchange.kind === 'in-doubt' && exchange.status === 200) throw new AppError('update.no-parts');
    throw new AppError(exchange.code, { retry: 'later', detail: { cause: exchange.cause } });
  }
  if (exchange.status === 200 && from === 0 && exchange.body.length === file.bytes) return exchange.body;
  if (exchange.status === 200) throw new AppError('update.no-parts');
  // 416: the server's file is shorter than the described one.
  if (exchange.status === 416 || (exchange.status === 206 && exchange.body.length !== length)) {
    throw new AppError('update.wrong-file');
  }
  if (exchange.status !== 206) {
    throw new AppError('update.not-there', { retry: 'later', detail: { status: exchange.status } });
  }
  return exchange.body;
}
