/**
 * Label documents, fetched from the service and stored as files named by the hash of their bytes. The link is not
 * stored.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../api/client.ts';
import { bareId } from '../../shared/ids.ts';
import type { Downloads } from '../api/download.ts';
import type { Cache } from '../db/cache-functions.ts';
import type { Priority } from '../api/pace.ts';
import type { PrintsTable, StoredDocument } from '../db/prints.ts';
import { newId, type System } from '../system.ts';
import { codeData } from '../../shared/code-data.ts';
import { AppError } from '../../shared/errors.ts';
import { findingsOf, narrowestBarOf } from '../../shared/label-check.ts';
import type { LabelContent } from '../../shared/label-content.ts';
import { staleParts, type LabelCheck, type LabelDocument } from '../../shared/labels.ts';
import type { OrderDetail } from '../../shared/orders.ts';
import type { LabelProfile } from '../../shared/settings.ts';
import type { Leaving } from '../../preflight/leaving.ts';
import { erase, ownFile, ownFolder } from '../private-files.ts';
import { renameFile } from '../rename-file.ts';
import type { PreparedDocuments } from './prepared-documents.ts';

export interface LabelDocumentsOptions {
  folder: string;
  client: Client;
  cache: Cache;
  prints: PrintsTable;
  system: System;
  downloads: Downloads;
  prepared: PreparedDocuments;
  /** Of this computer's label printer. */
  profile: () => LabelProfile;
  /** The back-end prints only pages that were placed on its paper. */
  placesPages: boolean;
}

/** How a document is to leave. Pages from 1; null: all. */
export type Leave = { way: 'printer' } | { way: 'file' } | { way: 'dialog'; pages: readonly number[] | null };

/** What leaves of a document, with its check. */
export interface PreparedLabel extends LabelCheck {
  codes: string[];
  /** Paths: for the printer one for each page, otherwise one. Empty if the document cannot be read. */
  files: string[];
  stock: LabelProfile['stock'];
  /** What of the order the document shows. Null: not known. */
  content: LabelContent | null;
}

/**
 * Whether a document shows what the service would put on the label now. A document whose content is not known does not;
 * for an order that is not known here, every document does.
 */
const showsNow = (shown: LabelContent | null, now: LabelContent | null): boolean =>
  now === null || (shown !== null && staleParts([shown], now).length === 0);

const titleOf = (orderId: string, order: OrderDetail | null) => order?.row.externalId ?? bareId(orderId);

/** If more time has passed since the last label, in milliseconds, the clock is rather ahead than right. */
const likelyGap = 180 * 86_400_000;

/** Size limit of one document. A page is some tens of kilobytes, and an order has at most a few hundred packages. */
export const mostLabelBytes = 50 * 1024 * 1024;

export class LabelDocuments {
  private readonly options: LabelDocumentsOptions;
  /** Ids of the documents that are being stored, which the database does not know yet. */
  private readonly arriving = new Set<string>();
  /** When the clock was last believed; at first when the last label was fetched or printed. Null: no label is known. */
  private believedAt: number | null;

  constructor(options: LabelDocumentsOptions) {
    this.options = options;
    this.believedAt = options.prints.newestAt(options.system.now());
  }

