/** What was typed for a stop, as names and values for reading. */
import { isOurMarker } from '../../shared/outbox.ts';
import type { StopCreate } from '../../shared/stops.ts';
import { timeText } from '../../shared/time.ts';
import { formatDuration, formatMoney, formatWindow } from '../lib/format.ts';
import { t } from '../messages/index.ts';

interface TypedFact {
  name: string;
  value: string | null | undefined;
  /** Keeps line breaks. */
  long?: boolean;
}

const oneLine = (parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined).join(', ');

/** The facts in the order in which the form asks for them; what was left empty has no value. */
export function typedFacts(stop: StopCreate): TypedFact[] {
  const { address, recipient, timing, orderInfo, paymentOnDelivery, weight } = stop;
  const { earliestAttemptTime: earliest, latestAttemptTime: latest, estimatedAttemptDuration: duration } = timing ?? {};
  const externalId = recipient?.externalId;
  return [
    { name: t('outbox.recipient'), value: recipient?.name },
    { name: t('outbox.phone'), value: recipient?.phone },
    { name: t('outbox.email'), value: recipient?.email },
    { name: t('outbox.externalId'), value: externalId === undefined || isOurMarker(externalId) ? null : externalId },
    {
      name: t('outbox.address'),
      value: oneLine([
        address.addressName,
        address.addressLineOne,
        address.addressLineTwo,
        [address.zip, address.city].filter(Boolean).join(' ') || undefined,
        address.state,
        address.country,
      ]),
    },
    {
      name: t('outbox.coordinates'),
      value:
        address.latitude === undefined || address.longitude === undefined
          ? null
          : `${address.latitude}, ${address.longitude}`,
    },
    {
      name: t('outbox.window'),
      value: formatWindow(earliest ? timeText(earliest) : null, latest ? timeText(latest) : null),
    },
    { name: t('outbox.duration'), value: duration === undefined ? null : formatDuration(duration) },
    { name: t('outbox.packages'), value: stop.packageCount?.toString() },
    { name: t('outbox.weight'), value: weight === undefined ? null : `${weight.amount} ${weight.unit}` },
    { name: t('outbox.notes'), value: stop.notes, long: true },
    {
      name: t('outbox.payment'),
      value: paymentOnDelivery ? formatMoney(paymentOnDelivery.amount, paymentOnDelivery.currency) : null,
    },
    { name: t('outbox.products'), value: orderInfo?.products?.join('\n'), long: true },
    { name: t('outbox.seller'), value: oneLine([orderInfo?.sellerName, orderInfo?.sellerOrderId]) },
    { name: t('outbox.barcodes'), value: stop.barcodes?.join('\n'), long: true },
    ...Object.entries(stop.customProperties ?? {}).map(([name, value]) => ({ name, value })),
  ];
}
