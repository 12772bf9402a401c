/** What prints: one interface, one back-end an operating system. */
import type { Printer } from '../../shared/labels.ts';

/** Paper in the printer. */
export type Stock = 'a6' | '4x6' | 'a4';

export interface PrintRequest {
  /**
   * Path of a PDF of which every page is printed: a queue without filters, as many label printers have, takes no word of
   * which pages are wanted.
   */
  file: string;
  /** Name of the printer as {@link PrintBackEnd.printers} gives it. */
  printer: string;
  title: string;
  stock: Stock;
}

/** A PDF of pages as large as the paper. */
export interface PlacedDocument {
  /** Path of it. */
  file: string;
  /** Millimetres. */
  paper: { width: number; height: number };
  /** Stands in what is printed of it, and not in a blank page. */
  mark: string;
}

/**
 * Shows the system's print dialog.
 *
 * @param begins told right before something may print
 * @returns false: the person cancelled, and nothing was printed
 * @throws AppError `printer.failed`
 */
export type ShowPrintDialog = (document: PlacedDocument, begins: () => void) => Promise<boolean>;

/**
 * The spooler's own word of a job: waiting or printing; done; failed: given up or cancelled; empty: it was announced and
 * its document never came, so nothing prints; gone: not known any more; silent: the spooler does not answer.
 */
export type JobState = 'waiting' | 'done' | 'failed' | 'empty' | 'gone' | 'silent';

export interface PrintBackEnd {
  /** True where a job has its name before its document is sent: one without a name did not print. */
  readonly namesJobsFirst: boolean;
  printers(): Promise<Printer[]>;
  /**
   * Hands a document to the spooler, at true size.
   *
   * @param named told the spooler's name for the job, as soon as it is known, or `unfollowedJob` right before something
   *   may print that nobody can be asked about
   * @throws AppError `printer.missing`, `printer.failed`
   */
  print(request: PrintRequest, named: (job: string) => void): Promise<void>;
  jobState(job: string, printer: string): Promise<JobState>;
  /**
   * Takes a job out of the spooler, so that it does not come out any more.
   *
   * @returns false when it may still come out: the spooler does not answer, or lets nothing be taken out
   */
  takeOut(job: string, printer: string): Promise<boolean>;
}
