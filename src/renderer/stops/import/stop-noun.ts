/** Stops of a plan, and stops without one, as an import makes them. */
import { AppError } from '../../../shared/errors.ts';
import { backend } from '../../lib/backend.ts';
import { readAllPages } from '../../lib/pages.ts';
import type { Column } from '../../ui/table.ts';
import { changeRows } from '../../import/change-rows.ts';
import type { ImportRow } from '../../import/item.ts';
import type { ImportNoun, ImportPart, SheetNoun } from '../../import/noun.ts';
import { partOf } from '../../import/part-of.ts';
import { addressText } from '../../import/row-texts.ts';
import { t } from '../../../messages/index.ts';
import type { StopFileChange } from './existing-stop.ts';
import { KnownStops } from './known-stops.svelte.ts';
import { stopFieldsOf, stopOf, stopSheet, type StopSurroundings } from './stop-sheet.ts';

/** A record of the file that can be saved, by its key. */
const madeOf = (rows: ImportPart['rows'], around: StopSurroundings) =>
  rows.flatMap(({ item: { key, fields } }) => {
    const { stop } = stopOf(fields, around);
    // It was good when it was checked. Without it the part would be smaller, and its row counted as saved.
    if (stop === null) throw new AppError('input.invalid', { detail: { field: 'stops' } });
    return [{ key, stop }];
  });

type Edit = Extract<StopFileChange, { kind: 'change' }>;

const editsOf = (changes: readonly Edit[]) =>
  changes.map(({ recordId: id, edit: change, base }) => ({ id, change, base }));

function columns(heading: string | null, around: StopSurroundings): readonly Column<ImportRow>[] {
  return [
    {
      id: 'number',
      // Rows are joined by this column, so its heading in the file is shown.
      title: heading ?? t('stopImport.columnNumber'),
      width: 'minmax(90px, 0.8fr)',
      text: ({ item }) => item.fields.externalId,
    },
    {
      id: 'recipient',
      title: t('stopImport.columnRecipient'),
      width: 'minmax(120px, 1.4fr)',
      text: ({ item }) => item.fields.recipientName,
    },
    { id: 'address', title: t('stopImport.columnAddress'), width: 'minmax(150px, 2fr)', text: addressText },
    {
      id: 'window',
      title: t('stopImport.columnWindow'),
      width: 'minmax(96px, 0.8fr)',
      text: ({ item }) => {
        const { earliest, latest } = stopFieldsOf(item.fields, around);
        return earliest === '' && latest === '' ? '' : `${earliest}–${latest}`;
      },
    },
    {
      id: 'packages',
      title: t('stopImport.columnPackages'),
      width: '76px',
      align: 'end',
      text: ({ item }) => item.fields.packageCount,
    },
  ];
}

/** With what a file consists of. Its fields are read each time, because columns may become custom properties. */
const withSheet = (sheet: SheetNoun, noun: Omit<ImportNoun, keyof SheetNoun>): ImportNoun =>
  Object.defineProperties(noun, Object.getOwnPropertyDescriptors(sheet)) as ImportNoun;

/** @param planId of the plan that gets the stops */
export function stopNoun(planId: string, around: StopSurroundings): ImportNoun {
  const sheet = stopSheet(around);
  const source = {
    around,
    list: () => readAllPages((cursor) => backend.stops.list({ planId, cursor })),
    read: (id: string) => backend.stops.get({ planId, id }),
    refresh: () => backend.stops.refresh({ planId }),
    elsewhere: (externalIds: string[]) => backend.stops.elsewhere({ planId, externalIds }),
  };
  const existing = new KnownStops(source, sheet);
  return withSheet(sheet, {
    shown: (heading) => columns(heading, around),
    place: planId,
    existing,
    add({ rows, importId, name, last }) {
      const made = madeOf(rows, around);
      const keys = made.map(({ key }) => key);
      const stops = made.map(({ stop }) => stop);
      const gesture = partOf(importId, 'stops', { keys, stops });
      return backend.stops.addMany({ planId, stops, of: { importId, name, keys, last }, gesture });
    },

    change: ({ rows, importId, name }, attempt) =>
      changeRows(rows, (changes: readonly Edit[], keys: string[]) => {
        const edits = editsOf(changes);
        const gesture = partOf(importId, `changes${attempt}`, { keys, edits });
        return backend.stops.editMany({ planId, edits, of: { importId, name, keys }, gesture });
      }),
  });
}

/**
 * @param depot that gets the stops, as it is when they are saved; null: the team's main depot
 * @param takeDepot takes the depot of a saved import that is resumed
 */
export function unassignedNoun(
  depot: () => string | null,
  takeDepot: (id: string) => void,
  around: StopSurroundings,
): ImportNoun {
  const sheet = stopSheet(around, 'unassignedImport');
  const source = {
    around,
    list: () => readAllPages((cursor) => backend.unassignedStops.list({ cursor })),
    read: (id: string) => backend.unassignedStops.get({ id }),
    refresh: () => backend.unassignedStops.refresh(),
    elsewhere: (externalIds: string[]) => backend.stops.elsewhere({ planId: null, externalIds }),
  };
  const existing = new KnownStops(source, sheet);
  return withSheet(sheet, {
    shown: (heading) => columns(heading, around),
    get place() {
      return depot() ?? '';
    },
    takePlace: takeDepot,
    existing,
    add({ rows, importId, name, last }) {
      const made = madeOf(rows, around);
      const keys = made.map(({ key }) => key);
      const given = { stops: made.map(({ stop }) => stop), depot: depot() };
      const gesture = partOf(importId, 'unassigned', { keys, ...given });
      return backend.unassignedStops.addMany({ ...given, of: { importId, name, keys, last }, gesture });
    },

    change: ({ rows, importId, name }, attempt) =>
      changeRows(rows, (changes: readonly Edit[], keys: string[]) => {
        const edits = editsOf(changes);
        const gesture = partOf(importId, `changes${attempt}`, { keys, edits });
        return backend.unassignedStops.editMany({ edits, of: { importId, name, keys }, gesture });
      }),
  });
}
