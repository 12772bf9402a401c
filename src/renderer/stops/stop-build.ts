/**
 * Turns form fields into a StopCreate. Text that is not a valid number, time or amount is reported here; the schema
 * that main uses checks everything else, and its issues are mapped to the fields.
 */
import { type StopCreate, stopCreate } from '../../shared/stops.ts';
import { parseTime, parseWindow, timeText } from '../../shared/time.ts';
import type { DepotClock } from '../../shared/zones.ts';
import { issueText } from '../lib/issue-text.ts';
import { parseNumber, some, trimmed } from '../lib/typed.ts';
import { t } from '../../messages/index.ts';
import { minorDigits } from '../../messages/money-words.ts';
import type { StopFields } from './stop-fields.ts';
import { skippedText } from './window-times.ts';

export type FieldName = keyof StopFields;
export type Problems = Partial<Record<FieldName, string>>;
export interface Built {
  /** The stop to send; null while a field is invalid. */
  stop: StopCreate | null;
  /** Problem texts by field. */
  problems: Problems;
}

/**
 * An amount in minor units, without rounding: `12.5` EUR is 1250.
 * @returns undefined when the text is not an amount or has more decimals than the currency
 */
export function parseAmount(typed: string, currency: string): number | undefined {
  const match = /^(\d+)(?:[.,](\d*))?$/.exec(typed.trim());
  const digits = minorDigits(currency);
  const decimals = match?.[2] ?? '';
  if (!match || decimals.length > digits) return undefined;
  const amount = Number(`${match[1] ?? ''}${decimals.padEnd(digits, '0')}`);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** Both ends of the time window; the first field may hold the whole window, which then replaces an earlier end. */
export function readWindow({ earliest, latest }: Pick<StopFields, 'earliest' | 'latest'>) {
  const whole = parseWindow(earliest);
  if (whole) return whole;
  return { earliest: parseTime(earliest), latest: parseTime(latest) };
}

/** Form fields by schema path. */
const fieldAtPath: Readonly<Record<string, FieldName>> = {
  'address.addressName': 'addressName',
  'address.addressLineOne': 'addressLineOne',
  'address.addressLineTwo': 'addressLineTwo',
  'address.city': 'city',
  'address.state': 'state',
  'address.zip': 'zip',
  'address.country': 'country',
  'address.latitude': 'latitude',
  'address.longitude': 'longitude',
  'recipient.name': 'recipientName',
  'recipient.phone': 'phone',
  'recipient.email': 'email',
  'recipient.externalId': 'externalId',
  'timing.estimatedAttemptDuration': 'durationMinutes',
  'timing.earliestAttemptTime': 'earliest',
  'timing.latestAttemptTime': 'latest',
  'orderInfo.products': 'products',
  'orderInfo.sellerName': 'sellerName',
  'orderInfo.sellerOrderId': 'sellerOrderId',
  'orderInfo.sellerWebsite': 'sellerWebsite',
  'paymentOnDelivery.amount': 'paymentAmount',
  'paymentOnDelivery.currency': 'paymentCurrency',
  proofOfAttemptRequirements: 'proof',
  'weight.amount': 'weightAmount',
  'weight.unit': 'weightUnit',
  allowedDrivers: 'allowedDrivers',
  activity: 'activity',
  optimizationOrder: 'optimizationOrder',
  packageCount: 'packageCount',
  notes: 'notes',
  clientId: 'clientId',
  barcodes: 'barcodes',
  customProperties: 'properties',
};

/** The field for a dotted path of the schema or of an error from the service (`address.zip`, `barcodes.3`). */
export function fieldForPath(path: string): FieldName | undefined {
  const parts = path.split('.');
  while (parts.length > 0) {
    const field = fieldAtPath[parts.join('.')];
    if (field) return field;
    parts.pop();
  }
  return undefined;
}

/** Parses the fields that are not plain text and reports those that cannot be parsed. */
function readTyped(fields: StopFields, problems: Problems, clock: DepotClock | null) {
  const number = (name: FieldName, typed: string): number | undefined => {
    if (typed.trim() === '') return undefined;
    const value = parseNumber(typed);
    if (value === undefined) problems[name] = t('stopForm.notANumber');
    return value;
  };
  const window = readWindow(fields);
  if (fields.earliest.trim() !== '' && !window.earliest) problems.earliest = t('stopForm.notATime');
  if (fields.latest.trim() !== '' && !window.latest) problems.latest = t('stopForm.notATime');
  if (window.earliest && window.latest && timeText(window.latest) < timeText(window.earliest)) {
    problems[fields.latest.trim() === '' ? 'earliest' : 'latest'] = t('stopForm.windowReversed');
  }
  if (clock !== null) checkClock(fields, window, problems, clock);
  const minutes = number('durationMinutes', fields.durationMinutes);
  const payment =
    fields.paymentAmount.trim() === '' ? undefined : parseAmount(fields.paymentAmount, fields.paymentCurrency);
  if (fields.paymentAmount.trim() !== '' && payment === undefined) {
    const digits = minorDigits(fields.paymentCurrency);
    problems.paymentAmount = t('stopForm.notAnAmount', {
      example: digits === 0 ? '12' : `12.${'5'.padEnd(digits, '0')}`,
    });
  }
  const names = fields.properties.map(({ name }) => name.trim());
  if (fields.properties.some(({ name, value }) => (name.trim() === '') !== (value.trim() === ''))) {
    problems.properties = t('stopForm.propertyIncomplete');
  } else if (new Set(names.filter(Boolean)).size < names.filter(Boolean).length) {
    problems.properties = t('stopForm.propertyTwice');
  }
  return {
    window,
    seconds: minutes === undefined ? undefined : Math.round(minutes * 60),
    packageCount: number('packageCount', fields.packageCount),
    latitude: number('latitude', fields.latitude),
    longitude: number('longitude', fields.longitude),
    weight: number('weightAmount', fields.weightAmount),
    payment,
  };
}

/** Reports the ends of the window that the depot's clock skips on the plan's day. */
function checkClock(
  fields: StopFields,
  window: ReturnType<typeof readWindow>,
  problems: Problems,
  clock: DepotClock,
): void {
  const [earliest, latest] = [skippedText(window.earliest, clock), skippedText(window.latest, clock)];
  if (earliest !== null) problems.earliest ??= earliest;
  if (latest !== null) problems[fields.latest.trim() === '' ? 'earliest' : 'latest'] ??= latest;
}

/** The fields as a StopCreate, before validation. Empty fields are omitted, never sent empty. */
function candidateOf(fields: StopFields, typed: ReturnType<typeof readTyped>) {
  const products = fields.products.split('\n').flatMap((line) => trimmed(line) ?? []);
  const codes = [...fields.barcodes, fields.barcodeTyped].flatMap((code) => trimmed(code) ?? []);
  // Rows of a file that are joined repeat a code, and so does a scanner.
  const barcodes = [...new Set(codes)];
  const properties = fields.properties.filter(({ name, value }) => name.trim() !== '' && value.trim() !== '');
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
    timing: some({
      estimatedAttemptDuration: typed.seconds,
      earliestAttemptTime: typed.window.earliest,
      latestAttemptTime: typed.window.latest,
    }),
    recipient: some({
      name: trimmed(fields.recipientName),
      email: trimmed(fields.email),
      phone: trimmed(fields.phone),
      externalId: trimmed(fields.externalId),
    }),
    orderInfo: some({
      products: products.length === 0 ? undefined : products,
      sellerName: trimmed(fields.sellerName),
      sellerOrderId: trimmed(fields.sellerOrderId),
      sellerWebsite: trimmed(fields.sellerWebsite),
    }),
    paymentOnDelivery:
      typed.payment === undefined ? undefined : { amount: typed.payment, currency: fields.paymentCurrency },
    proofOfAttemptRequirements: fields.proof === 'usual' ? undefined : { enabled: fields.proof === 'required' },
    allowedDrivers: fields.allowedDrivers.length === 0 ? undefined : fields.allowedDrivers,
    // The service's defaults are not sent (planning-api, StopCreate).
    activity: fields.activity === 'delivery' ? undefined : fields.activity,
    optimizationOrder: fields.optimizationOrder === 'default' ? undefined : fields.optimizationOrder,
    packageCount: typed.packageCount,
    weight: typed.weight === undefined ? undefined : { amount: typed.weight, unit: fields.weightUnit },
    notes: trimmed(fields.notes),
    clientId: trimmed(fields.clientId),
    barcodes: barcodes.length === 0 ? undefined : barcodes,
    customProperties:
      properties.length === 0
        ? undefined
        : Object.fromEntries(properties.map(({ name, value }) => [name.trim(), value.trim()])),
  });
}

/**
 * Validates the fields as main will.
 *
 * @param clock of the depot, on which the window is read; null: not checked
 * @returns the stop to send, or the problems by field
 */
export function buildStop(fields: StopFields, clock: DepotClock | null = null): Built {
  const problems: Problems = {};
  const result = stopCreate.safeParse(candidateOf(fields, readTyped(fields, problems, clock)));
  for (const issue of result.error?.issues ?? []) {
    const field = fieldForPath(issue.path.map(String).join('.')) ?? 'addressLineOne';
    problems[field] ??= issueText(issue, field);
  }
  return { stop: result.success && Object.keys(problems).length === 0 ? result.data : null, problems };
}

/** The fields as a StopCreate, without validation. */
export const contentTyped = (fields: StopFields) => candidateOf(fields, readTyped(fields, {}, null)) ?? { address: {} };
