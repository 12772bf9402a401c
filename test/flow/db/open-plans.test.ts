/** Which plans are open at the end of their day, from the cached plans and stops and the outbox. */
import { expect, it } from 'vitest';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { planColumns } from '../../../src/main/db/plans.ts';
import { stopColumns } from '../../../src/main/db/stops.ts';
import { plan } from '../../../src/shared/plans.ts';
import { stop } from '../../../src/shared/stops.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);
const today = { day: 15, month: 6, year: 2026 };
const distributed = true;

const aPlan = (id: string, more: object = {}) => {
  const item = plan.parse({ id: `plans/${id}`, title: id, starts: today, distributed: false, ...more });
  return storedRow(item, planColumns(item));
};

const stopsOf = (id: string, kinds: readonly object[]) =>
  kinds.map((more, at) => {
    const item = stop.parse({ id: `plans/${id}/stops/s${at}`, type: 'stop', ...more });
    return storedRow(item, stopColumns(item));
  });

const delivered = { deliveryInfo: { attempted: true, state: 'delivered_to_recipient' } };
const failed = { deliveryInfo: { attempted: true, state: 'failed_not_home' } };
const withoutState = { deliveryInfo: { attempted: true, succeeded: false, state: null } };
const onlyWhen = { deliveryInfo: { attemptedAt: 1_781_500_000 } };
const unattempted = { deliveryInfo: { attempted: false, state: 'unattempted' } };

it('counts plans that are not distributed, or have stops without a result, of this day only', async () => {
  const { cache, outbox } = await openedCache(temporaryFolder(), now);
  await cache.putPlans(
    [
      aPlan('done', { distributed }),
      aPlan('driving', { distributed }),
      aPlan('unread', { distributed }),
      aPlan('empty', { distributed }),
      aPlan('kept back'),
      aPlan('tomorrow', { starts: { ...today, day: 16 } }),
      aPlan('without a day', { starts: null }),
    ],
    now,
  );
  const ends = [{ type: 'start' }, { type: 'end' }];
  await cache.putStops('plans/done', stopsOf('done', [...ends, delivered, failed, withoutState, onlyWhen]), now);
  await cache.putStops('plans/driving', stopsOf('driving', [...ends, delivered, unattempted, {}]), now);
  await cache.putStops('plans/empty', [], now);
  await cache.putStops('plans/kept back', stopsOf('kept back', [{}]), now);
  await cache.putStops('plans/tomorrow', stopsOf('tomorrow', [unattempted]), now);
  const content = JSON.stringify({ title: 'not sent', starts: today });
  const marker = { marker: 'dd-abcdefghjkmn', markerIsOurs: true };
  outbox.entries.commit([
    { do: 'add-record', record: { id: 'local', noun: 'plans', parentId: '', serverId: null, content, ...marker } },
    {
      do: 'add-entry',
      entry: {
        id: 'entry',
        recordId: 'local',
        kind: 'plans.create',
        lane: 'local',
        createdAt: now,
        body: null,
        base: null,
        progress: null,
      },
    },
  ]);

  const done = (await cache.listPlans()).rows.find(({ title }) => title === 'done');
  expect([done?.stopCount, done?.doneCount]).toEqual([4, 4]);
  const open = await cache.openPlans('2026-06-15');
  expect(open.map(({ title, undone }) => [title, undone])).toEqual([
    ['driving', 2],
    ['kept back', 1],
    ['unread', null],
    ['not sent', 0],
  ]);
  expect(open.map(({ id }) => id)).toEqual(['plans/driving', 'plans/kept back', 'plans/unread', 'local']);
  expect((await cache.openPlans('2026-06-16')).map(({ title }) => title)).toEqual(['tomorrow']);
  expect(await cache.openPlans('2026-06-17')).toEqual([]);

  await cache.putStops('plans/driving', stopsOf('driving', [...ends, delivered, failed, delivered]), now + 1);
  expect((await cache.openPlans('2026-06-15')).map(({ title }) => title)).not.toContain('driving');
});

it('counts the plans of a depot on the day that it is there', async () => {
  const { cache } = await openedCache(temporaryFolder(), now);
  const tomorrow = { ...today, day: 16 };
  await cache.putPlans(
    [
      aPlan('here', { depot: 'depots/here' }),
      aPlan('there today', { depot: 'depots/there' }),
      aPlan('there tomorrow', { depot: 'depots/there', starts: tomorrow }),
      aPlan('of no depot'),
    ],
    now,
  );
  const open = await cache.openPlans('2026-06-15', { 'depots/there': '2026-06-16' });
  expect(open.map(({ title }) => title)).toEqual(['there tomorrow', 'here', 'of no depot']);
});
