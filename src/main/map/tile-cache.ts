/** Tiles of an address on disk, within bounds: what is cached is seen offline, and is not asked for again for some days. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { erase, ownFile, ownFolder } from '../private-files.ts';
import type { System } from '../system.ts';

export interface CacheBounds {
  bytes: number;
  files: number;
}

interface Kept {
  bytes: number;
  /** When it was written; milliseconds since the epoch. */
  at: number;
}

const fileOf = (key: string) => createHash('sha256').update(key).digest('hex');

export class TileCache {
  readonly #folder: string;
  readonly #system: System;
  readonly #most: CacheBounds;
  /** By file name, the oldest first. */
  #kept: Promise<Map<string, Kept>> | null = null;
  #bytes = 0;

  constructor(folder: string, system: System, most: CacheBounds = { bytes: 150_000_000, files: 10_000 }) {
    this.#folder = folder;
    this.#system = system;
    this.#most = most;
  }

  /** @returns the tile and its age in milliseconds, or null */
  async read(key: string): Promise<{ bytes: Buffer; age: number } | null> {
    const name = fileOf(key);
    const kept = (await this.#list()).get(name);
    if (kept === undefined) return null;
    try {
      return { bytes: await readFile(join(this.#folder, name)), age: this.#system.now() - kept.at };
    } catch {
      return null;
    }
  }

  /** Never throws: without room on the disk a tile is shown and not kept. */
  async write(key: string, bytes: Uint8Array): Promise<void> {
    const [name, list] = [fileOf(key), await this.#list()];
    const path = join(this.#folder, name);
    try {
      await mkdir(this.#folder, { recursive: true, mode: ownFolder });
      await writeFile(`${path}.part`, bytes, { mode: ownFile });
      await rename(`${path}.part`, path);
    } catch {
      return;
    }
    this.#bytes += bytes.length - (list.get(name)?.bytes ?? 0);
    list.delete(name);
    list.set(name, { bytes: bytes.length, at: this.#system.now() });
    for (const [oldest, { bytes: size }] of list) {
      if (this.#bytes <= this.#most.bytes && list.size <= this.#most.files) break;
      list.delete(oldest);
      this.#bytes -= size;
      await rm(join(this.#folder, oldest), { force: true });
    }
  }

  /** Deletes all tiles: they say which areas somebody looked at. */
  async clear(): Promise<void> {
    this.#kept = Promise.resolve(new Map());
    this.#bytes = 0;
    await erase(this.#folder);
  }

  #list(): Promise<Map<string, Kept>> {
    return (this.#kept ??= this.#readFolder());
  }

  async #readFolder(): Promise<Map<string, Kept>> {
    const found: (Kept & { name: string })[] = [];
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      // A file that was being written when the app ended.
      if (name.endsWith('.part')) await rm(path, { force: true });
      const info = await stat(path).catch(() => null);
      if (info?.isFile() === true) found.push({ name, bytes: info.size, at: info.mtimeMs });
    }
    this.#bytes = found.reduce((sum, { bytes }) => sum + bytes, 0);
    return new Map(found.toSorted((a, b) => a.at - b.at).map(({ name, ...kept }) => [name, kept]));
  }
}
