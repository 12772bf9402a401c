/** All fields of a stop as named values, in sections; Facts leaves out empty values. */
import { addressFields } from '../../shared/address-fields.ts';
import type { Stop, StopCreate, StopDetail } from '../../shared/stops.ts';
import { timeText } from '../../shared/time.ts';
import { toMoment } from '../../shared/timestamps.ts';
import { customProperties } from '../lib/custom-properties.svelte.ts';
import { formatDistance, formatDuration, formatMoment, formatTime, formatWindow } from '../lib/format.ts';
import { deliveryWords } from '../../messages/delivery-words.ts';
import { t } from '../../messages/index.ts';
import { moneyWords } from '../../messages/money-words.ts';
import { activityWords, typedExternalId } from './stop-words.ts';

interface NamedValue {
  name: string;
  value: string | null;
  long?: boolean;
}
export interface Section {
  title: string;
  facts: NamedValue[];
}

const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
const list = (values: readonly string[] | null | undefined): string | null => values?.join(', ') ?? null;
const lines = (values: readonly string[] | null | undefined): string | null => values?.join('\n') ?? null;

function orderWords(order: string | null | undefined): string | null {
  if (order === 'first') return t('stops.orderFirst');
  if (order === 'last') return t('stops.orderLast');
  return order === 'default' || order == null ? null : order;
}

const unitNames: Readonly<Record<string, string>> = { kilogram: 'kg', pound: 'lb', 'metric-ton': 't' };

/** Fields that a stop has both as typed and as read. */
type Common = Pick<
  Stop | StopCreate,
  | 'recipient'
  | 'timing'
  | 'notes'
  | 'barcodes'
  | 'orderInfo'
  | 'weight'
  | 'activity'
  | 'paymentOnDelivery'
  | 'proofOfAttemptRequirements'
  | 'allowedDrivers'
  | 'optimizationOrder'
  | 'packageCount'
  | 'customProperties'
  | 'clientId'
>;

function atTheStop(of: Common, driverNames: Readonly<Record<string, string>>): NamedValue[] {
  const { timing, paymentOnDelivery: payment, proofOfAttemptRequirements: proof } = of;
  const earliest = timing?.earliestAttemptTime ? timeText(timing.earliestAttemptTime) : null;
  const latest = timing?.latestAttemptTime ? timeText(timing.latestAttemptTime) : null;
  const duration = timing?.estimatedAttemptDuration;
  const proofWords =
    proof?.enabled == null ? null : proof.enabled ? t('stops.proofRequired') : t('stops.proofNotRequired');
  return [
    { name: t('stops.window'), value: formatWindow(earliest, latest) },
    { name: t('stops.duration'), value: duration == null ? null : formatDuration(duration) },
    { name: t('stops.activity'), value: activityWords(of.activity) },
    { name: t('stops.notes'), value: of.notes ?? null, long: true },
    { name: t('stops.proof'), value: proofWords },
    {
      name: t('stops.payment'),
      value: payment?.amount == null ? null : moneyWords(payment.amount, payment.currency ?? ''),
    },
    { name: t('stops.allowedDrivers'), value: list(of.allowedDrivers?.map((id) => driverNames[id] ?? id)) },
    { name: t('stops.order'), value: orderWords(of.optimizationOrder) },
  ];
}

function packages(of: Common): NamedValue[] {
  const { weight, orderInfo } = of;
  const unit = weight?.unit == null ? '' : (unitNames[weight.unit] ?? weight.unit);
  return [
    { name: t('stops.packageCount'), value: text(of.packageCount) },
    { name: t('stops.weight'), value: weight?.amount == null ? null : `${weight.amount} ${unit}` },
    { name: t('stops.barcodes'), value: lines(of.barcodes), long: true },
    { name: t('stops.products'), value: lines(orderInfo?.products), long: true },
    { name: t('stops.seller'), value: orderInfo?.sellerName ?? null },
    { name: t('stops.sellerOrder'), value: orderInfo?.sellerOrderId ?? null },
    { name: t('stops.sellerWebsite'), value: orderInfo?.sellerWebsite ?? null },
  ];
}

function whereTo({ stop, draft, row }: StopDetail): NamedValue[] {
  const recipient = stop?.recipient ?? draft?.recipient;
  const read = stop?.address;
  const typed = draft?.address;
  const { latitude, longitude } = read ?? typed ?? {};
  // The service answers postcode, city and country joined in the second line. The first line of a typed stop is all of it.
  const { addressLineTwo, zip, city, state, country } = addressFields(read);
  const place = [[zip, city].filter(Boolean).join(' '), state, country].filter(Boolean).join(', ');
  return [
    { name: t('stops.name'), value: recipient?.name ?? row.recipientName },
    { name: t('stops.phone'), value: recipient?.phone ?? row.phone },
    { name: t('stops.email'), value: recipient?.email ?? null },
    { name: t('stops.externalId'), value: typedExternalId(recipient?.externalId ?? row.externalId) },
    { name: t('stops.addressee'), value: typed?.addressName ?? null },
    { name: t('stops.address'), value: read?.addressLineOne ?? row.address },
    { name: t('stops.addressSecond'), value: addressLineTwo ?? null },
    { name: t('stops.postcodeAndCity'), value: place === '' ? null : place },
    {
      name: t('stops.coordinates'),
      value: latitude == null || longitude == null ? null : `${latitude}, ${longitude}`,
    },
  ];
}

