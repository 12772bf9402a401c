/**
 * Printing through CUPS (Linux, macOS) with IPP. A job is first created without a document, so its name can be stored
 * before anything can print. Even if the app is killed at any moment, it knows which jobs it sent.
 */
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { AppError } from '../../shared/errors.ts';
import type { Printer } from '../../shared/labels.ts';
import {
  encodeRequest,
  exchange,
  isDone,
  jobName,
  notFound,
  notPossible,
  operations,
  type Attribute,
  type IppAnswer,
} from './ipp.ts';
import type { Stock } from '../../preflight/stock.ts';
import type { JobState, PrintBackEnd, PrintRequest } from './print-back-end.ts';
import { spooler } from './spooler.ts';

/** PWG names of the sizes (PWG 5101.1). */
const media: Record<Stock, string> = { a6: 'iso_a6_105x148mm', '4x6': 'na_index-4x6_4x6in', a4: 'iso_a4_210x297mm' };

/**
 * An option of CUPS' filter that renders for printers without PDF support. By default it inks each dot that a bar
 * touches, and a bar between dots becomes one or two dots too wide.
 */
const dotsByTheirMiddle = 'center-of-pixel';

const user = (): Attribute => ['name', 'requesting-user-name', userInfo().username];
const addressOf = (printer: string): string => `/printers/${encodeURIComponent(printer)}`;
const printerUri = (printer: string): Attribute => ['uri', 'printer-uri', `ipp://localhost${addressOf(printer)}`];

const ask = (path: string, operation: number, attributes: Attribute[], job?: Attribute[], document?: Uint8Array) =>
  exchange(spooler(), path, encodeRequest(operation, attributes, job, document));

const first = (answer: IppAnswer, name: string) => answer.groups.find((group) => group.has(name))?.get(name)?.[0];

type Attributes = IppAnswer['groups'][number];

/** Reasons that the user cannot do anything about. */
const noHindrance = new Set(['none', 'cups-waiting-for-job-completed', 'connecting-to-device']);
/** States of printers of RFC 8011, 5.4.11. */
const printerStates = { processing: 4, stopped: 5 } as const;
/**
 * Reasons that stop printing until someone goes to the printer (RFC 8011, 5.4.12). Their severity suffix is ignored:
 * CUPS says `media-jam-warning` if the printer said `media-jam`.
 */
const inTheWay = new Set([
  ...['media-empty', 'media-jam', 'media-needed', 'cover-open', 'door-open', 'interlock-open', 'input-tray-missing'],
  ...['output-area-full', 'marker-supply-empty', 'toner-empty', 'paused', 'shutdown', 'offline'],
]);
/** No label takes this long, in seconds. */
const longest = 30;

/**
 * Why a printer does not print, as keywords. Null while it works. Either its queue reports that it stopped, or the
 * queue keeps reporting that it prints while the printer is out of paper or off: the spooler then retries for ever and
 * reports nothing.
 */
export function standstillOf(group: Attributes): string[] | null {
  const reasons = (group.get('printer-state-reasons') ?? []).map(String).filter((reason) => !noHindrance.has(reason));
  const state = group.get('printer-state')?.[0];
  const isInTheWay = (reason: string) => inTheWay.has(reason.replace(/-(error|warning|report)$/, ''));
  if (state === printerStates.stopped || reasons.some(isInTheWay)) return reasons;
  const since = Number(group.get('printer-up-time')?.[0]) - Number(group.get('printer-state-change-time')?.[0]);
  return state === printerStates.processing && since >= longest ? ['busy-for-long'] : null;
}

function printerOf(group: Attributes, preferred: unknown): Printer {
  const name = String(group.get('printer-name')?.[0]);
  return {
    name,
    description: String(group.get('printer-info')?.[0] ?? name),
    isDefault: name === preferred,
    stopped: standstillOf(group),
    tried: process.platform === 'linux',
  };
}

/** The state of a job as its spooler says it (RFC 8011, 5.3.7). `gone` if the answer names none. */
export function stateOf(answer: IppAnswer): JobState {
  const state = first(answer, 'job-state');
  const reasons = answer.groups.flatMap((group) => group.get('job-state-reasons') ?? []);
  if (state === 9) return 'done';
  if (state === 7 || state === 8) return 'failed';
  // Created, but the document has not arrived. CUPS calls such a job held.
  if (first(answer, 'number-of-documents') === 0 || reasons.includes('job-incoming')) return 'empty';
  if (state === 4) return 'held';
  // CUPS stops a job whose filter failed, and prints the jobs behind it.
  if (state === 6) return 'stuck';
  return typeof state === 'number' ? 'waiting' : 'gone';
}

export const cupsBackEnd: PrintBackEnd = {
  namesJobsFirst: true,
  placesPages: false,

  async printers(): Promise<Printer[]> {
    try {
      const preferred = first(await ask('/', operations.getDefaultPrinter, [user()]), 'printer-name');
      const { groups } = await ask('/', operations.getPrinters, [user()]);
      return groups.filter((group) => group.has('printer-name')).map((group) => printerOf(group, preferred));
    } catch {
      // No spooler, or one without printers: the user sees "no printer" in both cases.
      return [];
    }
  },

  async print(request: PrintRequest, named): Promise<void> {
    const { printer, title, stock } = request;
    const failed = (cause?: unknown) =>
      new AppError('printer.failed', {
        retry: 'after-change',
        detail: { name: printer },
        ...(cause === undefined ? {} : { cause }),
      });
    try {
      const document = await readFile(request.file);
      const created = await ask(
        addressOf(printer),
        operations.createJob,
        [printerUri(printer), user(), ['name', 'job-name', jobName(title)]],
        [
          ['keyword', 'media', media[stock]],
          ['keyword', 'print-scaling', 'none'],
          ['boolean', dotsByTheirMiddle, true],
          ['integer', 'copies', 1],
          // A queue may print on both sides by default, and the next part would begin on the back of the one before.
          ['keyword', 'sides', 'one-sided'],
        ],
      );
      if (created.status === notFound) {
        throw new AppError('printer.missing', { retry: 'after-change', detail: { name: printer } });
      }
      const id = first(created, 'job-id');
      if (!isDone(created) || typeof id !== 'number') throw failed();
      named(String(id));
      const sent = await ask(
        addressOf(printer),
        operations.sendDocument,
        [
          printerUri(printer),
          ['integer', 'job-id', id],
          user(),
          ['mimeType', 'document-format', 'application/pdf'],
          ['boolean', 'last-document', true],
        ],
        [],
        document,
      );
      if (!isDone(sent)) throw failed();
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw failed(error);
    }
  },

  async jobState(job, printer): Promise<JobState> {
    try {
      const answer = await ask(addressOf(printer), operations.getJobAttributes, [
        printerUri(printer),
        ['integer', 'job-id', Number(job)],
        user(),
      ]);
      if (answer.status === notFound) return 'gone';
      return isDone(answer) ? stateOf(answer) : 'silent';
    } catch {
      return 'silent';
    }
  },

  async takeOut(job, printer): Promise<boolean> {
    try {
      const attributes: Attribute[] = [printerUri(printer), ['integer', 'job-id', Number(job)], user()];
      const { status } = await ask(addressOf(printer), operations.cancelJob, attributes);
      // A job that is finished or unknown is not printed either.
      return isDone({ status }) || status === notPossible || status === notFound;
    } catch {
      return false;
    }
  },
};
