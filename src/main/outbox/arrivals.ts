/**
 * Takes in the entries of a file, however many: in parts, with turns of main between them, and so that all of them are
 * in the outbox or none. A copy of the file is kept beside the outbox, and the first part is committed with a note of
 * it. An app that ended before the last part resumes the copy at its next start, before it sends anything
 * (docs/decisions/outbox-leaving.md).
 */
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { inChunks, Turns } from '../chunks.ts';
import type { ArrivalNote } from '../db/arrival-note.ts';
import { erase, ownFile } from '../private-files.ts';
import { newId } from '../system.ts';
import type { Core } from './core.ts';
import type { TakenIn, Transfer } from './transfer.ts';
import { readTransferParts, type TransferContent } from './transfer-file.ts';

type FileRecord = TransferContent['records'][number];
type FileEntry = TransferContent['entries'][number];

/** Entries that are taken in in one turn of the event loop: about ten milliseconds of work. */
const takenAtOnce = 20;
/** Records that are indexed in one turn. */
const indexedAtOnce = 5_000;
/** How long after an error the rest is tried again, in milliseconds. */
const restAfterFailure = 5_000;

const copyName = /^arriving-[\w-]+\.json$/;

type Note = NonNullable<ReturnType<ArrivalNote['find']>>;

interface ArrivalsOptions {
  core: Pick<Core, 'system' | 'noticeClock'>;
  transfer: Pick<Transfer, 'takeIn'>;
  note: Pick<ArrivalNote, 'find' | 'save'>;
  /** The folder of the outbox. */
  folder: string;
  /** Runs the work in one transaction of the outbox. */
  commit: (work: () => void) => void;
  /** Called when the last part is in. */
  ended: () => void;
  /** Called with an error that is no answer to anybody. */
  failed: (error: unknown) => void;
}

/**
 * Commits a part with what its caller keeps of it.
 *
 * @param work changes the outbox, and returns what happened to all entries so far
 */
type CommitPart = (work: () => TakenIn, isLast: boolean) => void;

export class Arrivals {
  private readonly options: ArrivalsOptions;
  /** One file at a time. */
  private readonly files = new Turns();
  private isBegun: boolean;
  private closed = false;
  private cancelRetry: () => void = () => undefined;

  constructor(options: ArrivalsOptions) {
    this.options = options;
    this.isBegun = options.note.find() !== null;
  }

  /** True while a part of a file is in and another is not. Nothing is sent then, because they belong together. */
  get isUnderWay(): boolean {
    return this.isBegun;
  }

  /**
   * @param content read from the bytes
   * @throws AppError `storage.not-saved`; once a part is in, the others follow nevertheless
   */
  take(content: TransferContent, bytes: Uint8Array, commit: CommitPart): Promise<void> {
    return this.files.take(async () => {
      try {
        await this.finish();
        await this.begin(content, bytes, commit);
      } catch (error) {
        if (this.isBegun) this.tryAgain(error);
        throw error instanceof AppError ? error : new AppError('storage.not-saved', { retry: 'later', cause: error });
      }
    });
  }

  /** Resumes a file that the end of the app interrupted, and deletes copies that nothing was taken from. */
  resume(): Promise<void> {
    return this.files.take(async () => {
      if (this.closed) return;
      try {
        await this.finish();
        const { folder } = this.options;
        for (const name of await readdir(folder)) if (copyName.test(name)) await erase(join(folder, name));
      } catch (error) {
        this.tryAgain(error);
      }
    });
  }

  /** Waits for the part that is being taken in. The rest follows at the next start. */
  close(): Promise<void> {
    this.closed = true;
    this.cancelRetry();
    return this.files.take(() => Promise.resolve());
  }

  private async begin(content: TransferContent, bytes: Uint8Array, commit: CommitPart): Promise<void> {
    const { core, transfer, folder } = this.options;
    if (content.entries.length <= takenAtOnce) {
      commit(() => transfer.takeIn(content), true);
      return;
    }
    const file = `arriving-${newId(core.system)}.json`;
    try {
      await keep(join(folder, file), folder, bytes);
      await this.goOn(content, { file, next: 0 }, commit);
    } finally {
      if (!this.isBegun) await this.eraseCopy(file);
    }
  }

