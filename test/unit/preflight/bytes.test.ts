/** Bytes as texts and back, beside what Node makes of them. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bytesOf, hashOf, joined, lastIndexOf, latin1Of } from '../../../src/preflight/bytes.ts';

const all = Uint8Array.from({ length: 20_000 }, (_, index) => (index * 7) % 256);

describe('bytes', () => {
  it('are read as the characters with their numbers, however many there are', () => {
    expect(latin1Of(all)).toBe(Buffer.from(all).toString('latin1'));
    expect(latin1Of(new Uint8Array())).toBe('');
  });

  it('are joined in order', () => {
    expect(joined([bytesOf('one'), new Uint8Array(), bytesOf(' two')])).toEqual(bytesOf('one two'));
    expect(joined([])).toEqual(new Uint8Array());
  });

  it.each(['%%EOF', 'a %%EOF b %%EOF', '%%EOF %%EO', '%%%%EOF', '', '%%EO', 'EOF%%'])(
    'are searched for a text from the end, in %j',
    (text) => {
      expect(lastIndexOf(bytesOf(text), '%%EOF')).toBe(text.lastIndexOf('%%EOF'));
    },
  );

  it('have a hash', async () => {
    expect(await hashOf(all)).toBe(createHash('sha256').update(all).digest('hex'));
    expect(await hashOf(all.subarray(1, 3))).toBe(createHash('sha256').update(all.subarray(1, 3)).digest('hex'));
  });
});
