/**
 * What was changed since the data was generated, one JSON line a change, handed to the operating system before the
 * request is answered. It is read once, at start. A change that was answered survives a kill of the service at any moment;
 * of one that was not, the half-written line is dropped. It is not flushed to the disk each time: a power cut may cost the
 * last moments of a training day, and the service answers within milliseconds.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile, syncFolder, writePrivateFile, writeWhole } from './files.ts';

export interface Journal<Change> {
  /** Returns when the change survives a kill of this process. Throws, and leaves no trace of it, when it cannot be written. */
  append(change: Change): void;
  /**
   * Rewrites the journal where that is worth it: when it is greater than 8 MB and more than twice what the state needs.
   * A kill at any moment leaves the old one or the new one. When it cannot be done, the old one stays.
   * @param state changes that make the present state of the generated data
   */
  compact(state: () => Change[]): void;
  close(): void;
}

/** A journal that keeps nothing: for a service that begins the same each time. */
export const noJournal: Journal<unknown> = {
  append: () => undefined,
  compact: () => undefined,
  close: () => undefined,
};

/** Below this a journal is read in no time, whatever is in it; in bytes. */
const worthCompacting = 8 * 1024 * 1024;

const lineOf = (change: unknown) => Buffer.from(`${JSON.stringify(change)}\n`);

/** The whole lines of a journal; a last line without its line end was never confirmed to anybody. */
function readLines(text: string): { changes: unknown[]; goodBytes: number; damaged: boolean } {
  const changes: unknown[] = [];
  let goodBytes = 0;
  let from = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
    const line = text.slice(from, end);
    try {
      changes.push(JSON.parse(line));
    } catch {
      return { changes, goodBytes, damaged: true };
    }
    from = end + 1;
    goodBytes += Buffer.byteLength(line) + 1;
  }
  return { changes, goodBytes, damaged: false };
}

/**
 * Opens the journal and gives back what is in it, oldest first. A journal that is damaged in the middle is set aside
 * under another name, and what stands before the damage is kept.
 * @param now milliseconds since the epoch, for the name of a file set aside
 */
export function openJournal<Change>(file: string, now: number): { journal: Journal<Change>; changes: Change[] } {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const { changes, goodBytes, damaged } = readLines(text);
  if (damaged) {
    renameSync(file, `${file}.damaged-${now}`);
    writePrivateFile(file, changes.map((change) => `${JSON.stringify(change)}\n`).join(''));
  }
  let handle = openSync(file, 'a', 0o600);
  let size = goodBytes;
  if (damaged) size = changes.reduce<number>((sum, change) => sum + Buffer.byteLength(JSON.stringify(change)) + 1, 0);
  ftruncateSync(handle, size);
  fsyncSync(handle);
  syncFolder(dirname(file));

  const journal: Journal<Change> = {
    append(change) {
      const line = lineOf(change);
      try {
        writeWhole(handle, line);
      } catch (error) {
        ftruncateSync(handle, size);
        throw error;
      }
      size += line.length;
    },
    compact(state) {
      if (size <= worthCompacting) return;
      const lines = state().map(lineOf);
      const needed = lines.reduce((sum, { length }) => sum + length, 0);
      if (size <= 2 * needed) return;
      // Windows does not replace a file that is open.
      closeSync(handle);
      if (replaceFile(file, lines)) size = needed;
      handle = openSync(file, 'a', 0o600);
    },
    close() {
      fsyncSync(handle);
      closeSync(handle);
    },
  };
  // The service wrote these lines itself; what an older version wrote is still a change.
  return { journal, changes: changes as Change[] };
}
