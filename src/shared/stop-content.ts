/** Converts a stop of the service to input, for the form and for creating the stop again in another place. */
import { isOurMarker } from './outbox.ts';
import { currencies, weightUnits } from './shapes.ts';
import { activities, optimizationOrders, type Stop, type StopCreate } from './stops.ts';

type AddressInput = StopCreate['address'];

type Read = Pick<
  Stop,
  | 'address'
  | 'timing'
  | 'recipient'
  | 'orderInfo'
  | 'paymentOnDelivery'
  | 'proofOfAttemptRequirements'
  | 'allowedDrivers'
  | 'activity'
  | 'optimizationOrder'
  | 'packageCount'
  | 'weight'
  | 'notes'
  | 'clientId'
  | 'barcodes'
  | 'customProperties'
>;

/** Drops null, undefined and empty strings. Returns undefined for an object without remaining fields. */
function some<Value extends object>(
  value: Value | null | undefined,
): { [Name in keyof Value]?: NonNullable<Value[Name]> } | undefined {
  const parts = Object.entries(value ?? {}).filter(([, part]) => part !== null && part !== undefined && part !== '');
  return parts.length === 0
    ? undefined
    : (Object.fromEntries(parts) as { [Name in keyof Value]?: NonNullable<Value[Name]> });
}

const oneOf = <Known extends string>(known: readonly Known[], value: string | null | undefined): Known | undefined =>
  known.find((each) => each === value);

/** The point of an address, if it has one that can be sent: both coordinates, within their bounds. */
function pointOf(address: Stop['address']): AddressInput | undefined {
  const { latitude, longitude } = address ?? {};
  if (latitude == null || longitude == null) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/**
 * An address as read, as input for a stop that is created again as it is. Its coordinates override its lines
 * (planning-api, Address (input)), which keeps it where it is: lines alone would be geocoded again, perhaps to another
 * place. A form that edits the lines takes `addressFields` instead.
 */
function addressContent(address: Stop['address']): AddressInput {
  const lines = some({ addressLineOne: address?.addressLineOne, addressLineTwo: address?.addressLineTwo });
  const point = pointOf(address);
  if (lines === undefined && point === undefined) return some({ addressLineOne: address?.address }) ?? {};
  return { ...lines, ...point };
}

/**
 * Custom properties as they are sent: texts (planning-api, StopCreate). A number or a truth value that the service has
 * is sent as its text, so that it is not lost where the service replaces all of them. What is empty or null is left
 * out.
 */
export function propertyTexts(from: Readonly<Record<string, unknown>> | null | undefined): Record<string, string> {
  const texts = Object.entries(from ?? {}).flatMap(([name, value]): [string, string][] => {
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    return typeof text === 'string' && text !== '' ? [[name, text]] : [];
  });
  return Object.fromEntries(texts);
}

/** The fields of a stop that may hold a value which the service has and does not take. */
export type Unsendable = 'paymentOnDelivery' | 'weight' | 'activity';

/**
 * What {@link contentOf} leaves out because it cannot be sent: an amount in a currency or a unit that is not among
 * those to send, an unknown activity (resolved, Value sets seen). A stop that is created again elsewhere would lose it.
 *
 * @param from the stop as the service has it
 */
export function unsendable(from: Partial<Pick<Stop, Unsendable>>): Unsendable[] {
  const { paymentOnDelivery: payment, weight, activity } = from;
  const isLost = {
    paymentOnDelivery: Boolean(payment?.amount) && oneOf(currencies, payment?.currency) === undefined,
    weight: Boolean(weight?.amount) && oneOf(weightUnits, weight?.unit) === undefined,
    activity: Boolean(activity) && oneOf(activities, activity) === undefined,
  };
  return (['paymentOnDelivery', 'weight', 'activity'] as const).filter((name) => isLost[name]);
}

/**
 * Omits values that cannot be sent ({@link unsendable}) and the app's marker, because the new stop gets its own.
 */
export function contentOf(from: Read): StopCreate {
  const { address, timing, recipient, orderInfo, paymentOnDelivery: payment, weight } = from;
  const times = [timing?.earliestAttemptTime, timing?.latestAttemptTime].map((time) =>
    time == null ? undefined : { hour: time.hour, minute: time.minute },
  );
  const products = orderInfo?.products ?? [];
  const properties = propertyTexts(from.customProperties);
  const unit = oneOf(weightUnits, weight?.unit);
  const currency = oneOf(currencies, payment?.currency);
  const content = {
    address: addressContent(address),
    timing: some({
      estimatedAttemptDuration: timing?.estimatedAttemptDuration,
      earliestAttemptTime: times[0],
      latestAttemptTime: times[1],
    }),
    recipient: some({
      name: recipient?.name,
      email: recipient?.email,
      phone: recipient?.phone,
      externalId: isOurMarker(recipient?.externalId ?? '') ? undefined : recipient?.externalId,
    }),
    orderInfo: some({
      products: products.length === 0 ? undefined : products,
      sellerName: orderInfo?.sellerName,
      sellerOrderId: orderInfo?.sellerOrderId,
      sellerWebsite: orderInfo?.sellerWebsite,
    }),
    paymentOnDelivery:
      payment?.amount == null || currency === undefined ? undefined : { amount: payment.amount, currency },
    proofOfAttemptRequirements:
      from.proofOfAttemptRequirements?.enabled == null
        ? undefined
        : { enabled: from.proofOfAttemptRequirements.enabled },
    allowedDrivers: from.allowedDrivers?.length ? from.allowedDrivers : undefined,
    activity: oneOf(activities, from.activity),
    optimizationOrder: oneOf(optimizationOrders, from.optimizationOrder),
    packageCount: from.packageCount ?? undefined,
    weight: weight?.amount == null || unit === undefined ? undefined : { amount: weight.amount, unit },
    notes: from.notes || undefined,
    clientId: from.clientId || undefined,
    barcodes: from.barcodes?.length ? from.barcodes : undefined,
    customProperties: Object.keys(properties).length === 0 ? undefined : properties,
  };
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)) as StopCreate;
}
