/** Checks the table of kinds against the design and the limits of the services. */
import { describe, expect, it } from 'vitest';
import { aloneKinds, isCreate, liveKinds, operations, type EntryKind } from '../../../src/shared/outbox-kinds.ts';

const kinds = Object.keys(operations) as EntryKind[];
const those = (fits: (kind: EntryKind) => boolean) => kinds.filter(fits).sort();

describe('kinds of entries', () => {
  it('are named after their noun, and orders have a separate service', () => {
    for (const kind of kinds) {
      const { noun, service } = operations[kind];
      expect(kind.split('.')[0]).toBe(noun);
      expect(service).toBe(noun === 'orders' ? 'orders' : 'planning');
    }
  });

  it('are sent up to a hundred per request, or fifty, if the service has an import or a batch, else one by one', () => {
    const orders = ['create', 'submit', 'withdraw'].map((name) => `orders.${name}`);
    const together = [...orders, 'stops.create', 'stops.liveCreate', 'unassignedStops.create'];
    expect(those((kind) => operations[kind].together === 100)).toEqual(together);
    expect(those((kind) => operations[kind].together === 50)).toEqual(['drivers.create']);
    const alone = those((kind) => kind !== 'drivers.create' && !together.includes(kind));
    expect(those((kind) => operations[kind].together === 1)).toEqual(alone);
  });

  it('are sent alone in their lane if they command or delete the plan', () => {
    const alone = ['delete', 'distribute', 'optimize', 'redistribute', 'reoptimize', 'save'];
    expect(those((kind) => operations[kind].alone)).toEqual(alone.map((name) => `plans.${name}`));
    expect(aloneKinds.toSorted()).toEqual(alone.map((name) => `plans.${name}`));
    // Every kind says whether it goes alone.
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
  ])('have the action of their name: %s', (action, expected) => {
    expect(those((kind) => operations[kind].action === action)).toEqual(expected);
  });

  it.each<[string, EntryKind[]]>([
    ['marker', ['orders.create', 'stops.create', 'stops.liveCreate', 'stops.move', 'unassignedStops.create']],
    ['new-record', ['drivers.create', 'plans.create']],
    ['new-operation', ['plans.optimize', 'plans.reoptimize']],
    ['ask', ['plans.distribute', 'plans.redistribute', 'plans.save']],
  ])('are identified after a doubt by: %s', (doubt, expected) => {
    expect(those((kind) => operations[kind].doubt === doubt)).toEqual(expected);
  });

  it('create a record or wait for the next optimisation according to their action', () => {
    expect(those(isCreate)).toEqual(
      ['create', 'live-create', 'move'].flatMap((action) => those((kind) => operations[kind].action === action)).sort(),
    );
    expect(liveKinds.toSorted()).toEqual(['stops.liveCreate', 'stops.liveDelete', 'stops.liveUpdate']);
  });
});
