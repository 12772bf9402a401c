/** What a row of a file changes of a driver who exists. */
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { driverFileChange } from '../../../../../src/renderer/drivers/import/existing-driver.ts';
import { driverNoun } from '../../../../../src/renderer/drivers/import/driver-noun.ts';
import { driverSheet } from '../../../../../src/renderer/drivers/import/driver-sheet.ts';
import { columnsFor } from '../../../../fixtures/columns-for.ts';
import { checkedItem, itemsOf } from '../../../../../src/renderer/import/group.ts';
import { SheetImport } from '../../../../../src/renderer/import/sheet-import.svelte.ts';
import { readSheetRows } from '../../../../../src/renderer/lib/sheet/read-sheet.ts';
import { AppError, encodeError } from '../../../../../src/shared/errors.ts';
import type { DriverRow } from '../../../../../src/shared/drivers.ts';
import { standIn } from '../../../../fixtures/backend-stand-in.ts';
import { importDesk } from '../../import/import-desk.ts';

const depots = [
  { id: 'depots/north', name: 'North depot' },
  { id: 'depots/south', name: 'South depot' },
];
const sheet = driverSheet(() => depots);
const [template] = standIn().state.drivers;
const driver = (more: Partial<DriverRow>): DriverRow => ({
  ...{ ...template!, id: 'drivers/a', fullName: 'Ada Lang', displayName: 'Ada', change: null },
  ...{ email: 'ada@example.com', phone: '+49 151 5550101', depots: ['depots/north', 'depots/south'] },
  ...more,
});

function change(headings: string, line: string, found: readonly DriverRow[] = [driver({})]) {
  const rows = [headings, line].map((each) => each.split(';'));
  const [item] = itemsOf(sheet, rows, columnsFor(sheet, rows[0]!, [])).map((each) => checkedItem(sheet, each));
  return driverFileChange(item!, found, sheet, depots);
}

it('changes what the file says otherwise, on the values that were there, and leaves what is empty in it', () => {
  expect(change('Name;Nickname;Email;Depots', 'Ada Lang-Roth;;ADA@example.com;South depot')).toEqual({
    kind: 'change',
    recordId: 'drivers/a',
    edit: { name: 'Ada Lang-Roth', depots: ['depots/south'] },
    base: { name: 'Ada Lang', depots: ['depots/north', 'depots/south'] },
    fields: [
      { label: 'Name', before: 'Ada Lang', after: 'Ada Lang-Roth' },
      { label: 'Depots', before: 'North depot\nSouth depot', after: 'South depot' },
    ],
    effects: [],
  });
});

it('changes nothing for the same depots in another order, nor for another spelling of the phone', () => {
  expect(change('Name;Phone;Depots', 'Ada Lang;0151 5550101;South depot, North depot')).toEqual({ kind: 'same' });
});

it.each([
  ['another phone', 'ada@example.com;0151 5559999', undefined, /email or phone differs/],
  ['an email that the driver has not', 'ada@example.com;', [driver({ email: null })], /email or phone differs/],
  ['several drivers', 'ada@example.com;', [driver({}), driver({ id: 'drivers/b' })], /2 drivers have this/],
  ['an email that is none', 'ada@;', undefined, /^Email: /],
])('cannot change a driver for %s', (_what, line, found, why) => {
  const made = change('Email;Phone', line, found);
  expect(made.kind === 'cannot' ? made.why : made).toMatch(why);
});

describe('in an import', () => {
  const desk = importDesk();

  async function opened(...lines: string[]): Promise<SheetImport> {
    const work = new SheetImport(driverNoun(), async (file, choices) =>
      readSheetRows(new Uint8Array(await file.arrayBuffer()), choices),
    );
    desk.works.push(work);
    await work.read(new Blob([lines.join('\n')]), 'drivers.csv');
    return work;
  }

  it('updates drivers who exist in one call, and shows why one was refused', async () => {
    const [first, second] = (await desk.main.handlers.drivers.list()).rows;
    const error = encodeError(new AppError('record.not-editable'));
    const edit = vi
      .spyOn(desk.main.handlers.drivers, 'editMany')
      .mockImplementation(async ({ edits }) =>
        edits.map(({ id }) => ({ id, error: id === second!.id ? error : null })),
      );
    const work = await opened('Name;Email', `Renamed One;${first!.email}`, `Renamed Two;${second!.email}`);
    work.chooseKnown('change');
    expect(work.changing.map(({ change: made }) => made?.fields[0]?.after)).toEqual(['Renamed One', 'Renamed Two']);
    expect(await work.save()).toBe(false);
    expect(edit.mock.calls.map(([{ edits }]) => edits)).toEqual([
      [
        { id: first!.id, change: { name: 'Renamed One' }, base: { name: first!.fullName } },
        { id: second!.id, change: { name: 'Renamed Two' }, base: { name: second!.fullName } },
      ],
    ]);
    flushSync();
    expect(work.all.map(({ item }) => item.fields.email)).toEqual([second!.email]);
    expect(work.all[0]?.problem).not.toBeNull();
  });

  it('saves every change although the dialog is gone meanwhile', async () => {
    const { rows } = await desk.main.handlers.drivers.list();
    const [driver] = rows;
    const many = Array.from({ length: 150 }, (_, at) => ({
      ...{ ...driver!, id: `drivers/d${at}`, email: `d${at}@example.com`, phone: null, change: null },
    }));
    desk.main.state.drivers = many;
    const saved: string[] = [];
    const work = await opened('Name;Email', ...many.map(({ email }, at) => `Renamed ${at};${email}`));
    vi.spyOn(desk.main.handlers.drivers, 'editMany').mockImplementation(async ({ edits }) => {
      work.end();
      saved.push(...edits.map(({ id }) => id));
      return edits.map(({ id }) => ({ id, error: null }));
    });
    work.chooseKnown('change');
    expect(await work.save()).toBe(true);
    expect(saved).toEqual(many.map(({ id }) => id));
  });

  it('does not let a second row change the driver of a row above it, nor one who is being deleted', async () => {
    const [first, second] = (await desk.main.handlers.drivers.list()).rows;
    desk.main.state.drivers = desk.main.state.drivers.map((each) =>
      each.id === second!.id ? { ...each, change: 'delete' } : each,
    );
    const work = await opened('Name;Email', `A;${first!.email}`, `B;${first!.email}`, `C;${second!.email}`);
    expect(work.all.map(({ isKnown }) => isKnown)).toEqual([true, false, false]);
    expect(work.all.every(({ duplicate, isLeftOut }) => duplicate !== null && isLeftOut)).toBe(true);
  });
});
