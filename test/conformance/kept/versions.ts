/** What v0.2b keeps. */
import { keptIn } from './kept.ts';
import { access, flow } from './tests.ts';

export const older = {
  ...keptIn('src/training/versions/requests.ts', {
    'planning.versions.stop-driver': [
      'stopOf',
      'if (driver != null && allowedDrivers != null) {',
      "if (driver === '') {",
      `${flow}/versions.test.ts > v0.2b, writing a stop > refuses driver beside allowedDrivers: they exclude each other`,
    ],
    'resolved.reading.never-driver': [
      'stopOf',
      'driver && [knownDriver(of, driver, `${at}driver`)]',
      'null',
      `${flow}/versions.test.ts > v0.2b, writing a stop > takes driver by id, e-mail address or telephone number, and clears it with null`,
    ],
    'planning.versions.client-id': [
      'stopOf',
      '{ clientId: circuitClientId }',
      '{ clientId: null }',
      `${flow}/versions.test.ts > v0.2b, writing a stop > calls clientId circuitClientId, read and written, and knows no other name for it`,
    ],
  }),
  ...keptIn('src/training/versions/answers.ts', {
    'resolved.reading.client-id': [
      'olderStop',
      'deliveryInfo: deliveryInfo && olderDelivery(deliveryInfo),\n    circuitClientId: clientId,',
      'deliveryInfo: deliveryInfo && olderDelivery(deliveryInfo),\n    clientId,',
      `${flow}/versions.test.ts > v0.2b, writing a stop > calls clientId circuitClientId, read and written, and knows no other name for it`,
    ],
    'planning.versions.stop-drivers-read': [
      'driversOf',
      'allowedDriversIdentifiers: identifiers,',
      'allowedDriversIdentifiers: allowedDrivers, allowedDrivers,',
      `${flow}/versions.test.ts > v0.2b, reading a stop > names drivers by free strings instead of allowedDrivers: an id, an e-mail address or a telephone number`,
    ],
    'planning.versions.eta': [
      'olderStop',
      'eta: flat(eta),',
      'eta,',
      `${flow}/versions.test.ts > v0.2b, reading a stop > has a flat eta, or null and etaNullReason with reason, message and url`,
    ],
    'planning.versions.reason-not-optimized': [
      'nullReasonOf',
      'etaNullReason: nullReasonOf(eta),',
      'etaNullReason: null,',
      `${flow}/versions.test.ts > v0.2b, reading a stop > has a flat eta, or null and etaNullReason with reason, message and url`,
    ],
    'planning.versions.time-at-stop': [
      'olderDelivery',
      'timeAtStopInfo: time,',
      'timeAtStopInfo,',
      `${flow}/versions.test.ts > v0.2b, reading a stop > has a flat timeAtStopInfo with its null reason, and deliveryInfo.arrivedAt beside them`,
    ],
    'planning.versions.reason-subscription': [
      'olderDelivery',
      'timeAtStopInfoNullReason: nullReasonOf(timeAtStopInfo),',
      'timeAtStopInfoNullReason: null,',
      access('a basic subscription > restricts arrival and time at the stop, wherever a stop is answered'),
    ],
    'planning.versions.arrived-at': [
      'olderDelivery',
      'arrivedAt: time?.arrivedAt ?? null,',
      'arrivedAt: null,',
      `${flow}/versions.test.ts > v0.2b, reading a stop > has a flat timeAtStopInfo with its null reason, and deliveryInfo.arrivedAt beside them`,
    ],
    'planning.versions.plan-drivers-read': [
      'olderPlan',
      '{ ...plan, drivers: drivers.filter((driver) => driver !== undefined) }',
      'plan',
      `${flow}/versions.test.ts > v0.2b, plans > are answered with whole drivers, v1 with their ids`,
    ],
  }),
  ...keptIn('src/training/versions/drivers.ts', {
    'resolved.reading.identifiers': [
      'identifierOf',
      'return (kind === 0 ? null : kind === 1 ? driver.email : driver.phone) ?? id;',
      'return id;',
      `${flow}/versions.test.ts > v0.2b, reading a stop > names drivers by free strings instead of allowedDrivers: an id, an e-mail address or a telephone number`,
    ],
  }),
  ...keptIn('src/training/search/document.ts', {
    'resolved.reading.search-units': [
      'originalAmount',
      'payment.amount : payment.amount / 100',
      'payment.amount : payment.amount',
      `${flow}/rules-search.test.ts > search filters by > paymentOnDelivery.amount`,
    ],
  }),
};
