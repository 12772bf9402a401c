/** Where updates of the app come from, as set and as being edited, and how far the newest one is. */
import type { Backend } from '../../shared/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import { channelName, readUpdateAddress, usualChannel, type UpdatesView } from '../../shared/updates.ts';
import { asAppError } from '../lib/backend.ts';

export class UpdatesForm {
  /** Null until it is read. */
  value = $state.raw<UpdatesView | null>(null);
  /** Texts of the fields. */
  address = $state('');
  channel = $state(usualChannel);
  /** Why the last call failed. */
  failed = $state.raw<AppError | null>(null);
  isWorking = $state(false);
  /** A look was asked for here and goes on, with the download of what it found. */
  isLooking = $state(false);
  readonly read = $derived.by(() => readUpdateAddress(this.address));
  readonly channelFits = $derived(channelName.test(this.channel.trim()));
  /** Whether the fields say what is set. */
  readonly isUsed = $derived.by(() => {
    const source = this.value?.source ?? null;
    if (source === null || 'problem' in this.read) return false;
    return source.address === this.read.address && source.channel === this.channel.trim();
  });
  readonly #calls: Backend['updates'];

  constructor(calls: Backend['updates']) {
    this.#calls = calls;
  }

  /** Main pushes each step of an update. */
  take(view: UpdatesView): void {
    this.value = view;
  }

  /** Never throws: a failure is stored in `failed`. */
  async load(): Promise<void> {
    await this.#call(() => this.#calls.get());
    const source = this.value?.source ?? null;
    if (source !== null) [this.address, this.channel] = [source.address, source.channel];
  }

  /** Keeps nothing else from being done: a download may take hours, and people turn it off. */
  async look(): Promise<void> {
    this.isLooking = true;
    this.failed = null;
    try {
      // The answer is not taken: main pushes each step, and what it has pushed meanwhile may be newer.
      await this.#calls.look();
    } catch (error) {
      this.failed = asAppError(error);
    }
    this.isLooking = false;
  }

  /** Main asks once more, naming the host. */
  use(): Promise<void> {
    return this.#call(() => this.#calls.setSource({ address: this.address.trim(), channel: this.channel.trim() }));
  }

  async turnOff(): Promise<void> {
    await this.#call(() => this.#calls.turnOff());
    if (this.failed === null) this.address = '';
  }

  install(): Promise<void> {
    return this.#call(() => this.#calls.install());
  }

  dontInstall(): Promise<void> {
    return this.#call(() => this.#calls.dontInstall());
  }

  async #call(call: () => Promise<UpdatesView>): Promise<void> {
    this.isWorking = true;
    this.failed = null;
    try {
      this.value = await call();
    } catch (error) {
      this.failed = asAppError(error);
    } finally {
      this.isWorking = false;
    }
  }
}
