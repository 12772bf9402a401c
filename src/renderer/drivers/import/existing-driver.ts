/** Computes the edit that brings an existing driver in line with the file, or why there is none. */
import type { DepotRow } from '../../../shared/depots.ts';
import { reachKeys } from '../../../shared/driver-reach.ts';
import type { DriverRow } from '../../../shared/drivers.ts';
import { t } from '../../../messages/index.ts';
import { problemLine } from '../../import/group.ts';
import type { FieldChange, ImportItem, ItemChange } from '../../import/item.ts';
import type { SheetNoun } from '../../import/noun.ts';
import { driverChange, fieldsOf, type DriverFields } from '../driver-fields.ts';
import { driverOf } from './driver-sheet.ts';

/** A driver's change with the edit that makes it. */
export type DriverFileChange =
  Exclude<ItemChange, { kind: 'change' }> | (Extract<ItemChange, { kind: 'change' }> & DriverEdit);

interface DriverEdit {
  edit: ReturnType<typeof driverChange>['change'];
  base: ReturnType<typeof driverChange>['base'];
}

type Depots = readonly Pick<DepotRow, 'id' | 'name'>[];

const cannot = (why: string): DriverFileChange => ({ kind: 'cannot', why });

/** @param found the existing drivers with the row's email or phone */
export function driverFileChange(
  item: ImportItem,
  found: readonly DriverRow[],
  sheet: SheetNoun,
  depots: Depots,
): DriverFileChange {
  const [driver, ...others] = found;
  if (driver === undefined) return { kind: 'same' };
  if (others.length > 0) return cannot(t('driverImport.cannotSeveral', { count: found.length }));
  const wrong = problemLine(sheet, item);
  if (wrong !== null) return cannot(wrong);
  // The service changes neither (planning-api, DriverUpdate).
  const known = reachKeys(driver);
  if (!reachKeys(item.fields).every((key) => known.includes(key))) return cannot(t('driverImport.cannotReach'));

  const before = fieldsOf(driver);
  const after = withFile(before, item, depots);
  const { change, base } = driverChange(before, after);
  if (Object.keys(change).length === 0) return { kind: 'same' };
  const fields = changesOf(before, after, depots);
  return { kind: 'change', recordId: driver.id, edit: change, base, fields, effects: [] };
}

/** The file's fields over the current ones: what is empty in the file stays. */
function withFile(before: DriverFields, { fields }: ImportItem, depots: Depots): DriverFields {
  const said = (typed: string, was: string) => (typed.trim() === '' ? was : typed.trim());
  const named = driverOf(fields, depots, null).depots ?? [];
  // The same depots in another order are no change.
  const isOther = named.length !== before.depots.length || named.some((id) => !before.depots.includes(id));
  return {
    ...before,
    name: said(fields.recipientName, before.name),
    displayName: said(fields.displayName, before.displayName),
    depots: named.length > 0 && isOther ? named : before.depots,
  };
}

function changesOf(before: DriverFields, after: DriverFields, depots: Depots): FieldChange[] {
  const names = (ids: readonly string[]) =>
    ids.map((id) => depots.find((depot) => depot.id === id)?.name ?? id).join('\n');
  const fields = [
    { label: t('drivers.columnName'), before: before.name, after: after.name },
    { label: t('drivers.displayName'), before: before.displayName, after: after.displayName },
    { label: t('drivers.columnDepots'), before: names(before.depots), after: names(after.depots) },
  ];
  return fields.filter((field) => field.before !== field.after);
}
