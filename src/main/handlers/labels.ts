import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Context } from './context.ts';

export function labelHandlers(context: Context): Handlers['labels'] {
  return {
    fetch: async ({ orderId }) => context.workspace().labels.fetch(orderId),

    async print({ documentId, orderId, printer }) {
      const { labels, ledger } = context.workspace();
      const document = labels.find(documentId, orderId);
      const print = await ledger.print({ ...document, file: labels.file(documentId) }, printer);
      if (context.settings().labelPrinter !== printer) context.saveSettings({ labelPrinter: printer });
      return print;
    },

    async save({ documentId, orderId }) {
      const { labels } = context.workspace();
      const { title } = labels.find(documentId, orderId);
      const path = await context.desktop.chooseSaveFile(`${cleanFileName(title)}.pdf`, 'pdf');
      if (path === null) return null;
      try {
        await writeFile(path, await labels.bytes(documentId));
      } catch (error) {
        throw new AppError('save.failed', { retry: 'after-change', detail: { name: basename(path) }, cause: error });
      }
      return { name: basename(path) };
    },

    prints: async ({ orderId }) => context.workspace().outboxFile.prints.list(orderId),

    printers: async () => context.backEnd.printers(),
  };
}

/**
 * A name that every file system takes: no separators, no reserved names, no control characters (attack 7). The title
 * comes from the service.
 */
export function cleanFileName(title: string): string {
  const clean = title
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, '-')
    .replaceAll(/^[.\s-]+|[.\s-]+$/g, '')
    .slice(0, 80);
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(clean);
  return clean === '' || reserved ? `label-${clean}`.replace(/-$/, '') : clean;
}
