/** A cell of the table of stops that is edited in its place. */
import { describe, expect, it } from 'vitest';
import { CellEdit } from '../../../../src/renderer/stops/cell-edit.svelte.ts';
import { stopRow } from '../../../fixtures/rows.ts';

const row = stopRow('plans/p1/stops/s1', {
  ...{ earliest: '09:00', latest: '12:00', packageCount: 3, notes: 'Ring\ntwice', allowedDrivers: ['drivers/a'] },
});
function typed(column: 'window' | 'packages' | 'notes', text: string) {
  const edit = new CellEdit(row, column);
  edit.type(text);
  return { change: edit.take(), problem: edit.problem };
}

describe('a window', () => {
  it('is shown so that it can be typed back', () => {
    expect(new CellEdit(row, 'window').text).toBe('09:00-12:00');
    expect(new CellEdit({ ...row, latest: null }, 'window').text).toBe('09:00-');
    expect(new CellEdit({ ...row, earliest: null }, 'window').text).toBe('-12:00');
    expect(new CellEdit({ ...row, earliest: null, latest: null }, 'window').text).toBe('');
  });

  const at = (hour: number, minute = 0) => ({ hour, minute });
  it.each([
    ['9-12', at(9), at(12)],
    [' 0830 – 10:15 ', at(8, 30), at(10, 15)],
    ['9', at(9), null],
    ['9-', at(9), null],
    ['-12', null, at(12)],
    ['– 12', null, at(12)],
    ['', null, null],
  ])('is read from “%s”', (text, earliest, latest) => {
    expect(typed('window', text)).toEqual({ change: { window: { earliest, latest } }, problem: null });
  });

  it.each(['noon', '9-25', '-', '12-9'])('says what is wrong with “%s”', (text) => {
    const { change, problem } = typed('window', text);
    expect(change).toBeNull();
    expect(problem).toMatch(/Enter a time|before earliest/);
  });
});

describe('a window on the day on which the clock is changed', () => {
  const on = (day: string, text: string) => {
    const edit = new CellEdit(row, 'window', () => ({ zone: 'Europe/Berlin', day }));
    edit.type(text);
    return { note: edit.note, change: edit.take(), problem: edit.problem };
  };

  it.each(['2:30', '1-2:30', '-2:30'])('is refused with a time that the clock skips: %s', (text) => {
    const said = 'The clock skips 02:00 to 03:00 that day. Enter 03:00 or later, or before 02:00.';
    expect(on('2026-03-29', text)).toEqual({ note: null, change: null, problem: said });
    expect(on('2026-03-28', text)).toMatchObject({ problem: null });
  });

  it.each(['2:30-4', '1-2:30'])('says which of two times is meant: %s', (text) => {
    const { note, change, problem } = on('2026-10-25', text);
    expect(note).toContain('02:30');
    expect(change).not.toBeNull();
    expect(problem).toBeNull();
    expect(on('2026-10-24', text).note).toBeNull();
  });

  it('says nothing about it in another column', () => {
    const edit = new CellEdit(row, 'notes', () => ({ zone: 'Europe/Berlin', day: '2026-10-25' }));
    expect(edit.note).toBeNull();
  });
});

it('reads packages as the form does, and clears them', () => {
  expect(typed('packages', '12').change).toEqual({ packageCount: 12 });
  expect(typed('packages', '').change).toEqual({ packageCount: null });
  expect(typed('packages', '0').problem).toBe('At least 1.');
  expect(typed('packages', '4006381333931').problem).toBe('At most 10,000.');
});

it('keeps the lines of notes, and refuses more than the service takes', () => {
  expect(new CellEdit(row, 'notes').text).toBe('Ring\ntwice');
  expect(typed('notes', ' Gate B ').change).toEqual({ notes: { how: 'replace', text: 'Gate B' } });
  expect(typed('notes', 'x'.repeat(2_001)).problem).toContain('2,000');
});

it('repeats what was typed when it could not be saved', () => {
  const edit = new CellEdit({ ...row, recipientName: 'Ida' }, 'window');
  edit.type('7-8');
  expect(edit.failedWords).toBe('This was not saved for “Ida”: 7-8');
  expect(new CellEdit(row, 'allowedDrivers').failedWords).toBe('Your change to “no name” was not saved. Try again.');
});

it('changes the allowed drivers, and knows whether anything was changed', () => {
  const edit = new CellEdit(row, 'allowedDrivers');
  expect(edit.isChanged).toBe(false);
  edit.drivers = [];
  expect([edit.isChanged, edit.take()]).toEqual([true, { allowedDrivers: [] }]);
});
