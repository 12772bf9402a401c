/** The dialog of a driver keeps what is typed: a new driver, a correction, and an edit. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftSubject } from '../../../../src/renderer/drivers/driver-fields.ts';
import { DriverForm } from '../../../../src/renderer/drivers/driver-form.svelte.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';
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

it('names the field that main rejected', async () => {
  const error = new AppError('input.invalid', { detail: { field: 'driver.phone' } });
  vi.spyOn(main.handlers.drivers, 'create').mockRejectedValue(error);
  const form = new DriverForm();
  form.fields.phone = '030 1';
  expect(await form.save(false)).toEqual({ kind: 'invalid', field: 'phone' });
});
