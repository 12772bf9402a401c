/** Whether what a press started is still in progress, so that its button shows it at once. */
export class Working {
  #count = $state(0);

  get isOn(): boolean {
    return this.#count > 0;
  }

  /** @param started what the handler of the press returned; anything but a promise is done already */
  follow(started: unknown): void {
    if (!(started instanceof Promise)) return;
    this.#count += 1;
    void started.finally(() => {
      this.#count -= 1;
    });
  }
}
