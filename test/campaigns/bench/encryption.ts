/**
 * Measures what encryption at rest would cost (docs/security.md): each page of a database file is enciphered with
 * AES-256-CBC and authenticated with HMAC-SHA512, as SQLCipher does it with a key that needs no derivation. The other
 * side of the ratio is the same work without: a page read from a file that the system has in memory, and one written.
 *
 *     npm run bench -- encryption
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { median } from './models/median.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Bytes of a page of SQLite; at the end of an enciphered one are its initial vector and its authentication code. */
const page = 4_096;
const vector = 16;
const code = 64;
const content = page - vector - code;
/** 80 MB. */
const pages = 20_000;
const rounds = 5;

const key = randomBytes(32);
const authenticationKey = randomBytes(32);
const authenticated = (bytes: Buffer) => createHmac('sha512', authenticationKey).update(bytes).digest();

function sealed(plain: Buffer): Buffer {
  const initial = randomBytes(vector);
  const cipher = createCipheriv('aes-256-cbc', key, initial).setAutoPadding(false);
  const hidden = Buffer.concat([cipher.update(plain.subarray(0, content)), cipher.final(), initial]);
  return Buffer.concat([hidden, authenticated(hidden)]);
}

function opened(stored: Buffer): Buffer {
  const hidden = stored.subarray(0, page - code);
  if (!timingSafeEqual(authenticated(hidden), stored.subarray(page - code))) throw new Error('a page was altered');
  const decipher = createDecipheriv('aes-256-cbc', key, hidden.subarray(content)).setAutoPadding(false);
  return Buffer.concat([decipher.update(hidden.subarray(0, content)), decipher.final()]);
}

/** The middle of several runs, in microseconds per page. */
function perPage(work: (index: number) => void): number {
  const taken = Array.from({ length: rounds }, () => {
    const began = performance.now();
    for (let index = 0; index < pages; index += 1) work(index);
    return ((performance.now() - began) * 1_000) / pages;
  });
  return median(taken);
}

const folder = mkdtempSync(join(tmpdir(), 'depot-desk-encryption-'));
try {
  const plain = randomBytes(page);
  const stored = sealed(plain);
  if (!opened(stored).equals(plain.subarray(0, content))) throw new Error('a page did not come back as it was');
  const plainFile = openSync(join(folder, 'plain'), 'w+');
  const sealedFile = openSync(join(folder, 'sealed'), 'w+');
  const buffer = Buffer.alloc(page);
  const at = (index: number) => index * page;
  const written = perPage((index) => void writeSync(plainFile, plain, 0, page, at(index)));
  const writtenSealed = perPage((index) => void writeSync(sealedFile, sealed(plain), 0, page, at(index)));
  const read = perPage((index) => void readSync(plainFile, buffer, 0, page, at(index)));
  const readSealed = perPage((index) => {
    readSync(sealedFile, buffer, 0, page, at(index));
    opened(buffer);
  });
  closeSync(plainFile);
  closeSync(sealedFile);

  const line = (what: string, without: number, withIt: number) =>
    say(
      `    ${what}: ${without.toFixed(1)} µs without, ${withIt.toFixed(1)} µs with encryption, ratio ${(withIt / without).toFixed(1)}; ${((withIt - without) / 1_000 / (page / 2 ** 20)).toFixed(1)} ms more per megabyte`,
    );
  say(
    `${pages.toLocaleString('en')} pages of 4 KiB, the middle of ${rounds} runs, files that the system has in memory:`,
  );
  line('read a page', read, readSealed);
  line('write a page', written, writtenSealed);
  say('Not in it: what a database engine does with a page besides, and a derivation of the key from a password.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
