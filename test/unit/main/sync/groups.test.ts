import { describe, expect, it } from 'vitest';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

/** Groups by kind, with how many are in each. @param typed what waits: kind of change and plan, in order */
function groupsOf(
  typed: readonly ['new' | 'edit', string][],
  wanted: { lanes: number; together: boolean; busy?: string },
) {
  const { intake, outbox } = coreInMemory();
  typed.forEach(([what, planId], number) => {
    if (what === 'new') intake.create('stops.create', planId, { address: { addressLineOne: `Quay ${number}` } });
    else intake.edit('stops.update', `${planId}/stops/s${number}`, planId, { notes: 'x' }, { notes: null });
  });
  const { lanes, together, busy } = wanted;
  const groups = outbox.groups({ lanes, together, isBusy: (lane) => lane === busy });
  return groups.map((group) => `${group[0]?.lane ?? ''} ${group.map(({ kind }) => kind).join('+')}`);
}

const [a, b] = ['plans/a', 'plans/b'];

describe('what is sent next', () => {
  it('of as many lanes as are wanted, busy ones left out', () => {
    const typed = [a, b].flatMap((plan): ['new', string][] => [
      ['new', plan],
      ['new', plan],
    ]);
    expect(groupsOf(typed, { lanes: 1, together: true })).toEqual(['plans/a stops.create+stops.create']);
    expect(groupsOf(typed, { lanes: 1, together: true, busy: a })).toEqual(['plans/b stops.create+stops.create']);
  });

  it('passes imports with what goes by itself, a new stop only where no other goes with it', () => {
    const alone = { lanes: 4, together: false };
    expect(
      groupsOf(
        [
          ['new', a],
          ['edit', a],
          ['new', a],
        ],
        alone,
      ),
    ).toEqual(['plans/a stops.update']);
    expect(
      groupsOf(
        [
          ['new', a],
          ['new', a],
          ['new', b],
        ],
        alone,
      ),
    ).toEqual(['plans/b stops.create']);
  });
});
