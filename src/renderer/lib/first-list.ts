/** The first list of this window: what nobody waits for is loaded after it. */

/** Where the first screen is another one, nothing waits longer; in milliseconds. */
const longest = 1_000;

const { promise, resolve } = Promise.withResolvers<void>();
setTimeout(resolve, longest);

/** Resolves when the first list is on the screen. */
export const firstListShown: Promise<void> = promise;

/** The list is on the screen. */
export const firstListIsShown = (): void => resolve();
