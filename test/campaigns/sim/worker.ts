/** A worker thread of the simulation. It applies the schedules' mutation before it loads the core. */
import { parentPort, workerData } from 'node:worker_threads';
import { endOfWork } from './end-of-work.ts';
import type { Mutation } from './mutations/mutation.ts';
import { plant } from './plant.ts';
import type { Task } from './run-task.ts';

const mutation = workerData as Mutation | null;
if (mutation !== null) plant(mutation);
const { runTask } = await import('./run-task.ts');

parentPort?.on('message', (task: Task | typeof endOfWork) => {
  if (task === endOfWork) {
    parentPort?.close();
    return;
  }
  const trace = (line: string) => parentPort?.postMessage(line);
  void runTask(task, trace).then((tally) => parentPort?.postMessage(tally));
});
