import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { weightOf } from '../../shared/label-check.ts';
import { waitsAtPrinter, type Print } from '../../shared/labels.ts';
import { cleanFileName } from '../labels/file-name.ts';
import { describeError } from '../log.ts';
import { newId } from '../system.ts';
import type { Context } from './context.ts';

/** Orders of a kind that are named when the day ends. */
const mostOpen = 200;

interface WantedPages {
  documentId: string;
  orderId: string;
  /** From 1; null: all. */
  pages: number[] | null;
  anyway: boolean;
}

export function labelHandlers(context: Context): Handlers['labels'] {
  /** @throws AppError `label.refused` when something was found and the person has not said “anyway” */
  async function allowed({ documentId, orderId, pages: wanted, anyway }: WantedPages) {
    const { labels } = context.workspace();
    const { title } = labels.find(documentId, orderId);
    const { findings, pages } = await labels.check(documentId, orderId);
    const weights = new Set(findings.map(weightOf));
    if (weights.has('refuse') || (weights.has('ask') && !anyway)) throw new AppError('label.refused');
    const chosen = wanted ?? Array.from({ length: pages }, (_, index) => index + 1);
    if (chosen.some((page) => page > pages)) throw new AppError('input.invalid', { detail: { field: 'pages' } });
    const requestId = newId(context.system);
    return { requestId, orderId, documentId, pages, title, chosen, anyway: weights.has('ask') };
  }

  return {
    fetch: async ({ orderId }) => context.workspace().labels.fetch(orderId, 'click'),

    async check({ documentId, orderId }) {
      const { findings, pages } = await context.workspace().labels.check(documentId, orderId);
      return { findings, pages };
    },

    async print({ printer, ...wanted }) {
      const { labelPrinter } = context.workspace();
      const { chosen, ...request } = await allowed(wanted);
      await labelPrinter.mustBeThere(printer);
      const same = { ...request, batchId: null, printer };
      const prints: Print[] = [];
      for (const page of chosen) prints.push(await labelPrinter.print({ ...same, page }));
      remember(context, 'labelPrinter', printer);
      return prints;
    },

    async printInDialog(wanted) {
      const { chosen, ...request } = await allowed(wanted);
      const prints = await context
        .workspace()
        .labelPrinter.printInDialog({ ...request, pages: chosen }, context.desktop.showPrintDialog);
      return { printed: prints.every(({ state }) => state !== 'cancelled') };
    },

    confirm: async ({ printId, onPaper }) => context.workspace().ledger.confirm(printId, onPaper),

    async find({ code }) {
      const found = context.workspace().outboxFile.prints.findCode(code);
      if (found === undefined) return null;
      const { id: documentId, orderId, title, codes } = found.document;
      return { orderId, title, documentId, page: found.page, pages: codes?.length ?? 0 };
    },

    open: async () => context.workspace().cache.labelsOpen(mostOpen),

    printTestPage: async ({ printer }) => context.workspace().labelPrinter.printTestPage(printer),

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

    async prints({ orderId }) {
      const { outboxFile, printerWatch } = context.workspace();
      return outboxFile.prints.list(orderId).map((print) => ({
        ...print,
        standstill: waitsAtPrinter(print) ? printerWatch.standstill(print.printer) : null,
      }));
    },

    printers: async () => context.backEnd.printers(),
  };
}

export function batchHandlers(context: Context): Handlers['batches'] {
  const batches = () => context.workspace().batches;
  return {
    async start({ orderIds, printer }) {
      const { cache } = context.workspace();
      const orders = await Promise.all(
        [...new Set(orderIds)].map(async (id) => {
          const order = await cache.getOrder(id);
          return { id, title: order?.row.externalId ?? id.replace(/^orders\//, '') };
        }),
      );
      const batch = await batches().start(orders, printer);
      remember(context, 'labelPrinter', printer);
      return batch;
    },
    list: async () => batches().list(),
    get: async ({ batchId }) => batches().view(batchId),
    pause: async ({ batchId }) => batches().pause(batchId),
    continue: async ({ batchId }) => batches().continue(batchId),
    continueFrom: async ({ labelId, page }) => batches().continueFrom(labelId, page),
    end: async ({ batchId }) => batches().end(batchId),
    decide: async ({ labelId, choice }) => batches().decide(labelId, choice),
  };
}

/** What is printed is printed: a failure here would have it printed once more. */
export function remember(context: Context, what: 'labelPrinter' | 'paperPrinter', printer: string): void {
  if (context.settings()[what] === printer) return;
  try {
    context.saveSettings({ [what]: printer });
  } catch (error) {
    context.log.warn(`the printer could not be remembered: ${describeError(error)}`);
  }
}
