/** The entries of the outbox as the cache's worker lists them, with real files and a real worker. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import type { OutboxFile } from '../../../src/main/db/outbox-file.ts';
import { planColumns } from '../../../src/main/db/plans.ts';
import type { EntryQuery, EntryRow } from '../../../src/shared/entries.ts';
import type { EntryKind, Noun } from '../../../src/shared/outbox-kinds.ts';
import type { EntryFields } from '../../../src/main/db/outbox-storage.ts';
import { plan } from '../../../src/shared/plans.ts';
import { rawOf } from '../../../src/shared/shapes.ts';
import { stop } from '../../../src/shared/stops.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';

const now = Date.UTC(2026, 5, 15, 6);
const whole: EntryQuery = { group: 'open', noun: null, planId: null, order: 'typed', words: [], cursor: null };
const word = (text: string, more: Partial<EntryQuery['words'][number]> = {}) => ({
  text,
  kinds: [],
  states: [],
  reasons: [],
  ...more,
});

async function open(folder: string) {
  const { cache, outbox } = await openedCache(folder, now);
  /** Reads pages to the end. */
  const list = async (query: Partial<EntryQuery> = {}) => {
    const rows: EntryRow[] = [];
    let [cursor, pages]: [string | null, number] = [null, 0];
    do {
      const page = await cache.listEntries({ ...whole, ...query, cursor }, now);
      expect(page.rows.length).toBeLessThanOrEqual(200);
      rows.push(...page.rows);
      ({ cursor } = page);
      pages += 1;
    } while (cursor !== null);
    return { rows, pages, ids: rows.map(({ id }) => id) };
  };
  return { outbox, cache, list };
}

interface Typed extends Partial<EntryFields> {
  noun?: Noun;
  kind?: EntryKind;
  parentId?: string;
  serverId?: string;
  content?: object;
}

const type = ({ entries }: OutboxFile, id: string, typed: Typed = {}) => {
  const { noun = 'stops', kind = 'stops.create', serverId = null, content = {}, ...fields } = typed;
  const { parentId = noun === 'stops' ? 'plans/p1' : '', body = null, lane = parentId || noun, ...set } = fields;
  entries.commit([
    {
      do: 'add-record',
      record: {
        ...{ id: `record ${id}`, noun, parentId, serverId, marker: '', markerIsOurs: true },
        content: JSON.stringify(content),
      },
    },
    {
      do: 'add-entry',
      entry: { id, recordId: `record ${id}`, kind, lane, createdAt: now, body, base: null, progress: null },
    },
    { do: 'change-entry', id, set },
  ]);
};
const called = (name: string, addressLineOne = 'Lindenweg 3') => ({ recipient: { name }, address: { addressLineOne } });
const aPlan = (id: string, title: string) => {
  const item = plan.parse({ id, title });
  return storedRow(item, planColumns(item));
};

it('lists entries by state, noun and plan in each order, and counts them', async () => {
  const { outbox, cache, list } = await open(temporaryFolder());
  await cache.putPlans([aPlan('plans/p1', 'North tour'), aPlan('plans/p2', 'Centre tour')], now);
  await cache.putStop('plans/p1', rawOf(stop.parse({ id: 'plans/p1/stops/s1', ...called('Emil Read') })), now);
  type(outbox, 'a', { content: called('Jonas'), notBefore: 50 });
  type(outbox, 'b', { content: called('anna'), parentId: 'plans/p2', notBefore: 20 });
  const detail = { serviceCode: 'address_not_found', serviceMessage: 'Nowhere at all.' };
  type(outbox, 'c', {
    ...{ noun: 'orders', kind: 'orders.create', content: called('Lena') },
    reason: { code: 'service.refused', detail },
  });
  type(outbox, 'd', { content: called('Paul'), state: 'acknowledged' });
  type(outbox, 'e', { kind: 'stops.update', serverId: 'plans/p1/stops/s1', body: '{"notes":"x"}', state: 'refused' });

  expect((await list()).ids).toEqual(['a', 'b', 'c', 'e']);
  expect((await list({ group: 'asking' })).ids).toEqual(['e']);
  expect((await list({ group: 'settled' })).ids).toEqual(['d']);
  expect((await list({ group: 'unsent' })).ids).toEqual(['a', 'b', 'c']);
  expect((await list({ group: 'in-doubt' })).ids).toEqual([]);
  expect((await list({ noun: 'orders' })).ids).toEqual(['c']);
  expect((await list({ planId: 'plans/p2' })).ids).toEqual(['b']);
  expect((await list({ planId: 'none' })).ids).toEqual(['c']);
  expect((await list({ order: 'newest' })).ids).toEqual(['e', 'c', 'b', 'a']);
  expect((await list({ order: 'next' })).ids).toEqual(['c', 'e', 'b', 'a']);
  expect((await list({ order: 'plan' })).ids).toEqual(['c', 'b', 'a', 'e']);
  const byName = await list({ order: 'name' });
  expect(byName.rows.map(({ name }) => name)).toEqual(['anna', 'Emil Read', 'Jonas', 'Lena']);
  expect(byName.rows[1]).toMatchObject({
    address: 'Lindenweg 3',
    planTitle: 'North tour',
    ways: ['send-again', 'give-up'],
  });

  expect((await list({ words: [word('ANNA'.toLowerCase()), word('centre')] })).ids).toEqual(['b']);
  expect((await list({ words: [word('order', { kinds: ['orders.create'] })] })).ids).toEqual(['c']);
  expect((await list({ words: [word('lindenweg'), word('refused', { states: ['refused'] })] })).ids).toEqual(['e']);
  expect((await list({ words: [word('map', { reasons: ['address_not_found'] })] })).ids).toEqual(['c']);
  expect((await list({ words: [word('nowhere')] })).ids).toEqual(['c']);

  expect(await cache.outboxOverview()).toEqual({
    states: { queued: 3, acknowledged: 1, refused: 1 },
    nouns: ['stops', 'orders'],
    plans: [
      { id: 'plans/p1', title: 'North tour' },
      { id: 'plans/p2', title: 'Centre tour' },
      { id: null, title: null },
    ],
  });
});

