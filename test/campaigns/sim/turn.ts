/**
 * Waits until all resolved promises have run: a tick comes when no promise is left to run, without a turn of the event
 * loop. It comes too early when no promise is being run, so the first tick is asked for by one.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    queueMicrotask(() => process.nextTick(resolve));
  });
}
