import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError, encodeError } from '../../shared/errors.ts';
import { weightOf } from '../../shared/label-check.ts';
import { mayBeOnPaper, mostTogether, waitsAtPrinter } from '../../shared/labels.ts';
import { cleanFileName } from '../labels/file-name.ts';
import { describeError } from '../log.ts';
import type { Context } from './context.ts';
import { once, type MainHandlers } from './gestures.ts';

interface WantedPages {
  documentId: string;
  orderId: string;
  /** From 1; null: all. */
  pages: number[] | null;
  anyway: boolean;
  gesture: string;
}

/**
 * Prepares what leaves, and says whether it may.
 *
 * @throws AppError `label.refused` when the check found a problem and the user has not chosen to print anyway
 */
async function allowed(
  context: Context,
  { documentId, orderId, pages: wanted, anyway, gesture }: WantedPages,
  way: 'printer' | 'dialog',
) {
  const { labels } = context.workspace();
  const { title } = labels.find(documentId, orderId);
  const leave = way === 'printer' ? { way } : { way, pages: wanted };
  const prepared = await labels.prepare(documentId, orderId, leave);
  const weights = new Set(prepared.findings.map(weightOf));
  if (weights.has('refuse') || (weights.has('ask') && !anyway)) throw new AppError('label.refused');
  const chosen = wanted ?? Array.from({ length: prepared.pages }, (_, index) => index + 1);
  if (chosen.some((page) => page > prepared.pages)) throw new AppError('input.invalid', { detail: { field: 'pages' } });
  // The ledger stores pages by gesture, so their outcome is known whenever the app ends.
  const same = { requestId: gesture, orderId, documentId, prepared, anyway: weights.has('ask') };
  return { same, title, chosen };
}

/** The ledger's prints of one gesture, in page order. */
const printsOf = (context: Context, orderId: string, gesture: string) =>
  context
    .workspace()
    .outboxFile.prints.list(orderId)
    .filter(({ requestId }) => requestId === gesture)
    .reverse();

/**
 * Prints the pages of a gesture.
 *
 * @throws AppError of `print`, with the pages that were sent before it and may be on paper: the user is told of them
 */
async function sayingWhatWasSent(
  context: Context,
  { orderId, gesture }: Pick<WantedPages, 'orderId' | 'gesture'>,
  print: () => Promise<void>,
): Promise<void> {
  try {
    await print();
  } catch (error) {
    const sent = printsOf(context, orderId, gesture).filter(({ state }) => mayBeOnPaper(state));
    if (sent.length === 0) throw error;
    const { code, retry, detail } = encodeError(error);
    const sentPages = sent.flatMap(({ page }) => page ?? []);
    throw new AppError(code, { retry, detail: { ...detail, sentPages }, cause: error });
  }
}

/** Calls that show or save labels and list printers. */
function readLabels(
  context: Context,
): Pick<MainHandlers['labels'], 'fetch' | 'check' | 'find' | 'open' | 'save' | 'prints' | 'printers'> {
  return {
    fetch: async ({ orderId }) => context.workspace().labels.fetch(orderId, 'click'),

    async check({ documentId, orderId, way, pages: wanted }) {
      const leave = way === 'dialog' ? { way, pages: wanted } : { way };
      const prepared = await context.workspace().labels.prepare(documentId, orderId, leave);
      const { findings, pages, narrowestBar, dotsPerInch } = prepared;
      return { findings, pages, narrowestBar, dotsPerInch };
    },

    async find({ code }) {
      const found = context.workspace().outboxFile.prints.findCode(code);
      if (found === undefined) return null;
      const { id: documentId, orderId, title, codes } = found.document;
      return { orderId, title, documentId, page: found.page, pages: codes?.length ?? 0 };
    },

    open: async () => context.workspace().cache.labelsOpen(mostTogether),

    async save({ documentId, orderId, anyway }) {
      const { labels } = context.workspace();
      const { title } = labels.find(documentId, orderId);
      const { findings } = await labels.prepare(documentId, orderId, { way: 'file' });
      // A document that cannot be read is saved without a question: it is saved to be looked at.
      if (!anyway && findings.some((finding) => weightOf(finding) === 'ask')) throw new AppError('label.refused');
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

/** Calls that print. */
function printLabels(
  context: Context,
): Pick<MainHandlers['labels'], 'print' | 'printInDialog' | 'confirm' | 'printTestPage'> {
  return {
    print: once(context, 'labels.print', {
      async work({ printer, ...wanted }, gesture) {
        const { labelPrinter } = context.workspace();
        const { same, title, chosen } = await allowed(context, wanted, 'printer');
        await labelPrinter.mustBeThere(printer);
        gesture.commit(() => null, 'begun');
        await sayingWhatWasSent(context, wanted, () =>
          labelPrinter.printAll(chosen, (page) => labelPrinter.print({ ...same, batchId: null, title, printer, page })),
        );
        gesture.commit(() => null);
        remember(context, 'labelPrinter', printer);
      },
      answer: (_outcome, { gesture, orderId }) => printsOf(context, orderId, gesture),
      interrupted: (_outcome, { gesture, orderId }) => printsOf(context, orderId, gesture),
    }),

    printInDialog: once(context, 'labels.printInDialog', {
      async work(wanted, gesture) {
        const { labelPrinter } = context.workspace();
        const { same, chosen } = await allowed(context, wanted, 'dialog');
        gesture.commit(() => null, 'begun');
        await sayingWhatWasSent(context, wanted, async () => {
          await labelPrinter.printInDialog({ ...same, pages: chosen }, context.desktop.showPrintDialog);
        });
        gesture.commit(() => null);
      },
      answer: (_outcome, { gesture, orderId }) => ({
        printed: printsOf(context, orderId, gesture).every(({ state }) => state !== 'cancelled'),
      }),
    }),

    confirm: once(context, 'labels.confirm', {
      work({ printId, onPaper }, gesture) {
        gesture.commit(() => {
          context.workspace().ledger.confirm(printId, onPaper);
          return null;
        });
      },
      answer: () => undefined,
    }),

    printTestPage: once(context, 'labels.printTestPage', {
      async work({ printer }, gesture) {
        const { labelPrinter } = context.workspace();
        await labelPrinter.mustBeThere(printer);
        gesture.commit(() => null, 'begun');
        await labelPrinter.printTestPage(printer);
        gesture.commit(() => null);
      },
      answer: () => undefined,
    }),
  };
}

export function labelHandlers(context: Context): MainHandlers['labels'] {
  return { ...readLabels(context), ...printLabels(context) };
}

/** Never throws, because an error after printing would make the user print again. */
export function remember(context: Context, what: 'labelPrinter' | 'paperPrinter', printer: string): void {
  if (context.settings()[what] === printer) return;
  try {
    context.saveSettings({ [what]: printer });
  } catch (error) {
    context.log.warn(`the printer could not be remembered: ${describeError(error)}`);
  }
}
