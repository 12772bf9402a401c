/** The tables of `npm run attacks`: the campaign takes hours, and a text that the source no longer has would end it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guards } from '../../campaigns/attacks/guards.ts';
import { rows } from '../../campaigns/attacks/rows.ts';
import { mutated } from '../../campaigns/sim/mutations/mutation.ts';

const root = join(import.meta.dirname, '..', '..', '..');

it('have tests and a guard for each of the 27 rows', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 27 }, (_, index) => index + 1));
  const guarded = new Set(guards.map(({ row }) => row));
  expect(rows.filter(({ number, tests }) => tests.length === 0 || !guarded.has(number))).toEqual([]);
});

it('name files that exist, and each guard once', () => {
  const files = [...rows.flatMap(({ tests }) => tests), ...guards.map(({ test }) => test)].map(({ file }) => file);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length);
});

it.each(guards.map((guard) => [guard.name, guard] as const))('find the text that %s removes', (_name, guard) => {
  for (const file of new Set(guard.replacements.map((each) => each.file))) {
    const source = readFileSync(join(root, 'src', file), 'utf8');
    expect(mutated(guard, file, source)).not.toBe(source);
  }
});
