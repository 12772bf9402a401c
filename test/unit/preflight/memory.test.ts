/** How the preflight program notices that a library gets no more memory. */
import { expect, it } from 'vitest';
import { watchMemory } from '../../../src/preflight/memory.ts';

it('notices a request for memory that is refused, and lets the others pass', () => {
  const own = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, 'grow')!;
  try {
    const seen = watchMemory();
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 3 });
    expect(memory.grow(1)).toBe(1);
    expect(seen.isFull).toBe(false);
    expect(() => memory.grow(2)).toThrow(RangeError);
    expect(seen.isFull).toBe(true);
  } finally {
    Object.defineProperty(WebAssembly.Memory.prototype, 'grow', own);
  }
});
