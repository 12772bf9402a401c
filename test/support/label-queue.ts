/** The queue of a test's printer: made, and ready only when what is printed on it is drawn for the printer. */
import { execFileSync } from 'node:child_process';
import { encodeRequest, exchange, operations, type IppAnswer } from '../../src/main/labels/ipp.ts';
import { waitFor, type Started } from './processes.ts';

const getPrinterAttributes = 0x000b;

const printerOf = (answer: IppAnswer) => answer.groups.find((group) => group.has('printer-name'));

/**
 * Whether the printer at a port is the one with this name, and nobody else's.
 * @returns undefined as long as nobody answers
 * @throws Error when another one answers
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
 * Makes the queue and waits until it is complete. `lpadmin -m everywhere` returns before CUPS has asked the printer what
 * it takes: a job that comes sooner goes out as it is, the printer refuses it, and CUPS calls it done.
 */
export async function makeQueue(options: {
  queue: string;
  uri: string;
  /** Of CUPS' programs: they find the spooler by it. */
  env: NodeJS.ProcessEnv;
  spooler: Started;
  raw: boolean;
  /** The spooler does not wait for a second after each page until it has come out. */
  takesMany: boolean;
}): Promise<void> {
  const { queue, uri, env, spooler, raw, takesMany } = options;
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
    await waitFor('what the printer takes to be known to its queue', async () =>
      (await model()).includes('IPP Everywhere') ? true : undefined,
    );
  }
  // The spooler takes up the queue's filters once more with this, now that all of them are known.
  lpadmin('-v', takesMany ? `${uri}?waitjob=false` : uri);
  execFileSync('lpadmin', ['-d', queue], { env, stdio: 'pipe' });
}
