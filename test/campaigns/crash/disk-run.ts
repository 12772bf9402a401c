/**
 * A disk with a volatile cache: from recorded file calls it derives the possible states of the files after a power cut.
 * Flushed data is present. Later writes may be present, partial, reordered or missing.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { saidName } from './calls-run.ts';

type Change = { at: number; bytes: Buffer } | { length: number };

interface Inode {
  durable: Buffer;
  /** Changes since the last flush. */
  pending: Change[];
  /** The offset of the next sequential write. */
  end: number;
}

function changed(content: Buffer, change: Change): Buffer {
  if ('length' in change) {
    const cut = Buffer.alloc(change.length);
    content.copy(cut, 0, 0, Math.min(content.length, change.length));
    return cut;
  }
  const grown = Buffer.alloc(Math.max(content.length, change.at + change.bytes.length));
  content.copy(grown);
  change.bytes.copy(grown, change.at);
  return grown;
}

const text = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex');

/** One state of all files, and the step's output so far. */
export interface Image {
  title: string;
  files: Map<string, Buffer>;
  said: string[];
}

export class Disk {
  private names = new Map<string, Inode>();
  /** The directory before the unflushed name changes. Null: all are flushed. */
  private olderNames: Map<string, Inode> | null = null;
  private readonly open = new Map<string, { name: string; inode: Inode }>();
  private readonly said: string[] = [];

  constructor(folder: string) {
    for (const name of readdirSync(folder)) {
      const durable = readFileSync(join(folder, name));
      this.names.set(name, { durable, pending: [], end: durable.length });
    }
  }

  /** @returns whether the call changes the possible states after a power cut */
  take(line: string): boolean {
    const [, call = '', rest = ''] = /^\d+ +(\w+)\((.*)$/.exec(line) ?? [];
    if (/ = -1 /.test(rest.slice(-120))) return false;
    const strings = Array.from(rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g), ([, hex]) => text(hex ?? ''));
    const [handle = ''] = /^\d+/.exec(rest) ?? [];
    switch (call) {
      case 'openat':
        return this.opened(basename(strings[0]?.toString() ?? ''), rest);
      case 'pwrite64':
        return this.write(handle, strings[0], Number(/, (\d+)\) += \d+$/.exec(rest)?.[1]));
      case 'write':
        return this.write(handle, strings[0], null);
      case 'ftruncate':
        return this.truncate(handle, Number(/^\d+, (\d+)/.exec(rest)?.[1]));
      case 'fsync':
      case 'fdatasync':
        return this.flush(handle);
      case 'rename':
        return this.renamed(basename(strings[0]?.toString() ?? ''), basename(strings[1]?.toString() ?? ''));
      case 'unlink':
        return this.renamed(basename(strings[0]?.toString() ?? ''), null);
      default:
        return false;
    }
  }

  /** @param random returns a number in [0, 1) */
  images(random: () => number): Image[] {
    const made: Image[] = [];
    const add = (title: string, names: Map<string, Inode>, keeps: (index: number, count: number) => number) => {
      const files = new Map<string, Buffer>();
      for (const [name, { durable, pending }] of names) {
        if (name === saidName || name.endsWith('-shm')) continue;
        let content = durable;
        pending.forEach((change, index) => {
          const share = keeps(index, pending.length);
          if (share >= 1) content = changed(content, change);
          else if (share > 0 && 'bytes' in change) {
            // A sector is written completely or not at all. A larger write may be torn between sectors.
            const cut = Math.floor((change.bytes.length * share) / 512) * 512;
            content = changed(content, { at: change.at, bytes: change.bytes.subarray(0, cut) });
          }
        });
        files.set(name, content);
      }
      made.push({ title, files, said: [...this.said] });
    };
    add('nothing since the last flush', this.names, () => 0);
    add('everything', this.names, () => 1);
    for (const round of [1, 2, 3])
      add(`some of it (${round})`, this.names, () => (random() < 0.5 ? 1 : random() < 0.3 ? random() : 0));
    add('all but the first', this.names, (index) => (index === 0 ? 0 : 1));
    if (this.olderNames) {
      add('the names before', this.olderNames, () => 0);
      add('the names before, everything written', this.olderNames, () => 1);
    }
    return made;
  }

  private opened(name: string, rest: string): boolean {
    const handle = / = (\d+)/.exec(rest)?.[1];
    if (handle === undefined) return false;
    let inode = this.names.get(name);
    let isNew = false;
    if (inode === undefined) {
      this.rename(() => this.names.set(name, (inode = { durable: Buffer.alloc(0), pending: [], end: 0 })));
      isNew = true;
    }
    if (inode === undefined) return false;
    if (rest.includes('O_TRUNC')) {
      inode.pending.push({ length: 0 });
      inode.end = 0;
    }
    if (rest.includes('O_APPEND')) inode.end = this.lengthOf(inode);
    this.open.set(handle, { name, inode });
    return isNew || rest.includes('O_TRUNC');
  }

  private write(handle: string, bytes: Buffer | undefined, at: number | null): boolean {
    const file = this.open.get(handle);
    if (file === undefined || bytes === undefined) return false;
    if (file.name === saidName) {
      this.said.push(
        ...bytes
          .toString()
          .split('\n')
          .filter((line) => line !== ''),
      );
      return true;
    }
    const place = at ?? file.inode.end;
    if (at === null) file.inode.end += bytes.length;
    file.inode.pending.push({ at: place, bytes });
    return true;
  }

  private truncate(handle: string, length: number): boolean {
    this.open.get(handle)?.inode.pending.push({ length });
    return true;
  }

  private flush(handle: string): boolean {
    const inode = this.open.get(handle)?.inode;
    if (inode === undefined) return false;
    inode.durable = inode.pending.reduce(changed, inode.durable);
    inode.pending = [];
    // Flushing any file also flushes earlier name changes, because file systems journal them.
    this.olderNames = null;
    return true;
  }

  private renamed(from: string, to: string | null): boolean {
    const inode = this.names.get(from);
    if (inode === undefined) return false;
    this.rename(() => {
      this.names.delete(from);
      if (to !== null) this.names.set(to, inode);
    });
    return true;
  }

  private rename(change: () => void): void {
    const before = new Map(this.names);
    change();
    this.olderNames ??= before;
  }

  private lengthOf({ durable, pending }: Inode): number {
    return pending.reduce(changed, durable).length;
  }
}

/** Writes an image to its own folder. */
export function layOut({ files }: Image, folder: string): void {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
}
