/** A sample of `npm run documents`: label documents with small mistakes, each checked or refused within its bounds. */
import { randomInt } from 'node:crypto';
import { expect, inject, it, onTestFinished } from 'vitest';
import { DocumentChecks } from '../../campaigns/documents/checks.ts';
import { mutated, originals } from '../../campaigns/documents/mutated.ts';
import { preflightAsChild } from '../../fixtures/preflight-process.ts';

const count = 40;

it(
  'checks or refuses each of some changed documents within five seconds and 300 MB',
  { timeout: 120_000 },
  async () => {
    const seed = randomInt(2 ** 31);
    const all = await originals();
    const checks = new DocumentChecks(preflightAsChild(inject('programs').preflight));
    onTestFinished(() => checks.close());
    const kinds = new Set<string>();
    for (let index = 0; index < count; index += 1) {
      const { bytes, how } = mutated(all, seed + index);
      const { kind, faults } = await checks.check(bytes, index);
      kinds.add(kind);
      expect(faults, `npm run documents -- --documents 1 --seed ${seed} --from ${index}: ${how}`).toEqual([]);
    }
    // Some are still readable, and some are not.
    expect(kinds.has('checked')).toBe(true);
    expect(kinds.size).toBeGreaterThan(1);
  },
);

it('changes the same document in the same way for a seed', async () => {
  const all = await originals();
  expect(mutated(all, 7)).toEqual(mutated(all, 7));
  expect(mutated(all, 7).bytes).not.toEqual(mutated(all, 8).bytes);
});
