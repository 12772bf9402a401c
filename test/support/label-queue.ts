/** Creates a print queue and waits until its jobs are rendered for the printer. */
import { execFileSync } from 'node:child_process';
import { encodeRequest, exchange, operations, type IppAnswer } from '../../src/main/labels/ipp.ts';
import { waitFor, type Started } from './processes.ts';

const getPrinterAttributes = 0x000b;

const printerOf = (answer: IppAnswer) => answer.groups.find((group) => group.has('printer-name'));

/**
 * Whether the printer at a port has the expected name.
 * @returns undefined while nothing answers
 * @throws Error when another printer answers
 */
export async function printerAnswers(port: number, name: string): Promise<true | undefined> {
  const request = encodeRequest(getPrinterAttributes, [['uri', 'printer-uri', `ipp://localhost:${port}/ipp/print`]]);
  const answer = await exchange({ host: '127.0.0.1', port }, '/ipp/print', request).catch(() => undefined);
  if (answer === undefined) return undefined;
  const found = printerOf(answer)?.get('printer-name')?.[0];
  if (found !== name) throw new Error(`port ${port} has another printer: ${String(found)} instead of ${name}`);
  return true;
}

/**
 * Creates the queue and waits until it is complete. `lpadmin -m everywhere` returns before CUPS has queried the
 * printer's capabilities: an earlier job is sent unchanged, the printer refuses it, and CUPS marks it as completed.
 */
export async function makeQueue(options: {
  queue: string;
  uri: string;
  /** Environment of the CUPS programs, with which they find the spooler. */
  env: NodeJS.ProcessEnv;
  spooler: Started;
  raw: boolean;
  /** The spooler does not wait a second per page until it has been printed. */
  takesMany: boolean;
  /** Prints on both sides unless a job asks for one. */
  duplex: boolean;
}): Promise<void> {
  const { queue, uri, env, spooler, raw, takesMany, duplex } = options;
  const lpadmin = (...args: string[]) => void execFileSync('lpadmin', ['-p', queue, ...args], { env, stdio: 'pipe' });
  await waitFor('the spooler', () => {
    if (spooler.child.exitCode !== null) throw new Error('the spooler ended');
    try {
      lpadmin('-E', '-v', uri, ...(raw ? [] : ['-m', 'everywhere']));
      return true;
    } catch {
      return undefined; // not ready yet
    }
  });
  const [, port = ''] = (env['CUPS_SERVER'] ?? '').split(':');
  const model = async () => {
    const answer = await exchange(
      { host: 'localhost', port: Number(port) },
      '/',
      encodeRequest(operations.getPrinters, []),
    );
    return String(printerOf(answer)?.get('printer-make-and-model')?.[0]);
  };
  if (!raw) {
    await waitFor('the queue to know the capabilities of the printer', async () =>
      (await model()).includes('IPP Everywhere') ? true : undefined,
    );
  }
  // Makes the spooler load the queue's filters again, now that all of them are known.
  lpadmin('-v', takesMany ? `${uri}?waitjob=false` : uri);
  // The default of the printer itself does not count: CUPS sends that of the queue with each job.
  if (duplex) lpadmin('-o', 'sides-default=two-sided-long-edge', '-o', 'Duplex=DuplexNoTumble');
  execFileSync('lpadmin', ['-d', queue], { env, stdio: 'pipe' });
}