  /**
   * Fetches the order's document. When offline, returns the stored one, unless the order changed since.
   *
   * @throws AppError `label.not-a-pdf`, `label.link-expired`, `label.link-refused`, or errors of the network and the
   *   service
   */
  async fetch(orderId: string, priority: Priority): Promise<LabelDocument> {
    const { client, prints, system, downloads, cache } = this.options;
    const order = await cache.getOrder(orderId);
    const title = titleOf(orderId, order);
    // Read first: if the order changes meanwhile, the document counts as outdated and is fetched again.
    const content = await cache.labelContent(orderId);
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
      if (kept === undefined || !noLine || !showsNow(kept.content, content)) throw error;
      return this.describe(kept, await this.bytes(kept.id), order);
    }
    if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new AppError('label.not-a-pdf');
    const stored = {
      id: createHash('sha256').update(bytes).digest('hex'),
      orderId,
      title,
      fetchedAt: system.now(),
      content,
    };
    this.arriving.add(stored.id);
    try {
      await this.write(stored.id, bytes);
      prints.saveDocument(stored);
    } finally {
      this.arriving.delete(stored.id);
    }
    return this.describe(stored, bytes, order);
  }

  /** @throws AppError `record.not-found` if this document was not fetched for this order */
  find(id: string, orderId: string): StoredDocument {
    const stored = this.options.prints.findDocument(id, orderId);
    if (stored === undefined) throw new AppError('record.not-found');
    return stored;
  }

  /**
   * Whether the document shows what the service would put on the order's label now, as far as that is known here.
   *
   * @throws AppError `record.not-found` if this document was not fetched for this order
   */
  async isCurrent(id: string, orderId: string): Promise<boolean> {
    const now = await this.options.cache.labelContent(orderId);
    return showsNow(this.find(id, orderId).content, now);
  }

  /**
   * Makes what leaves, and checks it as the printer would render it, once for each way and printer profile.
   *
   * @param others titles of the other orders in the batch by the data of their codes
   * @throws AppError `record.not-found`, `label.not-checked`, `storage.not-saved`
   */
  async prepare(
    id: string,
    orderId: string,
    leave: Leave,
    others: ReadonlyMap<string, string> = new Map(),
  ): Promise<PreparedLabel> {
    const { prints, cache, prepared } = this.options;
    const profile = this.options.profile();
    const { stock, dotsPerInch } = profile;
    const stored = this.find(id, orderId);
    const leaving = this.leavingOf(leave, profile, stored.title);
    const { check, files } = await prepared.prepare({ id, path: this.file(id) }, dotsPerInch, leaving);
    const order = await cache.getOrder(orderId);
    const codes = check.kind === 'read' ? check.pages.map((page) => page.codes.map(({ text }) => text)) : [];
    const isNews = JSON.stringify(codes) !== JSON.stringify(stored.codes);
    if (check.kind === 'read' && leave.way !== 'dialog' && isNews) prints.saveCodes(id, orderId, codes);
    const barcodes = order?.order.barcodes ?? [];
    const findings = findingsOf(check, {
      packageCount: order?.row.packageCount ?? null,
      barcodes,
      others: await this.withOwners(codes.flat(), { orderId, barcodes, others }),
    });
    const pages = check.kind === 'read' ? check.total : 0;
    const { content } = stored;
    const narrowestBar = narrowestBarOf(check);
    return { findings, pages, narrowestBar, dotsPerInch, codes: codes.flat(), files, stock, content };
  }

  private leavingOf(leave: Leave, placing: LabelProfile, title: string): Leaving {
    if (leave.way === 'file') return leave;
    return leave.way === 'dialog'
      ? { ...leave, placing, title }
      : { ...leave, placing, title, placesAll: this.options.placesPages };
  }

  /** Adds the orders that are known here and have one of the codes that the order itself does not list. */
  private async withOwners(
    codes: readonly string[],
    of: { orderId: string; barcodes: readonly string[]; others: ReadonlyMap<string, string> },
  ): Promise<ReadonlyMap<string, string>> {
    const own = new Set(of.barcodes.map(codeData));
    const strange = codes.filter((code) => !own.has(codeData(code)) && !of.others.has(codeData(code)));
    if (strange.length === 0) return of.others;
    const owners = await this.options.cache.findCodes(strange, of.orderId);
    return new Map([...of.others, ...owners.map((each) => [each.data, each.title ?? bareId(each.orderId)] as const)]);
  }

  file(id: string): string {
    return join(this.options.folder, `${id}.pdf`);
  }

  async bytes(id: string): Promise<Buffer> {
    return readFile(this.file(id));
  }

  /**
   * Deletes the documents that were fetched longer ago than so many days, and files that belong to none. It deletes no
   * document while the clock is more than half a year after the last label: one that is ahead would delete all of them.
   * Labels of this run do not say otherwise, because they have their time from the same clock.
   */
  async forgetOld(days: number): Promise<void> {
    const { folder, prints, system } = this.options;
    if (this.believedAt === null || system.now() - this.believedAt <= likelyGap) {
      prints.forgetBefore(system.now() - days * 86_400_000);
      this.believedAt = system.now();
    }
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    // Asked after the folder was read: a document that arrived between the two would be in neither.
    const kept = new Set(prints.documentIds());
    for (const entry of entries) {
      const id = entry.name.split('.')[0] ?? '';
      if (entry.isFile() && !kept.has(id) && !this.arriving.has(id)) await erase(join(folder, entry.name));
    }
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
    try {
      await mkdir(this.options.folder, { recursive: true, mode: ownFolder });
      // A unique name, because a batch and a preview may fetch the same document concurrently.
      const temporary = `${this.file(id)}.${newId(this.options.system)}.part`;
      const handle = await open(temporary, 'w', ownFile);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await renameFile(temporary, this.file(id));
    } catch (error) {
      throw new AppError('storage.not-saved', { cause: error });
    }
  }
}
