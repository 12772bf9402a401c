/** The printing parts of a workspace: single labels, batches, and printed documents. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Downloads } from '../api/download.ts';
import type { ChangeFeed } from '../outbox/change-feed.ts';
import { Batches } from '../labels/batches.ts';
import { LabelDocuments, mostLabelBytes } from '../labels/documents.ts';
import { LabelPrinter } from '../labels/label-printer.ts';
import { Ledger } from '../labels/ledger.ts';
import { PaperPrinter } from '../labels/paper-printer.ts';
import { Preflight } from '../labels/preflight.ts';
import { PreparedDocuments } from '../labels/prepared-documents.ts';
import { PrinterWatch } from '../labels/printer-watch.ts';
import { describeError } from '../log.ts';
import type { Connection } from './connection.ts';
import type { WorkspaceOptions } from './options.ts';
import type { WorkspaceStorage } from './storage.ts';

export interface Printing {
  labels: LabelDocuments;
  ledger: Ledger;
  printerWatch: PrinterWatch;
  labelPrinter: LabelPrinter;
  paperPrinter: PaperPrinter;
  batches: Batches;
}

const forgetsEvery = 6 * 3_600_000;

/** Deletes old labels regularly from now on. @returns a function that ends this and waits for what is being deleted */
function forgetOldLabels(
  { system, log, labelDays }: WorkspaceOptions,
  labels: Pick<LabelDocuments, 'forgetOld'>,
): () => Promise<void> {
  let cancel: () => void = () => undefined;
  let forgetting: Promise<void> = Promise.resolve();
  const forget = () => {
    forgetting = labels
      .forgetOld(labelDays)
      .catch((error: unknown) => log.warn(`old labels could not be deleted: ${describeError(error)}`));
    cancel = system.after(forgetsEvery, forget);
  };
  forget();
  return () => {
    cancel();
    return forgetting;
  };
}

/** @param stack stops printing before the connection that documents are fetched over */
export function openPrinting(
  options: WorkspaceOptions,
  { cache, outboxFile }: WorkspaceStorage,
  { client, transport }: Connection,
  feed: ChangeFeed,
  stack: AsyncDisposableStack,
): Printing {
  const { definition, folder, system, log, backEnd, openTransport } = options;
  const changed = () => feed.add(['prints', 'orders']);
  const preflight = new Preflight({ start: options.startPreflight, system, report: (text) => log.warn(text) });
  const prepared = new PreparedDocuments({ folder: join(folder, 'labels', 'placed'), preflight, log });
  stack.defer(() => prepared.clear());
  stack.defer(() => preflight.close());
  const downloads = new Downloads({
    ...{ origin: definition.origin, transport, openTransport },
    ...{ mostBytes: mostLabelBytes, accept: 'application/pdf' },
  });
  stack.defer(() => downloads.close());
  const labels = new LabelDocuments({
    folder: join(folder, 'labels'),
    client,
    cache,
    prints: outboxFile.prints,
    system,
    downloads,
    prepared,
    profile: options.labelProfile,
    placesPages: backEnd.placesPages,
  });
  stack.defer(forgetOldLabels(options, labels));
  const printerWatch = new PrinterWatch({
    system,
    backEnd,
    changed() {
      batches.printerChanged();
      changed();
    },
  });
  const ledger = new Ledger({
    system,
    prints: outboxFile.prints,
    backEnd,
    watch: printerWatch,
    desk: hostname(),
    changed(print) {
      batches.pageChanged(print);
      changed();
    },
  });
  stack.defer(() => ledger.close());
  const labelPrinter = new LabelPrinter({
    folder: join(folder, 'labels', 'test-page'),
    ledger,
    backEnd,
    profile: options.labelProfile,
  });
  const batches = new Batches({
    system,
    batches: outboxFile.printBatches,
    prints: outboxFile.prints,
    documents: labels,
    ledger,
    labelPrinter,
    watch: printerWatch,
    changed,
  });
  stack.defer(() => batches.close());
  const paperPrinter = new PaperPrinter({ folder: join(folder, 'papers'), backEnd, log });
  stack.defer(() => paperPrinter.close());
  return { labels, ledger, printerWatch, labelPrinter, paperPrinter, batches };
}
