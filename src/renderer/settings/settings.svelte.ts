/** The settings of this computer, as they are and as they are being changed. */
import type { Backend } from '../../shared/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import { proxySetting, settings as schema, type ProxySetting, type Settings } from '../../shared/settings.ts';
import { asAppError } from '../lib/backend.ts';

export class SettingsForm {
  value = $state.raw<Settings | null>(null);
  /** Why the settings could not be read. */
  error = $state.raw<AppError | null>(null);
  /** Why the last change was not saved. */
  notSaved = $state.raw<AppError | null>(null);
  /** The number of desks as it stands in the field. */
  desks = $state('');
  /** The way to the service as it is chosen, and the proxy's address as it stands in the field. */
  proxyKind = $state<ProxySetting['kind']>('system');
  proxyAddress = $state('');
  readonly proxyFits = $derived.by(() => readProxy(this.proxyKind, this.proxyAddress) !== null);
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

  /** Saves the way to the service when it is whole and differs. */
  async leaveProxy(): Promise<void> {
    const proxy = readProxy(this.proxyKind, this.proxyAddress);
    if (proxy === null || JSON.stringify(proxy) === JSON.stringify(this.value?.proxy)) return;
    await this.change({ proxy });
  }

  #take(value: Settings): void {
    this.value = value;
    this.desks = String(value.desksBehindThisAddress);
    this.proxyKind = value.proxy.kind;
    if (value.proxy.kind === 'explicit') this.proxyAddress = value.proxy.address;
  }
}

/** A number of desks as typed, by the same schema main uses; null when it is none. */
function readDesks(typed: string): number | null {
  const read = schema.shape.desksBehindThisAddress.safeParse(/^\d+$/.test(typed.trim()) ? Number(typed) : undefined);
  return read.success ? read.data : null;
}

/** The way to the service as chosen and typed; null while the proxy's address is none. */
function readProxy(kind: ProxySetting['kind'], typed: string): ProxySetting | null {
  const address = typed.trim();
  const read = proxySetting.safeParse(kind === 'explicit' ? { kind, address } : { kind });
  return read.success ? read.data : null;
}
