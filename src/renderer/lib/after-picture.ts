/** Leaves what can wait until the user has seen that a press was noticed. */

/**
 * Runs something once the window has drawn what it shows now.
 *
 * @returns cancels it; return it from `$effect`
 */
export function afterPicture(run: () => void): () => void {
  // What changes in the first of two frames would still be part of its picture.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run);
  });
  return () => cancelAnimationFrame(frame);
}
