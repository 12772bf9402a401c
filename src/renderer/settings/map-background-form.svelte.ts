/** The background of the map, as set and as being edited. */
import type { Backend } from '../../shared/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import { readTileAddress, type MapBackground } from '../../shared/map-background.ts';
import { asAppError } from '../lib/backend.ts';

export class MapBackgroundForm {
  /** Null until it is read. */
  value = $state.raw<MapBackground | null>(null);
  /** The chosen kind: one other than that of the value is not set yet. */
  kind = $state<MapBackground['kind']>('none');
  /** Text of the address field. */
  address = $state('');
  /** Why the last change was not made. */
  failed = $state.raw<AppError | null>(null);
  isWorking = $state(false);
  readonly read = $derived.by(() => readTileAddress(this.address));
  /** Whether the address in the field is the one that is set. */
  readonly isUsed = $derived.by(() => this.value?.kind === 'address' && this.value.address === this.address.trim());
  readonly #calls: Backend['map'];

  constructor(calls: Backend['map']) {
    this.#calls = calls;
  }

  /** Never throws: a failure is stored in `failed`. */
  load(): Promise<void> {
    return this.#take(() => this.#calls.background(), false);
  }

  /** After another kind was chosen: none is set at once, the others need a file or an address first. */
  async chooseKind(): Promise<void> {
    if (this.kind === 'none' && this.value?.kind !== 'none') await this.#take(() => this.#calls.turnOff(), true);
  }

  /** Main shows its file dialog. */
  chooseFile(): Promise<void> {
    return this.#take(() => this.#calls.chooseFile(), false);
  }

  /** Main asks once more, naming the host. */
  useAddress(): Promise<void> {
    return this.#take(() => this.#calls.setAddress({ address: this.address.trim() }), false);
  }

  /** @param follows whether the fields show what is set, also if something else was being edited */
  async #take(call: () => Promise<MapBackground>, follows: boolean): Promise<void> {
    this.isWorking = true;
    this.failed = null;
    try {
      const read = await call();
      // Read after the call: an effect that loads must not run again for each value that it loads.
      const before = this.value;
      this.value = read;
      if (!follows && JSON.stringify(before) === JSON.stringify(this.value)) return;
      this.kind = this.value.kind;
      if (this.value.kind === 'address') this.address = this.value.address;
    } catch (error) {
      this.failed = asAppError(error);
    } finally {
      this.isWorking = false;
    }
  }
}
