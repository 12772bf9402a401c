import { stripTypeScriptTypes } from 'node:module';
import { runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import { acceptedKeys, lastCampaigns, staleAccepted } from '../../campaigns/mutate/known.ts';
import { told } from '../../campaigns/mutate/mutant.ts';
import { instrumented } from '../../campaigns/mutate/points.ts';
import { sourceOf, subjects } from '../../campaigns/mutate/subjects.ts';
import { tryMutant } from '../../campaigns/mutate/switch.ts';

const mutantsOf = (code: string) => instrumented('a.ts', code, 0).mutants.map(told);

/** What a piece of code gives with one mutant after the other in it; null: with none. */
function givenBy(code: string): Map<string, unknown> {
  const { code: written, mutants } = instrumented('a.ts', code, 0);
  const found = new Map<string, unknown>();
  for (const mutant of [null, ...mutants]) {
    tryMutant(mutant?.id ?? null);
    found.set(mutant === null ? 'none' : mutant.kind, runInThisContext(`${written}; given();`));
  }
  return found;
}

it('finds conditions, boundaries, sums, statements, awaits, transactions and what is left out', () => {
  expect(mutantsOf('if (isLate && at < 5) return at + by;')).toEqual([
    'src/a.ts:1: constant changed: 5 → 6',
    'src/a.ts:1: boundary moved: at < 5 → at <= 5',
    'src/a.ts:1: condition negated: isLate && at < 5 → !(isLate && at < 5)',
    'src/a.ts:1: early end dropped: isLate && at < 5 → false',
    'src/a.ts:1: and and or exchanged: isLate && at < 5 → isLate || at < 5',
    'src/a.ts:1: calculated otherwise: at + by → at - by',
  ]);
  expect(mutantsOf('storage.commit(changes);')).toEqual([
    'src/a.ts:1: transaction split: storage.commit(changes) → (changes).forEach((each) => storage.commit([each]))',
    'src/a.ts:1: statement dropped: storage.commit(changes); → nothing',
  ]);
  expect(mutantsOf('const a = await b;')).toEqual(['src/a.ts:1: await removed: await b → b']);
  expect(mutantsOf('set(a, { ...b, state });')).toContain('src/a.ts:1: part left out: state → nothing');
});

it('leaves types, imports, and what is only said alone', () => {
  expect(mutantsOf("import { a } from './b.ts';\ntype C = 1 | 2;\nlet d: 3;")).toEqual([]);
  expect(mutantsOf('throw new Error(`${1 + 1}`);')).toEqual([]);
});

it('changes what the code does to that one mistake, and to nothing without one', () => {
  const given = givenBy('function given() { return [3, 1, 2].filter((each) => each > 1); }');
  expect(given.get('none')).toEqual([3, 2]);
  expect(given.get('condition inverted')).toEqual([1]);
  expect(given.get('boundary moved')).toEqual([3, 1, 2]);
  expect(givenBy('function given() { return { ...{ state: "a" } }; }').get('part left out')).toEqual({});
});

it('writes every subject so that it can still be read, with at least 1,500 mutants in all', () => {
  let from = 0;
  const all = subjects().flatMap((file) => {
    const { code, mutants } = instrumented(file, sourceOf(file), from);
    expect(() => stripTypeScriptTypes(code)).not.toThrow();
    from += mutants.length;
    return mutants;
  });
  expect(all.length).toBeGreaterThan(1_500);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(staleAccepted(all)).toEqual([]);
});

it('knows the files that a campaign went through, and no survivor twice as open and as accepted', () => {
  const campaigns = lastCampaigns();
  const files = new Set(subjects());
  expect([...campaigns.keys()].filter((file) => !files.has(file))).toEqual([]);
  for (const { mutants, killed, survivors } of campaigns.values()) {
    expect(mutants - killed).toBeGreaterThanOrEqual(survivors.length);
    expect(survivors.filter((key) => acceptedKeys.has(key))).toEqual([]);
  }
});
