/** The logic of the connection form. It knows the length of the keys, never the keys. */
import {
  type ConnectionKind,
  connectionKinds,
  type ConnectResult,
  type KeyCheck,
  type KeyEntry,
  readAddress,
} from '../../shared/connections.ts';
import type { AppError, EncodedError, ErrorCode } from '../../shared/errors.ts';
import { asAppError, backend } from '../lib/backend.ts';
import { errorLine, errorText } from '../lib/error-text.ts';
import { t } from '../../messages/index.ts';

export type ConnectField = 'address' | 'authority' | ConnectionKind;

const addressProblems = {
  empty: 'connections.addressEmpty',
  'not-https': 'connections.addressNotHttps',
  malformed: 'connections.addressMalformed',
} as const;

const notes = {
  none: null,
  trimmed: 'connections.noteTrimmed',
  'line-break': 'connections.noteLineBreak',
  'odd-characters': 'connections.noteOddCharacters',
  'too-long': 'connections.noteTooLong',
} as const satisfies Record<KeyEntry['note'], unknown>;

/** Texts for this form where the usual ones assume an open workspace. */
const hereWords: Partial<
  Record<ErrorCode, 'connections.keyRefused' | 'connections.unreachable' | 'connections.timeout'>
> = {
  'service.key-refused': 'connections.keyRefused',
  'line.unreachable': 'connections.unreachable',
  'line.timeout': 'connections.timeout',
};

/** The field that the user has to correct for an error. */
function fieldOf(error: EncodedError, kind: ConnectionKind | null): ConnectField | 'form' {
  if (error.code === 'connection.authority') return 'authority';
  if (
    error.code === 'connection.address' ||
    error.code === 'connection.not-confirmed' ||
    error.code.startsWith('line.')
  )
    return 'address';
  if (error.code === 'connection.no-key') return 'planning';
  return kind ?? 'form';
}

export class ConnectForm {
  address = $state('');
  authority = $state('');
  authorityName = $state<string | null>(null);
  advancedOpen = $state(false);
  busy = $state(false);
  entries = $state.raw<Readonly<Record<ConnectionKind, KeyEntry>>>({
    planning: { kind: 'planning', length: 0, note: 'none' },
    orders: { kind: 'orders', length: 0, note: 'none' },
  });
  /** Problem texts by field; `form` for problems of no single field. */
  errors = $state.raw<Partial<Record<ConnectField | 'form', string>>>({});
  /** For each key that the service has just accepted, a text saying where it is stored. */
  accepted = $state.raw<Partial<Record<ConnectionKind, string>>>({});

  constructor(address = '') {
    this.address = address;
  }

  /** Applies main's report on a key being entered. */
  takeEntry(entry: KeyEntry): void {
    this.entries = { ...this.entries, [entry.kind]: entry };
    this.#withoutError(entry.kind);
    this.accepted = { ...this.accepted, [entry.kind]: undefined };
  }

  /** The note below a key field: a warning, else that the key was accepted, else null. */
  noteOf(kind: ConnectionKind): string | null {
    const note = notes[this.entries[kind].note];
    return note === null ? (this.accepted[kind] ?? null) : t(note);
  }

  /** Reports a problem with the address when the field loses focus, unless it is empty. */
  checkAddress(): void {
    const read = readAddress(this.address);
    if ('origin' in read || read.problem === 'empty') this.#withoutError('address');
    else this.#withError('address', t(addressProblems[read.problem]));
  }

  async paste(kind: ConnectionKind): Promise<void> {
    await this.#entry(kind, () => backend.connections.pasteKey({ kind }));
  }

  async clear(kind: ConnectionKind): Promise<void> {
    await this.#entry(kind, () => backend.connections.clearKey({ kind }));
  }

  /** Focusing a key field does not clear the error of its key. */
  async begin(kind: ConnectionKind): Promise<void> {
    try {
      const entry = await backend.connections.beginKeyEntry({ kind });
      this.entries = { ...this.entries, [kind]: entry };
    } catch (error) {
      this.#withError(kind, errorLine(asAppError(error)));
    }
  }

  async end(): Promise<void> {
    await backend.connections.endKeyEntry().catch(() => undefined);
  }

  /** On leaving, main forgets keys that were entered but not used; otherwise the next form would send them unseen. */
  async leave(): Promise<void> {
    await this.end();
    await Promise.all(connectionKinds.map((kind) => this.clear(kind)));
  }

  /** Loads a certificate from a file that the user picks in main's dialog. */
  async loadAuthority(): Promise<void> {
    try {
      const chosen = await backend.connections.chooseAuthority();
      if (!chosen) return;
      this.authority = chosen.pem;
      this.authorityName = chosen.name;
      this.#withoutError('authority');
    } catch (error) {
      this.#withError('authority', errorLine(asAppError(error)));
    }
  }

  /**
   * Validates the input and lets main check the keys against the service.
   * @returns true when the workspace is open; otherwise the problems are in `errors`
   */
  async connect(): Promise<boolean> {
    if (this.busy) return false;
    this.errors = {};
    this.accepted = {};
    const address = readAddress(this.address);
    if ('problem' in address) this.#withError('address', t(addressProblems[address.problem]));
    if (connectionKinds.every((kind) => this.entries[kind].length === 0)) {
      this.#withError('planning', t('connections.oneKeyNeeded'));
    }
    if ('problem' in address || Object.keys(this.errors).length > 0) return false;
    this.busy = true;
    try {
      const authority = this.authority.trim();
      return this.#takeResult(
        await backend.connections.connect({
          address: address.origin,
          authority: authority === '' ? null : authority,
          // The keys are no part of the call, so only another gesture lets main check another key at the same address.
          gesture: crypto.randomUUID(),
        }),
      );
    } catch (error) {
      this.#takeError(asAppError(error), null);
      return false;
    } finally {
      this.busy = false;
    }
  }

  #takeResult({ connected, checks }: ConnectResult): boolean {
    for (const check of checks) this.#takeCheck(check);
    return connected;
  }

  #takeCheck(check: KeyCheck): void {
    if (check.result === 'failed') this.#takeError(check.error, check.kind);
    // A key that was cleared during its check is not kept.
    if (check.result !== 'accepted' || this.entries[check.kind].length === 0) return;
    const words = check.kept === 'keychain' ? 'connections.keyKeptInKeychain' : 'connections.keyKeptForSession';
    this.accepted = { ...this.accepted, [check.kind]: t(words) };
  }

  #takeError(error: AppError | EncodedError, kind: ConnectionKind | null): void {
    const field = fieldOf(error, kind);
    const here = hereWords[error.code];
    const text = here === undefined ? errorLine(error) : t(here);
    const { fromService } = errorText(error);
    this.#withError(field, error.code === 'service.refused' && fromService !== null ? `${text} ${fromService}` : text);
    if (field === 'authority' || error.code === 'line.certificate') this.advancedOpen = true;
  }

  async #entry(kind: ConnectionKind, ask: () => Promise<KeyEntry>): Promise<void> {
    try {
      this.takeEntry(await ask());
    } catch (error) {
      this.#withError(kind, errorLine(asAppError(error)));
    }
  }

  #withError(field: ConnectField | 'form', text: string): void {
    this.errors = { ...this.errors, [field]: text };
  }

  #withoutError(field: ConnectField): void {
    this.errors = Object.fromEntries(Object.entries(this.errors).filter(([name]) => name !== field));
  }
}
