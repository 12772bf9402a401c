/** Settings of this computer that a view changes as a whole: read once, then changed here and stored. */
import type { Settings } from '../../shared/settings.ts';
import { backend } from './backend.ts';

export class Remembered<Name extends 'columnWidths' | 'depot' | 'panes' | 'tableLayouts' | 'tableViews'> {
  readonly #name: Name;
  readonly #usual: Settings[Name];
  #value = $state.raw<Settings[Name] | undefined>();
  #loading: Promise<Settings[Name]> | undefined;

  /** @param usual what holds when the settings cannot be read */
  constructor(name: Name, usual: Settings[Name]) {
    this.#name = name;
    this.#usual = usual;
  }

  /** Undefined until the settings are loaded. A computer that cannot read its settings has nothing remembered. */
  get value(): Settings[Name] | undefined {
    void this.#load();
    return this.#value;
  }

  /** @param change makes the new value out of what is remembered */
  async change(change: (before: Settings[Name]) => Settings[Name]): Promise<void> {
    const before = await this.#load();
    const after = change(this.#value ?? before);
    this.#value = after;
    // What is not remembered is set again in a moment; it is not worth a message.
    await backend.settings.set({ [this.#name]: after }).catch(() => undefined);
  }

  #load(): Promise<Settings[Name]> {
    this.#loading ??= backend.settings
      .get()
      .then(
        (settings) => settings[this.#name],
        () => this.#usual,
      )
      .then((value) => (this.#value = value));
    return this.#loading;
  }
}
