/** The custom properties that a file of stops can hold: those that are known, and those that its columns became. */
export class KnownProperties {
  readonly #listed: readonly string[];
  #taken = $state.raw<readonly string[]>([]);
  readonly names: readonly string[] = $derived.by(() => [
    ...this.#listed,
    ...this.#taken.filter((name) => !this.#listed.includes(name)),
  ]);

  /** @param listed ids of the properties that are defined, or that listed stops have */
  constructor(listed: readonly string[]) {
    this.#listed = listed;
  }

  /** Makes these properties known instead of those that columns were before. */
  readonly take = (names: readonly string[]): void => {
    // What is shown of rows depends on it, and most changes of columns are of others.
    if (names.length !== this.#taken.length || names.some((name, at) => name !== this.#taken[at])) this.#taken = names;
  };
}
