import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { t } from '../../../../src/messages/index.ts';
import { StopForm, fieldOrder, isUnderMore } from '../../../../src/renderer/stops/stop-form.svelte.ts';
import { emptyFields } from '../../../../src/renderer/stops/stop-fields.ts';
import type { EntryRow } from '../../../../src/shared/entries.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';
import { endTimersWithEachTest } from '../../../fixtures/ends-timers.ts';

endTimersWithEachTest();

const planId = 'plans/plan1';
let main: ReturnType<typeof standIn>;

beforeEach(() => {
  main = standIn();
  vi.stubGlobal('window', { backend: main });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function typed(change: Partial<ReturnType<typeof emptyFields>>): StopForm {
  const form = new StopForm(planId);
  Object.assign(form.fields, change);
  flushSync();
  return form;
}

it('says that coordinates count, and not the address beside them', () => {
  const point = { latitude: '53.5', longitude: '8.1' };
  expect(typed({ addressLineOne: 'Lindenweg 5', ...point }).notes.address).toBe(t('stopForm.atCoordinates'));
  expect(typed({ addressLineOne: 'Lindenweg 5', latitude: '53.5' }).notes.address).toBeNull();
  expect(typed(point).notes.address).toBeNull();
});

describe('a window on the day of a clock change', () => {
  const at = (day: string) => new StopForm(planId, () => ({ zone: 'Europe/Berlin', day }));

  it('says which of two times counts', () => {
    const form = at('2026-10-25');
    Object.assign(form.fields, { earliest: '2:30', latest: '3' });
    expect(form.notes).toMatchObject({ earliest: '02:30 comes twice that day. The first one counts.', latest: null });
    const without = typed({ earliest: '2:30' });
    expect(without.notes, 'of a plan without a day').toMatchObject({ earliest: null, latest: null });
  });

  it('is not saved with a time that the clock skips', async () => {
    const form = at('2026-03-29');
    Object.assign(form.fields, { addressLineOne: 'Lindenweg 5', latest: '2:30' });
    expect(await form.save()).toEqual({ kind: 'invalid', field: 'latest' });
    expect(main.state.entries).toEqual([]);
  });
});

describe('saving', () => {
  it('saves through main and then is ready for the next stop with package count 1', async () => {
    const form = typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5', packageCount: '3' });
    const result = await form.save();
    expect(result.kind).toBe('saved');
    expect(main.state.stops[0]).toMatchObject({ recipientName: 'Anna', packageCount: 3, entryState: 'queued' });
    expect(form.fields).toEqual(emptyFields());
    expect(form.planId).toBe(planId);
  });

  it('does not call main while a field is invalid, and names the first one in the order of the form', async () => {
    const form = typed({ packageCount: '0', latest: 'late' });
    expect(form.problems).toEqual({});
    expect(await form.save()).toEqual({ kind: 'invalid', field: 'addressLineOne' });
    expect(Object.keys(form.problems).sort()).toEqual(['addressLineOne', 'latest', 'packageCount']);
    expect(main.state.entries).toEqual([]);
  });

  it('keeps its fields and the draft if main could not save', async () => {
    vi.spyOn(main.handlers.stops, 'add').mockImplementation(async () => {
      throw new AppError('storage.not-saved', { detail: { cause: 'ENOSPC' } });
    });
    const form = typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5' });
    await form.keepNow();
    expect(await form.save()).toEqual({ kind: 'failed' });
    expect(form.saveError?.code).toBe('storage.not-saved');
    expect(form.fields.recipientName).toBe('Anna');
    expect(main.state.drafts).toHaveLength(1);
    expect(form.saving).toBe(false);
  });

  it('moves to the field that main rejected', async () => {
    vi.spyOn(main.handlers.stops, 'add').mockImplementation(async () => {
      throw new AppError('input.invalid', { detail: { field: 'address.zip' } });
    });
    expect(await typed({ addressLineOne: 'Lindenweg 5' }).save()).toEqual({ kind: 'invalid', field: 'zip' });
  });

  it('saves once when a key is pressed twice', async () => {
    const form = typed({ addressLineOne: 'Lindenweg 5' });
    await Promise.all([form.save(), form.save()]);
    expect(main.state.entries).toHaveLength(1);
  });
});

describe('input before the answer', () => {
  /** A main process that answers late or cannot save. */
  function slowly(fails = false) {
    const { add } = main.handlers.stops;
    const told = Promise.withResolvers<undefined>();
    vi.spyOn(main.handlers.stops, 'add').mockImplementationOnce(async (argument) => {
      await told.promise;
      if (fails) throw new AppError('storage.not-saved');
      return add(argument);
    });
    return () => told.resolve(undefined);
  }

  it('belongs to the next stop', async () => {
    const answer = slowly();
    const form = typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5' });
    const saved = form.save();
    expect(form.takesNothing).toBe(false);
    form.fields.recipientName = 'Bru';
    answer();
    expect((await saved).kind).toBe('saved');
    expect(main.state.stops[0]).toMatchObject({ recipientName: 'Anna' });
    expect(form.fields).toEqual({ ...emptyFields(), recipientName: 'Bru' });
    expect(form.problems).toEqual({});
    await form.keepNow();
    expect(main.state.drafts.map(({ fields }) => fields['recipientName'])).toEqual(['Bru']);
  });

  it('is saved as a draft and returns after the stop that could not be saved', async () => {
    const answer = slowly(true);
    const form = typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5' });
    await form.keepNow();
    const saved = form.save();
    form.fields.recipientName = 'Bru';
    answer();
    expect(await saved).toEqual({ kind: 'failed' });
    expect(form.fields.recipientName).toBe('Anna');
    await form.keepNow();
    expect(main.state.drafts.map(({ fields }) => fields['recipientName']).sort()).toEqual(['Anna', 'Bru']);
    expect((await form.save()).kind).toBe('saved');
    expect(form.fields.recipientName).toBe('Bru');
    form.fields.addressLineOne = 'Lindenweg 6';
    expect((await form.save()).kind).toBe('saved');
    await form.keepNow();
    expect(main.state.drafts).toEqual([]);
    expect(form.fields).toEqual(emptyFields());
  });

  it.each([
    ['after the stop that is saved', false, ['Bru']],
    ['beside the stop that is not saved', true, ['Anna', 'Bru']],
  ])('becomes a draft %s when the window closes before the answer', async (_what, fails, drafts) => {
    const answer = slowly(fails);
    const form = typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5' });
    const saved = form.save();
    form.fields.recipientName = 'Bru';
    const kept = form.keepNow();
    answer();
    await Promise.all([saved, kept]);
    expect(main.state.drafts.map(({ fields }) => fields['recipientName']).sort()).toEqual(drafts);
  });

  it('is rejected if the form closes or its corrected entry is gone', async () => {
    const answer = slowly();
    const form = typed({ addressLineOne: 'Lindenweg 5' });
    const saved = form.save(false);
    expect(form.takesNothing).toBe(true);
    answer();
    await saved;
    expect(form.takesNothing).toBe(false);
  });
});

describe('drafts', () => {
  it('are saved once after a pause in typing and removed by saving the stop', async () => {
    vi.useFakeTimers();
    const form = typed({ recipientName: 'An', addressLineOne: 'Lindenweg 5' });
    form.keepSoon();
    await vi.advanceTimersByTimeAsync(300);
    expect(main.state.drafts).toEqual([]);
    form.fields.recipientName = 'Anna';
    form.keepSoon();
    await vi.advanceTimersByTimeAsync(400);
    expect(main.state.drafts.map(({ fields }) => fields['recipientName'])).toEqual(['Anna']);
    await form.save();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(main.state.drafts).toEqual([]);
  });

  it('are removed when all input is deleted', async () => {
    const form = typed({ notes: 'x' });
    await form.keepNow();
    form.fields.notes = '';
    await form.keepNow();
    expect(main.state.drafts).toEqual([]);
  });

  it('are not created for an untouched form', async () => {
    const form = new StopForm(planId);
    await form.keepNow();
    expect(main.state.drafts).toEqual([]);
  });

  it('continue in another form and are replaced there', async () => {
    const first = typed({ recipientName: 'Half', earliest: '9-' });
    await first.keepNow();
    const draft = main.state.drafts[0];
    const second = new StopForm(planId);
    await second.continueDraft(draft?.id ?? '');
    expect(second.fields).toMatchObject({ recipientName: 'Half', earliest: '9-' });
    second.fields.addressLineOne = 'Lindenweg 5';
    second.fields.earliest = '9';
    await second.keepNow();
    expect(main.state.drafts.map(({ id }) => id)).toEqual([draft?.id]);
    await second.save();
    expect(main.state.drafts).toEqual([]);
  });

  it('are not created for a stop that is being saved, whatever happens to the window', async () => {
    const { add } = main.handlers.stops;
    const told = Promise.withResolvers<undefined>();
    vi.spyOn(main.handlers.stops, 'add').mockImplementation(async (argument) => {
      const row = await add(argument);
      await told.promise;
      return row;
    });
    const form = typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5' });
    const saved = form.save();
    // The user switches to another program or leaves the form.
    const kept = form.keepNow();
    told.resolve(undefined);
    expect((await saved).kind).toBe('saved');
    await kept;
    expect(main.state.drafts).toEqual([]);
  });

  it('do not hold up a save that begins while one of them is written and the next one waits', async () => {
    const { save } = main.handlers.drafts;
    const [begun, told] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    vi.spyOn(main.handlers.drafts, 'save').mockImplementationOnce(async (argument) => {
      begun.resolve(undefined);
      await told.promise;
      return save(argument);
    });
    const form = typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5' });
    const kept = [form.keepNow()];
    await begun.promise;
    kept.push(form.keepNow());
    const saved = form.save();
    told.resolve(undefined);
    expect((await saved).kind).toBe('saved');
    await Promise.all(kept);
    expect(main.state.drafts).toEqual([]);
  });

  it('are created for a stop that could not be saved, even if the form was left meanwhile', async () => {
    vi.useFakeTimers();
    vi.spyOn(main.handlers.stops, 'add').mockImplementation(async () => {
      throw new AppError('storage.not-saved');
    });
    const form = typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5' });
    const saved = form.save();
    await form.keepNow();
    expect(await saved).toEqual({ kind: 'failed' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.state.drafts).toHaveLength(1);
  });

  it('show an error if they cannot be saved', async () => {
    vi.spyOn(main.handlers.drafts, 'save').mockImplementation(async () => {
      throw new AppError('storage.not-saved');
    });
    const form = typed({ notes: 'x' });
    await form.keepNow();
    expect(form.draftError?.code).toBe('storage.not-saved');
  });
});

describe('correcting an entry', () => {
  it('opens its fields and replaces its content', async () => {
    const form = typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5' });
    await form.save();
    const entryId = main.state.entries[0]?.id ?? '';
    const corrected = new StopForm(planId);
    await corrected.correct(entryId);
    expect(corrected.fields.recipientName).toBe('Anna');
    corrected.fields.recipientName = 'Anne';
    const correct = vi.spyOn(main.handlers.stops, 'correct');
    expect((await corrected.save()).kind).toBe('saved');
    expect(correct.mock.calls[0]?.[0]).toMatchObject({ entryId, stop: { recipient: { name: 'Anne' } } });
    expect(corrected.entryId).toBeNull();
  });

  it('calls main once when a key is pressed twice, and so does a change', async () => {
    await typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5' }).save();
    const corrected = new StopForm(planId);
    await corrected.correct(main.state.entries[0]?.id ?? '');
    corrected.fields.recipientName = 'Anne';
    const correct = vi.spyOn(main.handlers.stops, 'correct');
    await Promise.all([corrected.save(), corrected.save()]);
    expect(correct).toHaveBeenCalledTimes(1);

    const changed = new StopForm(planId);
    await changed.change(main.state.stops.find(({ origin }) => origin === 'service')?.id ?? '');
    changed.fields.notes = 'More';
    const edit = vi.spyOn(main.handlers.stops, 'edit');
    await Promise.all([changed.save(), changed.save(false)]);
    expect(edit).toHaveBeenCalledTimes(1);
  });

  /** A correction that main rejects, of an entry that is in this state by then. */
  async function tooLate(state: EntryRow['state']) {
    await typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5' }).save();
    const there = main.state.stops.find(({ origin, packageCount }) => origin === 'service' && packageCount === 3)!;
    const [entry] = main.state.entries;
    const form = new StopForm(planId);
    await form.correct(entry!.id);
    form.fields.notes = 'More';
    await form.keepNow();
    Object.assign(entry!, { state, recordId: there.id });
    vi.spyOn(main.handlers.stops, 'correct').mockRejectedValue(new AppError('record.not-editable'));
    expect(await form.save()).toEqual({ kind: 'failed' });
    return { form, there };
  }

  it('becomes an edit if the stop was sent meanwhile, with what the user changed alone', async () => {
    const { form, there } = await tooLate('acknowledged');
    expect([form.saveError?.code, form.entryId, form.edited?.id]).toEqual(['record.sent-meanwhile', null, there.id]);
    expect(form.fields).toMatchObject({ notes: 'More', packageCount: '3' });
    await form.keepNow();
    const [kept] = main.state.drafts;
    expect(kept).toMatchObject({ id: form.draftId, fields: { notes: 'More', edited: { id: there.id } } });
    expect([kept?.fields['entryId'], main.state.drafts.length]).toEqual([undefined, 1]);
    const edit = vi.spyOn(main.handlers.stops, 'edit');
    expect((await form.save()).kind).toBe('saved');
    expect(edit.mock.calls[0]?.[0]).toMatchObject({ id: there.id, change: { notes: 'More' } });
    expect(Object.keys(edit.mock.calls[0]?.[0].change ?? {})).toEqual(['notes']);
  });

  it('becomes a new stop if the entry was discarded meanwhile', async () => {
    const { form } = await tooLate('given-up');
    expect([form.saveError?.code, form.isNew, form.filled]).toEqual(['record.discarded-meanwhile', true, true]);
    const add = vi.spyOn(main.handlers.stops, 'add');
    expect((await form.save()).kind).toBe('saved');
    expect(add.mock.calls[0]?.[0]).toMatchObject({ stop: { recipient: { name: 'Anna' }, notes: 'More' } });
    await form.keepNow();
    expect(main.state.drafts).toEqual([]);
  });

  it('is still a correction after a restart in the middle', async () => {
    await typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5' }).save();
    const entryId = main.state.entries[0]?.id ?? '';
    const form = new StopForm(planId);
    await form.correct(entryId);
    form.fields.notes = 'more';
    await form.keepNow();
    const again = new StopForm(planId);
    await again.continueDraft(main.state.drafts[0]?.id ?? '');
    expect(again.entryId).toBe(entryId);
  });
});

describe('a form whose stop or plan was deleted elsewhere', () => {
  const draftOf = () => {
    expect(main.state.drafts).toHaveLength(1);
    return main.state.drafts[0]!;
  };
  async function changing(): Promise<StopForm> {
    const form = new StopForm(planId);
    await form.change(main.state.stops.find(({ origin }) => origin === 'service')?.id ?? '');
    form.fields.notes = 'More';
    await form.keepNow();
    return form;
  }

  it('makes a new stop of its content, and its draft no longer names the deleted one', async () => {
    const form = await changing();
    const before = draftOf();
    expect(before.fields).toHaveProperty('edited');
    form.becomeNew();
    expect([form.isNew, form.filled]).toEqual([true, true]);
    await form.keepNow();
    const after = draftOf();
    expect(after.id).toBe(form.draftId);
    // Another gesture: an attempt to save the edit may have been answered already.
    expect(after.id).not.toBe(before.id);
    expect(after.fields).toMatchObject({ notes: 'More' });
    expect(after.fields).not.toHaveProperty('edited');

    form.fields.addressLineOne = 'Lindenweg 5';
    const add = vi.spyOn(main.handlers.stops, 'add');
    expect((await form.save()).kind).toBe('saved');
    expect(add.mock.calls[0]?.[0]).toMatchObject({ planId, stop: { notes: 'More' }, draftId: after.id });
    expect(main.state.drafts).toEqual([]);
  });

  it('stays as it is during a save', async () => {
    const form = await changing();
    const saving = form.save();
    form.becomeNew();
    expect(form.isNew).toBe(false);
    await saving;
  });

  it('moves its content to another plan, without drivers that the other plan does not have', async () => {
    const form = typed({ recipientName: 'Anna', allowedDrivers: ['drivers/d1', 'drivers/d9'] });
    await form.keepNow();
    const draftId = await form.moveTo({ id: 'plans/plan2', driverIds: ['drivers/d1'] });
    const draft = draftOf();
    expect(draft).toMatchObject({
      id: draftId,
      planId: 'plans/plan2',
      fields: { recipientName: 'Anna', allowedDrivers: ['drivers/d1'] },
    });
    const there = new StopForm('plans/plan2');
    await there.continueDraft(draft.id);
    expect([there.fields.recipientName, there.isNew]).toEqual(['Anna', true]);
  });

  it('moves an edit as a new stop, and nothing if nothing was typed', async () => {
    const form = await changing();
    await form.moveTo({ id: 'plans/plan2', driverIds: [] });
    expect(draftOf().fields).not.toHaveProperty('edited');
    await form.discard();
    expect(await new StopForm(planId).moveTo({ id: 'plans/plan2', driverIds: [] })).toBeNull();
    expect(main.state.drafts).toEqual([]);
  });

  it('discards the entry being corrected once its content is in the draft', async () => {
    await typed({ recipientName: 'Anna', addressLineOne: 'Lindenweg 5' }).save();
    const entryId = main.state.entries[0]?.id ?? '';
    const form = new StopForm(planId);
    await form.correct(entryId);
    const giveUp = vi.spyOn(main.handlers.outbox, 'giveUp').mockImplementationOnce(async () => {
      expect(draftOf()).toMatchObject({ planId: 'plans/plan2', fields: { recipientName: 'Anna' } });
    });
    await form.moveTo({ id: 'plans/plan2', driverIds: [] });
    expect(giveUp.mock.calls[0]?.[0]).toMatchObject({ entryId });
    expect(draftOf().fields).not.toHaveProperty('entryId');
  });

  it('does not claim to have moved what could not be saved', async () => {
    const form = typed({ recipientName: 'Anna' });
    vi.spyOn(main.handlers.drafts, 'save').mockImplementation(async () => {
      throw new AppError('storage.not-saved');
    });
    await expect(form.moveTo({ id: 'plans/plan2', driverIds: [] })).rejects.toMatchObject({
      code: 'storage.not-saved',
    });
    expect(form.fields.recipientName).toBe('Anna');
  });

  it('undoes another address if drivers got the plan meanwhile', async () => {
    const form = await changing();
    form.fields.addressLineOne = 'Elsewhere 1';
    form.fields.zip = '10115';
    flushSync();
    expect(form.relocates).toBe(true);
    form.restoreAddress();
    flushSync();
    expect([form.relocates, form.fields.notes]).toEqual([false, 'More']);
  });
});

describe('typing', () => {
  it('spreads a window over both fields and formats times when the field loses focus', () => {
    const form = typed({ earliest: '9-1230' });
    form.touch('earliest');
    expect([form.fields.earliest, form.fields.latest]).toEqual(['09:00', '12:30']);
  });

  it('shows a problem only after its field lost focus', () => {
    const form = typed({ addressLineOne: 'Lindenweg 5', packageCount: '0' });
    expect(form.problems).toEqual({});
    form.touch('packageCount');
    expect(form.problems).toEqual({ packageCount: 'At least 1.' });
    form.fields.packageCount = '2';
    expect(form.problems).toEqual({});
  });

  it('adds a scanned barcode once and empties its field', () => {
    const form = typed({ barcodeTyped: ' 4711 ' });
    form.addBarcode();
    form.fields.barcodeTyped = '4711';
    form.addBarcode();
    expect(form.fields.barcodes).toEqual(['4711']);
    expect(form.fields.barcodeTyped).toBe('');
    form.fields.barcodes.push('4712');
    form.removeBarcode('4711');
    expect(form.fields.barcodes).toEqual(['4712']);
    form.fields.barcodes.push('4713', '4712');
    form.removeBarcode('4712');
    expect(form.fields.barcodes, 'one of two').toEqual(['4713', '4712']);
  });

  it('fills in a known recipient with the parts of the address and notes, and keeps the rest', () => {
    const place = { addressName: 'Gate 3', latitude: '54.1', longitude: '12.1' };
    const form = typed({ zip: '101', country: 'Austria', packageCount: '4', notes: 'mine', ...place });
    form.takeRecipient({
      name: 'Anna',
      phone: '1',
      email: null,
      address: 'Lindenweg 5, 10115 Neuhafen',
      addressLineOne: 'Lindenweg 5',
      addressLineTwo: '10115 Neuhafen',
      notes: null,
    });
    expect(form.fields).toMatchObject({
      recipientName: 'Anna',
      addressLineOne: 'Lindenweg 5',
      addressLineTwo: '',
      ...{ zip: '10115', city: 'Neuhafen', state: '', country: '' },
      // Those of the address that was typed before would send the driver there.
      ...{ addressName: '', latitude: '', longitude: '' },
      packageCount: '4',
      notes: 'mine',
    });
    form.takeRecipient({
      ...{ name: 'Bea', phone: null, email: null, notes: null },
      ...{ address: 'Weg 1, Hinterhaus', addressLineOne: 'Weg 1', addressLineTwo: 'Hinterhaus' },
    });
    expect(form.fields).toMatchObject({ addressLineOne: 'Weg 1', addressLineTwo: 'Hinterhaus', zip: '', city: '' });
  });

  it('has rarely used fields under More, from the duration on', () => {
    expect(
      ['recipientName', 'barcodes', 'durationMinutes', 'properties'].map((name) => isUnderMore(name as 'notes')),
    ).toEqual([...[false, false, true, true]]);
  });

  it('has a place for every field', () => {
    expect([...fieldOrder].sort()).toEqual(Object.keys(emptyFields()).sort());
  });
});
