/** What prints: one interface, one back-end an operating system. */
import type { Printer } from '../../shared/labels.ts';

/** Paper in the printer. */
export type Stock = 'a6' | '4x6';

export interface PrintRequest {
  /** Path of a PDF. */
  file: string;
  /** The one page of it that is printed, from 1. */
  page: number;
  /** Name of the printer as {@link PrintBackEnd.printers} gives it. */
  printer: string;
  title: string;
  stock: Stock;
}

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
   * Hands one page to the spooler, at true size.
   *
   * @param named told the spooler's name for the job, as soon as it is known
   * @throws AppError `printer.missing`, `printer.failed`
   */
  print(request: PrintRequest, named: (job: string) => void): Promise<void>;
  jobState(job: string, printer: string): Promise<JobState>;
}
