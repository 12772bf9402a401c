/** Accesses the keychain with keytar, which is loaded lazily. Calls have a timeout and run one at a time. */
import { AppError } from '../../shared/errors.ts';
import type { System } from '../system.ts';
import type { KeyStore } from './key-store.ts';

type Keytar = typeof import('keytar');

const serviceName = 'Depot Desk';
/** A locked or missing keychain may never answer, and each call blocks a thread of the pool for files and DNS. */
const boundMilliseconds = 5_000;
const timeout = 'timeout';

export class Keychain implements KeyStore {
  private readonly system: System;
  private readonly load: () => Promise<Keytar>;
  private outstanding: Promise<unknown> | null = null;

  constructor(system: System, load = loadKeytar) {
    this.system = system;
    this.load = load;
  }

  read(account: string, late?: () => void): Promise<string | null> {
    return this.call((keytar) => keytar.getPassword(serviceName, account), late);
  }

  async write(account: string, key: string): Promise<void> {
    await this.call((keytar) => keytar.setPassword(serviceName, account, key));
  }

  async remove(account: string): Promise<void> {
    await this.call((keytar) => keytar.deletePassword(serviceName, account));
  }

  private async call<Result>(use: (keytar: Keytar) => Promise<Result>, late?: () => void): Promise<Result> {
    let cancel: (() => void) | undefined;
    let isLate = false;
    const bound = new Promise<never>((_resolve, reject) => {
      cancel = this.system.after(boundMilliseconds, () => {
        isLate = true;
        reject(unavailable(timeout));
      });
    });
    try {
      // A hanging call still blocks its thread, and a second one would block another. Several callers may be waiting.
      while (this.outstanding !== null) await Promise.race([this.outstanding.catch(() => undefined), bound]);
      const current = this.load().then(use);
      this.outstanding = current;
      const settle = () => {
        if (this.outstanding === current) this.outstanding = null;
      };
      current.then(() => {
        settle();
        if (isLate) late?.();
      }, settle);
      return await Promise.race([current, bound]);
    } catch (error) {
      throw error instanceof AppError ? error : unavailable(error);
    } finally {
      cancel?.();
    }
  }
}

async function loadKeytar(): Promise<Keytar> {
  const loaded = (await import('keytar')) as Keytar & { default?: Keytar };
  return loaded.default ?? loaded;
}

/** What was asked of the keychain may still be done after that. */
export const isTimeout = (error: unknown): boolean => error instanceof AppError && error.cause === timeout;

function unavailable(cause: unknown): AppError {
  return new AppError('keychain.unavailable', { cause });
}
