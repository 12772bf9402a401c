/** Long work on the window's thread in time slices, so that the window can repaint and answer between them. */

/** Longest slice in milliseconds: half a frame. */
const sliceMilliseconds = 8;

/**
 * One of so many turns lets everything else that waits go first: what goes on after `scheduler.yield` precedes timers
 * and main's answers, which would wait for the end of the work otherwise.
 */
const patientEvery = 4;
let turns = 0;

/** A turn after all that waits now. A timer would take four milliseconds each time. */
function patientTurn(): Promise<void> {
  return new Promise((resolve) => {
    // A channel of its own: Node answers the messages of one channel together, before any timer.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** Ends the turn of the event loop, and goes on in a later one. */
function nextTurn(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  turns += 1;
  return scheduler?.yield === undefined || turns % patientEvery === 0 ? patientTurn() : scheduler.yield();
}

/**
 * Does something with each item, yielding to the event loop between slices.
 *
 * @param progress called after each slice with the number of items done
 * @param isWanted checked after each slice; the rest is dropped once it answers false
 * @returns false when the rest was dropped
 */
export async function inSlices<Item>(
  items: readonly Item[],
  work: (item: Item) => void,
  { progress, isWanted }: { progress: (done: number) => void; isWanted: () => boolean },
): Promise<boolean> {
  const rest = items.values();
  let done = 0;
  while (done < items.length) {
    const end = performance.now() + sliceMilliseconds;
    while (done < items.length && performance.now() < end) {
      const next = rest.next();
      if (next.done !== true) work(next.value);
      done += 1;
    }
    progress(done);
    if (done < items.length) await nextTurn();
    if (!isWanted()) return false;
  }
  return true;
}

/** Work in steps, each far shorter than a slice. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does all steps at once. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Does the steps in slices, yielding to the event loop between them.
 *
 * @param isWanted checked after each slice; the rest is dropped once it answers false
 * @param longest of a slice, in milliseconds
 * @returns undefined when the rest was dropped
 */
export async function stepsInSlices<Result>(
  steps: Steps<Result>,
  isWanted: () => boolean,
  longest = sliceMilliseconds,
): Promise<Result | undefined> {
  for (;;) {
    const end = performance.now() + longest;
    while (performance.now() < end) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
    await nextTurn();
    if (!isWanted()) return undefined;
  }
}
