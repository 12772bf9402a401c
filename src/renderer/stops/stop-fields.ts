/** The fields of the stop form as text, and how they are filled: empty, from a draft, or from an existing stop. */
import { isOurMarker } from '../../shared/outbox.ts';
import type { StopCreate } from '../../shared/stops.ts';
import { timeText } from '../../shared/time.ts';
import { minorDigits } from '../../messages/money-words.ts';
import { keptFields } from '../lib/kept-fields.ts';

/** A custom property: the name of a property that the team has defined, and its value. */
interface Property {
  name: string;
  value: string;
}

/** Every value stays text until saved, so that half-typed input survives. */
export interface StopFields {
  recipientName: string;
  phone: string;
  email: string;
  externalId: string;
  addressName: string;
  addressLineOne: string;
  addressLineTwo: string;
  zip: string;
  city: string;
  state: string;
  country: string;
  latitude: string;
  longitude: string;
  /** `9`, `14:30`, or a whole window, `9-12`. */
  earliest: string;
  latest: string;
  durationMinutes: string;
  packageCount: string;
  notes: string;
  barcodes: string[];
  /** Text in the barcode field that is not added yet. */
  barcodeTyped: string;
  activity: string;
  optimizationOrder: string;
  allowedDrivers: string[];
  /** `usual` sends nothing; otherwise `required` or `not-required`. */
  proof: string;
  /** In major units: `12.50`. */
  paymentAmount: string;
  paymentCurrency: string;
  weightAmount: string;
  weightUnit: string;
  /** One per line. */
  products: string;
  sellerName: string;
  sellerOrderId: string;
  sellerWebsite: string;
  clientId: string;
  properties: Property[];
}

/** The fields of an empty form. */
export function emptyFields(): StopFields {
  return {
    recipientName: '',
    phone: '',
    email: '',
    externalId: '',
    addressName: '',
    addressLineOne: '',
    addressLineTwo: '',
    zip: '',
    city: '',
    state: '',
    country: '',
    latitude: '',
    longitude: '',
    earliest: '',
    latest: '',
    durationMinutes: '',
    packageCount: '1',
    notes: '',
    barcodes: [],
    barcodeTyped: '',
    activity: 'delivery',
    optimizationOrder: 'default',
    allowedDrivers: [],
    proof: 'usual',
    paymentAmount: '',
    paymentCurrency: 'EUR',
    weightAmount: '',
    weightUnit: 'kilogram',
    products: '',
    sellerName: '',
    sellerOrderId: '',
    sellerWebsite: '',
    clientId: '',
    properties: [],
  };
}

const isProperty = (value: unknown): value is Property =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'value' in value &&
  typeof value.value === 'string';

/** Fields from a draft. Missing or invalid values (drafts of an older version) stay as in an empty form. */
export function fieldsFromDraft(kept: Readonly<Record<string, unknown>>): StopFields {
  const { properties, ...others } = kept;
  return {
    ...keptFields(others, emptyFields()),
    properties: Array.isArray(properties) ? properties.filter(isProperty).map((each) => ({ ...each })) : [],
  };
}

const numberText = (value: number | undefined) => (value === undefined ? '' : String(value));

/** Minor units as major units: 1250 and EUR give `12.50`. */
export function majorText(minorUnits: number, currency: string): string {
  const digits = minorDigits(currency);
  if (digits === 0) return String(minorUnits);
  const text = String(minorUnits).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Fields of a typed stop to correct. The app's own marker is not shown as external ID. */
export function fieldsFromStop(stop: StopCreate): StopFields {
  const { address, recipient, timing, orderInfo, paymentOnDelivery: payment, weight } = stop;
  const proof = stop.proofOfAttemptRequirements;
  const externalId = recipient?.externalId ?? '';
  return {
    ...emptyFields(),
    recipientName: recipient?.name ?? '',
    phone: recipient?.phone ?? '',
    email: recipient?.email ?? '',
    externalId: isOurMarker(externalId) ? '' : externalId,
    addressName: address.addressName ?? '',
    addressLineOne: address.addressLineOne ?? '',
    addressLineTwo: address.addressLineTwo ?? '',
    zip: address.zip ?? '',
    city: address.city ?? '',
    state: address.state ?? '',
    country: address.country ?? '',
    latitude: numberText(address.latitude),
    longitude: numberText(address.longitude),
    earliest: timing?.earliestAttemptTime ? timeText(timing.earliestAttemptTime) : '',
    latest: timing?.latestAttemptTime ? timeText(timing.latestAttemptTime) : '',
    durationMinutes: timing?.estimatedAttemptDuration === undefined ? '' : String(timing.estimatedAttemptDuration / 60),
    packageCount: numberText(stop.packageCount),
    notes: stop.notes ?? '',
    barcodes: [...(stop.barcodes ?? [])],
    activity: stop.activity ?? 'delivery',
    optimizationOrder: stop.optimizationOrder ?? 'default',
    allowedDrivers: [...(stop.allowedDrivers ?? [])],
    proof: proof === undefined ? 'usual' : proof.enabled ? 'required' : 'not-required',
    paymentAmount: payment ? majorText(payment.amount, payment.currency) : '',
    paymentCurrency: payment?.currency ?? 'EUR',
    weightAmount: numberText(weight?.amount),
    weightUnit: weight?.unit ?? 'kilogram',
    products: orderInfo?.products?.join('\n') ?? '',
    sellerName: orderInfo?.sellerName ?? '',
    sellerOrderId: orderInfo?.sellerOrderId ?? '',
    sellerWebsite: orderInfo?.sellerWebsite ?? '',
    clientId: stop.clientId ?? '',
    properties: Object.entries(stop.customProperties ?? {}).map(([name, value]) => ({ name, value })),
  };
}
