/** Text about a stop in printed documents. */
import { resultWords } from '../../messages/delivery-words.ts';
import { t } from '../../messages/index.ts';
import { moneyWords } from '../../messages/money-words.ts';
import type { StopDetail } from '../../shared/stops.ts';
import { clockText } from '../../shared/zones.ts';

/** The promised time window and the driver's estimated arrival. @param zone of the depot */
export function timesOf({ row }: StopDetail, zone: string): string[] {
  const { earliest, latest, estimatedArrivalAt } = row;
  const window = [
    ...(earliest !== null && latest !== null ? [`${earliest}–${latest}`] : []),
    ...(earliest !== null && latest === null ? [t('papers.from', { time: earliest })] : []),
    ...(earliest === null && latest !== null ? [t('papers.until', { time: latest })] : []),
  ];
  return estimatedArrivalAt === null
    ? window
    : [...window, t('papers.expected', { time: clockText(estimatedArrivalAt, zone) })];
}

/** Instructions for the driver, and changes to the stop that are not on the service yet. */
export function notesOf({ row, stop, draft }: StopDetail): string[] {
  const said = stop ?? draft;
  const payment = said?.paymentOnDelivery;
  const isProofNeeded = said?.proofOfAttemptRequirements?.enabled === true;
  return [
    ...(row.activity === 'pickup' ? [t('papers.pickup')] : []),
    ...(payment?.amount == null
      ? []
      : [t('papers.collect', { amount: moneyWords(payment.amount, payment.currency ?? '') })]),
    ...(isProofNeeded ? [t('papers.proofNeeded')] : []),
    ...(row.notes === null ? [] : [row.notes]),
    ...unsentOf({ row }),
  ];
}

/** Changes to the stop that are not on the service yet. */
export function unsentOf({ row }: Pick<StopDetail, 'row'>): string[] {
  if (row.origin === 'outbox') return [t('papers.notSent')];
  if (row.change === 'delete') return [t('papers.beingDeleted')];
  if (row.change === 'move') return [t('papers.beingMoved')];
  return row.change === null ? [] : [t('papers.changeNotSent')];
}

/** The package label, and the package's place in the vehicle. */
export function placeOf({ stop }: StopDetail): string[] {
  const place = stop?.placeInVehicle;
  const where = [place?.x, place?.y, place?.z].filter((part) => part != null && part !== '').join(' · ');
  return [stop?.packageLabel ?? '', where].filter((part) => part !== '');
}

/** The outcome and its time, and the notes of driver and recipient. @param zone of the depot */
export function resultOf({ row, stop }: StopDetail, zone: string): string[] {
  const delivery = stop?.deliveryInfo;
  const { driverProvidedInternalNotes: internal, driverProvidedRecipientNotes: told } = delivery ?? {};
  const state = resultWords(row) ?? t('papers.open');
  const driver = [internal, told].filter(Boolean).join(' · ');
  return [
    row.attemptedAt === null ? state : `${clockText(row.attemptedAt, zone)} ${state}`,
    ...(delivery?.signeeName ? [t('papers.signedBy', { name: delivery.signeeName })] : []),
    ...(driver === '' ? [] : [t('papers.driverSays', { text: driver })]),
    ...(delivery?.recipientProvidedNotes ? [t('papers.recipientSays', { text: delivery.recipientProvidedNotes })] : []),
  ];
}
