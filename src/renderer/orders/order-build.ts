/**
 * Turns form fields into an OrderCreate or OrderUpdate. Text that is not a valid number or day is reported here; the
 * schema that main uses checks everything else, and its issues are mapped to the fields.
 */
import type { z } from 'zod';
import { orderEdit, type EditableOrder } from '../../shared/order-edit.ts';
import { orderCreate, type OrderCreate, type OrderUpdate } from '../../shared/order-input.ts';
import { editableOf } from '../../shared/order-rules.ts';
import type { Order } from '../../shared/orders.ts';
import type { CalendarDate } from '../../shared/shapes.ts';
import { parseNumber, some, trimmed } from '../lib/typed.ts';
import { t } from '../../messages/index.ts';
import { addressFieldNames, type OrderFieldName, type OrderFields } from './order-fields.ts';

export type OrderProblems = Partial<Record<OrderFieldName, string>>;

/** The day, or undefined when it does not exist: `Date.UTC` overflows into the next month. */
function existing(day: CalendarDate): CalendarDate | undefined {
  const at = new Date(Date.UTC(day.year, day.month - 1, day.day));
  return at.getUTCMonth() === day.month - 1 && at.getUTCDate() === day.day ? day : undefined;
}

/** `2026-06-17`, `17.6.2026`, `17/6/2026`, or `6/17/2026` when it is unambiguous. Undefined when it is not a day. */
export function parseDay(typed: string): CalendarDate | undefined {
  const text = typed.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso !== null) return existing({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
  const written = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text);
  if (written === null) return undefined;
  const [first, second, year] = [Number(written[1]), Number(written[2]), Number(written[3])];
  return existing(second > 12 ? { year, month: first, day: second } : { year, month: second, day: first });
}

/** Parses the fields that are not plain text and reports those that cannot be parsed. */
function readTyped(fields: OrderFields, problems: OrderProblems) {
  const number = (name: OrderFieldName) => {
    const value = parseNumber(fields[name]);
    if (fields[name].trim() !== '' && value === undefined) problems[name] = t('orderForm.notANumber');
    return value;
  };
  const expectedOn = parseDay(fields.expectedOn);
  if (fields.expectedOn.trim() !== '' && expectedOn === undefined) problems.expectedOn = t('orderForm.notADay');
  return {
    expectedOn,
    latitude: number('latitude'),
    longitude: number('longitude'),
    packageCount: number('packageCount'),
    weight: number('weightAmount'),
  };
}

const productsOf = (fields: OrderFields) => fields.products.split('\n').flatMap((line) => trimmed(line) ?? []);

/** The fields as an OrderCreate, before validation. Empty fields are omitted, never sent empty. */
function candidateOf(fields: OrderFields, typed: ReturnType<typeof readTyped>) {
  const products = productsOf(fields);
  // An order shipped to the courier has no pickup location (Edit semantics 5).
  const pickedUp = fields.handOffType === 'ship_to_courier' ? undefined : trimmed(fields.pickupLocationId);
  return some({
    address:
      some({
        addressName: trimmed(fields.addressName),
        addressLineOne: trimmed(fields.addressLineOne),
        addressLineTwo: trimmed(fields.addressLineTwo),
        city: trimmed(fields.city),
        state: trimmed(fields.state),
        zip: trimmed(fields.zip),
        country: trimmed(fields.country),
        latitude: typed.latitude,
        longitude: typed.longitude,
      }) ?? {},
    recipient: some({
      name: trimmed(fields.recipientName),
      email: trimmed(fields.email),
      phone: trimmed(fields.phone),
      externalId: trimmed(fields.recipientId),
    }),
    packageInfo: some({
      products: products.length === 0 ? undefined : products,
      packageCount: typed.packageCount,
      weight: typed.weight === undefined ? undefined : { amount: typed.weight, unit: fields.weightUnit },
      externalId: trimmed(fields.externalId),
    }),
    deliveryInstructions: some({
      notes: trimmed(fields.notes),
      expectedDeliveryDate: typed.expectedOn,
      proofOfAttemptRequirements: fields.proof === 'unsaid' ? undefined : { enabled: fields.proof === 'required' },
      handOffInfo: some({
        handOffType: fields.handOffType === 'unsaid' ? undefined : fields.handOffType,
        pickupLocationId: pickedUp,
      }),
    }),
  });
}

/** Fields whose name differs from the last part of their schema path. */
const fieldAtPath: Readonly<Record<string, OrderFieldName>> = {
  'recipient.name': 'recipientName',
  'recipient.externalId': 'recipientId',
  'packageInfo.weight.amount': 'weightAmount',
  'packageInfo.weight.unit': 'weightUnit',
  'deliveryInstructions.expectedDeliveryDate': 'expectedOn',
  'deliveryInstructions.handOffInfo.handOffType': 'handOffType',
  'deliveryInstructions.handOffInfo.pickupLocationId': 'pickupLocationId',
};

