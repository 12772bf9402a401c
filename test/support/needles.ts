/** Searches for a secret in every encoding it could have leaked in. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Needle {
  form: string;
  bytes: Buffer;
}

/**
 * The base64 forms of a text inside a longer base64 text, one per alignment, without the edges that depend on
 * neighbouring bytes.
 */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((shift) => {
    const shifted = Buffer.from('x'.repeat(shift) + text)
      .toString('base64')
      .replaceAll('=', '');
    return shifted.slice(shift === 0 ? 0 : shift + 1, -2);
  });
}

/** Every form of a secret to search for: plain, base64, url-encoded, its first 8 characters, UTF-16. */
export function needlesOf(secret: string): Needle[] {
  const utf8 = (form: string, text: string) => ({ form, bytes: Buffer.from(text) });
  return [
    utf8('plain', secret),
    utf8('first 8 characters', secret.slice(0, 8)),
    { form: 'UTF-16', bytes: Buffer.from(secret, 'utf16le') },
    { form: 'first 8 characters in UTF-16', bytes: Buffer.from(secret.slice(0, 8), 'utf16le') },
    utf8('url-encoded', encodeURIComponent(secret)),
    ...base64Forms(secret).map((text) => utf8('base64', text)),
    ...base64Forms(`${secret}:`).map((text) => utf8('base64 with a colon', text)),
    utf8('base64url', Buffer.from(secret).toString('base64url')),
  ];
}

/** @returns one line per form found */
export function findIn(where: string, content: Buffer | string, needles: readonly Needle[]): string[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return needles.filter((needle) => bytes.includes(needle.bytes)).map((needle) => `${where}: ${needle.form}`);
}

/** Searches every file below a folder. */
export function findInFiles(folder: string, needles: readonly Needle[]): { found: string[]; fileCount: number } {
  const found: string[] = [];
  let fileCount = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    // Skips sockets, dangling links, and files that vanish during the search.
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
    fileCount += 1;
    found.push(...findIn(name, readFileSync(file), needles));
  }
  return { found, fileCount };
}