function onTheRoute({ stop, row }: StopDetail, now: number, zone: string): NamedValue[] {
  const time = (timestamp: number | null | undefined) => {
    const at = toMoment(timestamp);
    return at === null ? null : formatTime(at, zone);
  };
  const eta = stop?.eta?.value;
  const earliest = time(eta?.estimatedEarliestArrivalAt);
  const latest = time(eta?.estimatedLatestArrivalAt);
  const place = stop?.placeInVehicle;
  const travel = [
    stop?.estimatedTravelDuration == null ? null : formatDuration(stop.estimatedTravelDuration),
    stop?.estimatedTravelDistance == null ? null : formatDistance(stop.estimatedTravelDistance),
  ].filter((part) => part !== null);
  return [
    { name: t('stops.route'), value: stop?.route?.title ?? null },
    { name: t('stops.driver'), value: row.driverName },
    { name: t('stops.position'), value: text(stop?.stopPosition ?? row.position) },
    {
      name: t('stops.arrival'),
      value: row.estimatedArrivalAt === null ? null : formatMoment(row.estimatedArrivalAt, now, zone),
    },
    { name: t('stops.arrivalRange'), value: formatWindow(earliest, latest) },
    { name: t('stops.travelTime'), value: travel.length === 0 ? null : travel.join(', ') },
    { name: t('stops.packageLabel'), value: stop?.packageLabel ?? null },
    { name: t('stops.place'), value: list([place?.x, place?.y, place?.z].filter((part) => part != null)) },
    { name: t('stops.trackingLink'), value: stop?.trackingLink ?? null },
    { name: t('stops.webLink'), value: stop?.webAppLink ?? null },
  ];
}

function outcome({ stop, row }: StopDetail, now: number, zone: string): NamedValue[] {
  const info = stop?.deliveryInfo;
  const stay = info?.timeAtStopInfo?.value;
  const moment = (timestamp: number | null | undefined) => {
    const at = toMoment(timestamp);
    return at === null ? null : formatMoment(at, now, zone);
  };
  const estimated = (at: number | null | undefined) => {
    const time = moment(at);
    return time !== null && stay?.isEstimated === true ? t('stops.estimated', { time }) : time;
  };
  const where = info?.attemptedLocation;
  return [
    { name: t('stops.deliveryState'), value: row.deliveryState === null ? null : deliveryWords(row.deliveryState) },
    {
      name: t('stops.succeeded'),
      value: info?.succeeded == null ? null : t(info.succeeded ? 'common.yes' : 'common.no'),
    },
    { name: t('stops.attemptedAt'), value: moment(info?.attemptedAt ?? row.attemptedAt) },
    { name: t('stops.arrivedAt'), value: estimated(stay?.arrivedAt) },
    { name: t('stops.departedAt'), value: estimated(stay?.departedAt) },
    {
      name: t('stops.attemptedLocation'),
      value: where?.latitude == null || where.longitude == null ? null : `${where.latitude}, ${where.longitude}`,
    },
    { name: t('stops.signee'), value: info?.signeeName ?? null },
    { name: t('stops.signature'), value: info?.signatureUrl ?? null },
    { name: t('stops.photos'), value: lines(info?.photoUrls), long: true },
    { name: t('stops.driverNotes'), value: info?.driverProvidedInternalNotes ?? null, long: true },
    { name: t('stops.driverRecipientNotes'), value: info?.driverProvidedRecipientNotes ?? null, long: true },
    { name: t('stops.recipientNotes'), value: info?.recipientProvidedNotes ?? null, long: true },
  ];
}

/**
 * @param driverNames driver names by id; a driver without a name is shown by id
 * @param zone of the depot
 */
export function factsOf(
  detail: StopDetail,
  driverNames: Readonly<Record<string, string>>,
  now: number,
  zone: string,
): Section[] {
  const of: Common = detail.stop ?? detail.draft ?? { packageCount: detail.row.packageCount ?? undefined };
  const properties = Object.entries(of.customProperties ?? {}).map(([id, value]) => ({
    name: customProperties.nameOf(id),
    value: text(value),
  }));
  return [
    { title: t('stops.sectionRecipient'), facts: whereTo(detail) },
    { title: t('stops.sectionDelivery'), facts: atTheStop(of, driverNames) },
    { title: t('stops.sectionPackages'), facts: packages(of) },
    { title: t('stops.sectionRoute'), facts: onTheRoute(detail, now, zone) },
    { title: t('stops.sectionOutcome'), facts: outcome(detail, now, zone) },
    {
      title: t('stops.sectionOther'),
      facts: [...properties, { name: t('stops.clientId'), value: of.clientId ?? null }],
    },
  ];
}

const fieldNames: Readonly<Record<string, string>> = {
  timing: t('stops.window'),
  recipient: t('stops.sectionRecipient'),
  orderInfo: t('stops.seller'),
  paymentOnDelivery: t('stops.payment'),
  proofOfAttemptRequirements: t('stops.proof'),
  allowedDrivers: t('stops.allowedDrivers'),
  activity: t('stops.activity'),
  optimizationOrder: t('stops.order'),
  packageCount: t('stops.packageCount'),
  weight: t('stops.weight'),
  notes: t('stops.notes'),
  barcodes: t('stops.barcodes'),
  customProperties: t('stops.properties'),
};

/** The name of a stop's field, as in the details. */
export const changedFieldName = (field: string): string => fieldNames[field] ?? field;
