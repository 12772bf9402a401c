/** Computes the edit that brings an existing order in line with the file, or why there is none. */
import type { WhyNotOrder } from '../../../shared/order-rules.ts';
import { editEffects } from '../../../shared/order-rules.ts';
import type { OrderUpdate } from '../../../shared/order-input.ts';
import type { KnownOrder, OrderDetail } from '../../../shared/orders.ts';
import { t } from '../../../messages/index.ts';
import { whyNotRow } from '../order-batch.ts';
import { buildOrderEdit, editOf } from '../order-build.ts';
import { addressFieldNames, fieldsOfOrder, noAddress, type OrderFieldName, type OrderFields } from '../order-fields.ts';
import type { FieldChange, ImportItem, ItemChange } from '../../import/item.ts';
import { problemLine } from '../../import/group.ts';
import { effectText } from '../order-words.ts';
import { orderFieldsOf, orderImportFields, orderSheet } from './order-sheet.ts';

/** An order's change with the edit that makes it. Its effects: order-api, Edit semantics. */
export type FileChange =
  | Exclude<ItemChange, { kind: 'change' }>
  | (Extract<ItemChange, { kind: 'change' }> & { edit: OrderUpdate; base: Record<string, unknown> });

const cannot = (why: string): FileChange => ({ kind: 'cannot', why });

const whyWords = (why: WhyNotOrder): string => {
  switch (why) {
    case 'from-courier':
      return t('orderImport.cannotFromCourier');
    case 'on-route':
      return t('orderImport.cannotOnRoute');
    case 'is-submitted':
      return t('orderImport.cannotSubmitted');
    case 'is-draft':
      return t('orderImport.cannotChange');
  }
};

const addressNames = new Set<OrderFieldName>(addressFieldNames);

/**
 * @param known orders with the row's order number
 * @param detail the current state of that order; null when it is not on this computer
 */
export function fileChange(
  order: ImportItem,
  known: readonly KnownOrder[],
  detail: OrderDetail | null | undefined,
): FileChange {
  if (known.length > 1) return cannot(t('orderImport.cannotSeveral', { count: known.length }));
  if (detail == null) return cannot(t('orderImport.cannotNotRead'));
  const why = whyNotRow('overwrite', detail.row);
  if (why === 'is-deleted') return cannot(t('orderImport.cannotDeleted'));
  if (why !== null) return cannot(whyWords(why));
  const ofRows = order.problems.fault ?? order.problems.rows;
  if (ofRows !== undefined) return cannot(ofRows);

  const before = fieldsOfOrder(detail.order);
  const after = withFile(before, orderFieldsOf(order.fields), detail);
  const { after: wanted, address, problems } = buildOrderEdit(detail.order, before, after);
  if (wanted === null) return cannot(problemLine(orderSheet, { problems: problems }) ?? t('orderImport.cannotChange'));
  const made = editOf(detail.order, wanted, address);
  if (made === null) return { kind: 'same' };
  return {
    kind: 'change',
    recordId: detail.order.id,
    ...made,
    fields: changesOf(before, after, detail),
    effects: editEffects(detail.order, wanted, address, detail.row.printedCount > 0).map(effectText),
  };
}

/** The file's fields over the current ones: what is empty in the file stays, but an address is replaced whole. */
function withFile(before: OrderFields, file: OrderFields, detail: OrderDetail): OrderFields {
  const keepsAddress = saysSameAddress(file, detail);
  const after = { ...before, ...(keepsAddress ? {} : noAddress) };
  for (const field of orderImportFields) {
    if (file[field].trim() === '' || (keepsAddress && addressNames.has(field))) continue;
    // The weight unit comes from the form's default when the file has no weight.
    if (field === 'weightUnit' && file.weightAmount.trim() === '') continue;
    after[field] = file[field];
  }
  return after;
}

/** The words of an address. A house number such as `4 a` or `4–6` is one. */
const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/(?<=(?<!\d)\d{1,3})\s*[-–/]\s*(?=\d{1,3}(?!\d))/gu, '_')
    // Longer numbers are postcodes, which a word such as that of A Coruña may follow.
    .replaceAll(/(?<=(?<!\d)\d{1,3})\s+(?=\p{L}(?![\p{L}\p{N}]))/gu, '')
    .match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Whether words are among others, one after the other and each of them whole: `Weg 1` is not in `Weg 14`. */
function says(words: readonly string[], text: string): boolean {
  const wanted = wordsIn(text).join('');
  const beginsAt = (from: number) => {
    let said = '';
    for (const word of words.slice(from)) {
      if (said.length >= wanted.length) break;
      said += word;
    }
    return said === wanted;
  };
  return wanted === '' || words.some((_word, from) => beginsAt(from));
}

const near = (one: string, other: number | null | undefined) =>
  one.trim() === '' || (other != null && Math.abs(Number(one.replace(',', '.')) - other) < 0.000_05);

/**
 * Whether the file has the order's current address. An address is replaced as a whole and geocoded again, so it is only
 * sent when it differs (Edit semantics 4).
 */
function saysSameAddress(file: OrderFields, { order: { address } }: OrderDetail): boolean {
  if (address == null) return false;
  // Unsent orders hold city and postcode separately; the service joins them in one line.
  const words = wordsIn(
    Object.values(address)
      .filter((value) => typeof value === 'string')
      .join(', '),
  );
  return (
    [file.addressLineOne, file.addressLineTwo, file.city].every((part) => says(words, part)) &&
    // A spreadsheet drops the zero that a postcode begins with.
    (says(words, file.zip) || says(words, `0${file.zip}`)) &&
    near(file.latitude, address.latitude) &&
    near(file.longitude, address.longitude)
  );
}

function changesOf(before: OrderFields, after: OrderFields, { row }: OrderDetail): FieldChange[] {
  const changed = orderImportFields.filter((field) => !addressNames.has(field) && before[field] !== after[field]);
  const fields: FieldChange[] = changed.map((field) => ({
    ...{ label: t(`orderForm.${field}`), before: before[field], after: after[field] },
  }));
  if (addressFieldNames.some((name) => before[name] !== after[name])) {
    const address = addressFieldNames.map((name) => after[name].trim()).filter(Boolean);
    fields.push({ label: t('orderForm.sectionAddress'), before: row.address, after: address.join(', ') });
  }
  return fields;
}
