/** Bytes as texts and back, with what a browser has too. */

/** Each byte as the character with its number. */
export function latin1Of(bytes: Uint8Array): string {
  // A call takes a limited number of arguments.
  const atOnce = 8_192;
  let text = '';
  for (let from = 0; from < bytes.length; from += atOnce) {
    text += String.fromCharCode(...bytes.subarray(from, from + atOnce));
  }
  return text;
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The bytes of all parts, one after the other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Where the text begins for the last time; -1: nowhere. @param text ASCII, not empty */
export function lastIndexOf(bytes: Uint8Array, text: string): number {
  const wanted = bytesOf(text);
  for (
    let at = bytes.lastIndexOf(wanted[0] ?? 0);
    at !== -1;
    at = at === 0 ? -1 : bytes.lastIndexOf(wanted[0] ?? 0, at - 1)
  ) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

/** SHA-256, as hexadecimal digits. */
export async function hashOf(bytes: Uint8Array): Promise<string> {
  // A copy: the digest takes nothing that could be shared.
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
