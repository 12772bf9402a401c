/** Drivers as an import makes them. */
import { backend } from '../../lib/backend.ts';
import { depotChoice } from '../../lib/depot-choice.svelte.ts';
import { depotZones } from '../../lib/depot-zones.svelte.ts';
import { changeRows } from '../../import/change-rows.ts';
import type { ImportNoun } from '../../import/noun.ts';
import { partOf } from '../../import/part-of.ts';
import { t } from '../../../messages/index.ts';
import { driverOf, driverSheet } from './driver-sheet.ts';
import { driverFileChange, type DriverFileChange } from './existing-driver.ts';
import { KnownDrivers } from './known-drivers.svelte.ts';

type Edit = Extract<DriverFileChange, { kind: 'change' }>;

export function driverNoun(): ImportNoun {
  const depots = () => depotZones.rows;
  const sheet = driverSheet(depots);
  const existing = new KnownDrivers(
    { list: () => backend.drivers.list(), refresh: () => backend.drivers.refresh() },
    (item, found) => driverFileChange(item, found, sheet, depots()),
  );
  return {
    ...sheet,
    place: '',
    existing,
    shown: () => [
      {
        id: 'name',
        title: t('drivers.columnName'),
        width: 'minmax(120px, 1.4fr)',
        text: ({ item: { fields } }) => fields.recipientName,
      },
      {
        id: 'email',
        title: t('drivers.columnEmail'),
        width: 'minmax(140px, 1.6fr)',
        text: ({ item: { fields } }) => fields.email,
      },
      {
        id: 'phone',
        title: t('drivers.columnPhone'),
        width: 'minmax(110px, 1fr)',
        text: ({ item: { fields } }) => fields.phone,
      },
      {
        id: 'depots',
        title: t('drivers.columnDepots'),
        width: 'minmax(100px, 1fr)',
        text: ({ item: { fields } }) => fields.depots.split('\n').join(', '),
      },
    ],
    async add({ rows, importId, name, last }) {
      const keys = rows.map(({ item }) => item.key);
      const drivers = rows.map(({ item }) => driverOf(item.fields, depots(), depotChoice.id));
      const gesture = partOf(importId, 'drivers', { keys, drivers });
      return backend.drivers.addMany({ drivers, of: { importId, name, keys, last }, gesture });
    },

    change: ({ rows, importId, name }, attempt) =>
      changeRows(rows, (changes: readonly Edit[], keys: string[]) => {
        const edits = changes.map(({ recordId: id, edit: change, base }) => ({ id, change, base }));
        const gesture = partOf(importId, `changes${attempt}`, { keys, edits });
        return backend.drivers.editMany({ edits, of: { importId, name, keys }, gesture });
      }),
  };
}
