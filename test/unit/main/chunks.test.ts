import { describe, expect, it } from 'vitest';
import { inChunks } from '../../../src/main/chunks.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';

describe('chunked work', () => {
  it('lets other work run between two chunks', async () => {
    const system = new VirtualSystem();
    const seen: (string | number[])[] = [];
    const done = inChunks(system, [1, 2, 3, 4, 5], 2, (part) => seen.push(part));
    system.after(0, () => seen.push('a click'));
    await system.advance(1);
    await done;
    expect(seen).toEqual([[1, 2], [3, 4], 'a click', [5]]);
  });

  it('stops at a chunk that fails and keeps the finished ones', async () => {
    const system = new VirtualSystem();
    const seen: number[] = [];
    const done = inChunks(system, [1, 2, 3], 1, ([item = 0]) => {
      if (item === 2) throw new Error('the disk is full');
      seen.push(item);
    });
    const refused = expect(done).rejects.toThrow('the disk is full');
    await system.advance(1);
    await refused;
    expect(seen).toEqual([1]);
  });
});
