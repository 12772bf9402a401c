/**
 * The changes since the data was generated, one JSON line each, read once at startup. A change is handed to the
 * operating system before the request is answered, so it survives a kill of the process at any time. The half-written
 * line of an unanswered request is dropped. Lines are not flushed to the disk one by one, to keep the service fast: a
 * power failure may lose the last moments of a training day.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { cutFile, renamePatiently, replaceFile, syncFolder, writePrivateFile, writeWhole } from './files.ts';

export interface Journal<Change> {
  /** Returns when the change survives a kill of this process. Throws and leaves no trace of it if writing fails. */
  append(change: Change): void;
  /**
   * Rewrites the journal if it is larger than 8 MB and more than twice as large as the state requires. A kill at any
   * time leaves the old or the new journal. If rewriting fails, the old one stays.
   * @param state returns the changes that turn the generated data into the current state
   */
  compact(state: () => Change[]): void;
  close(): void;
}

/** Stores nothing, for a service that starts from the same data each time. */
export const noJournal: Journal<unknown> = {
  append: () => undefined,
  compact: () => undefined,
  close: () => undefined,
};

/** A smaller journal is fast to read regardless of its content; in bytes. */
const worthCompacting = 8 * 1024 * 1024;

const lineOf = (change: unknown) => Buffer.from(`${JSON.stringify(change)}\n`);

/** Parses the complete lines of a journal. A last line without its line end was never confirmed to a client. */
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
 * Opens the journal and returns its changes, oldest first. If it is damaged in the middle, the file is set aside under
 * another name, and the changes before the damage are kept.
 * @param now milliseconds since the epoch, for the name of the damaged file
 */
export function openJournal<Change>(file: string, now: number): { journal: Journal<Change>; changes: Change[] } {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const { changes, goodBytes, damaged } = readLines(text);
  if (damaged) {
    renamePatiently(file, `${file}.damaged-${now}`);
    writePrivateFile(file, changes.map((change) => `${JSON.stringify(change)}\n`).join(''));
  }
  let size = goodBytes;
  if (damaged) size = changes.reduce<number>((sum, change) => sum + Buffer.byteLength(JSON.stringify(change)) + 1, 0);
  if (text !== '') cutFile(file, size);
  let handle = openSync(file, 'a', 0o600);
  fsyncSync(handle);
  syncFolder(dirname(file));

  const journal: Journal<Change> = {
    append(change) {
      const line = lineOf(change);
      try {
        writeWhole(handle, line);
      } catch (error) {
        cutFile(file, size);
        throw error;
      }
      size += line.length;
    },
    compact(state) {
      if (size <= worthCompacting) return;
      const lines = state().map(lineOf);
      const needed = lines.reduce((sum, { length }) => sum + length, 0);
      if (size <= 2 * needed) return;
      // Windows cannot replace an open file.
      closeSync(handle);
      if (replaceFile(file, lines)) size = needed;
      handle = openSync(file, 'a', 0o600);
    },
    close() {
      fsyncSync(handle);
      closeSync(handle);
    },
  };
  // The service wrote these lines itself, and the lines of older versions are also valid changes.
  return { journal, changes: changes as Change[] };
}
