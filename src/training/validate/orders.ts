/**
 * Order input and order edit input (order-api, Order input and Edit semantics). Only the order document's bounds apply,
 * not the planning service's (resolved, Bounds on what is sent). Gaps are filled from what resolved says about both
 * services: the units of weight, and that an empty text is never valid.
 */
import { invalid } from '../http/errors.ts';
import { email, fields, idOf, list, number, oneOf, orNull, required, truth, whole, type Check } from './check.ts';

const words: Check<string> = (value, path) => {
  if (typeof value !== 'string') throw invalid(path, `${path} must be text.`);
  if (value === '') throw invalid(path, `${path} must not be empty.`);
  return value;
};

const anyNumber = number(-Number.MAX_VALUE, Number.MAX_VALUE);

const mail = email(words);

const addressFields = fields({
  addressLineOne: words,
  addressLineTwo: words,
  city: words,
  state: words,
  zip: words,
  country: words,
  addressName: words,
  latitude: number(-90, 90),
  longitude: number(-180, 180),
});
export type OrderAddress = ReturnType<typeof addressFields>;

/** Requires something to locate the address by: one coordinate or a name is not enough (resolved, Bounds). */
const address: Check<OrderAddress> = (value, path) => {
  const given = addressFields(value, path);
  const { addressName: _shownOnly, latitude, longitude, ...lines } = given;
  const placed = latitude !== undefined && longitude !== undefined;
  if (!placed && Object.keys(lines).length === 0) {
    throw invalid(path, `${path} needs at least one field by which it can be found.`);
  }
  return given;
};

const weight: Check<{ amount: number; unit: string }> = (value, path) => {
  const given = fields({
    amount: number(-Number.MAX_VALUE, 999_999),
    unit: oneOf('kilogram', 'pound', 'metric-ton'),
  })(value, path);
  required(given, path, 'amount', 'unit');
  return given as { amount: number; unit: string };
};

const day: Check<{ day: number; month: number; year: number }> = (value, path) => {
  const given = fields({ day: whole(1, 31), month: whole(1, 12), year: whole(2000, 2100) })(value, path);
  required(given, path, 'day', 'month', 'year');
  return given as { day: number; month: number; year: number };
};

/** New orders accept null wherever edits do: the document lists the same fields for both, and null means no value. */
const details = {
  recipient: orNull(
    fields({ name: orNull(words), email: orNull(mail), phone: orNull(words), externalId: orNull(words) }),
  ),
  packageInfo: orNull(
    fields({
      products: orNull(list(words, 0, Number.MAX_SAFE_INTEGER)),
      packageCount: orNull(whole(1, Number.MAX_SAFE_INTEGER)),
      weight: orNull(weight),
      packageLoadAmount: orNull(anyNumber),
      externalId: orNull(words),
    }),
  ),
  deliveryInstructions: orNull(
    fields({
      notes: orNull(words),
      expectedDeliveryDate: orNull(day),
      proofOfAttemptRequirements: orNull(fields({ enabled: orNull(truth) })),
      handOffInfo: orNull(
        fields({
          // Edit semantics 5: cannot be cleared.
          handOffType: oneOf('ship_to_courier', 'pickup_by_courier'),
          pickupLocationId: orNull(idOf('pickupLocations')),
        }),
      ),
    }),
  ),
};

const orderFields = fields({ address, ...details });
export type OrderInput = ReturnType<typeof orderFields> & { address: OrderAddress };

/** For create and for each item of an import. */
export const orderInput: Check<OrderInput> = (value, path) => {
  const given = orderFields(value, path);
  required(given, path, 'address');
  return given as OrderInput;
};

/** An empty address equals omitting it, as for every nested object (Edit semantics 1). */
const newAddress: Check<OrderAddress | null> = (value, path) =>
  Object.keys(addressFields(value, path)).length === 0 ? null : address(value, path);

const editFields = fields({ address: newAddress, ...details });
/** `address` is null if it was not given. */
export type OrderEdit = ReturnType<typeof editFields>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nested objects that must be complete unless they are empty. */
const wholes = [
  ['packageInfo', 'weight'],
  ['deliveryInstructions', 'expectedDeliveryDate'],
] as const;

/** Removes such objects if they are empty, which equals omitting them (Edit semantics 1). */
function withoutEmptyWholes(value: unknown): unknown {
  if (!isObject(value)) return value;
  const kept = { ...value };
  for (const [group, name] of wholes) {
    const fieldsOfGroup = kept[group];
    if (!isObject(fieldsOfGroup)) continue;
    const whole = fieldsOfGroup[name];
    if (!isObject(whole) || Object.keys(whole).length > 0) continue;
    kept[group] = Object.fromEntries(Object.entries(fieldsOfGroup).filter(([each]) => each !== name));
  }
  return kept;
}

export const orderEdit: Check<OrderEdit> = (value, path) => {
  const given = editFields(withoutEmptyWholes(value), path);
  const { packageInfo } = given;
  // Edit semantics 6: not even null may be sent for both.
  if (packageInfo && 'weight' in packageInfo && 'packageLoadAmount' in packageInfo) {
    throw invalid('packageInfo.packageLoadAmount', 'weight and packageLoadAmount must not be sent together.');
  }
  return given;
};

const batch = <Item>(item: Check<Item>) => list(item, 1, 100);

export const orderImport: Check<{ orders: OrderInput[] }> = (value, path) => {
  const given = fields({ orders: batch(orderInput) })(value, path);
  required(given, path, 'orders');
  return given as { orders: OrderInput[] };
};

export const orderSubmit: Check<{ orderIds: string[]; courierId: string }> = (value, path) => {
  const given = fields({ orderIds: batch(idOf('orders')), courierId: idOf('couriers') })(value, path);
  required(given, path, 'orderIds', 'courierId');
  return given as { orderIds: string[]; courierId: string };
};

export const orderWithdraw: Check<{ orderIds: string[] }> = (value, path) => {
  const given = fields({ orderIds: batch(idOf('orders')) })(value, path);
  required(given, path, 'orderIds');
  return given as { orderIds: string[] };
};
