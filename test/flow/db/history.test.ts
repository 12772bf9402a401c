import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeEntry } from '../../../src/main/db/entry-subjects.ts';
import { History } from '../../../src/main/db/history.ts';
import type { StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const day = 86_400_000;
const now = Date.parse('2026-06-15T12:00:00Z');

const entry = (id: string, set: Partial<StoredEntry>): StoredEntry => ({
  id,
  sequence: 1,
  recordId: `record-${id}`,
  createdAt: now,
  kind: 'stops.create',
  noun: 'stops',
  lane: 'plans/p1',
  parentId: 'plans/p1',
  serverId: null,
  marker: '',
  markerIsOurs: true,
  content: JSON.stringify({ address: { addressLineOne: 'Lindenweg 3' }, recipient: { name: `Anna ${id}` } }),
  state: 'acknowledged',
  reason: null,
  attempts: 1,
  attemptId: null,
  lastAttemptAt: now,
  knownIds: null,
  notBefore: 0,
  doubtUntil: 0,
  sweepAt: null,
  settledAt: now,
  body: null,
  base: null,
  progress: null,
  intact: true,
  ...set,
});

function openHistory(file = join(temporaryFolder(), 'history.db'), at = now) {
  const reports: string[] = [];
  const history = new History(
    { file, describe: describeEntry, later: (action) => action(), report: (text) => reports.push(text) },
    at,
  );
  onTestFinished(() => history.close());
  const note = (moment: number, ...entries: StoredEntry[]) =>
    history.committed(
      entries.map(({ id, state }) => ({ do: 'change-entry', id, set: { state } })),
      (id) => entries.find((one) => one.id === id),
      moment,
    );
  return { history, note, reports, file };
}

const everything = { text: '', noun: null, state: null, before: null };

describe('the history', () => {
  it('keeps the outcome of each entry with the answer of the service, newest first', () => {
    const { history, note } = openHistory();
    const detail = { status: 422, serviceCode: 'address_not_found', serviceMessage: 'No such street.' };
    note(now, entry('e1', { state: 'refused', reason: { code: 'service.refused', detail } }));
    note(now + 1, entry('e1', { serverId: 'plans/p1/stops/s9', attempts: 2 }));
    const [second, first] = history.list(everything, 10);
    expect(first).toMatchObject({ state: 'refused', name: 'Anna e1', address: 'Lindenweg 3', reason: { detail } });
    expect(second).toMatchObject({
      state: 'acknowledged',
      recordId: 'plans/p1/stops/s9',
      planId: 'plans/p1',
      attempts: 2,
    });
    expect(JSON.parse(second?.said ?? '')).toMatchObject({ recipient: { name: 'Anna e1' } });
  });

  it('omits waiting and unsent entries unless the service itself postponed them', () => {
    const { history, note } = openHistory();
    note(now, entry('e1', { state: 'sending' }), entry('e2', { state: 'queued' }));
    note(now, entry('e3', { state: 'queued', reason: { code: 'line.unreachable', detail: {} } }));
    note(now, entry('e4', { state: 'queued', reason: { code: 'service.busy', detail: { status: 429 } } }));
    expect(history.list(everything, 10).map(({ entryId }) => entryId)).toEqual(['e4']);
  });

  it('finds entries by words, kind and outcome, page by page', () => {
    const { history, note } = openHistory();
    note(now, entry('e1', {}), entry('e2', { kind: 'plans.save', noun: 'plans' }), entry('e3', { state: 'given-up' }));
    const ids = (filter: Partial<typeof everything> & object) =>
      history.list({ ...everything, ...filter }, 10).map(({ entryId }) => entryId);
    expect(ids({ text: 'ANNA linden' })).toEqual(['e3', 'e1']);
    expect(history.list({ ...everything, noun: 'plans' }, 10).map(({ entryId }) => entryId)).toEqual(['e2']);
    expect(history.list({ ...everything, state: 'given-up' }, 10).map(({ entryId }) => entryId)).toEqual(['e3']);
    const [newest] = history.list(everything, 1);
    expect(history.list({ ...everything, before: newest?.number ?? 0 }, 10).map(({ entryId }) => entryId)).toEqual([
      'e2',
      'e1',
    ]);
  });

  it('purges entries after 90 days', () => {
    const { history, note, file } = openHistory();
    note(now - 91 * day, entry('old', {}));
    note(now - 89 * day, entry('young', {}));
    history.close();
    const again = openHistory(file);
    expect(again.history.list(everything, 10).map(({ entryId }) => entryId)).toEqual(['young']);
  });

  it('keeps everything while the clock is ahead, also what is written meanwhile', () => {
    const ahead = Date.parse('2099-06-15T12:00:00Z');
    const first = openHistory();
    first.note(now - 30 * day, entry('e1', {}));
    first.note(now, entry('e2', {}));
    first.history.close();
    const idsAt = (at: number, ...noted: StoredEntry[]) => {
      const { history, note } = openHistory(first.file, at);
      note(at, ...noted);
      const ids = history.list(everything, 10).map(({ entryId }) => entryId);
      history.close();
      return ids;
    };
    expect(idsAt(ahead, entry('e3', {}))).toEqual(['e3', 'e2', 'e1']);
    expect(idsAt(ahead + 3_600_000)).toEqual(['e3', 'e2', 'e1']);
    expect(idsAt(now + 3_600_000, entry('e4', {}))).toEqual(['e4', 'e3', 'e2', 'e1']);
    // Later lines say that the time has passed. The line of the wrong clock goes with those around it.
    expect(idsAt(now + 100 * day, entry('e5', {}))).toEqual(['e5', 'e4', 'e3', 'e2', 'e1']);
    expect(idsAt(now + 108 * day)).toEqual(['e5']);
  });

  it('sets a damaged file aside and starts empty, and does nothing when no file can be opened', () => {
    const file = join(temporaryFolder(), 'history.db');
    writeFileSync(file, 'no database at all, and long enough to be taken for one'.repeat(100));
    const { history, note } = openHistory(file);
    note(now, entry('e1', {}));
    expect(history.list(everything, 10)).toHaveLength(1);
    expect(readdirSync(dirname(file)).some((name) => name.startsWith('history.db.damaged-'))).toBe(true);

    const nowhere = openHistory(join(file, 'below-a-file', 'history.db'));
    nowhere.note(now, entry('e1', {}));
    expect(nowhere.history.list(everything, 10)).toEqual([]);
    expect(nowhere.reports).toEqual(['the history could not be opened']);
  });
});
