/** What a row of a file makes of an order that is here already: the ordinary edit that leads there, or why there is none. */
import type { EditEffect, WhyNotOrder } from '../../../shared/order-rules.ts';
import { editEffects } from '../../../shared/order-rules.ts';
import type { OrderUpdate } from '../../../shared/order-input.ts';
import type { KnownOrder, OrderDetail } from '../../../shared/orders.ts';
import { t } from '../../../messages/index.ts';
import { whyNotRow } from '../order-batch.ts';
import { buildOrderEdit, editOf } from '../order-build.ts';
import { addressFieldNames, fieldsOfOrder, type OrderFieldName, type OrderFields } from '../order-fields.ts';
import { importFields } from './import-fields.ts';
import type { ImportOrder } from './group.ts';
import { problemLine } from './group.ts';

/** One field as it is and as it shall be. */
export interface FieldChange {
  field: OrderFieldName;
  before: string;
  after: string;
}

export type FileChange =
  /** It cannot be changed; why, in words. */
  | { kind: 'cannot'; why: string }
  /** It says what the file says. */
  | { kind: 'same' }
  | {
      kind: 'change';
      orderId: string;
      edit: OrderUpdate;
      base: Record<string, unknown>;
      fields: FieldChange[];
      /** What is done beside that (order-api, Edit semantics). */
      effects: EditEffect[];
    };

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
 * @param known orders that have the row's number
 * @param detail the one that it is, as it is now; null when it is not here
 */
export function fileChange(
  order: ImportOrder,
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
  const after = withFile(before, order.fields, detail);
  const { after: wanted, address, problems } = buildOrderEdit(after);
  if (wanted === null) return cannot(problemLine({ problems }) ?? t('orderImport.cannotChange'));
  const made = editOf(detail.order, wanted, address);
  if (made === null) return { kind: 'same' };
  return {
    kind: 'change',
    orderId: detail.order.id,
    ...made,
    fields: changesOf(before, after, detail),
    effects: editEffects(detail.order, wanted, address, detail.row.printedCount > 0),
  };
}

/** What the file says over what is there; what it leaves empty stays. */
function withFile(before: OrderFields, file: OrderFields, detail: OrderDetail): OrderFields {
  const after = { ...before };
  const keepsAddress = saysSameAddress(file, detail);
  for (const field of importFields) {
    if (file[field].trim() === '' || (keepsAddress && addressNames.has(field))) continue;
    // The unit is half of the weight: by itself the form has it, not the file.
    if (field === 'weightUnit' && file.weightAmount.trim() === '') continue;
    after[field] = file[field];
  }
  return after;
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
const near = (one: string, other: number | null | undefined) =>
  one.trim() === '' || (other != null && Math.abs(Number(one.replace(',', '.')) - other) < 0.000_05);

/** An address is replaced whole and looked up anew, so only where the file has another (Edit semantics 4). */
function saysSameAddress(file: OrderFields, { order: { address } }: OrderDetail): boolean {
  if (address == null) return false;
  // What was typed here and has not left has town and postcode for themselves, the service has them in one line.
  const said = plain(
    Object.values(address)
      .filter((value) => typeof value === 'string')
      .join(' '),
  );
  const parts = [file.addressLineOne, file.addressLineTwo, file.zip, file.city].map(plain);
  return (
    parts.every((part) => said.includes(part)) &&
    near(file.latitude, address.latitude) &&
    near(file.longitude, address.longitude)
  );
}

function changesOf(before: OrderFields, after: OrderFields, { row }: OrderDetail): FieldChange[] {
  const changed = importFields.filter((field) => !addressNames.has(field) && before[field] !== after[field]);
  const fields: FieldChange[] = changed.map((field) => ({ field, before: before[field], after: after[field] }));
  const address = addressFieldNames.map((name) => after[name].trim()).filter(Boolean);
  if (address.length > 0) {
    fields.push({ field: 'addressLineOne', before: row.address, after: address.join(', ') });
  }
  return fields;
}
