/** What is still to be kept when the app closes: each part of the window says its own, and main waits for all of it. */

const kept = new Set<() => Promise<void>>();

/**
 * @param keep keeps what was typed and not kept yet
 * @returns takes it out again
 */
export function beforeClosing(keep: () => Promise<void>): () => void {
  kept.add(keep);
  return () => kept.delete(keep);
}

/** Done when everything is kept that can be. */
export async function keepEverything(): Promise<void> {
  await Promise.allSettled([...kept].map((keep) => keep()));
}
