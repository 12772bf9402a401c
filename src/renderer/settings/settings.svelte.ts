/** This computer's settings, as saved and as being edited. */
import type { Backend } from '../../shared/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import { proxySetting, settings as schema, type ProxySetting, type Settings } from '../../shared/settings.ts';
import { asAppError } from '../lib/backend.ts';

export class SettingsForm {
  value = $state.raw<Settings | null>(null);
  /** Why reading failed. */
  error = $state.raw<AppError | null>(null);
  /** Why the last change was not saved. */
  notSaved = $state.raw<AppError | null>(null);
  /** Text of the field for the number of desks. */
  desks = $state('');
  /** The chosen kind of proxy, and the text of the address field. */
  proxyKind = $state<ProxySetting['kind']>('system');
  proxyAddress = $state('');
  readonly proxyFits = $derived.by(() => readProxy(this.proxyKind, this.proxyAddress) !== null);
  readonly desksFit = $derived.by(() => readDesks(this.desks) !== null);
  readonly #calls: Backend['settings'];

  constructor(calls: Backend['settings']) {
    this.#calls = calls;
  }

  /** Never throws: a failure is stored in `error`. */
  async load(): Promise<void> {
    try {
      this.#take(await this.#calls.get());
      this.error = null;
    } catch (error) {
      this.error = asAppError(error);
    }
  }

  /** Saves immediately. @returns whether it was saved; otherwise the reason is in `notSaved` */
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

  /** Saves the number of desks when it is valid and has changed. */
  async leaveDesks(): Promise<void> {
    const desksBehindThisAddress = readDesks(this.desks);
    if (desksBehindThisAddress === null || desksBehindThisAddress === this.value?.desksBehindThisAddress) return;
    await this.change({ desksBehindThisAddress });
  }

  /** Saves the proxy setting when it is complete and has changed. */
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

/** Parses the number of desks with the schema that main uses; null when invalid. */
function readDesks(typed: string): number | null {
  const read = schema.shape.desksBehindThisAddress.safeParse(/^\d+$/.test(typed.trim()) ? Number(typed) : undefined);
  return read.success ? read.data : null;
}

/** The edited proxy setting; null while the address is invalid. */
function readProxy(kind: ProxySetting['kind'], typed: string): ProxySetting | null {
  const address = typed.trim();
  const read = proxySetting.safeParse(kind === 'explicit' ? { kind, address } : { kind });
  return read.success ? read.data : null;
}
