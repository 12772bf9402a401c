/**
 * What leaves of label documents, as the preflight process made and checked it. Each document is prepared once for each
 * way, and what was made is stored until the app closes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { DocumentCheck } from '../../shared/label-check.ts';
import type { Log } from '../log.ts';
import { erase, eraseLeft, ownFile, ownFolder } from '../private-files.ts';
import { fileNameOfIds } from './file-name.ts';
import type { Leaving } from '../../preflight/leaving.ts';
import type { Preflight } from './preflight.ts';

export interface PreparedDocumentsOptions {
  /** A folder of its own, which it empties. */
  folder: string;
  preflight: Preflight;
  log: Log;
}

/** A document as it came. */
export interface SourceDocument {
  id: string;
  path: string;
}

export interface PreparedFiles {
  check: DocumentCheck;
  /** Paths: for the printer one for each page, otherwise one. Empty if there is a problem. */
  files: string[];
}

/** Enough for a busy day. */
const mostPrepared = 2_000;
const begin = 16;

export class PreparedDocuments {
  private readonly options: PreparedDocumentsOptions;
  /** By document, resolution and way. */
  private readonly prepared = new Map<string, Promise<PreparedFiles>>();
  private readonly emptied: Promise<void>;
  private count = 0;

  /** Deletes the files of an app that was killed. */
  constructor(options: PreparedDocumentsOptions) {
    this.options = options;
    this.emptied = eraseLeft(options.folder, options.log);
  }

  /** @throws AppError `label.not-checked`, `storage.not-saved`, `record.not-found` if its file is gone */
  prepare(source: SourceDocument, dotsPerInch: number, leaving: Leaving): Promise<PreparedFiles> {
    const key = `${source.id} ${dotsPerInch} ${JSON.stringify(leaving)}`;
    const known = this.prepared.get(key);
    if (known !== undefined) return known;
    const made = this.make(source, dotsPerInch, leaving).then((files) => {
      // The computer may have been busy and slow, so the next request checks again.
      if (files.check.kind === 'problem') this.prepared.delete(key);
      return files;
    });
    made.catch(() => this.prepared.delete(key));
    this.forgetOldest();
    this.prepared.set(key, made);
    return made;
  }

  /** Removes everything that was made, because it contains personal data. */
  async clear(): Promise<void> {
    this.prepared.clear();
    // A file that is still being read is removed before the next one is written.
    await this.emptied;
    await eraseLeft(this.options.folder, this.options.log);
  }

  private async make({ id, path }: SourceDocument, dotsPerInch: number, leaving: Leaving): Promise<PreparedFiles> {
    const source = await readFile(path).catch((error: unknown) => {
      throw new AppError('record.not-found', { cause: error });
    });
    const { check, documents } = await this.options.preflight.prepare(source, dotsPerInch, leaving);
    this.count += 1;
    const name = fileNameOfIds(id.slice(0, begin), this.count);
    const files: string[] = [];
    for (const [index, bytes] of documents.entries()) {
      files.push(bytes === null ? path : await this.write(fileNameOfIds(name, index + 1), bytes));
    }
    return { check, files };
  }

  /** @returns the path */
  private async write(name: string, bytes: Uint8Array): Promise<string> {
    const { folder } = this.options;
    const path = join(folder, `${name}.pdf`);
    try {
      await this.emptied;
      await mkdir(folder, { recursive: true, mode: ownFolder });
      await writeFile(path, bytes, { mode: ownFile });
    } catch (error) {
      throw new AppError('storage.not-saved', { cause: error });
    }
    return path;
  }

  private forgetOldest(): void {
    const [oldest] = this.prepared;
    if (oldest === undefined || this.prepared.size < mostPrepared) return;
    const [key, made] = oldest;
    this.prepared.delete(key);
    const remove = async ({ files }: PreparedFiles) => {
      for (const file of files) if (file.startsWith(this.options.folder)) await erase(file);
    };
    // What cannot be removed now is removed when the app closes.
    void made.then(remove).catch(() => undefined);
  }
}
