/** Unsaved input at shutdown: each part of the window registers its own save, and main waits for all of them. */

const kept = new Set<() => Promise<void>>();

/**
 * @param keep saves the input that is not saved yet
 * @returns a function that unregisters `keep`
 */
export function beforeClosing(keep: () => Promise<void>): () => void {
  kept.add(keep);
  return () => kept.delete(keep);
}

/** Resolves when every save has finished or failed. */
export async function keepEverything(): Promise<void> {
  await Promise.allSettled([...kept].map((keep) => keep()));
}
