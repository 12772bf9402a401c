/** Creates that their user paused, as those of an import: nothing sends them before they are continued. */
import { expect, it } from 'vitest';
import { Transfer } from '../../../../src/main/outbox/transfer.ts';
import { readTransferFile } from '../../../../src/main/outbox/transfer-file.ts';
import { groupsToSend } from '../../../../src/main/sending/groups.ts';
import { pausedFor, readiness } from '../../../../src/main/sending/readiness.ts';
import { waitingFor } from '../../../../src/main/sending/waiting-for.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const content = { address: { addressLineOne: 'Quay 1' }, recipient: { name: 'Jette Harms' } };

function start() {
  const all = coreInMemory();
  const made = () => all.intake.create('stops.create', planId, content);
  const stop = () => made().entryId ?? '';
  const entry = (id: string) => all.storage.find(id)!;
  /** The entries that would be sent now. Entries that rest are written down as such, as the loop does. */
  const due = () => {
    const { groups, changes } = groupsToSend(all.core);
    all.storage.commit(changes);
    return groups.flat().map(({ id }) => id);
  };
  return { ...all, made, stop, entry, due };
}

it('sends what is not paused, and the rest when it is continued', () => {
  const { choices, stop, due, entry } = start();
  const [one, two, three] = [stop(), stop(), stop()];
  expect(choices.pause([one, two, one])).toEqual([one, two]);
  expect(choices.pause([one, two])).toEqual([]);
  expect(entry(one)).toMatchObject({ state: 'queued', reason: { code: 'outbox.paused' }, progress: { paused: true } });
  expect(due()).toEqual([three]);
  expect(due(), 'nor does it look at them again and again').toEqual([three]);
  expect(entry(one).notBefore).toBeGreaterThan(0);
  expect(choices.continue([one, two, three])).toEqual([one, two]);
  expect(entry(one)).toMatchObject({ reason: null, progress: null, notBefore: 0 });
  expect(due()).toEqual([one, two, three]);
});

it('stays paused when the wait is forgotten, as at every start', () => {
  const { choices, stop, due, put, core, system, entry } = start();
  const id = stop();
  choices.pause([id]);
  put(id, { notBefore: 0, reason: null });
  expect(due()).toEqual([]);
  expect(readiness(core, entry(id), new Map())).toEqual({
    ...{ kind: 'rests', until: system.now() + pausedFor, reason: { code: 'outbox.paused', detail: {} } },
  });
  expect(entry(id).reason?.code, 'and says why again').toBe('outbox.paused');
});

it('pauses only new records that wait', () => {
  const { choices, stop, put, intake } = start();
  const ids = ['sending', 'in-doubt', 'acknowledged', 'pending', 'refused', 'blocked', 'decision', 'given-up'] as const;
  const all = ids.map((state) => {
    const id = stop();
    put(id, { state });
    return id;
  });
  const edit = intake.edit('stops.update', `${planId}/stops/s1`, planId, { notes: 'mine' }, { notes: null });
  expect(choices.pause([...all, edit.entryId ?? '', 'nobody'])).toEqual([]);
});

it('sends one of them at once when its user asks for it', () => {
  const { choices, stop, due, entry } = start();
  const [one, two] = [stop(), stop()];
  choices.pause([one, two]);
  choices.retry(one);
  expect(entry(one)).toMatchObject({ progress: null, reason: null });
  expect(due()).toEqual([one]);
});

it('stays paused when it is changed or corrected, and can be discarded', () => {
  const { choices, intake, made, due, entry, disk } = start();
  const { recordId, entryId } = made();
  const id = entryId ?? '';
  choices.pause([id]);
  intake.edit('stops.update', recordId, planId, { notes: 'Ring twice' }, { notes: null });
  expect(due()).toEqual([]);
  expect(choices.correct(id, { ...content, notes: 'Ring once' })).toBe(true);
  expect(due()).toEqual([]);
  expect(entry(id).content).toContain('Ring once');
  expect(choices.giveUp(id)).toBe(true);
  expect(disk.entries.map(({ state }) => state)).toEqual(['given-up']);
});

it('is what a command on its plan waits for', () => {
  const { choices, stop, core, intake, due, entry } = start();
  const id = stop();
  choices.pause([id]);
  const optimise = intake.command('plans.optimize', planId, {}).entryId ?? '';
  expect(due()).toEqual([]);
  expect(waitingFor(core, entry(optimise))?.id).toBe(id);
  choices.continue([id]);
  expect(due()).toEqual([id]);
});

it('stays paused in a file that comes back, and not at another desk, where no import could be continued', async () => {
  const [one, other] = [start(), start()];
  const id = one.stop();
  one.choices.pause([id]);
  let text = '';
  const write = (parts: Iterable<string>) => Promise.resolve(void (text = [...parts].join('')));
  const head = { writtenAt: one.system.now(), mode: 'connected' as const, origin: 'https://service', witnesses: [] };
  await new Transfer(one.core, () => [id]).takeOut(head, write);
  expect(one.entry(id).state).toBe('given-up');
  new Transfer(other.core, () => []).takeIn(readTransferFile(text));
  expect(other.entry(id)).toMatchObject({ state: 'in-doubt' });
  expect(other.entry(id).progress?.paused).toBeUndefined();
  new Transfer(one.core, () => []).takeIn(readTransferFile(text));
  expect(one.entry(id)).toMatchObject({ state: 'in-doubt', progress: { paused: true } });
  one.put(id, { state: 'queued', notBefore: 0 });
  expect(one.due(), 'looked for and not found, it waits for its user again').toEqual([]);
});
