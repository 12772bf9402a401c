/** Prints a document and writes down how far it got. A print is never repeated by itself. */
import type { PrintsTable } from '../db/prints.ts';
import { newId, type System } from '../system.ts';
import type { Print } from '../../shared/labels.ts';
import type { PrintBackEnd } from './print-back-end.ts';

export interface LedgerOptions {
  system: System;
  prints: PrintsTable;
  backEnd: PrintBackEnd;
  changed(orderId: string): void;
}

const askEvery = 1_000;
/** After this the spooler is no longer asked; the print stays "handed over". */
const askFor = 600_000;

export class Ledger {
  private readonly options: LedgerOptions;
  private readonly cancels = new Set<() => void>();

  constructor(options: LedgerOptions) {
    this.options = options;
  }

  /** @throws AppError `printer.missing`, `printer.failed`; the ledger keeps the attempt as failed */
  async print(document: { id: string; orderId: string; title: string; file: string }, printer: string): Promise<Print> {
    const { system, prints, backEnd } = this.options;
    const print: Print = {
      id: newId(system),
      orderId: document.orderId,
      documentId: document.id,
      printer,
      state: 'requested',
      requestedAt: system.now(),
      job: null,
    };
    // Written before paper moves: what may have been printed is never forgotten.
    prints.add(print);
    try {
      const job = await backEnd.print({ file: document.file, printer, title: document.title });
      prints.update(print.id, 'handed-over', job);
      this.follow(print, job);
      return { ...print, state: 'handed-over', job };
    } catch (error) {
      prints.update(print.id, 'failed', null);
      throw error;
    } finally {
      this.options.changed(document.orderId);
    }
  }

  close(): void {
    for (const cancel of this.cancels) cancel();
    this.cancels.clear();
  }

  private follow(print: Print, job: string): void {
    const { system, prints, backEnd } = this.options;
    const cancel = system.after(askEvery, () => {
      this.cancels.delete(cancel);
      void backEnd.jobState(job, print.printer).then((state) => {
        if (state === 'done') {
          prints.update(print.id, 'done', null);
          this.options.changed(print.orderId);
        } else if (state === 'waiting' && system.now() - print.requestedAt < askFor) {
          this.follow(print, job);
        }
      });
    });
    this.cancels.add(cancel);
  }
}
