/** Computes the edit that brings an existing stop in line with the file, or why there is none. */
import { addressFields as fieldsOfAddress } from '../../../shared/address-fields.ts';
import { comparableDelivery, isSameDelivery } from '../../../shared/same-delivery.ts';
import { contentOf } from '../../../shared/stop-content.ts';
import { stopUpdate, type StopBase, type StopDetail, type StopUpdate } from '../../../shared/stops.ts';
import { unnamed } from '../../lib/property-names.ts';
import { t } from '../../../messages/index.ts';
import { textOf } from '../../import/fields.ts';
import { problemLine } from '../../import/group.ts';
import type { FieldChange, ImportItem, ItemChange } from '../../import/item.ts';
import { addressFields, editOf } from '../stop-edit.ts';
import { fieldsFromStop, type StopFields } from '../stop-fields.ts';
import { dayProblem, stopFieldsOf, stopImportFields, stopOf, stopSheet, type StopSurroundings } from './stop-sheet.ts';

/** A stop's change with the edit that makes it. */
export type StopFileChange =
  | Exclude<ItemChange, { kind: 'change' }>
  | (Extract<ItemChange, { kind: 'change' }> & { edit: StopUpdate; base: StopBase });

type ImportedField = (typeof stopImportFields)[number];

const cannot = (why: string): StopFileChange => ({ kind: 'cannot', why });
const isAddress = (field: string) => addressFields.some((each) => each === field);

/** Fields that say something only with another one: where that is empty in the file, both stay. */
const needed: Readonly<Partial<Record<ImportedField, ImportedField>>> = {
  weightUnit: 'weightAmount',
  paymentCurrency: 'paymentAmount',
};

/**
 * @param count stops with the row's number
 * @param detail the current state of that stop; null or undefined when it was not read
 */
export function stopFileChange(
  item: ImportItem,
  count: number,
  detail: StopDetail | null | undefined,
  around: StopSurroundings,
): StopFileChange {
  if (count > 1) return cannot(t('stopImport.cannotSeveral', { count }));
  if (detail == null) return cannot(t('stopImport.cannotNotRead'));
  const ofRows = item.problems.fault ?? item.problems.rows;
  if (ofRows !== undefined) return cannot(ofRows);
  // An address is not needed to change anything else.
  const problems = Object.entries(stopOf(item.fields, around).problems).filter(([field]) => !isAddress(field));
  const day = dayProblem(item.fields, around);
  if (day !== null) problems.push(['expectedOn', day]);
  const wrong = problemLine(stopSheet(around), { problems: Object.fromEntries(problems) });
  if (wrong !== null) return cannot(wrong);

  const { stop, draft } = detail;
  const read = stop ?? draft ?? {};
  const before = fieldsFromStop(draft ?? { ...contentOf(stop ?? {}), address: fieldsOfAddress(stop?.address) });
  const file = stopFieldsOf(item.fields, around);
  // The service cannot change an address: the stop is created again, which its user does in the form.
  if (!saysSameAddress(file, detail)) return cannot(t('stopImport.cannotAddress'));
  const after = withFile(before, item, file);
  const named = Object.entries(read).filter(([name]) => name in stopUpdate.shape);
  const made = editOf(before, after, Object.fromEntries(named));
  if (made.kind === 'nothing') return { kind: 'same' };
  if (made.kind === 'relocate') return cannot(t('stopImport.cannotAddress'));
  const fields = changesOf(before, after, around);
  return { kind: 'change', recordId: detail.row.id, edit: made.change, base: made.base, fields, effects: [] };
}

/** The file's fields over the current ones: what is empty in the file stays. */
function withFile(before: StopFields, { fields }: ImportItem, file: StopFields): StopFields {
  const after: StopFields = { ...before };
  const isSaid = (field: ImportedField) => textOf(fields, field).trim() !== '';
  for (const field of stopImportFields) {
    if (isAddress(field) || !isSaid(needed[field] ?? field)) continue;
    Object.assign(after, { [field]: file[field] });
  }
  // A window in one cell has both ends, and a new end makes no sense with an old beginning.
  if (isSaid('earliest') || isSaid('latest')) Object.assign(after, { earliest: file.earliest, latest: file.latest });
  const said = new Map(file.properties.map(({ name, value }) => [name, value]));
  const kept = before.properties.map(({ name, value }) => ({ name, value: said.get(name) ?? value }));
  const added = file.properties.filter(({ name }) => !before.properties.some((each) => each.name === name));
  return { ...after, properties: [...kept, ...added] };
}

const isNear = (typed: string, known: number | null | undefined) =>
  typed.trim() === '' || (known != null && Math.abs(Number(typed.replace(',', '.')) - known) < 0.000_05);

/** Whether the file has the stop's address, perhaps spelled differently, or none. */
function saysSameAddress(file: StopFields, { row, stop, draft }: StopDetail): boolean {
  const typed = [file.addressLineOne, file.addressLineTwo, `${file.zip} ${file.city}`].filter(
    (part) => part.trim() !== '',
  );
  const input = draft?.address;
  const known =
    input === undefined
      ? [row.address, stop?.address?.addressLineTwo]
      : [input.addressLineOne, input.addressLineTwo, `${input.zip ?? ''} ${input.city ?? ''}`];
  const points = isNear(file.latitude, row.latitude) && isNear(file.longitude, row.longitude);
  return points && (typed.length === 0 || isSameAddress(typed.join(', '), known.filter(Boolean).join(', ')));
}

/** By the rules for deliveries that look alike: two of one person are at one address. */
const isSameAddress = (one: string, other: string) => {
  const [first, second] = [one, other].map((address) =>
    comparableDelivery({ name: 'One Person', phone: null, address }),
  );
  return first !== undefined && second !== undefined && isSameDelivery(first, second);
};

function changesOf(
  before: StopFields,
  after: StopFields,
  { drivers, named = unnamed }: StopSurroundings,
): FieldChange[] {
  const nameOf = (id: string) => drivers.find((driver) => driver.id === id)?.name ?? id;
  const textIn = (fields: StopFields, field: ImportedField) => {
    if (field === 'allowedDrivers') return fields.allowedDrivers.map(nameOf).join('\n');
    return field === 'barcodes' ? fields.barcodes.join('\n') : fields[field];
  };
  const changed = stopImportFields.filter((field) => textIn(before, field) !== textIn(after, field));
  const properties = after.properties.flatMap(({ name, value }) => {
    const was = before.properties.find((each) => each.name === name)?.value ?? '';
    return was === value ? [] : [{ label: named.nameOf(name), before: was, after: value }];
  });
  return [
    ...changed.map((field) => ({
      ...{ label: t(`stopForm.${field}`), before: textIn(before, field), after: textIn(after, field) },
    })),
    ...properties,
  ];
}