it('reads pages without overlaps or gaps in every order, and searches many entries for a rare word', async () => {
  const { outbox, list } = await open(temporaryFolder());
  const total = 1_450;
  for (let number = 0; number < total; number += 1) {
    const name = `Recipient ${number % 7}`;
    type(outbox, `e${number}`, { content: called(number === 1_400 ? 'Quendel' : name), notBefore: number % 5 });
  }
  for (const order of ['typed', 'newest', 'next', 'name', 'plan'] as const) {
    const { ids, pages } = await list({ order });
    expect(new Set(ids).size).toBe(total);
    expect(pages).toBe(8);
  }
  const { ids, pages } = await list({ words: [word('quendel')] });
  expect({ ids, pages }).toEqual({ ids: ['e1400'], pages: 2 });
});

it('lists the latest two hundred settled entries', async () => {
  const { outbox, cache, list } = await open(temporaryFolder());
  for (let number = 0; number < 230; number += 1) type(outbox, `e${number}`, { state: 'acknowledged' });
  const { ids } = await list({ group: 'settled' });
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, 'e30', 'e229']);
  expect((await cache.outboxOverview()).states).toEqual({ acknowledged: 200 });
});

it('finds entries of the same plan that need a decision for the same reason', async () => {
  const { outbox, cache } = await open(temporaryFolder());
  const asks = { state: 'decision', reason: { code: 'outbox.day-passed', detail: {} } } as const;
  type(outbox, 'a', asks);
  type(outbox, 'b', asks);
  type(outbox, 'c', { ...asks, parentId: 'plans/p2' });
  type(outbox, 'd', { ...asks, reason: { code: 'outbox.conflict', detail: {} } });
  type(outbox, 'e', { ...asks, kind: 'stops.update', serverId: 'plans/p1/stops/s1' });
  type(outbox, 'f');
  expect(await cache.alikeEntries('a')).toEqual(['a', 'b']);
  expect(await cache.entryView('b', now)).toMatchObject({ row: { id: 'b', state: 'decision' }, alike: 2 });
  expect(await cache.entryView('f', now)).toMatchObject({ alike: 1 });
  expect(await cache.entryView('g', now)).toBeNull();
});

it('offers to discard a deletion that waits for a new stop only after that was discarded', async () => {
  const { outbox, list } = await open(temporaryFolder());
  type(outbox, 'a', { content: called('Anna'), state: 'refused' });
  type(outbox, 'b', {
    ...{ noun: 'unassignedStops', kind: 'unassignedStops.delete', serverId: 'unassignedStops/u1' },
    ...{ state: 'blocked', progress: { needs: ['record a'] } },
  });
  const deletion = async () => (await list({ noun: 'unassignedStops' })).rows[0];
  expect(await deletion()).toMatchObject({ id: 'b', ways: [], heldBy: 'waiting' });
  const put = (state: EntryFields['state']) => outbox.entries.commit([{ do: 'change-entry', id: 'a', set: { state } }]);
  put('acknowledged');
  expect(await deletion()).toMatchObject({ ways: [], heldBy: 'done' });
  put('given-up');
  expect(await deletion()).toMatchObject({ ways: ['give-up'], heldBy: null });
});

it('lists damaged entries in every order, and rejects an unknown cursor', async () => {
  const folder = temporaryFolder();
  const { outbox, cache, list } = await open(folder);
  type(outbox, 'a', { content: called('Anna') });
  type(outbox, 'b', { state: 'decision', reason: { code: 'outbox.unreadable', detail: {} } });
  const file = new Sqlite(join(folder, 'outbox.db'));
  file.exec('DROP TRIGGER records_seal_update; DROP TRIGGER entries_seal_update;');
  file.exec(
    `UPDATE records SET content = '{"recip' WHERE id = 'record b'; UPDATE entries SET kind = 'stpps' WHERE id = 'a'`,
  );
  file.close();
  for (const order of ['typed', 'newest', 'next', 'name', 'plan'] as const) {
    expect((await list({ order })).ids.toSorted()).toEqual(['a', 'b']);
  }
  expect((await list()).rows[1]?.ways).toEqual(['give-up']);
  expect((await cache.outboxOverview()).states).toEqual({ queued: 1, decision: 1 });
  for (const cursor of ['nonsense', '[1]', '[[],1]']) {
    await expect(cache.listEntries({ ...whole, cursor }, now)).rejects.toMatchObject({ code: 'input.invalid' });
  }
});
