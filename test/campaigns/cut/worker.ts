/** A worker thread of `npm run cut`: processes one kind after the other. */
import { parentPort } from 'node:worker_threads';
import { cutKind, type Place, type Tally } from './campaign.ts';

export interface Task {
  name: string;
  /** Step between two cuts in bytes. 1: after every byte. */
  every: number;
  through: 'http' | 'cable';
}

/** All positions on both sides, including the ends. */
function places(request: number, answer: number, every: number): Place[] {
  const side = (name: Place['side'], length: number) =>
    Array.from({ length: Math.floor(length / every) + 1 }, (_, step): Place => ({ side: name, after: step * every }));
  return [...side('request', request), ...side('answer', answer)];
}

parentPort?.on('message', ({ name, every, through }: Task) => {
  cutKind(name, (request, answer) => places(request, answer, every), through).then(
    (tally: Tally) => parentPort?.postMessage(tally),
    (error: unknown) => {
      // Ends the thread, and therefore the run.
      throw error;
    },
  );
});
