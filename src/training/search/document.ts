/**
 * The search document of a stop: its filterable and sortable fields, flattened, and its keywords (planning-api, Stop
 * search).
 */
import { countryCodeOf } from '../data/gazetteer.ts';
import type { Stop, UnassignedStop } from '../model.ts';
import type { filterFields, FilterField } from './filter/fields.ts';
import { folded, wordsOf } from './words.ts';

interface ValueOf {
  text: string | null;
  texts: readonly string[];
  /** Milliseconds since the epoch. */
  moment: number | null;
  number: number | null;
  truth: boolean | null;
}

export type FieldValues = { [Field in FilterField]: ValueOf[(typeof filterFields)[Field]] };

export interface SearchDocument {
  /** Id of the stop, `plans/<id>/stops/<id>` or `unassignedStops/<id>`. */
  id: string;
  fields: FieldValues;
  /** By the property's id. */
  customProperties: Readonly<Record<string, string>>;
  /** Normalized words with their weights. */
  words: ReadonlyMap<string, number>;
}

/** Supported currencies without a minor unit (ISO 4217). */
const wholeCurrencies = new Set(['CLP', 'JPY', 'KRW']);

/** Amounts are in minor units in stops, but in major units in the search (resolved, Reading). */
function originalAmount(payment: Stop['paymentOnDelivery']): number | null {
  if (payment === null) return null;
  return wholeCurrencies.has(payment.currency) ? payment.amount : payment.amount / 100;
}

/** Word weights by field: names and codes count more than addresses, and those more than notes. */
const weights = { named: 4, located: 3, described: 2, remarked: 1 } as const;

function addWords(words: Map<string, number>, weight: number, texts: readonly (string | null)[]): void {
  for (const text of texts) {
    if (text === null) continue;
    for (const word of wordsOf(text)) if (weight > (words.get(word) ?? 0)) words.set(word, weight);
  }
}

/** Removes separators from a code or phone number, so that it is found regardless of its grouping. */
const closedUp = (text: string | null) =>
  text === null ? null : folded(text).replace(/[^\p{Letter}\p{Number}]+/gu, '');

function wordsIn(fields: FieldValues, customProperties: Readonly<Record<string, string>>): Map<string, number> {
  const words = new Map<string, number>();
  const codes = [fields['recipient.phone'], fields['orderInfo.sellerOrderId'], ...fields.barcodes];
  addWords(words, weights.remarked, [
    fields.notes,
    fields['deliveryInfo.recipientProvidedNotes'],
    fields['deliveryInfo.driverProvidedInternalNotes'],
    fields['deliveryInfo.driverProvidedRecipientNotes'],
  ]);
  addWords(words, weights.described, [
    ...fields['orderInfo.products'],
    fields['orderInfo.sellerName'],
    fields['orderInfo.sellerWebsite'],
    fields['deliveryInfo.signeeName'],
    fields.packageLabel,
    ...Object.values(customProperties),
  ]);
  addWords(words, weights.located, [fields['address.address']]);
  addWords(words, weights.named, [
    fields['recipient.name'],
    fields['recipient.email'],
    fields['recipient.externalId'],
    ...codes,
    ...codes.map(closedUp),
  ]);
  return words;
}

/** The fields that planned and unassigned stops have in common. */
function commonFields(stop: Stop | UnassignedStop, createdAt: number) {
  const { address, orderInfo, recipient } = stop;
  return {
    activity: stop.activity,
    notes: stop.notes,
    'orderInfo.products': orderInfo?.products ?? [],
    'orderInfo.sellerName': orderInfo?.sellerName ?? null,
    'orderInfo.sellerOrderId': orderInfo?.sellerOrderId ?? null,
    'orderInfo.sellerWebsite': orderInfo?.sellerWebsite ?? null,
    'address.address': address.address,
    'address.addressLineOne': address.addressLineOne,
    'address.addressLineTwo': address.addressLineTwo,
    'address.latitude': address.latitude,
    'address.longitude': address.longitude,
    'address.placeId': address.placeId,
    'address.countryCode': countryCodeOf(address),
    createdAt,
    packageCount: stop.packageCount,
    'timing.estimatedAttemptDuration': stop.timing?.estimatedAttemptDuration ?? null,
    'recipient.name': recipient?.name ?? null,
    'recipient.email': recipient?.email ?? null,
    'recipient.phone': recipient?.phone ?? null,
    'recipient.externalId': recipient?.externalId ?? null,
    'paymentOnDelivery.amount': originalAmount(stop.paymentOnDelivery),
    barcodes: stop.barcodes,
  };
}

const milliseconds = (seconds: number | null | undefined) => (seconds == null ? null : seconds * 1000);

/** The fields that are null for an unassigned stop, because it has no plan, route or delivery. */
const unplanned = {
  planId: null,
  routeId: null,
  type: null,
  arrivalAt: null,
  estimatedTravelDuration: null,
  estimatedTravelDistance: null,
  'deliveryInfo.state': null,
  'deliveryInfo.attempted': null,
  'deliveryInfo.succeeded': null,
  'deliveryInfo.recipientProvidedNotes': null,
  'deliveryInfo.driverProvidedInternalNotes': null,
  'deliveryInfo.driverProvidedRecipientNotes': null,
  'deliveryInfo.signeeName': null,
  'deliveryInfo.attemptedAt': null,
  packageLabel: null,
};

function plannedFields(stop: Stop, routeId: string | null): Pick<FieldValues, keyof typeof unplanned> {
  const { deliveryInfo, eta } = stop;
  return {
    planId: stop.plan,
    routeId,
    type: stop.type,
    arrivalAt: 'value' in eta ? milliseconds(eta.value.estimatedArrivalAt) : null,
    estimatedTravelDuration: stop.estimatedTravelDuration,
    estimatedTravelDistance: stop.estimatedTravelDistance,
    'deliveryInfo.state': deliveryInfo?.state ?? null,
    'deliveryInfo.attempted': deliveryInfo?.attempted ?? null,
    'deliveryInfo.succeeded': deliveryInfo?.succeeded ?? null,
    'deliveryInfo.recipientProvidedNotes': deliveryInfo?.recipientProvidedNotes ?? null,
    'deliveryInfo.driverProvidedInternalNotes': deliveryInfo?.driverProvidedInternalNotes ?? null,
    'deliveryInfo.driverProvidedRecipientNotes': deliveryInfo?.driverProvidedRecipientNotes ?? null,
    'deliveryInfo.signeeName': deliveryInfo?.signeeName ?? null,
    'deliveryInfo.attemptedAt': milliseconds(deliveryInfo?.attemptedAt),
    packageLabel: stop.packageLabel,
  };
}

/** Data that a stop's public fields do not contain. */
export interface Internals {
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** The route it is on, `routes/<id>`. */
  routeId: string | null;
}

export function stopDocument(stop: Stop | UnassignedStop, { createdAt, routeId }: Internals): SearchDocument {
  const customProperties = stop.customProperties ?? {};
  const fields = { ...('plan' in stop ? plannedFields(stop, routeId) : unplanned), ...commonFields(stop, createdAt) };
  return { id: stop.id, fields, customProperties, words: wordsIn(fields, customProperties) };
}
