/** Printing through CUPS (Linux, macOS): `lp` with the media and no scaling, then the spooler's own word. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError } from '../../shared/errors.ts';
import type { Printer } from '../../shared/labels.ts';
import type { PrintBackEnd, PrintRequest } from './print-back-end.ts';

const execute = promisify(execFile);
const boundMilliseconds = 15_000;

async function run(program: string, args: string[]): Promise<string> {
  // The words of these programs are read below, so they must not be translated.
  const { stdout } = await execute(program, args, { timeout: boundMilliseconds, env: { ...process.env, LC_ALL: 'C' } });
  return stdout;
}

export const cupsBackEnd: PrintBackEnd = {
  async printers(): Promise<Printer[]> {
    try {
      const names = (await run('lpstat', ['-e'])).split('\n').filter((line) => line !== '');
      const preferred = /: (\S+)/.exec(await run('lpstat', ['-d']))?.[1];
      return names.map((name) => ({ name, description: name.replaceAll('_', ' '), isDefault: name === preferred }));
    } catch {
      // No spooler, or one without printers: both are "no printer" to a person.
      return [];
    }
  },

  async print(request: PrintRequest): Promise<string> {
    const printers = await this.printers();
    if (!printers.some((printer) => printer.name === request.printer)) {
      throw new AppError('printer.missing', { retry: 'after-change', detail: { name: request.printer } });
    }
    try {
      const said = await run('lp', [
        '-d',
        request.printer,
        '-t',
        request.title,
        '-o',
        'media=iso_a6_105x148mm',
        '-o',
        'print-scaling=none',
        '--',
        request.file,
      ]);
      const job = /request id is (\S+)/.exec(said)?.[1];
      if (job === undefined) throw new AppError('printer.failed', { detail: { name: request.printer } });
      return job;
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('printer.failed', { retry: 'after-change', detail: { name: request.printer }, cause: error });
    }
  },

  async jobState(job, printer) {
    try {
      const listed = (which: string) => run('lpstat', ['-W', which, '-o', printer]);
      const names = (text: string) => text.split('\n').map((line) => line.split(/\s/, 1)[0]);
      if (names(await listed('not-completed')).includes(job)) return 'waiting';
      return names(await listed('completed')).includes(job) ? 'done' : 'unknown';
    } catch {
      return 'unknown';
    }
  },
};

/** Where no spooler can be spoken to (Windows in this version): the label is saved as a PDF instead. */
export const noBackEnd: PrintBackEnd = {
  printers: () => Promise.resolve([]),
  print: (request) => Promise.reject(new AppError('printer.missing', { detail: { name: request.printer } })),
  jobState: () => Promise.resolve('unknown'),
};
