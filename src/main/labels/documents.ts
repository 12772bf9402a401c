/**
 * Label documents, fetched from the service and stored as files named by the hash of their bytes. The link is not
 * stored.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../api/client.ts';
import { bareId } from '../../shared/ids.ts';
import type { Downloads } from '../api/download.ts';
import type { Cache } from '../db/cache-functions.ts';
import type { Priority } from '../api/pace.ts';
import type { PrintsTable, StoredDocument } from '../db/prints.ts';
import { newId, type System } from '../system.ts';
import { AppError } from '../../shared/errors.ts';
import { findingsOf, type DocumentCheck, type Finding } from '../../shared/label-check.ts';
import type { LabelDocument } from '../../shared/labels.ts';
import type { Preflight } from './preflight.ts';

export interface LabelDocumentsOptions {
  folder: string;
  client: Client;
  cache: Cache;
  prints: PrintsTable;
  system: System;
  downloads: Downloads;
  preflight: Preflight;
  /** Dots per inch of the label printer. */
  dotsPerInch: () => number;
}

/** Size limit of one document. A page is some tens of kilobytes, and an order has at most a few hundred packages. */
export const mostLabelBytes = 50 * 1024 * 1024;
/** Checks to cache, enough for a busy day. They are small. */
const mostChecks = 2_000;

export class LabelDocuments {
  private readonly options: LabelDocumentsOptions;
  /** By document and resolution. */
  private readonly checks = new Map<string, Promise<DocumentCheck>>();

  constructor(options: LabelDocumentsOptions) {
    this.options = options;
  }

  /**
   * Fetches the order's document. When offline, returns the stored one.
   *
   * @throws AppError `label.not-a-pdf`, `label.link-expired`, `label.link-refused`, or errors of the network and the
   *   service
   */
  async fetch(orderId: string, priority: Priority): Promise<LabelDocument> {
    const { client, prints, system, downloads, cache } = this.options;
    const order = await cache.getOrder(orderId);
    const title = order?.row.externalId ?? bareId(orderId);
    let bytes: Buffer;
    try {
      const link = async () =>
        (await client.read('orders.shippingLabels', { path: { id: bareId(orderId) }, priority })).url;
      const get = async () => downloads.get(await link());
      // A link that expired on the way is fetched again once (attack 9).
      bytes = await get().catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'label.link-expired') return get();
        throw error;
      });
    } catch (error) {
      const kept = prints.newestDocument(orderId);
      const noLine = error instanceof AppError && error.code.startsWith('line.');
      if (kept === undefined || !noLine) throw error;
      return this.describe(kept, await this.bytes(kept.id), order);
    }
    if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new AppError('label.not-a-pdf');
    const stored = {
      id: createHash('sha256').update(bytes).digest('hex'),
      orderId,
      title,
      fetchedAt: system.now(),
    };
    await this.write(stored.id, bytes);
    prints.saveDocument(stored);
    return this.describe(stored, bytes, order);
  }

  /** @throws AppError `record.not-found` if this document was not fetched for this order */
  find(id: string, orderId: string): StoredDocument {
    const stored = this.options.prints.findDocument(id, orderId);
    if (stored === undefined) throw new AppError('record.not-found');
    return stored;
  }

  /**
   * Checks a document as the printer would render it, once per resolution.
   *
   * @param others codes of the other orders in the batch, with those orders' titles
   * @returns the findings for the user, and the page count (0: cannot be counted)
   * @throws AppError `record.not-found`
   */
  async check(
    id: string,
    orderId: string,
    others?: ReadonlyMap<string, string>,
  ): Promise<{ findings: Finding[]; pages: number; codes: string[] }> {
    const { prints, cache } = this.options;
    this.find(id, orderId);
    const check = await this.look(id);
    const order = await cache.getOrder(orderId);
    const codes = check.kind === 'read' ? check.pages.map((page) => page.codes.map(({ text }) => text)) : [];
    if (check.kind === 'read') prints.saveCodes(id, orderId, codes);
    const findings = findingsOf(check, {
      packageCount: order?.row.packageCount ?? null,
      barcodes: order?.order.barcodes ?? [],
      ...(others === undefined ? {} : { others }),
    });
    return { findings, pages: codes.length, codes: codes.flat() };
  }

  private look(id: string): Promise<DocumentCheck> {
    const { preflight, dotsPerInch } = this.options;
    const resolution = dotsPerInch();
    const key = `${id} ${resolution}`;
    const known = this.checks.get(key);
    if (known !== undefined) return known;
    const check = this.bytes(id).then(async (bytes) => {
      const seen = await preflight.check(bytes, resolution);
      // The computer may have been busy and slow, so the next request checks again.
      if (seen.kind === 'problem') this.checks.delete(key);
      return seen;
    });
    check.catch(() => this.checks.delete(key));
    const [oldest] = this.checks.keys();
    if (oldest !== undefined && this.checks.size >= mostChecks) this.checks.delete(oldest);
    this.checks.set(key, check);
    return check;
  }

  file(id: string): string {
    return join(this.options.folder, `${id}.pdf`);
  }

  async bytes(id: string): Promise<Buffer> {
    return readFile(this.file(id));
  }

  private describe(
    stored: Omit<StoredDocument, 'codes'>,
    bytes: Buffer,
    order: Awaited<ReturnType<Cache['getOrder']>>,
  ): LabelDocument {
    return {
      id: stored.id,
      orderId: stored.orderId,
      title: stored.title,
      bytes: new Uint8Array(bytes),
      packageCount: order?.row.packageCount ?? null,
      barcodes: order?.order.barcodes ?? [],
      fetchedAt: stored.fetchedAt,
    };
  }

  private async write(id: string, bytes: Buffer): Promise<void> {
    await mkdir(this.options.folder, { recursive: true });
    // A unique name, because a batch and a preview may fetch the same document concurrently.
    const temporary = `${this.file(id)}.${newId(this.options.system)}.part`;
    const handle = await open(temporary, 'w');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, this.file(id));
  }
}
