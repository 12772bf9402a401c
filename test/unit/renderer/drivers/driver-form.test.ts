/** The dialog of a driver keeps what is typed: a new driver, a correction, and an edit. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftSubject } from '../../../../src/renderer/drivers/driver-fields.ts';
import { DriverForm } from '../../../../src/renderer/drivers/driver-form.svelte.ts';
import type { EntryRow } from '../../../../src/shared/entries.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { standIn, standInNow } from '../../../fixtures/backend-stand-in.ts';
import { endTimersWithEachTest } from '../../../fixtures/ends-timers.ts';

endTimersWithEachTest();

let main: ReturnType<typeof standIn>;

beforeEach(() => {
  main = standIn();
  vi.stubGlobal('window', { backend: main });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const resumed = async (draftId: string) => {
  const form = new DriverForm();
  await form.continueDraft(draftId);
  return form;
};

it('saves a new driver from its draft, and removes the draft', async () => {
  const form = new DriverForm();
  Object.assign(form.fields, { name: 'Nora', email: 'nora@depot.example', depots: ['depots/north'] });
  await form.keepNow();
  expect(main.state.drafts.map(({ form: of, fields }) => [of, draftSubject(fields)])).toEqual([['driver', '']]);
  const create = vi.spyOn(main.handlers.drivers, 'create');
  const again = await resumed(form.draftId);
  expect((await again.save(false)).kind).toBe('saved');
  expect(create).toHaveBeenCalledWith({
    driver: { name: 'Nora', email: 'nora@depot.example', depots: ['depots/north'] },
    ...{ draftId: form.draftId, gesture: form.draftId },
  });
  expect(main.state.drafts).toEqual([]);
});

it('keeps no draft of a depot that was only suggested, and saves it with what is typed', async () => {
  const form = new DriverForm();
  form.suggestDepot('depots/north');
  expect([form.fields.depots, form.filled]).toEqual([['depots/north'], false]);
  await form.keepNow();
  expect(main.state.drafts).toEqual([]);
  form.fields.email = 'nora@depot.example';
  await form.keepNow();
  expect(main.state.drafts.map(({ fields }) => fields['depots'])).toEqual([['depots/north']]);
  const create = vi.spyOn(main.handlers.drivers, 'create');
  expect((await form.save(false)).kind).toBe('saved');
  expect(create.mock.calls[0]?.[0].driver).toEqual({ email: 'nora@depot.example', depots: ['depots/north'] });
  const unsuggested = new DriverForm();
  unsuggested.suggestDepot(null);
  expect([unsuggested.fields.depots, unsuggested.filled]).toEqual([[], false]);
});

it('needs an e-mail or a phone for a new driver only', async () => {
  const form = new DriverForm();
  form.fields.name = 'Nora';
  expect(await form.save(false)).toEqual({ kind: 'invalid', field: 'email' });
  expect(form.problems.email).toBe('Enter an email address or a phone number.');
  form.change({ ...main.state.drivers[0]!, email: null, phone: null });
  form.fields.displayName = 'N.';
  expect((await form.save(false)).kind).toBe('saved');
});

it('sends the edited fields of a driver, and nothing if none was edited', async () => {
  const edit = vi.spyOn(main.handlers.drivers, 'edit');
  const [driver] = main.state.drivers;
  const form = new DriverForm();
  form.change(driver!);
  expect(await form.save(false)).toEqual({ kind: 'unchanged' });
  form.change(driver!);
  form.fields.displayName = 'Mia';
  await form.keepNow();
  expect(draftSubject(main.state.drafts[0]!.fields)).toBe(driver!.id);
  const again = await resumed(form.draftId);
  expect([again.isNew, again.edited?.id]).toEqual([false, driver!.id]);
  expect((await again.save(false)).kind).toBe('saved');
  expect(edit.mock.calls).toEqual([
    [
      {
        ...{ id: driver!.id, change: { displayName: 'Mia' }, base: { displayName: null } },
        ...{ draftId: form.draftId, gesture: form.draftId },
      },
    ],
  ]);
});

it('corrects a driver that is not on the service yet, also from a draft', async () => {
  const correct = vi.spyOn(main.handlers.drivers, 'correct');
  const [driver] = main.state.drivers;
  Object.assign(driver!, { change: 'create', entryState: 'refused', entryId: 'entry-1' });
  const form = new DriverForm();
  form.change(driver!);
  expect([form.entryId, form.edited]).toEqual(['entry-1', null]);
  form.fields.email = 'right@depot.example';
  await form.keepNow();
  expect(draftSubject(main.state.drafts[0]!.fields)).toBe('entry-1');
  const again = await resumed(form.draftId);
  expect((await again.save(false)).kind).toBe('saved');
  expect(correct.mock.calls[0]?.[0]).toMatchObject({
    ...{ entryId: 'entry-1', driver: { email: 'right@depot.example' }, draftId: form.draftId },
  });
});

/** An entry that makes a driver. */
const entry = (recordId: string, state: EntryRow['state']): EntryRow => ({
  ...{ id: 'entry-1', sequence: 1, kind: 'drivers.create' as const, state, createdAt: standInNow, attempts: 1 },
  ...{ reason: null, lastAttemptAt: standInNow, notBefore: null, planId: null, planTitle: null },
  ...{ recordId, name: 'Nora', address: '', ways: [], waitsFor: null, heldBy: null },
});

