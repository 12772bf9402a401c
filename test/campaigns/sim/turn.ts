/** One turn of the event loop for all schedules of a thread together: everything that is resolved has run by then. */
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
