/** The looks for doubles of a file that are under way: nothing is saved before it is known what is there already. */
export class Looks {
  #count = $state(0);
  /** One has ended: what is known now is at most looked up again. */
  haveEnded = $state(false);
  /** Counts files. */
  #file = 0;

  get areOn(): boolean {
    return this.#count > 0;
  }

  /** Starts with another file: looks for the one before it count no more. */
  begin(): void {
    this.#file += 1;
    this.#count = 0;
    this.haveEnded = false;
  }

  /** @throws what the look throws */
  async during(look: () => Promise<void>): Promise<void> {
    const file = this.#file;
    this.#count += 1;
    try {
      await look();
    } finally {
      if (file === this.#file) {
        this.#count -= 1;
        this.haveEnded = true;
      }
    }
  }
}
