/** The lists say under which id a record was shown before the service took it. */
import { expect, it } from 'vitest';
import { driverColumns } from '../../../src/main/db/drivers.ts';
import { planColumns } from '../../../src/main/db/plans.ts';
import { stopColumns } from '../../../src/main/db/stops.ts';
import { unassignedColumns } from '../../../src/main/db/unassigned-stops.ts';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { driver } from '../../../src/shared/drivers.ts';
import type { EntryKind, Noun } from '../../../src/shared/outbox-kinds.ts';
import { plan } from '../../../src/shared/plans.ts';
import { stop } from '../../../src/shared/stops.ts';
import { unassignedStop } from '../../../src/shared/unassigned-stops.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);
const marker = 'dd-0197';

async function opened() {
  const { cache, outbox } = await openedCache(temporaryFolder(), now);
  /** A record that was entered here. @param serverId null: its request was not answered yet */
  const entered = (noun: Noun, serverId: string | null, parentId = '') => {
    const id = `local-${noun}`;
    const record = { id, noun, parentId, serverId, marker, markerIsOurs: true, content: '{}' };
    const entry = { id: `entry-${noun}`, recordId: id, kind: `${noun}.create` as EntryKind, lane: noun };
    outbox.entries.commit([
      { do: 'add-record', record },
      { do: 'add-entry', entry: { ...entry, createdAt: now, body: null, base: null, progress: null } },
      { do: 'change-entry', id: entry.id, set: { state: serverId === null ? 'sending' : 'acknowledged' } },
    ]);
  };
  /** What was first seen on the service and changed here. */
  const changed = (noun: Noun, serverId: string) =>
    outbox.entries.commit([
      {
        do: 'add-record',
        record: {
          ...{ id: `local-edit-${noun}`, noun, parentId: '', serverId, marker: '' },
          ...{ markerIsOurs: false, content: '{}' },
        },
      },
    ]);
  return { cache, entered, changed };
}

const ids = ({ rows }: { rows: { id: string; localId?: string }[] }) => rows.map(({ id, localId }) => [id, localId]);
const address = { addressLineOne: 'Lindenallee 1' };
const recipient = { externalId: marker };

it.each([
  ['once its record knows its id', 'plans/p1/stops/s1'],
  ['by its marker until then', null],
])('names a stop of a plan %s', async (_, serverId) => {
  const { cache, entered, changed } = await opened();
  entered('stops', serverId, 'plans/p1');
  changed('stops', 'plans/p1/stops/s2');
  const rows = [stop.parse({ id: 'plans/p1/stops/s1', address, recipient }), stop.parse({ id: 'plans/p1/stops/s2' })];
  await cache.putStops(
    'plans/p1',
    rows.map((one) => storedRow(one, stopColumns(one))),
    now,
  );
  expect(ids(await cache.listStops('plans/p1', 0, 10))).toEqual([
    ['plans/p1/stops/s1', 'local-stops'],
    ['plans/p1/stops/s2', undefined],
  ]);
});

it.each([
  ['once its record knows its id', 'unassignedStops/u1'],
  ['by its marker until then', null],
])('names a stop without a plan %s', async (_, serverId) => {
  const { cache, entered, changed } = await opened();
  entered('unassignedStops', serverId);
  changed('unassignedStops', 'unassignedStops/u2');
  const rows = [
    unassignedStop.parse({ id: 'unassignedStops/u1', address, recipient }),
    unassignedStop.parse({ id: 'unassignedStops/u2' }),
  ];
  await cache.putUnassignedStops(
    rows.map((one) => storedRow(one, unassignedColumns(one))),
    now,
  );
  expect(ids(await cache.listUnassignedStops(0, 10))).toEqual([
    ['unassignedStops/u1', 'local-unassignedStops'],
    ['unassignedStops/u2', undefined],
  ]);
});

it('names a plan and a driver', async () => {
  const { cache, entered, changed } = await opened();
  entered('plans', 'plans/p1');
  changed('plans', 'plans/p2');
  entered('drivers', 'drivers/d1');
  changed('drivers', 'drivers/d2');
  const plans = ['p1', 'p2'].map((id) => plan.parse({ id: `plans/${id}`, title: id, drivers: [], routes: [] }));
  const drivers = ['d1', 'd2'].map((id) => driver.parse({ id: `drivers/${id}`, name: id }));
  await cache.putPlans(
    plans.map((one) => storedRow(one, planColumns(one))),
    now,
  );
  await cache.putDrivers(
    drivers.map((one) => storedRow(one, driverColumns(one))),
    now,
  );
  expect(ids(await cache.listPlans())).toEqual([
    ['plans/p1', 'local-plans'],
    ['plans/p2', undefined],
  ]);
  expect(ids(await cache.listDrivers())).toEqual([
    ['drivers/d1', 'local-drivers'],
    ['drivers/d2', undefined],
  ]);
});
