/**
 * From typed fields to what is sent. Texts that are no number and no day are said here; everything else is left to the
 * schema that main uses, whose findings are turned into words at their field.
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

/** The day when the calendar has it. `Date.UTC` goes on into the next month where it has not. */
function existing(day: CalendarDate): CalendarDate | undefined {
  const at = new Date(Date.UTC(day.year, day.month - 1, day.day));
  return at.getUTCMonth() === day.month - 1 && at.getUTCDate() === day.day ? day : undefined;
}

/** `2026-06-17`, `17.6.2026`, `17/6/2026`, or `6/17/2026` where only that can be meant. Undefined when it is no day. */
export function parseDay(typed: string): CalendarDate | undefined {
  const text = typed.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso !== null) return existing({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
  const written = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text);
  if (written === null) return undefined;
  const [first, second, year] = [Number(written[1]), Number(written[2]), Number(written[3])];
  return existing(second > 12 ? { year, month: first, day: second } : { year, month: second, day: first });
}

/** Reads what is no plain text, and says what cannot be read. */
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

/** What the fields say, as OrderCreate, before the schema has looked at it. Empty fields are left out, never sent empty. */
function candidateOf(fields: OrderFields, typed: ReturnType<typeof readTyped>) {
  const products = productsOf(fields);
  // Shipped to the courier, nothing is picked up (Edit semantics 5).
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

/** Fields whose schema path ends in another name. */
const fieldAtPath: Readonly<Record<string, OrderFieldName>> = {
  'recipient.name': 'recipientName',
  'recipient.externalId': 'recipientId',
  'packageInfo.weight.amount': 'weightAmount',
  'packageInfo.weight.unit': 'weightUnit',
  'deliveryInstructions.expectedDeliveryDate': 'expectedOn',
  'deliveryInstructions.handOffInfo.handOffType': 'handOffType',
  'deliveryInstructions.handOffInfo.pickupLocationId': 'pickupLocationId',
};

/** The field that a path of the schema or of the service speaks of. */
export function orderFieldForPath(path: string, fields: OrderFields): OrderFieldName {
  const exact = fieldAtPath[path];
  if (exact !== undefined) return exact;
  if (path.startsWith('deliveryInstructions.expectedDeliveryDate')) return 'expectedOn';
  if (path.startsWith('packageInfo.products')) return 'products';
  const last = path.slice(path.lastIndexOf('.') + 1);
  return last in fields ? (last as OrderFieldName) : 'addressLineOne';
}

/** What the schema found, in words that somebody who types can act on. */
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

/** Checks the fields as main will: the order that may be sent, or what is wrong with which field. */
export function buildOrder(fields: OrderFields): { order: OrderCreate | null; problems: OrderProblems } {
  const problems: OrderProblems = {};
  const result = orderCreate.safeParse(candidateOf(fields, readTyped(fields, problems)));
  for (const issue of result.error?.issues ?? []) {
    problems[orderFieldForPath(issue.path.map(String).join('.'), fields)] ??= problemWords(issue);
  }
  return { order: result.success && Object.keys(problems).length === 0 ? result.data : null, problems };
}

/** Whether somebody typed anything of an address. */
export const hasAddress = (fields: OrderFields): boolean =>
  addressFieldNames.some((name) => fields[name].trim() !== '');

/**
 * What an order that is edited shall say, and a new address where one was typed; null while something is wrong.
 * The address it has is kept when none is typed.
 */
export function buildOrderEdit(fields: OrderFields): {
  after: EditableOrder | null;
  address: OrderCreate['address'] | null;
  problems: OrderProblems;
} {
  const withAddress = hasAddress(fields);
  // Any address will do for the check where the order keeps its own.
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
 * The edit that leads an order there, with what its fields are now; null when nothing differs.
 * @param after what it shall say
 * @param address a new address, or null to keep the one it has
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
