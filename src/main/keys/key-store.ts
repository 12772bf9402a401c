/** Where keys are stored: the operating system's keychain, or memory for this run if there is none. */

export interface KeyStore {
  /**
   * @param late called if the keychain answers only after the call has timed out: asked again, it answers at once
   * @throws AppError `keychain.unavailable` when the keychain times out or refuses
   */
  read(account: string, late?: () => void): Promise<string | null>;
  /** @throws AppError `keychain.unavailable` */
  write(account: string, key: string): Promise<void>;
  /** @throws AppError `keychain.unavailable` */
  remove(account: string): Promise<void>;
}

/** Removes white space around a key. */
export function cleanKey(typed: string): string {
  return typed.trim();
}

/** Longer input is not a key. */
export const longestKey = 4_096;

/** The problem with a key after {@link cleanKey}, or null. A header can only contain visible ASCII. */
export function keyProblem(key: string): 'empty' | 'line-break' | 'odd-characters' | 'too-long' | null {
  if (key === '') return 'empty';
  if (key.length > longestKey) return 'too-long';
  if (/[\r\n]/.test(key)) return 'line-break';
  return /^[\x21-\x7e]+$/.test(key) ? null : 'odd-characters';
}
