/** The table of kinds, held against what the design and the limits of the services say of each. */
import { describe, expect, it } from 'vitest';
import { aloneKinds, isCreate, liveKinds, operations, type EntryKind } from '../../../src/shared/outbox-kinds.ts';

const kinds = Object.keys(operations) as EntryKind[];
const those = (fits: (kind: EntryKind) => boolean) => kinds.filter(fits).sort();

describe('kinds of entries', () => {
  it('are named after their noun; orders have a service of their own', () => {
    for (const kind of kinds) {
      const { noun, service } = operations[kind];
      expect(kind.split('.')[0]).toBe(noun);
      expect(service).toBe(noun === 'orders' ? 'orders' : 'planning');
    }
  });

  it('travel a hundred in one request where the service has an import or a batch, else one by one', () => {
    const together = ['orders.create', 'orders.submit', 'orders.withdraw', 'stops.create', 'unassignedStops.create'];
    expect(those((kind) => operations[kind].together === 100)).toEqual(together);
    expect(those((kind) => operations[kind].together === 1)).toEqual(those((kind) => !together.includes(kind)));
  });

  it('go alone in their lane when they command the plan or delete it', () => {
    const alone = ['delete', 'distribute', 'optimize', 'redistribute', 'reoptimize', 'save'];
    expect(those((kind) => operations[kind].alone)).toEqual(alone.map((name) => `plans.${name}`));
    expect(aloneKinds.toSorted()).toEqual(alone.map((name) => `plans.${name}`));
    // Nothing of them is left unsaid.
    expect(those((kind) => typeof operations[kind].alone !== 'boolean')).toEqual([]);
  });

  it.each<[string, EntryKind[]]>([
    ['create', ['drivers.create', 'orders.create', 'plans.create', 'stops.create', 'unassignedStops.create']],
    ['edit', ['drivers.update', 'orders.update', 'plans.update', 'stops.update', 'unassignedStops.update']],
    ['delete', ['drivers.delete', 'orders.delete', 'plans.delete', 'stops.delete', 'unassignedStops.delete']],
    ['move', ['stops.move']],
    ['live-create', ['stops.liveCreate']],
    ['live-edit', ['stops.liveUpdate']],
    ['live-delete', ['stops.liveDelete']],
    ['submit', ['orders.submit']],
    ['withdraw', ['orders.withdraw']],
    ['operate', ['plans.optimize', 'plans.reoptimize']],
    ['announce', ['plans.distribute', 'plans.redistribute', 'plans.save']],
  ])('do what their name says: %s', (action, expected) => {
    expect(those((kind) => operations[kind].action === action)).toEqual(expected);
  });

  it.each<[string, EntryKind[]]>([
    ['marker', ['orders.create', 'stops.create', 'stops.liveCreate', 'stops.move', 'unassignedStops.create']],
    ['new-record', ['drivers.create', 'plans.create']],
    ['new-operation', ['plans.optimize', 'plans.reoptimize']],
    ['ask', ['plans.distribute', 'plans.redistribute', 'plans.save']],
  ])('are found again in doubt by what can be told of them: %s', (doubt, expected) => {
    expect(those((kind) => operations[kind].doubt === doubt)).toEqual(expected);
  });

  it('make a record, or wait for the next optimisation, as their action says', () => {
    expect(those(isCreate)).toEqual(
      ['create', 'live-create', 'move'].flatMap((action) => those((kind) => operations[kind].action === action)).sort(),
    );
    expect(liveKinds.toSorted()).toEqual(['stops.liveCreate', 'stops.liveDelete', 'stops.liveUpdate']);
  });
});
