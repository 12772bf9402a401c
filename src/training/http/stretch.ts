/** The sum of what came within the last so many milliseconds, kept up to date instead of counted again. */
export class Stretch {
  readonly #milliseconds: number;
  readonly #at: number[] = [];
  readonly #amounts: number[] = [];
  /** What stands before it has left the stretch. */
  #first = 0;
  #sum = 0;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** @param now never earlier than before; what came exactly the length ago is outside */
  sum(now: number): number {
    while ((this.#at[this.#first] ?? Infinity) <= now - this.#milliseconds) {
      this.#sum -= this.#amounts[this.#first] ?? 0;
      this.#first += 1;
    }
    // Now and then, so that each costs next to nothing.
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