it.each(['sending', 'acknowledged'] as const)(
  'becomes an edit if its entry is %s meanwhile, with what the user changed alone',
  async (state) => {
    const there = { ...main.state.drivers[0]!, fullName: 'Nora Kern', localId: 'local-1' };
    const waiting = { ...there, id: 'local-1', change: 'create', entryState: 'queued', entryId: 'entry-1' } as const;
    main.state.drivers = [there];
    main.state.entries = [entry('local-1', state)];
    const sent = { name: 'Nora Kern', email: there.email, phone: there.phone, depots: there.depots };
    const said = { typed: sent, base: null, names: {}, from: null, conflicts: [] };
    vi.spyOn(main.handlers.outbox, 'detail').mockResolvedValue(said);
    vi.spyOn(main.handlers.drivers, 'correct').mockRejectedValue(new AppError('record.not-editable'));
    const edit = vi.spyOn(main.handlers.drivers, 'edit');
    const form = new DriverForm();
    form.change(waiting);
    Object.assign(form.fields, { displayName: 'Mia', email: 'other@depot.example' });
    await form.keepNow();
    const before = form.draftId;

    expect(await form.save(false)).toEqual({ kind: 'failed' });
    expect(form.saveError?.code).toBe('record.sent-meanwhile');
    expect([form.entryId, form.edited?.id]).toEqual([null, there.id]);
    expect(form.fields, 'what the service has').toMatchObject({ displayName: 'Mia', email: there.email });
    await form.keepNow();
    expect(form.draftId, 'saving is another gesture').not.toBe(before);
    expect(main.state.drafts.map(({ id }) => id)).toEqual([form.draftId]);
    expect((await form.save(false)).kind).toBe('saved');
    expect(edit.mock.calls[0]?.[0]).toMatchObject({ id: there.id, change: { displayName: 'Mia' } });
    expect(Object.keys(edit.mock.calls[0]![0].change)).toEqual(['displayName']);
  },
);

it('stays a correction if its driver is not listed', async () => {
  main.state.entries = [entry('local-9', 'acknowledged')];
  const said = { typed: {}, base: null, names: {}, from: null, conflicts: [] };
  vi.spyOn(main.handlers.outbox, 'detail').mockResolvedValue(said);
  vi.spyOn(main.handlers.drivers, 'correct').mockRejectedValue(new AppError('record.not-editable'));
  const [driver] = main.state.drivers;
  const form = new DriverForm();
  form.change({ ...driver!, id: 'local-9', change: 'create', entryState: 'queued', entryId: 'entry-1' });
  form.fields.displayName = 'Mia';
  expect(await form.save(false)).toEqual({ kind: 'failed' });
  expect([form.saveError?.code, form.entryId]).toEqual(['record.not-editable', 'entry-1']);
});

it('names the field that main rejected', async () => {
  const error = new AppError('input.invalid', { detail: { field: 'driver.phone' } });
  vi.spyOn(main.handlers.drivers, 'create').mockRejectedValue(error);
  const form = new DriverForm();
  form.fields.phone = '030 1';
  expect(await form.save(false)).toEqual({ kind: 'invalid', field: 'phone' });
});
