import { app } from 'electron';

/** @returns the memory that a process of the app has in use, in bytes; null: there is no such process (yet) */
export function memoryOf(pid: number): number | null {
  const metric = app.getAppMetrics().find((each) => each.pid === pid);
  return metric === undefined ? null : metric.memory.workingSetSize * 1024;
}
