/** A thread of `npm run cut`: kind after kind, as it is told. */
import { parentPort } from 'node:worker_threads';
import { cutKind, type Place, type Tally } from './campaign.ts';

export interface Task {
  name: string;
  /** Every so many bytes; 1: each. */
  every: number;
  through: 'http' | 'cable';
}

/** All places of one side, the end included. */
function places(request: number, answer: number, every: number): Place[] {
  const side = (name: Place['side'], length: number) =>
    Array.from({ length: Math.floor(length / every) + 1 }, (_, step): Place => ({ side: name, after: step * every }));
  return [...side('request', request), ...side('answer', answer)];
}

parentPort?.on('message', ({ name, every, through }: Task) => {
  cutKind(name, (request, answer) => places(request, answer, every), through).then(
    (tally: Tally) => parentPort?.postMessage(tally),
    (error: unknown) => {
      // Ends the thread, and with it the run.
      throw error;
    },
  );
});
