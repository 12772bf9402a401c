/** The bound on the memory of the preflight process's libraries, written into their modules. */
import { describe, expect, it } from 'vitest';
import { preflightLibraries, withMemoryBound } from '../../../src/main/labels/preflight-libraries.ts';

const begin = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const pageSize = 65_536;
/** A module with a memory of one page that may grow to 32,768, exported as `m`. */
const growing = [...begin, 5, 6, 1, 1, 1, 0x80, 0x80, 0x02, 7, 5, 1, 1, 0x6d, 2, 0];

function memoryOf(module: Uint8Array): WebAssembly.Memory {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(module)));
  return exports['m'] as WebAssembly.Memory;
}

describe('a bounded memory', () => {
  it('grows as far as it may and no further', () => {
    const free = memoryOf(new Uint8Array(growing));
    expect(free.grow(11)).toBe(1);
    const bounded = memoryOf(withMemoryBound(new Uint8Array(growing), 10 * pageSize));
    expect(bounded.grow(10)).toBe(1);
    expect(() => bounded.grow(1)).toThrow(RangeError);
    expect(bounded.buffer.byteLength).toBe(11 * pageSize);
  });

  it('leaves the module that it was made of as it is', () => {
    const module = new Uint8Array(growing);
    withMemoryBound(module, pageSize);
    expect([...module]).toEqual(growing);
  });

  it.each([
    ['has none', [...begin]],
    ['has no maximum', [...begin, 5, 3, 1, 0, 1]],
    ['has two', [...begin, 5, 9, 2, 1, 1, 0x80, 0x80, 0x02, 1, 1, 2]],
    ['may grow less already', [...begin, 5, 4, 1, 1, 1, 2]],
    ['ends in the middle', [...begin, 5, 6, 1, 1, 1, 0x80]],
  ])('is refused to a module that %s', (_what, module) => {
    expect(() => withMemoryBound(new Uint8Array(module), 10 * pageSize)).toThrow(RangeError);
  });

  it('is 300 MB more than at the start for both libraries, which still load', async () => {
    const { pdfium, zxing } = await preflightLibraries();
    const megabytes = 300 * 1024 * 1024;
    for (const library of [pdfium, zxing]) {
      const module = new WebAssembly.Module(new Uint8Array(library));
      expect(WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'memory')).toHaveLength(1);
      expect(Buffer.compare(withMemoryBound(library, megabytes), library)).toBe(0);
      expect(() => withMemoryBound(library, megabytes + pageSize)).toThrow(RangeError);
    }
  });
});
