/** Long work on the window's thread in time slices, so that the window can repaint between them. */

/** Longest slice in milliseconds: less than a frame. */
const sliceMilliseconds = 12;

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
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (!isWanted()) return false;
  }
  return true;
}
