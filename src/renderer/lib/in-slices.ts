/** Long work on the window's thread in time slices, so that the window can repaint between them. */

/** Longest slice in milliseconds: less than a frame. */
const sliceMilliseconds = 12;

const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

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
    await pause();
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
    await pause();
    if (!isWanted()) return undefined;
  }
}
