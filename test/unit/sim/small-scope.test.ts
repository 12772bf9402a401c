import { describe, expect, it } from 'vitest';
import { walk, type Tree } from '../../campaigns/sim/choices-tree.ts';
import { planted } from '../../campaigns/sim/planted.ts';
import { pairNames, type PairName } from '../../campaigns/sim/small-pairs.ts';
import { walkPair } from '../../campaigns/sim/small-scope.ts';
import type { SmallAnswer } from '../../campaigns/sim/small-worker.ts';
import { walkPairs } from '../../campaigns/sim/threads.ts';

const bounds = { crashes: 1, faults: 1 };

interface Place {
  name: string;
  /** How much is left, as the bits of all that it covers. */
  covers: number;
}

/** A tree of which `ways` says where each place leads by each choice; null is an end. */
function treeOf(ways: Record<string, (Place | null)[]>, begin: Place): { tree: Tree<Place>; walked: string[] } {
  const walked: string[] = [];
  const tree: Tree<Place> = {
    begins: [begin],
    run(from, chooser) {
      const choice = chooser.choose(ways[from.name]?.length ?? 0);
      walked.push(`${from.name}${choice}`);
      return Promise.resolve(ways[from.name]?.[choice] ?? null);
    },
    nameOf: ({ name }) => name,
    coversOf: ({ covers }) => covers,
  };
  return { tree, walked };
}

describe('the tree of choices', () => {
  it('is walked by every way, once', async () => {
    const at = (name: string) => ({ name, covers: 1 });
    const { tree, walked } = treeOf({ a: [at('b'), at('c'), null], b: [null, at('c')], c: [null] }, at('a'));
    expect(await walk(tree)).toEqual({ runs: 6, states: 3, endless: 0 });
    expect(walked.sort()).toEqual(['a0', 'a1', 'a2', 'b0', 'b1', 'c0']);
  });

  it('is gone on from again where more is left than before', async () => {
    const ways = {
      a: [
        { name: 'c', covers: 0b01 },
        { name: 'b', covers: 0b01 },
      ],
      b: [{ name: 'c', covers: 0b11 }],
    };
    const { tree, walked } = treeOf({ ...ways, c: [null] }, { name: 'a', covers: 0b11 });
    await walk(tree);
    expect(walked).toEqual(['a0', 'a1', 'c0', 'b0', 'c0']);
  });

  it('tells of ways that lead round for ever', async () => {
    const at = (name: string) => ({ name, covers: 1 });
    const { tree } = treeOf({ a: [at('b'), null], b: [at('c'), null], c: [at('b'), null] }, at('a'));
    expect((await walk(tree)).endless).toBe(1);
  });
});

describe('two entries, one crash and one fault, in every way in which they can fall', () => {
  it.each(pairNames)(
    '%s: nothing is lost, doubled, stuck or asked',
    async (name) => {
      const { runs, wrong, endless } = await walkPair(name, bounds);
      expect(wrong).toEqual([]);
      expect(endless).toBe(0);
      expect(runs).toBeGreaterThan(50);
    },
    30_000,
  );

  it.each([
    ['sending-is-queued', 'two stops of one plan'],
    ['no-sweep', 'two stops of two plans'],
    ['edit-overtakes-edit', 'two edits of one stop'],
    ['pending-forgotten', 'a live stop and its live edit'],
    ['pending-is-done', 'a live edit and a live deletion'],
  ] as const)(
    'the planted mistake %s is seen, where one fault and one crash can show it',
    async (mistake, name) => {
      const answers: SmallAnswer[] = [];
      await walkPairs([name], bounds, 1, (_name, answer) => void answers.push(answer), planted.get(mistake));
      expect(answers[0]?.wrong.length).toBeGreaterThan(0);
    },
    30_000,
  );
});

describe('what was met before', () => {
  async function endsOf(name: PairName, crashes: number, faults: number, merges: boolean): Promise<string[]> {
    const ends = new Set<string>();
    await walkPair(name, { crashes, faults }, { merges, ended: (end) => void ends.add(end) });
    return [...ends].sort();
  }

  // By states that are told apart too little, ends would be missed; by what a state does not bring along, others be met.
  it.each([
    ...pairNames.map((name) => [name, 1, 1] as const),
    ['two stops of two plans', 0, 2],
    ['two stops of two plans', 2, 0],
    ['a stop and its move', 0, 2],
    ['a stop and its move', 2, 0],
  ] as const)(
    'leaves out no end that whole runs from the beginning come to: %s, %i crashes, %i faults',
    async (name, crashes, faults) => {
      expect(await endsOf(name, crashes, faults, true)).toEqual(await endsOf(name, crashes, faults, false));
    },
    60_000,
  );
});
