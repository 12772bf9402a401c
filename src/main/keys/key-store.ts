/** Where keys are kept: the operating system's keychain, or this run's memory when there is none. */

export interface KeyStore {
  /** @throws AppError `keychain.unavailable` when the keychain does not answer in time or refuses */
  read(account: string): Promise<string | null>;
  /** @throws AppError `keychain.unavailable` */
  write(account: string, key: string): Promise<void>;
  /** @throws AppError `keychain.unavailable` */
  remove(account: string): Promise<void>;
}

/** A key as it is used: without blanks and line breaks around it. */
export function cleanKey(typed: string): string {
  return typed.trim();
}

/** Keys longer than this are not keys. */
export const longestKey = 4_096;

/** What is odd about a key, after {@link cleanKey}; a header can carry visible ASCII only. */
export function keyProblem(key: string): 'empty' | 'line-break' | 'odd-characters' | 'too-long' | null {
  if (key === '') return 'empty';
  if (key.length > longestKey) return 'too-long';
  if (/[\r\n]/.test(key)) return 'line-break';
  return /^[\x21-\x7e]+$/.test(key) ? null : 'odd-characters';
}