/** The field for a path of the schema or of an error from the service. */
export function orderFieldForPath(path: string, fields: OrderFields): OrderFieldName {
  const exact = fieldAtPath[path];
  if (exact !== undefined) return exact;
  if (path.startsWith('deliveryInstructions.expectedDeliveryDate')) return 'expectedOn';
  if (path.startsWith('packageInfo.products')) return 'products';
  const last = path.slice(path.lastIndexOf('.') + 1);
  return last in fields ? (last as OrderFieldName) : 'addressLineOne';
}

/** Message for a schema issue that the user can act on. */
function problemWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      return t('orderForm.tooLarge', { most: Number(issue.maximum) });
    case 'too_small':
      return t('orderForm.tooSmall', { least: Number(issue.minimum) });
    case 'invalid_type':
      return t(issue.expected === 'int' ? 'orderForm.wholeNumber' : 'orderForm.invalid');
    case 'invalid_format':
      return t(issue.format === 'email' ? 'forms.notAnEmail' : 'orderForm.invalid');
    case 'custom': {
      const rule: unknown = issue.params?.['rule'];
      if (rule === 'address-needed') return t('orderForm.addressNeeded');
      return t(rule === 'coordinates-both' ? 'orderForm.coordinatesBoth' : 'orderForm.invalid');
    }
    default:
      return t('orderForm.invalid');
  }
}

/** Validates the fields as main will. @returns the order to send, or the problems by field */
export function buildOrder(fields: OrderFields): { order: OrderCreate | null; problems: OrderProblems } {
  const problems: OrderProblems = {};
  const result = orderCreate.safeParse(candidateOf(fields, readTyped(fields, problems)));
  for (const issue of result.error?.issues ?? []) {
    problems[orderFieldForPath(issue.path.map(String).join('.'), fields)] ??= problemWords(issue);
  }
  return { order: result.success && Object.keys(problems).length === 0 ? result.data : null, problems };
}

/** Whether any address field is filled in. */
export const hasAddress = (fields: OrderFields): boolean =>
  addressFieldNames.some((name) => fields[name].trim() !== '');

/**
 * The content an edited order should have, and a new address if one was typed. `after` is null while a field is
 * invalid. Without a new address the order keeps its own.
 */
export function buildOrderEdit(fields: OrderFields): {
  after: EditableOrder | null;
  address: OrderCreate['address'] | null;
  problems: OrderProblems;
} {
  const withAddress = hasAddress(fields);
  // The schema requires an address, so a placeholder stands in for the one the order keeps.
  const { order, problems } = buildOrder(withAddress ? fields : { ...fields, addressLineOne: '-' });
  if (order === null) return { after: null, address: null, problems };
  const { recipient, packageInfo, deliveryInstructions: instructions } = order;
  return {
    address: withAddress ? order.address : null,
    problems,
    after: {
      recipient: {
        name: recipient?.name ?? null,
        email: recipient?.email ?? null,
        phone: recipient?.phone ?? null,
        externalId: recipient?.externalId ?? null,
      },
      packageInfo: {
        products: productsOf(fields),
        packageCount: packageInfo?.packageCount ?? null,
        weight: packageInfo?.weight ?? null,
        externalId: packageInfo?.externalId ?? null,
      },
      deliveryInstructions: {
        notes: instructions?.notes ?? null,
        expectedDeliveryDate: instructions?.expectedDeliveryDate ?? null,
        proofOfAttemptRequired: instructions?.proofOfAttemptRequirements?.enabled ?? null,
        handOffType: instructions?.handOffInfo?.handOffType ?? null,
        pickupLocationId: instructions?.handOffInfo?.pickupLocationId ?? null,
      },
    },
  };
}

/**
 * The edit that gives an order the wanted content, with the current values as its base; null when nothing differs.
 * @param after the wanted content
 * @param address a new address, or null to keep the current one
 */
export function editOf(
  order: Order,
  after: EditableOrder,
  address: OrderCreate['address'] | null,
): { edit: OrderUpdate; base: Record<string, unknown> } | null {
  const edit = orderEdit(editableOf(order), after, address);
  if (edit === null) return null;
  const { recipient, packageInfo, deliveryInstructions } = order;
  const all = Object.entries({ address: order.address, recipient, packageInfo, deliveryInstructions });
  return { edit, base: Object.fromEntries(all.filter(([name]) => name in edit)) };
}
