import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changes, mutated, mutation } from '../../campaigns/sim/mutations/mutation.ts';
import { mutations, planted } from '../../campaigns/sim/planted.ts';

const root = join(import.meta.dirname, '../../..');
const sourceOf = (file: string) => readFileSync(join(root, 'src', file), 'utf8');

describe('a planted mistake', () => {
  it.each(mutations.map((one) => [one.name, one] as const))('%s finds each of its texts exactly once', (_name, one) => {
    for (const { file } of one.replacements) {
      const source = sourceOf(file);
      expect(mutated(one, file, source)).not.toBe(source);
    }
  });

  it('that no schedule shows names the test that sees it', () => {
    const tests = mutations.flatMap(({ seenBy }) => seenBy ?? []);
    expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('has a name of its own', () => {
    // Beside the mutations there are the two variants that no text stands for.
    expect(planted.size).toBe(mutations.length + 2);
  });

  it('fails with its name, its file and its text when the text is missing or stands there twice', () => {
    const gone = mutation('clock-gone', 'time stands still', 'main/system.ts', 'const now = 1;', '');
    expect(changes(gone, 'main/system.ts')).toBe(true);
    expect(changes(gone, 'main/chunks.ts')).toBe(false);
    expect(mutated(gone, 'main/system.ts', 'a; const now = 1; b')).toBe('a;  b');
    expect(() => mutated(gone, 'main/system.ts', 'const now  = 1;')).toThrow(
      'mutation clock-gone: its text is found 0 times in src/main/system.ts: const now = 1;',
    );
    expect(() => mutated(gone, 'main/system.ts', 'const now = 1; const now = 1;')).toThrow('found 2 times');
  });
});
