/**
 * `npm run cut [-- --kind stops.create] [--every 1] [--cable] [--threads 2]`: cuts the connection to the training
 * service after every byte of the request and of the answer, for each kind of write. It compares the client's
 * classification with what the service did, lets the core recover on a manual clock, and reads the service back.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { kindNames, type Tally } from './campaign.ts';
import type { Task } from './worker.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', multiple: true },
    every: { type: 'string', default: '1' },
    cable: { type: 'boolean', default: false },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const names = values.kind ?? kindNames;
const unknown = names.filter((name) => !kindNames.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`cut: name some of: ${kindNames.join(', ')}\n`);
  process.exit(2);
}
const began = performance.now();
const tallies: Tally[] = [];

const columns = [
  'request',
  'answer',
  'cuts',
  'notSent',
  'inDoubt',
  'answered',
  'applied',
  'asked',
  'misjudged',
  'wrong',
] as const;
const line = (name: string, cells: readonly (string | number)[]) =>
  [name.padEnd(24), ...cells.map((cell) => String(cell).padStart(9))].join(' ');

function answerOf(worker: Worker, task: Task): Promise<Tally> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (tally: Tally) => {
      worker.off('error', reject);
      resolve(tally);
    });
    worker.postMessage(task);
  });
}

async function thread(next: Iterable<string>): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url));
  try {
    for (const name of next) {
      const task: Task = { name, every: Number(values.every), through: values.cable ? 'cable' : 'http' };
      const tally = await answerOf(worker, task);
      tallies.push(tally);
      say(
        line(
          name,
          columns.map((column) => tally[column]),
        ),
      );
      for (const what of tally.what) say(`    ${what}`);
    }
  } finally {
    await worker.terminate();
  }
}

say(
  values.cable
    ? 'Cut in the bytes of the cable, TLS and its handshake included; request and answer are those of one connection.'
    : 'Cut in the bytes of HTTP, between TLS and TLS.',
);
say(line('', columns));
const queue = names.values();
await Promise.all(Array.from({ length: Number(values.threads) }, () => thread(queue)));
const sum = (of: 'cuts' | 'misjudged' | 'wrong' | 'asked') => tallies.reduce((total, tally) => total + tally[of], 0);
const seconds = ((performance.now() - began) / 1_000).toFixed(0);
const counts = `cuts=${sum('cuts')} misjudged=${sum('misjudged')} lost-or-doubled=${sum('wrong')} asked=${sum('asked')}`;
say(`kinds=${tallies.length} ${counts} seconds=${seconds}`);
process.exit(sum('misjudged') + sum('wrong') === 0 && tallies.length === names.length ? 0 : 1);
