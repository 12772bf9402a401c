/** Work that begins after a pause. A later call replaces what has not begun, and all callers wait for the later one. */
export class AfterPause {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: PromiseWithResolvers<void> | null = null;
  readonly #milliseconds: number;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** @returns when the work, or what replaced it, has ended: also when it failed or was given up */
  begin(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    const waiting = (this.#waiting ??= Promise.withResolvers<void>());
    this.#timer = setTimeout(() => {
      this.#waiting = null;
      void work().then(
        () => waiting.resolve(),
        () => waiting.resolve(),
      );
    }, this.#milliseconds);
    return waiting.promise;
  }

  /** Gives up what has not begun. */
  end(): void {
    clearTimeout(this.#timer);
    this.#waiting?.resolve();
    this.#waiting = null;
  }
}
