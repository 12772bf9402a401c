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
  /** Texts of the fields for the offset of labels, in millimetres. */
  right = $state('');
  down = $state('');
  readonly proxyFits = $derived.by(() => readProxy(this.proxyKind, this.proxyAddress) !== null);
  readonly desksFit = $derived.by(() => readDesks(this.desks) !== null);
  readonly rightFits = $derived.by(() => readOffset(this.right) !== null);
  readonly downFits = $derived.by(() => readOffset(this.down) !== null);
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

  /** Saves the proxy setting when it is complete and has changed. Main asks about a proxy, naming its host. */
  async leaveProxy(): Promise<void> {
    const proxy = readProxy(this.proxyKind, this.proxyAddress);
    if (proxy === null || JSON.stringify(proxy) === JSON.stringify(this.value?.proxy)) return;
    if ((await this.change({ proxy })) || this.notSaved?.code !== 'proxy.not-confirmed') return;
    // The choice says again what is used. The address stays in its field for the next try.
    this.proxyKind = this.value?.proxy.kind ?? this.proxyKind;
  }

  /** Saves an offset of labels when it is valid and has changed. */
  async leaveOffset(side: 'right' | 'down'): Promise<void> {
    const { value } = this;
    const offset = readOffset(this[side]);
    if (value === null || offset === null || offset === value.labelProfile[side]) return;
    await this.change({ labelProfile: { ...value.labelProfile, [side]: offset } });
  }

  /** A field takes its value if that was changed: what is half typed into the others is not saved yet. */
  #take(value: Settings): void {
    // Read after the call: an effect that loads must not run again for each value that it loads.
    const before = this.value;
    this.value = value;
    const { labelProfile, desksBehindThisAddress, proxy } = value;
    if (before?.labelProfile.right !== labelProfile.right) this.right = String(labelProfile.right);
    if (before?.labelProfile.down !== labelProfile.down) this.down = String(labelProfile.down);
    if (before?.desksBehindThisAddress !== desksBehindThisAddress) this.desks = String(desksBehindThisAddress);
    if (JSON.stringify(before?.proxy) === JSON.stringify(proxy)) return;
    this.proxyKind = proxy.kind;
    if (proxy.kind === 'explicit') this.proxyAddress = proxy.address;
  }
}

/** Parses millimetres; null when the text is invalid or out of range. */
function readOffset(typed: string): number | null {
  const value = Number(typed.replace(',', '.'));
  return typed.trim() !== '' && Math.abs(value) <= 10 ? value : null;
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
