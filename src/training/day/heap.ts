/** The events to come, in a binary heap: checking for a due event takes one comparison. */
export interface Event {
  /** Milliseconds since the epoch. */
  at: number;
  id: string;
}

export class Heap {
  readonly #events: Event[] = [];

  get next(): Event | undefined {
    return this.#events[0];
  }

  push(event: Event): void {
    let index = this.#events.push(event) - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      if (!this.#swapIfEarlier(index, above)) return;
      index = above;
    }
  }

  pop(): Event | undefined {
    const [first] = this.#events;
    const last = this.#events.pop();
    if (last && this.#events.length > 0) {
      this.#events[0] = last;
      for (let index = 0; ;) {
        const left = 2 * index + 1;
        const child = this.#at(left + 1) < this.#at(left) ? left + 1 : left;
        if (!this.#swapIfEarlier(child, index)) break;
        index = child;
      }
    }
    return first;
  }

  #at(index: number): number {
    return this.#events[index]?.at ?? Infinity;
  }

  #swapIfEarlier(lower: number, upper: number): boolean {
    const [one, other] = [this.#events[lower], this.#events[upper]];
    if (!one || !other || one.at >= other.at) return false;
    this.#events[lower] = other;
    this.#events[upper] = one;
    return true;
  }
}
