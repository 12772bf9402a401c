/** The notifications that the window receives after commits. */
import { describe, expect, it } from 'vitest';
import { ChangeFeed } from '../../../../src/main/outbox/change-feed.ts';
import type { StorageChange, StoredEntry, StoredRecord } from '../../../../src/main/db/outbox-storage.ts';
import type { Noun } from '../../../../src/shared/outbox-kinds.ts';
import { VirtualSystem } from '../../../fixtures/virtual-system.ts';

const recordOf = (noun: Noun, id: string, parentId = '', serverId: string | null = null): StoredRecord => ({
  ...{ id, noun, parentId, serverId, marker: '', markerIsOurs: true, content: '{}' },
});

/** @param records the records of the outbox, each with an entry of the same id */
function start(records: StoredRecord[], old?: { id: string; planId: string }) {
  const system = new VirtualSystem();
  const told: string[] = [];
  const feed = new ChangeFeed({
    system,
    storage: {
      record: (id) => records.find((one) => one.id === id),
      ownerOf: (serverId) => records.find((one) => one.serverId === serverId),
      justWritten(id) {
        const record = records.find((one) => one.id === id);
        return record && ({ ...record, recordId: id, progress: old === undefined ? null : { old } } as StoredEntry);
      },
    },
    tell: (what, planId) => told.push(`${planId ?? 'any'}: ${what.toSorted().join(' ')}`),
    wake: () => told.push('wake'),
  });
  return { system, feed, told };
}

const entry = (id: string, state: 'queued' | 'sending'): StorageChange => ({ do: 'change-entry', id, set: { state } });

describe('a change notification', () => {
  it.each<[Noun, string, string]>([
    ['orders', '', 'any: orders outbox'],
    ['drivers', '', 'any: drivers outbox plans'],
    ['unassignedStops', '', 'any: outbox plans unassignedStops'],
    ['stops', 'plans/p1', 'plans/p1: outbox plans stops'],
  ])('of %s names their list and those that count or mention them', async (noun, parentId, expected) => {
    const { system, feed, told } = start([recordOf(noun, 'r1', parentId)]);
    feed.committed([entry('r1', 'sending')]);
    expect(told).toEqual([]);
    await system.advance(0);
    expect(told).toEqual([expected]);
  });

  it('names a plan created here by both of its ids, and its stops as well', async () => {
    const plan = recordOf('plans', 'local', '', 'plans/p1');
    const { system, feed, told } = start([plan, recordOf('stops', 's1', 'local')]);
    feed.committed([{ do: 'change-record', id: 'local', set: { serverId: 'plans/p1' } }]);
    feed.committed([{ do: 'add-record', record: recordOf('stops', 's1', 'local') }]);
    await system.advance(0);
    expect(told).toEqual(['local: outbox plans stops', 'plans/p1: outbox plans stops']);
  });

  it('names it by both when its stops were changed or read under the id of the service', async () => {
    const plan = recordOf('plans', 'local', '', 'plans/p1');
    const { system, feed, told } = start([plan, recordOf('stops', 's1', 'plans/p1')]);
    feed.committed([entry('s1', 'sending')]);
    await system.advance(0);
    feed.add(['stops'], 'plans/p1');
    await system.advance(0);
    expect(told).toEqual([
      ...['local: outbox plans stops', 'plans/p1: outbox plans stops'],
      ...['local: stops', 'plans/p1: stops'],
    ]);
  });

  it('names both plans of a moved stop', async () => {
    const { system, feed, told } = start([recordOf('stops', 's1', 'plans/p2')], { id: 's0', planId: 'plans/p1' });
    feed.committed([entry('s1', 'sending')]);
    await system.advance(0);
    expect(told).toEqual(['plans/p2: outbox plans stops', 'plans/p1: outbox plans stops']);
  });

  it('goes to every plan for a record of unknown origin or with a changed place', async () => {
    const { system, feed, told } = start([recordOf('stops', 's1', 'plans/p2')]);
    feed.committed([{ do: 'change-record', id: 's1', set: { parentId: 'plans/p2' } }]);
    await system.advance(0);
    expect(told).toEqual(['any: stops', 'plans/p2: outbox plans stops']);
  });

  it('is sent once per turn of the event loop, and merged for many plans', async () => {
    const stops = Array.from({ length: 9 }, (_, at) => recordOf('stops', `s${at}`, `plans/p${at}`));
    const { system, feed, told } = start(stops);
    feed.committed(stops.slice(0, 8).map((record) => ({ do: 'add-record', record })));
    feed.committed([{ do: 'add-record', record: stops[0]! }]);
    await system.advance(0);
    expect(told).toHaveLength(8);
    feed.committed(stops.map((record) => ({ do: 'add-record', record })));
    feed.add(['drafts']);
    await system.advance(0);
    expect(told.slice(8)).toEqual(['any: drafts outbox plans stops']);
  });

  it('is not sent after the close', async () => {
    const { system, feed, told } = start([recordOf('orders', 'o1')]);
    feed.committed([entry('o1', 'queued')]);
    feed.close();
    await system.advance(0);
    expect(told).toEqual([]);
  });
});

describe('the outbox wakes', () => {
  it.each<[string, StorageChange, boolean]>([
    ['for a new entry', { do: 'add-entry', entry: { id: 'o1' } as never }, true],
    ['for one that waits again', entry('o1', 'queued'), true],
    ['not for one that leaves', entry('o1', 'sending'), false],
    ['not for one of which only a moment is noted', { do: 'change-entry', id: 'o1', set: { sweepAt: 1 } }, false],
  ])('%s', async (_, change, wakes) => {
    const { system, feed, told } = start([recordOf('orders', 'o1')]);
    feed.committed([change]);
    await system.advance(0);
    expect(told.includes('wake')).toBe(wakes);
  });
});
