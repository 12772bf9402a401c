/** A running sum over a sliding window of time. */
export class Stretch {
  readonly #milliseconds: number;
  readonly #at: number[] = [];
  readonly #amounts: number[] = [];
  /** Index of the first entry that is still in the window. */
  #first = 0;
  #sum = 0;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** @param now must not decrease; an entry exactly as old as the window is outside */
  sum(now: number): number {
    while ((this.#at[this.#first] ?? Infinity) <= now - this.#milliseconds) {
      this.#sum -= this.#amounts[this.#first] ?? 0;
      this.#first += 1;
    }
    // Compacts rarely, so that the amortized cost is negligible.
    if (this.#first > 1_000 && this.#first * 2 > this.#at.length) {
      this.#at.splice(0, this.#first);
      this.#amounts.splice(0, this.#first);
      this.#first = 0;
    }
    return this.#sum;
  }

  add(now: number, amount: number): void {
    this.#at.push(now);
    this.#amounts.push(amount);
    this.#sum += amount;
  }
}
