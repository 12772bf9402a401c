/** The dialog of a plan keeps what is typed, and saves what was edited. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlanForm } from '../../../../src/renderer/plans/plan-form.svelte.ts';
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
  const form = new PlanForm();
  await form.continueDraft(draftId);
  return form;
};

describe('a new plan', () => {
  it('is kept as a draft while it is typed, resumed in another dialog, and removed by saving', async () => {
    const form = new PlanForm();
    expect(form.filled).toBe(false);
    await form.keepNow();
    expect(main.state.drafts).toEqual([]);
    Object.assign(form.fields, { title: ' Tour 5 ', starts: '2026-06-16', drivers: ['drivers/d1'] });
    await form.keepNow();
    expect(main.state.drafts).toMatchObject([{ form: 'plan', planId: '', fields: { title: ' Tour 5 ' } }]);

    const again = await resumed(form.draftId);
    expect([again.draftId, again.filled, again.isNew]).toEqual([form.draftId, true, true]);
    expect(again.fields).toMatchObject({
      title: ' Tour 5 ',
      starts: '2026-06-16',
      depot: null,
      drivers: ['drivers/d1'],
    });
    const create = vi.spyOn(main.handlers.plans, 'create');
    expect((await again.save(false)).kind).toBe('saved');
    expect(create).toHaveBeenCalledWith({
      plan: { title: 'Tour 5', starts: { year: 2026, month: 6, day: 16 }, depot: null, drivers: ['drivers/d1'] },
      draftId: form.draftId,
      gesture: form.draftId,
    });
    expect(main.state.drafts).toEqual([]);
  });

  it('names what is missing, and calls main only when it is there', async () => {
    const create = vi.spyOn(main.handlers.plans, 'create');
    const form = new PlanForm();
    Object.assign(form.fields, { title: ' ', starts: '' });
    expect(await form.save(false)).toEqual({ kind: 'invalid', field: 'title' });
    expect(form.problems).toEqual({ title: 'Enter a title.', starts: 'Enter a day.' });
    form.fields.title = 'Tour';
    expect(await form.save(false)).toEqual({ kind: 'invalid', field: 'starts' });
    expect(create).not.toHaveBeenCalled();
  });

  it('stays typed if main cannot save it, and names the field that main rejected', async () => {
    vi.spyOn(main.handlers.plans, 'create').mockRejectedValueOnce(new AppError('storage.not-saved'));
    const form = new PlanForm();
    form.fields.title = 'Tour';
    expect(await form.save(false)).toEqual({ kind: 'failed' });
    expect([form.fields.title, form.saveError?.code]).toEqual(['Tour', 'storage.not-saved']);
    const error = new AppError('input.invalid', { detail: { field: 'plan.starts.year' } });
    vi.spyOn(main.handlers.plans, 'create').mockRejectedValueOnce(error);
    expect(await form.save(false)).toEqual({ kind: 'invalid', field: 'starts' });
  });
});

it('refuses more drivers than a plan takes, and names an invalid route setting', async () => {
  const form = new PlanForm();
  Object.assign(form.fields, { title: 'Tour', drivers: Array.from({ length: 51 }, (_, at) => `drivers/d${at}`) });
  expect(await form.save(false)).toEqual({ kind: 'invalid', field: 'drivers' });
  Object.assign(form.fields, { drivers: [], endTime: '9', 'startAddress.latitude': '52' });
  form.touch('endTime');
  expect(form.fields.endTime).toBe('09:00');
  expect(await form.save(false)).toEqual({ kind: 'invalid', field: 'startAddress.longitude' });
  const older = new PlanForm(false);
  Object.assign(older.fields, { title: 'Tour', maxStops: 'many' });
  expect((await older.save(false)).kind).toBe('saved');
});

describe('changes to a plan', () => {
  it('are kept under the plan, and sent as the fields that were edited', async () => {
    const [plan] = main.state.plans;
    const form = new PlanForm();
    form.change(plan!);
    expect([form.filled, form.isNew]).toEqual([false, false]);
    form.fields.title = 'Renamed';
    await form.keepNow();
    expect(main.state.drafts).toMatchObject([{ form: 'plan', planId: plan!.id }]);
    const edit = vi.spyOn(main.handlers.plans, 'edit');
    const again = await resumed(form.draftId);
    expect((await again.save(false)).kind).toBe('saved');
    expect(edit).toHaveBeenCalledWith({
      ...{ planId: plan!.id, change: { title: 'Renamed' }, base: { title: plan!.title } },
      ...{ draftId: form.draftId, gesture: form.draftId },
    });
    expect(main.state.drafts).toEqual([]);
  });

  it('are none if nothing was edited, even for a plan without title and day', async () => {
    const edit = vi.spyOn(main.handlers.plans, 'edit');
    const form = new PlanForm();
    form.change({ ...main.state.plans[0]!, title: '', starts: null });
    expect(await form.save(false)).toEqual({ kind: 'unchanged' });
    form.change({ ...main.state.plans[0]!, title: '', starts: null });
    form.fields.drivers = ['drivers/d3'];
    expect((await form.save(false)).kind).toBe('saved');
    expect(edit.mock.calls.map(([{ change }]) => Object.keys(change))).toEqual([['drivers']]);
    form.change(main.state.plans[0]!);
    form.fields.title = '';
    expect(await form.save(false)).toEqual({ kind: 'invalid', field: 'title' });
  });
});

it('keeps what is typed as a draft of its own when another draft is resumed', async () => {
  const first = new PlanForm();
  first.fields.title = 'First';
  await first.keepNow();
  const form = new PlanForm();
  const own = form.draftId;
  form.fields.title = 'Second';
  await form.switchTo(first.draftId);
  expect([form.fields.title, form.draftId]).toEqual(['First', first.draftId]);
  expect(main.state.drafts.map(({ id, fields }) => [id, fields['title']]).toSorted()).toEqual(
    [
      [own, 'Second'],
      [first.draftId, 'First'],
    ].toSorted(),
  );
});

it('stays with what is typed if that cannot be kept', async () => {
  const form = new PlanForm();
  form.fields.title = 'Second';
  vi.spyOn(main.handlers.drafts, 'save').mockRejectedValue(new AppError('storage.not-saved'));
  await form.switchTo('another');
  expect([form.fields.title, form.draftError?.code]).toEqual(['Second', 'storage.not-saved']);
});
