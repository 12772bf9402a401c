/**
 * Turns form fields into an OrderCreate or OrderUpdate. Text that is not a valid number or day is reported here; the
 * schema that main uses checks everything else, and its issues are mapped to the fields.
 */
import type { z } from 'zod';
import { orderEdit, type EditableOrder } from '../../shared/order-edit.ts';
import { orderCreate, type OrderCreate, type OrderUpdate } from '../../shared/order-input.ts';
import { editableOf } from '../../shared/order-rules.ts';
import type { Order } from '../../shared/orders.ts';
import { parseDay, parseNumber, some, trimmed } from '../lib/typed.ts';
import { t } from '../../messages/index.ts';
import { addressFieldNames, emptyOrderFields, type OrderFieldName, type OrderFields } from './order-fields.ts';

export type OrderProblems = Partial<Record<OrderFieldName, string>>;

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

/** The form's field for each value that can be edited. */
const fieldOf = {
  recipient: { name: 'recipientName', email: 'email', phone: 'phone', externalId: 'recipientId' },
  packageInfo: {
    products: 'products',
    packageCount: 'packageCount',
    weight: 'weightAmount',
    externalId: 'externalId',
  },
  deliveryInstructions: {
    notes: 'notes',
    expectedDeliveryDate: 'expectedOn',
    proofOfAttemptRequired: 'proof',
    handOffType: 'handOffType',
    pickupLocationId: 'pickupLocationId',
  },
} as const satisfies { [Part in keyof EditableOrder]: Record<keyof EditableOrder[Part], OrderFieldName> };

/** Fields that say something only together. */
const together: readonly (readonly OrderFieldName[])[] = [
  addressFieldNames,
  ['weightAmount', 'weightUnit'],
  ['handOffType', 'pickupLocationId'],
];

/** The fields that were edited, and those that say something only together with one of them. */
export function editedFields(before: OrderFields, after: OrderFields): ReadonlySet<OrderFieldName> {
  const names = (Object.keys(after) as OrderFieldName[]).filter((name) => after[name] !== before[name]);
  return new Set(names.flatMap((name) => together.find((group) => group.includes(name)) ?? [name]));
}

/** A new order's content as that of an existing one. */
const editable = ({ recipient, packageInfo, deliveryInstructions: instructions }: OrderCreate): EditableOrder => ({
  recipient: {
    name: recipient?.name ?? null,
    email: recipient?.email ?? null,
    phone: recipient?.phone ?? null,
    externalId: recipient?.externalId ?? null,
  },
  packageInfo: {
    products: packageInfo?.products ?? [],
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
});

/** A part of the order with the edited values in place of its own. */
function mixed<Part extends object>(
  now: Part,
  given: Part,
  fields: Readonly<Record<keyof Part, OrderFieldName>>,
  edited: ReadonlySet<OrderFieldName>,
): Part {
  const names = (Object.keys(fields) as (keyof Part)[]).filter((name) => edited.has(fields[name]));
  return { ...now, ...Object.fromEntries(names.map((name) => [name, given[name]])) };
}

/**
 * The content an edited order should have, and a new address if it was edited. `after` is null while an edited field is
 * invalid. What was not edited stays as the service has it, valid or not.
 *
 * @param before the fields as they were filled from the order
 */
export function buildOrderEdit(
  order: Order,
  before: OrderFields,
  fields: OrderFields,
): { after: EditableOrder | null; address: OrderCreate['address'] | null; problems: OrderProblems } {
  const edited = editedFields(before, fields);
  const withAddress = edited.has('addressLineOne');
  const typed = Object.entries(fields).filter(([name]) => edited.has(name as OrderFieldName));
  // The schema requires an address, so a placeholder stands in for the one the order keeps.
  const kept = { ...emptyOrderFields(), packageCount: '', ...(withAddress ? {} : { addressLineOne: '-' }) };
  const { order: made, problems } = buildOrder({ ...kept, ...Object.fromEntries(typed) });
  if (made === null) return { after: null, address: null, problems };
  const [now, given] = [editableOf(order), editable(made)];
  return {
    address: withAddress ? made.address : null,
    problems,
    after: {
      recipient: mixed(now.recipient, given.recipient, fieldOf.recipient, edited),
      packageInfo: mixed(now.packageInfo, given.packageInfo, fieldOf.packageInfo, edited),
      deliveryInstructions: mixed(
        now.deliveryInstructions,
        given.deliveryInstructions,
        fieldOf.deliveryInstructions,
        edited,
      ),
    },
  };
}

/**
 * The edit that gives an order the wanted content, with the current values as its base; null when nothing differs.
 * @param after the wanted content
 * @param address a new address, or null to keep the current one
 * @param there the order without rejected edits: the service never had their values, so they are no base
 */
export function editOf(
  order: Order,
  after: EditableOrder,
  address: OrderCreate['address'] | null,
  there: Order = order,
): { edit: OrderUpdate; base: Record<string, unknown> } | null {
  const edit = orderEdit(editableOf(order), after, address);
  if (edit === null) return null;
  const { recipient, packageInfo, deliveryInstructions } = there;
  const all = Object.entries({ address: there.address, recipient, packageInfo, deliveryInstructions });
  return { edit, base: Object.fromEntries(all.filter(([name]) => name in edit)) };
}
