/** One change for several stops: the edit of each, what undoes it, and the form that makes it. */
import { describe, expect, it } from 'vitest';
import { editableOf, stepsOf } from '../../../../src/renderer/stops/many-edits.ts';
import { ManyForm } from '../../../../src/renderer/stops/many-form.svelte.ts';
import { leftWords } from '../../../../src/renderer/stops/many-words.ts';
import { stopRow } from '../../../fixtures/rows.ts';

const at = (hour: number) => ({ hour, minute: 0 });
const morning = stopRow('s1', { earliest: '08:00', latest: '12:00', stopSeconds: 120, notes: 'Ring', packageCount: 2 });
const bare = stopRow('s2');

describe('edits of several stops', () => {
  it('hold the changed fields, with the whole object as it was', () => {
    const [one, other] = stepsOf([morning, bare], { window: { earliest: at(9), latest: null }, packageCount: 4 });
    expect(one?.edit).toEqual({
      id: 's1',
      change: { timing: { earliestAttemptTime: at(9), latestAttemptTime: null }, packageCount: 4 },
      base: {
        timing: { estimatedAttemptDuration: 120, earliestAttemptTime: at(8), latestAttemptTime: at(12) },
        packageCount: 2,
      },
    });
    expect(one?.undo.before).toEqual({
      timing: { earliestAttemptTime: at(8), latestAttemptTime: at(12) },
      packageCount: 2,
    });
    expect(other?.undo.before).toEqual({
      timing: { earliestAttemptTime: null, latestAttemptTime: null },
      packageCount: null,
    });
  });

  it('replace notes, or append a line to them', () => {
    const notes = (how: 'replace' | 'append', text: string | null) =>
      stepsOf([morning, bare], { notes: { how, text } }).map(({ edit }) => edit.change.notes);
    expect(notes('replace', 'Side door')).toEqual(['Side door', 'Side door']);
    expect(notes('append', 'Side door')).toEqual(['Ring\nSide door', 'Side door']);
    // The second has none to remove.
    expect(notes('replace', null)).toEqual([null]);
  });

  it('leave out stops that have the values already', () => {
    const hers = stopRow('s3', { allowedDrivers: ['drivers/d1'] });
    expect(stepsOf([hers, bare], { allowedDrivers: ['drivers/d1'] }).map(({ edit }) => edit)).toEqual([
      { id: 's2', change: { allowedDrivers: ['drivers/d1'] }, base: { allowedDrivers: null } },
    ]);
    expect(stepsOf([hers, bare], { allowedDrivers: [] }).map(({ edit }) => edit.change)).toEqual([
      { allowedDrivers: null },
    ]);
    expect(stepsOf([morning], { packageCount: 2, window: { earliest: at(8), latest: at(12) } })).toEqual([]);
  });

  it('say which stops they leave out, and why', () => {
    const rows = [
      bare,
      stopRow('s4', { attemptedAt: 1 }),
      stopRow('s5', { change: 'delete' }),
      stopRow('s6', { change: 'move' }),
      stopRow('s7', { change: 'move', origin: 'outbox' }),
      stopRow('s8', { type: 'end' }),
    ];
    const { rows: editable, left } = editableOf(rows);
    expect(editable.map(({ id }) => id)).toEqual(['s2', 's7']);
    expect(leftWords(left)).toEqual([
      '1 stop cannot be changed and stays as it is: the driver has been there.',
      '2 stops cannot be changed and stay as they are: it will be deleted or moved.',
    ]);
  });
});

describe('the form for several stops', () => {
  it('changes nothing while no field is ticked', () => {
    const form = new ManyForm([bare]);
    form.packageCount = '4';
    expect([form.isNothing, form.take()]).toEqual([true, null]);
  });

  it('takes the ticked fields alone', () => {
    const form = new ManyForm([bare]);
    Object.assign(form, { earliest: '9-12', packageCount: '4', notes: ' Side door ', drivers: ['drivers/d1'] });
    form.on = { window: true, packages: false, notes: true, drivers: false };
    expect(form.take()).toEqual({
      window: { earliest: at(9), latest: at(12) },
      notes: { how: 'replace', text: 'Side door' },
    });
    form.on = { window: false, packages: true, notes: false, drivers: true };
    expect(form.take()).toEqual({ packageCount: 4, allowedDrivers: ['drivers/d1'] });
  });

  it('clears what is ticked and left empty', () => {
    const form = new ManyForm([bare]);
    form.on = { window: true, packages: true, notes: true, drivers: true };
    expect(form.take()).toEqual({
      window: { earliest: null, latest: null },
      packageCount: null,
      notes: { how: 'replace', text: null },
      allowedDrivers: [],
    });
  });

  it('knows the clock of the depot: a skipped time is refused, one that comes twice is explained', () => {
    const on = (day: string) => {
      const form = new ManyForm([morning], () => ({ zone: 'America/New_York', day }));
      form.on = { ...form.on, window: true };
      return form;
    };
    const spring = on('2026-03-08');
    spring.latest = '2:30';
    expect(spring.take()).toBeNull();
    expect(spring.problems.window).toBe(
      'The clock skips 02:00 to 03:00 that day. Enter 03:00 or later, or before 02:00.',
    );
    const autumn = on('2026-11-01');
    expect(autumn.note).toBeNull();
    autumn.earliest = '1:30';
    expect(autumn.note).toBe('01:30 comes twice that day. The first one counts.');
    expect(autumn.take()).toEqual({ window: { earliest: { hour: 1, minute: 30 }, latest: null } });
  });

  it.each([
    ['window', { earliest: 'noon' }, 'Enter a time like 9, 1430 or 9-12.'],
    ['window', { earliest: '12', latest: '9' }, 'Latest is before earliest. Past midnight, leave Latest empty.'],
    ['packages', { packageCount: '1.5' }, 'Enter a whole number.'],
    ['packages', { packageCount: '0' }, 'At least 1.'],
    ['packages', { packageCount: '10001' }, 'At most 10,000.'],
    ['notes', { notesHow: 'append' }, 'Enter the text to append.'],
    [
      ...(['notes', { notesHow: 'append', notes: 'x'.repeat(1_998) }] as const),
      'With this text, the notes would be too long: at most 2,000 characters.',
    ],
  ] as const)('says what is wrong with %s: %o', (field, typed, problem) => {
    const form = new ManyForm([morning]);
    Object.assign(form, typed);
    form.on = { ...form.on, [field]: true };
    expect(form.problems).toEqual({});
    expect([form.take(), form.firstProblem, form.problems]).toEqual([null, field, { [field]: problem }]);
  });
});
