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

/**
 * An address as read, as input. Takes the address lines, not the coordinates, which would override edits to the lines
 * (planning-api, Address (input)). Coordinates are only used without lines.
 */
function addressContent(address: Stop['address']): AddressInput {
  const lines = some({ addressLineOne: address?.addressLineOne, addressLineTwo: address?.addressLineTwo });
  const place = some({ latitude: address?.latitude, longitude: address?.longitude });
  return lines ?? place ?? some({ addressLineOne: address?.address }) ?? {};
}

/**
 * Omits values that cannot be sent (an unknown activity) and the app's marker, because the new stop gets its own.
 */
export function contentOf(from: Read): StopCreate {
  const { address, timing, recipient, orderInfo, paymentOnDelivery: payment, weight } = from;
  const times = [timing?.earliestAttemptTime, timing?.latestAttemptTime].map((time) =>
    time == null ? undefined : { hour: time.hour, minute: time.minute },
  );
  const products = orderInfo?.products ?? [];
  const properties = Object.entries(from.customProperties ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
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
    customProperties: properties.length === 0 ? undefined : Object.fromEntries(properties),
  };
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)) as StopCreate;
}
