/** The printing interface, with one back-end per operating system. */
import type { PlacedDocument, Stock } from '../../preflight/stock.ts';
import type { Printer } from '../../shared/labels.ts';

export interface PrintRequest {
  /**
   * Path of a PDF that is printed completely: a queue without filters, which many label printers have, ignores page
   * ranges.
   */
  file: string;
  /** The printer's name from {@link PrintBackEnd.printers}. */
  printer: string;
  title: string;
  stock: Stock;
}

/**
 * Shows the system's print dialog.
 *
 * @param begins called right before anything may print
 * @returns false if the user cancelled and nothing was printed
 * @throws AppError `printer.failed`
 */
export type ShowPrintDialog = (document: PlacedDocument, begins: () => void) => Promise<boolean>;

/**
 * A job's state according to the spooler. waiting: queued or printing · held: prints only once it is released ·
 * stuck: stopped because it could not be made ready for the printer, and only a person restarts it · done · failed:
 * aborted or cancelled · empty: created, but its document never arrived, so nothing prints · gone: no longer known ·
 * silent: the spooler does not answer.
 */
export type JobState = 'waiting' | 'held' | 'stuck' | 'done' | 'failed' | 'empty' | 'gone' | 'silent';

export interface PrintBackEnd {
  /** True if a job gets its name before its document is sent, so a job without a name was not printed. */
  readonly namesJobsFirst: boolean;
  /**
   * True if it prints only documents whose pages were placed on paper of the size in the request (preflight/place-page.ts). What
   * it gets is never changed by any back-end: it is what preflight checked.
   */
  readonly placesPages: boolean;
  printers(): Promise<Printer[]>;
  /**
   * Sends a document to the spooler, to be printed at true size.
   *
   * @param named called with the spooler's job name as soon as it is known, or with `unfollowedJob` right before
   *   printing a job that cannot be queried
   * @throws AppError `printer.missing`, `printer.failed`
   */
  print(request: PrintRequest, named: (job: string) => void): Promise<void>;
  jobState(job: string, printer: string): Promise<JobState>;
  /**
   * Cancels a job, so that it is no longer printed.
   *
   * @returns false if it may still be printed: the spooler does not answer or cannot cancel jobs
   */
  takeOut(job: string, printer: string): Promise<boolean>;
}
