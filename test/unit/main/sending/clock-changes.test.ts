import { describe, expect, it } from 'vitest';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const day = 86_400_000;
const late = 600_000;

function start() {
  let moved = 0;
  const all = coreInMemory({ clockMoved: () => (moved += 1) });
  const { intake, put, system } = all;
  const { entryId } = intake.create('stops.create', 'plans/p1', { address: { addressLineOne: 'Quay 1' } });
  const now = system.now();
  const waits = { notBefore: now + 60_000, doubtUntil: now + late, sweepAt: now + 180_000, lastAttemptAt: now };
  put(entryId, { state: 'in-doubt', ...waits });
  const entry = () => all.storage.find(entryId ?? '');
  return { ...all, entryId, entry, waits, movedTimes: () => moved };
}

describe('22: a clock change while the app runs', () => {
  // Three days asleep among them: the time that passes meanwhile is not counted.
  it.each([day, -day, 3 * day, 3_600_000])('by %d milliseconds shifts every wait once', (by) => {
    const { outbox, system, entry, waits, movedTimes } = start();
    outbox.doubtful();
    expect(entry()).toMatchObject(waits);
    system.setClock(by);
    expect(outbox.doubtful()).toEqual([]);
    outbox.doubtful();
    const moved = Object.fromEntries(Object.entries(waits).map(([name, at]) => [name, at + by]));
    expect(entry()).toMatchObject(moved);
    expect(movedTimes()).toBe(1);
  });

  it('keeps the last search for copies at the end of the doubt, whatever was written right after the change', () => {
    const { outbox, system, put, entryId, entry } = start();
    outbox.doubtful();
    system.setClock(3_600_000);
    // The user discarded the entry before the loop noticed the clock.
    put(entryId, { state: 'given-up', sweepAt: system.now() });
    outbox.doubtful();
    expect(entry()?.sweepAt).toBe((entry()?.doubtUntil ?? 0) + 1_000);
  });

  it('is noticed again until the shifted waits are stored', () => {
    const { outbox, system, storage, entry, waits, movedTimes } = start();
    const commit = storage.commit.bind(storage);
    system.setClock(day);
    storage.commit = () => {
      throw new Error('SQLITE_FULL');
    };
    expect(() => outbox.watchClock()).toThrow('SQLITE_FULL');
    expect(movedTimes()).toBe(0);
    storage.commit = commit;
    outbox.watchClock();
    outbox.watchClock();
    const moved = Object.fromEntries(Object.entries(waits).map(([name, at]) => [name, at + day]));
    expect(entry()).toMatchObject(moved);
    expect(movedTimes()).toBe(1);
  });

  it('of a second or two is ignored', () => {
    const { outbox, system, entry, waits, movedTimes } = start();
    system.setClock(1_500);
    outbox.doubtful();
    expect(entry()).toMatchObject(waits);
    expect(movedTimes()).toBe(0);
  });

  it('keeps expired waits expired', () => {
    const { outbox, system, put, entryId, entry } = start();
    const over = system.now() - 1;
    put(entryId, { state: 'acknowledged', doubtUntil: over, notBefore: over, sweepAt: null });
    system.setClock(-day);
    outbox.doubtful();
    // Expired by the new clock too.
    expect(entry()).toMatchObject({ doubtUntil: over - day, notBefore: over - day });
  });
});

describe('22: a wrong clock at the next start', () => {
  it.each([
    ['thirty days ago', (now: number) => now - 30 * day],
    ['thirty days ahead', (now: number) => now + 30 * day],
    ['in 1970', () => Date.UTC(1970, 0, 1, 0, 1)],
    ['in 2099', () => Date.UTC(2099, 11, 31)],
  ])('%s restarts an open doubt', (_when, shown) => {
    const { outbox, system, entry } = start();
    system.setClock(shown(system.now()) - system.now());
    outbox.recover();
    const now = system.now();
    expect(entry()).toMatchObject({ doubtUntil: now + late, lastAttemptAt: now });
    expect(entry()?.sweepAt).toBeLessThanOrEqual(now + late + 1_000);
  });

  it('restarts the doubt of a settled entry, even beside one in flight', () => {
    const { outbox, system, put, entryId, entry, intake } = start();
    put(entryId, { state: 'acknowledged', sweepAt: null });
    const sent = intake.create('stops.create', 'plans/p1', { address: { addressLineOne: 'Quay 2' } });
    put(sent.entryId, { state: 'sending', lastAttemptAt: system.now() });
    system.setClock(day);
    outbox.recover();
    expect(entry()?.doubtUntil).toBe(system.now() + late);
  });

  it('restarts a doubt although an entry was settled by a fast clock', () => {
    const { outbox, system, put, entryId, entry, intake } = start();
    put(entryId, { state: 'acknowledged', sweepAt: null });
    const other = intake.create('stops.create', 'plans/p1', { address: { addressLineOne: 'Quay 2' } });
    put(other.entryId, { state: 'acknowledged', settledAt: system.now() });
    // Corrected while the app runs, and fast again before the next start.
    system.setClock(-day);
    outbox.doubtful();
    system.setClock(30 * day);
    outbox.recover();
    expect(entry()?.doubtUntil).toBe(system.now() + late);
  });

  it('restarts the doubt of a settled entry at the second start after a slow clock at the first', () => {
    const { outbox, system, put, entryId, entry } = start();
    put(entryId, { state: 'acknowledged', sweepAt: null });
    system.setClock(-25 * day);
    outbox.recover();
    system.setClock(day);
    outbox.recover();
    expect(entry()?.doubtUntil).toBe(system.now() + late);
  });

  it('never makes an entry rest as long as the wrong clock said', () => {
    const { outbox, system, put, entryId, entry } = start();
    put(entryId, { state: 'queued', notBefore: system.now() + 365 * day, doubtUntil: 0, sweepAt: null });
    outbox.recover();
    expect(entry()?.notBefore).toBe(0);
  });

  it('does not restart the doubt of an edit settled long ago', () => {
    const { outbox, system, put, entryId, intake, entry } = start();
    const over = system.now() - 1;
    put(entryId, { state: 'acknowledged', doubtUntil: over, sweepAt: null, lastAttemptAt: null });
    const later = intake.create('stops.create', 'plans/p1', { address: { addressLineOne: 'Quay 2' } });
    put(later.entryId, { state: 'acknowledged', settledAt: system.now() });
    outbox.recover();
    expect(entry()?.doubtUntil).toBe(over);
  });
});

it('sends entries in the order they were made, regardless of the clock', () => {
  const { intake, outbox, system, put, entryId } = start();
  put(entryId, { state: 'queued', notBefore: 0, doubtUntil: 0, sweepAt: null });
  system.setClock(-day);
  intake.create('stops.create', 'plans/p1', { address: { addressLineOne: 'Quay 2' } });
  const [group = []] = outbox.groups();
  expect(group.map(({ sequence }) => sequence)).toEqual([1, 2]);
});
