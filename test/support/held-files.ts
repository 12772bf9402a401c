/** What lies in the places of files on the disk, also after they were deleted: what a tool that reads it raw finds. */
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

export interface HeldFile {
  /** Relative to the folder. */
  name: string;
  /** As many bytes as it had when it was opened. */
  read: () => Buffer;
}

/** Opens every file below a folder. Links, sockets, and what vanishes meanwhile are left out. */
export function holdFiles(folder: string): { files: HeldFile[]; close: () => void } {
  const handles: number[] = [];
  const files: HeldFile[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const handle = openSync(path, 'r');
    handles.push(handle);
    const { size } = fstatSync(handle);
    const read = () => {
      const bytes = Buffer.alloc(size);
      readSync(handle, bytes, 0, size, 0);
      return bytes;
    };
    files.push({ name, read });
  }
  return { files, close: () => handles.forEach((handle) => closeSync(handle)) };
}
