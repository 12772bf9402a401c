/** Shapes that stand in several records (planning-api, Shared shapes). */
import { answered, type Answered } from './shape.ts';

export const vehicles = ['bike', 'scooter', 'car', 'small_truck', 'truck', 'electric_cargo_bike'] as const;
export const speeds = ['slower', 'average', 'faster'] as const;

/** Address (output). @param at the field that holds it: `address` */
export const addressAt = (at: string): Answered[] => [
  answered(at, 'object', 'where it is, as the service understood it'),
  answered(`${at}.address`, 'text', 'the whole address on one line'),
  answered(`${at}.addressLineOne`, 'text', 'the first line'),
  answered(`${at}.addressLineTwo`, 'text, maybe empty', 'the second line'),
  answered(`${at}.latitude`, 'number', 'degrees from -90 to 90, or null'),
  answered(`${at}.longitude`, 'number', 'degrees from -180 to 180, or null'),
  answered(`${at}.placeId`, 'text', 'the place at a map provider, or null'),
  answered(`${at}.placeTypes`, 'texts', 'what kind of place it is'),
];

export const recipient: Answered[] = [
  answered('recipient', 'object', 'who gets it'),
  answered('recipient.name', 'text', 'the name'),
  answered('recipient.email', 'text', 'the e-mail address'),
  answered('recipient.phone', 'text', 'the telephone number'),
  answered('recipient.externalId', 'text', 'the number that somebody else gave, by which lists are filtered'),
];

export const weight = (at: string): Answered[] => [
  answered(at, 'object', 'how heavy it is'),
  answered(`${at}.amount`, 'number', 'the number'),
  answered(`${at}.unit`, { oneOf: ['kilogram', 'pound', 'metric-ton'] }, 'the unit it is counted in'),
];

/** What stops and unassigned stops have in common. */
export const stopCommon: Answered[] = [
  ...addressAt('address'),
  answered('barcodes', 'texts', 'the codes on the packages'),
  answered('allowedDrivers', { ids: 'drivers' }, 'who may bring it'),
  answered('notes', 'text', 'words for the driver'),
  answered('packageCount', 'whole', 'how many packages'),
  ...weight('weight'),
  answered('orderInfo', 'object', 'what was ordered, and where'),
  answered('orderInfo.products', 'texts', 'the goods'),
  answered('orderInfo.sellerName', 'text', 'the shop'),
  answered('orderInfo.sellerOrderId', 'text', 'the number of the order at the shop'),
  answered('orderInfo.sellerWebsite', 'text', 'the address of the shop on the web'),
  ...recipient,
  answered('activity', { oneOf: ['delivery', 'pickup'] }, 'whether something is brought or fetched'),
  answered('trackingLink', 'text', 'where the recipient can follow it'),
  answered('timing', 'object', 'when it may be done and how long it takes'),
  answered('timing.estimatedAttemptDuration', 'whole', 'seconds spent at the stop'),
  answered('timing.earliestAttemptTime', 'time', 'not before this time of day'),
  answered('timing.latestAttemptTime', 'time', 'not after this time of day'),
  answered('optimizationOrder', { oneOf: ['first', 'last', 'default'] }, 'where on the route it should stand'),
  answered('paymentOnDelivery', 'object', 'what the driver has to collect'),
  answered('paymentOnDelivery.amount', 'whole', 'the sum in minor units, 1 at least'),
  answered('paymentOnDelivery.currency', 'text', 'its currency'),
  answered('proofOfAttemptRequirements', 'object', 'whether a proof is asked for'),
  answered('proofOfAttemptRequirements.enabled', 'truth', 'true when the driver has to give a proof'),
  answered('customProperties', 'texts by name', 'values of the properties that the team has defined'),
  answered('clientId', 'text', 'the retailer in the order product that it came from'),
];

/** Route settings of drivers and plans. */
export const overrides: Answered[] = [
  answered('routeOverrides', 'object', 'settings of its routes that differ from the team’s'),
  answered('routeOverrides.startTime', 'time', 'when the route begins, or null'),
  answered('routeOverrides.endTime', 'time', 'when it has to end, or null'),
  ...addressAt('routeOverrides.startAddress'),
  ...addressAt('routeOverrides.endAddress'),
  answered('routeOverrides.maxStops', 'whole', 'how many stops at most, or null'),
  answered('routeOverrides.drivingSpeed', { oneOf: speeds }, 'how fast it is driven'),
  answered('routeOverrides.deliverySpeed', { oneOf: speeds }, 'how fast it is delivered'),
  answered('routeOverrides.vehicleType', { oneOf: vehicles }, 'what is driven'),
];
