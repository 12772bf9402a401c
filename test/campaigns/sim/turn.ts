/**
 * Waits for one turn of the event loop, shared by all schedules of a thread. All resolved promises have run by then.
 */
let waiting: (() => void)[] = [];

export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length > 1) return;
    setImmediate(() => {
      const ready = waiting;
      waiting = [];
      for (const go of ready) go();
    });
  });
}