  /** Takes in the rest of the file that was begun, if there is one. */
  private async finish(): Promise<void> {
    const { core, note, folder, commit } = this.options;
    if (this.closed) throw new AppError('app.closing');
    const begun = note.find();
    if (begun === null) return;
    const alone: CommitPart = (work) => {
      // In a transaction of its own: see noticeClock.
      core.noticeClock();
      commit(work);
    };
    const content = await this.readCopy(join(folder, begun.file));
    if (content !== null) {
      await this.goOn(content, begun, alone);
      await this.eraseCopy(begun.file);
      return;
    }
    // Somebody has deleted or changed the copy. What is in of it stays, and the file itself can be taken in again.
    this.options.failed(new Error('the copy of a file of entries is gone'));
    commit(() => note.save(null));
    this.isBegun = false;
    this.options.ended();
  }

  /** @returns null when it is not there or not whole. @throws other errors of the disk */
  private async readCopy(path: string): Promise<TransferContent | null> {
    try {
      return await readTransferParts(this.options.core.system, await readFile(path));
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (isGone || (error instanceof AppError && error.code === 'transfer.not-a-file')) return null;
      throw error;
    }
  }

  private async goOn({ records, entries }: TransferContent, { file, next }: Note, commit: CommitPart): Promise<void> {
    const { core, transfer, note } = this.options;
    const byId = new Map<string, FileRecord>();
    await inChunks(core.system, records, indexedAtOnce, (part) => {
      for (const record of part) byId.set(record.id, record);
    });
    let done = next;
    let total: TakenIn = { taken: 0, known: 0 };
    await inChunks(core.system, entries.slice(next), takenAtOnce, (part) => {
      if (this.closed) throw new AppError('app.closing');
      const isLast = done + part.length === entries.length;
      let sum = total;
      try {
        commit(() => {
          const { taken, known } = transfer.takeIn({ records: namedBy(part, byId), entries: part });
          note.save(isLast ? null : { file, next: done + part.length });
          sum = { taken: total.taken + taken, known: total.known + known };
          return sum;
        }, isLast);
      } finally {
        // What is on the disk counts, whatever failed.
        this.isBegun = note.find() !== null;
      }
      total = sum;
      done += part.length;
    });
    this.options.ended();
  }

  /** A copy that stays is deleted at the next start. */
  private async eraseCopy(file: string): Promise<void> {
    await erase(join(this.options.folder, file)).catch((error: unknown) => this.options.failed(error));
  }

  private tryAgain(error: unknown): void {
    if (this.closed) return;
    this.options.failed(error);
    if (!this.isBegun) return;
    this.cancelRetry = this.options.core.system.after(restAfterFailure, () => void this.resume());
  }
}

/** All records that the entries name, so that a part of a file can be taken in by itself. */
function namedBy(entries: readonly FileEntry[], byId: ReadonlyMap<string, FileRecord>): FileRecord[] {
  const found = new Set<FileRecord>();
  const add = (id: string | undefined) => {
    const record = byId.get(id ?? '');
    if (record === undefined || found.has(record)) return;
    found.add(record);
    add(record.parentId);
  };
  for (const { recordId, progress } of entries) {
    const { needs = [], old } = progress ?? {};
    for (const id of [recordId, ...needs, old?.id, old?.planId]) add(id);
  }
  return [...found];
}

/**
 * Writes a file for this user alone. When it resolves, the file is on the disk, and its name where folders can be
 * flushed.
 */
async function keep(path: string, folder: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', ownFile);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // Windows flushes no folders, nor do some network drives. The next start says when a name was lost with the power.
  const names = await open(folder, 'r').catch(() => null);
  await names?.sync().catch(() => undefined);
  await names?.close();
}
