/** Stops as lists and details show them: the service's with pending edits, and those that are only in the outbox. */
import { withFields, type UnsentChange } from '../../shared/pending-content.ts';
import { isOurMarker, type EntryState } from '../../shared/outbox.ts';
import { isObject, type Fields } from '../../shared/outbox-merge.ts';
import { propertyTexts } from '../../shared/stop-content.ts';
import { deliveryResult, type Stop, type StopCreate, type StopDetail, type StopRow } from '../../shared/stops.ts';
import { timeText } from '../../shared/time.ts';
import { toMoment, toNearestMoment } from '../../shared/timestamps.ts';
import { fromStored, objectOf } from '../stored-json.ts';

/** A stop that is only in the outbox. */
export interface WaitingStop {
  /** The record's id. */
  id: string;
  /** JSON of the record's content. */
  body: string;
  entry_id: string | null;
  state: EntryState | null;
  /** 1: its user paused the import that it belongs to. */
  paused?: number | null;
}

/** One line of text for an address, as read or as entered. */
export function addressText(
  from:
    | {
        address?: string | null | undefined;
        addressLineOne?: string | null | undefined;
        addressLineTwo?: string | null | undefined;
        zip?: string | undefined;
        city?: string | undefined;
        latitude?: number | null | undefined;
        longitude?: number | null | undefined;
      }
    | null
    | undefined,
): string {
  if (!from) return '';
  if (from.address) return from.address;
  const place = [from.zip, from.city].filter(Boolean).join(' ');
  const lines = [from.addressLineOne, from.addressLineTwo, place].filter(Boolean);
  if (lines.length > 0) return lines.join(', ');
  return from.latitude != null && from.longitude != null ? `${from.latitude}, ${from.longitude}` : '';
}

/** Hides markers that the app assigned. */
export function shownExternalId(externalId: string | null | undefined): string | null {
  return externalId == null || isOurMarker(externalId) ? null : externalId;
}

/** Fields common to a stop as entered and a stop as read. */
function commonPart(from: Stop | StopCreate) {
  return {
    recipientName: from.recipient?.name ?? null,
    phone: from.recipient?.phone ?? null,
    address: addressText(from.address),
    earliest: from.timing?.earliestAttemptTime ? timeText(from.timing.earliestAttemptTime) : null,
    latest: from.timing?.latestAttemptTime ? timeText(from.timing.latestAttemptTime) : null,
    packageCount: from.packageCount ?? null,
    notes: from.notes ?? null,
    externalId: shownExternalId(from.recipient?.externalId),
    activity: from.activity ?? null,
    allowedDrivers: from.allowedDrivers ?? [],
    ...pointOf(from.address),
    weight: weightOf(from.weight),
    stopSeconds: from.timing?.estimatedAttemptDuration ?? null,
    customProperties: propertyTexts(from.customProperties),
  };
}

/** A point needs both of its coordinates. */
function pointOf(from: Stop['address'] | StopCreate['address']): Pick<StopRow, 'latitude' | 'longitude'> {
  const { latitude, longitude } = from ?? {};
  return latitude == null || longitude == null ? { latitude: null, longitude: null } : { latitude, longitude };
}

const weightOf = (from: Stop['weight'] | StopCreate['weight']): StopRow['weight'] =>
  from?.amount == null || from.unit == null ? null : { amount: from.amount, unit: from.unit };

/** @param change its pending edits, which are already applied to the item */
export function serviceRow(item: Stop, drivers: Map<string, string>, change: UnsentChange | undefined): StopRow {
  const delivery = item.deliveryInfo;
  const driver = item.route?.driver;
  return {
    id: item.id,
    origin: 'service',
    change: change?.kind ?? null,
    entryState: change?.state ?? null,
    entryId: change?.entryId ?? null,
    position: item.stopPosition ?? null,
    type: item.type ?? null,
    ...commonPart(item),
    driverId: driver ?? null,
    driverName: driver ? (drivers.get(driver) ?? driver) : null,
    isWithDriver: item.route?.state?.distributed ?? null,
    travelSeconds: item.estimatedTravelDuration ?? null,
    travelMetres: item.estimatedTravelDistance ?? null,
    deliveryState: delivery?.state ?? null,
    result: deliveryResult(delivery),
    estimatedArrivalAt: toMoment(item.eta?.value?.estimatedArrivalAt),
    // The driver has been there, whatever the clock of the phone said.
    attemptedAt: delivery?.attemptedAt == null ? null : toNearestMoment(delivery.attemptedAt),
  };
}

export function outboxRow(waiting: WaitingStop, change: UnsentChange | undefined): StopRow {
  return {
    id: waiting.id,
    origin: 'outbox',
    change: change?.kind ?? 'create',
    entryState: change?.state ?? waiting.state,
    ...(waiting.paused === 1 && waiting.state === 'queued' ? { isPaused: true as const } : {}),
    entryId: change?.entryId ?? waiting.entry_id,
    position: null,
    type: 'stop',
    ...commonPart(typedStop(waiting, change)),
    driverId: null,
    driverName: null,
    isWithDriver: null,
    travelSeconds: null,
    travelMetres: null,
    deliveryState: null,
    result: 'open',
    estimatedArrivalAt: null,
    attemptedAt: null,
  };
}

/** The stop as entered, with later pending edits applied. Null removes a field, and a part of one. */
function typedStop({ body }: WaitingStop, change: UnsentChange | undefined): StopCreate {
  const content = withFields(fromStored(objectOf<StopCreate>(), body), change?.fields ?? {});
  const parts = Object.entries(withoutNull(content));
  return Object.fromEntries(
    parts.map(([name, value]) => [name, isObject(value) ? withoutNull(value) : value] as const),
  ) as StopCreate;
}

const withoutNull = (fields: object): Fields =>
  Object.fromEntries(Object.entries<unknown>({ ...fields }).filter(([, value]) => value !== null));

/** The stop as the form takes it, without a marker that the app assigned. */
export function outboxDetail(waiting: WaitingStop, change?: UnsentChange): StopDetail {
  const content = typedStop(waiting, change);
  const { externalId, ...recipient } = content.recipient ?? {};
  const typed = externalId !== undefined && !isOurMarker(externalId) ? { ...recipient, externalId } : recipient;
  const { recipient: _replaced, ...rest } = content;
  const draft: StopCreate = Object.keys(typed).length > 0 ? { ...rest, recipient: typed } : rest;
  return { row: outboxRow(waiting, change), stop: null, draft, changed: [] };
}
