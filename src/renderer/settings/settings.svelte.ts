/** The settings of this computer, as they are and as they are being changed. */
import type { Backend } from '../../shared/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import { settings as schema, type Settings } from '../../shared/settings.ts';
import { asAppError } from '../lib/backend.ts';

export class SettingsForm {
  value = $state.raw<Settings | null>(null);
  /** Why the settings could not be read. */
  error = $state.raw<AppError | null>(null);
  /** Why the last change was not saved. */
  notSaved = $state.raw<AppError | null>(null);
  /** The number of desks as it stands in the field. */
  desks = $state('');
  readonly desksFit = $derived.by(() => readDesks(this.desks) !== null);
  readonly #calls: Backend['settings'];

  constructor(calls: Backend['settings']) {
    this.#calls = calls;
  }

  /** Never throws: a failure stands in `error`. */
  async load(): Promise<void> {
    try {
      this.#take(await this.#calls.get());
      this.error = null;
    } catch (error) {
      this.error = asAppError(error);
    }
  }

  /** Saves at once. @returns whether it was saved; else `notSaved` says why */
  async change(part: Partial<Settings>): Promise<boolean> {
    this.notSaved = null;
    try {
      this.#take(await this.#calls.set(part));
      return true;
    } catch (error) {
      this.notSaved = asAppError(error);
      return false;
    }
  }

  /** Saves the number in the field when it is one and differs. */
  async leaveDesks(): Promise<void> {
    const desksBehindThisAddress = readDesks(this.desks);
    if (desksBehindThisAddress === null || desksBehindThisAddress === this.value?.desksBehindThisAddress) return;
    await this.change({ desksBehindThisAddress });
  }

  #take(value: Settings): void {
    this.value = value;
    this.desks = String(value.desksBehindThisAddress);
  }
}

/** A number of desks as typed, by the same schema main uses; null when it is none. */
function readDesks(typed: string): number | null {
  const read = schema.shape.desksBehindThisAddress.safeParse(/^\d+$/.test(typed.trim()) ? Number(typed) : undefined);
  return read.success ? read.data : null;
}
