/** What prints: one interface, one back-end an operating system. */
import type { Printer } from '../../shared/labels.ts';

export interface PrintRequest {
  /** Path of a PDF whose pages are A6. */
  file: string;
  /** Name of the printer as {@link PrintBackEnd.printers} gives it. */
  printer: string;
  title: string;
}

export interface PrintBackEnd {
  printers(): Promise<Printer[]>;
  /**
   * Hands the document to the spooler, at true size.
   *
   * @returns the spooler's name for the job
   * @throws AppError `printer.missing`, `printer.failed`
   */
  print(request: PrintRequest): Promise<string>;
  /** The spooler's own word: waiting or printing; done; unknown when it does not know the job any more. */
  jobState(job: string, printer: string): Promise<'waiting' | 'done' | 'unknown'>;
}
