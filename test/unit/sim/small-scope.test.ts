import { describe, expect, it } from 'vitest';
import type { Bug } from '../../../src/main/sync/bugs.ts';
import { walk } from '../../sim/choices-tree.ts';
import { pairNames } from '../../sim/small-pairs.ts';
import { walkPair } from '../../sim/small-scope.ts';

const bounds = { crashes: 1, faults: 1 };

describe('the tree of choices', () => {
  it('is walked to every leaf, once', async () => {
    const leaves: string[] = [];
    const { runs } = await walk((chooser) => {
      const first = chooser.choose(3);
      // The second choice is there on two of the three ways alone.
      const second = first === 1 ? 0 : chooser.choose(2);
      leaves.push(`${first}${second}`);
      return Promise.resolve();
    });
    expect(runs).toBe(5);
    expect(leaves.sort()).toEqual(['00', '01', '10', '20', '21']);
  });

  it('is not walked again from where a run has been with as much or more left', async () => {
    const walked: string[] = [];
    const { runs, states } = await walk((chooser) => {
      const first = chooser.choose(3, () => ({ name: 'begin', left: [2] }));
      // After 1 it is where it was after 0, with less left; after 2 it is elsewhere.
      const second = chooser.choose(2, () => ({ name: first === 2 ? 'there' : 'here', left: [2 - first] }));
      if (!chooser.isKnown) walked.push(`${first}${second}`);
      return Promise.resolve();
    });
    expect(walked.sort()).toEqual(['00', '01', '20', '21']);
    expect({ runs, states }).toEqual({ runs: 5, states: 3 });
  });
});

describe('two entries, one crash and one fault, in every way in which they can fall', () => {
  it.each(pairNames)(
    '%s: nothing is lost, doubled, stuck or asked',
    async (name) => {
      const { runs, wrong } = await walkPair(name, bounds);
      expect(wrong).toEqual([]);
      expect(runs).toBeGreaterThan(50);
    },
    30_000,
  );

  it.each([
    ['sending-is-queued', 'two stops of one plan'],
    ['no-sweep', 'two stops of two plans'],
    ['edit-overtakes-edit', 'two edits of one stop'],
  ] as const)(
    'the planted mistake %s is seen, where one fault and one crash can show it',
    async (bug, name) => {
      const { wrong } = await walkPair(name, bounds, new Set<Bug>([bug]));
      expect(wrong.length).toBeGreaterThan(0);
    },
    30_000,
  );
});
