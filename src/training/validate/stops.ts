/** StopCreate and StopUpdate (planning-api, Write shapes; resolved, Bounds on what is sent and Value sets seen). */
import type { Version } from '../../shared/endpoints.ts';
import { customStopProperties } from '../data/team.ts';
import { invalid } from '../http/errors.ts';
import {
  fields,
  idOf,
  list,
  number,
  oneOf,
  orNull,
  record,
  required,
  text,
  truth,
  whole,
  type Check,
} from './check.ts';

const addressFields = fields({
  addressName: text(255),
  addressLineOne: text(255),
  addressLineTwo: text(255),
  city: text(100),
  state: text(100),
  zip: text(100),
  country: text(100),
  latitude: number(-90, 90),
  longitude: number(-180, 180),
});

/** Address (input): both coordinates or none, and something that identifies a place, which `addressName` does not. */
export const address: Check<ReturnType<typeof addressFields>> = (value, path) => {
  const given = addressFields(value, path);
  if ((given.latitude === undefined) !== (given.longitude === undefined)) {
    const missing = given.latitude === undefined ? 'latitude' : 'longitude';
    throw invalid(`${path}.${missing}`, 'latitude and longitude must be given together.');
  }
  if (Object.keys(given).every((name) => name === 'addressName')) {
    throw invalid(path, `${path} needs at least one field by which it can be found.`);
  }
  return given;
};

export const time: Check<{ hour: number; minute: number }> = (value, path) => {
  const { hour, minute } = fields({ hour: whole(0, 23), minute: whole(0, 59) })(value, path);
  if (hour === undefined || minute === undefined) throw invalid(path, `${path} needs hour and minute.`);
  return { hour, minute };
};

const weight: Check<{ amount: number; unit: string }> = (value, path) => {
  const { amount, unit } = fields({ amount: number(0, 999_999), unit: oneOf('kilogram', 'pound', 'metric-ton') })(
    value,
    path,
  );
  if (amount === undefined || unit === undefined) throw invalid(path, `${path} needs amount and unit.`);
  if (Number(amount.toFixed(2)) !== amount) throw invalid(`${path}.amount`, `${path}.amount has two decimals at most.`);
  return { amount, unit };
};

const payment: Check<{ amount: number; currency: string }> = (value, path) => {
  const { amount, currency } = fields({
    amount: whole(1, Number.MAX_SAFE_INTEGER),
    currency: oneOf(
      ...'AED ARS AUD BRL CAD CHF CLP CNY COP DKK EGP EUR GBP HKD HUF ILS INR JPY KRW MYR MXN NOK NZD PEN RON RUB SAR'.split(
        ' ',
      ),
      ...'SEK SGD TRY USD UYU ZAR'.split(' '),
    ),
  })(value, path);
  if (amount === undefined || currency === undefined) throw invalid(path, `${path} needs amount and currency.`);
  return { amount, currency };
};

const knownProperty: Check<string> = (name, path) => {
  const found = customStopProperties.find(({ id }) => id === name);
  if (found === undefined) throw invalid(path, `There is no custom stop property '${String(name)}'.`);
  return found.id;
};

const timing = {
  estimatedAttemptDuration: whole(0, Number.MAX_SAFE_INTEGER),
  earliestAttemptTime: time,
  latestAttemptTime: time,
};
const recipient = { name: text(255), email: text(255), phone: text(255), externalId: text(255) };
const orderInfo = {
  products: list(text(255), 0, 100),
  sellerName: text(255),
  sellerOrderId: text(255),
  sellerWebsite: text(255),
};

/** The maximum number of barcodes per stop (planning-api, Versioning). */
const mostBarcodes: Record<Version, number> = { v1: 50, 'v0.2b': 200 };

/** An id, or what v0.2b calls a driver by in an import and no driver has: that stop alone then fails. */
const olderDriver: Check<string> = (value, path) =>
  typeof value === 'string' && !value.startsWith('drivers/') ? text(255)(value, path) : idOf('drivers')(value, path);

/** The fields that StopCreate and StopUpdate have in common. */
const common = (version: Version) => ({
  paymentOnDelivery: orNull(payment),
  proofOfAttemptRequirements: orNull(fields({ enabled: truth })),
  allowedDrivers: orNull(version === 'v1' ? list(idOf('drivers'), 0, 100) : list(olderDriver, 0, 100)),
  activity: orNull(oneOf('delivery', 'pickup')),
  optimizationOrder: orNull(oneOf('first', 'last', 'default')),
  packageCount: orNull(whole(1, 10_000)),
  weight: orNull(weight),
  notes: orNull(text(2000)),
  barcodes: list(text(255), 0, mostBarcodes[version]),
  customProperties: orNull(record(knownProperty, text(255))),
});

const createFields = (version: Version) =>
  fields({
    address,
    timing: orNull(fields(timing)),
    recipient: orNull(fields(recipient)),
    orderInfo: orNull(fields(orderInfo)),
    clientId: orNull(text(100)),
    ...common(version),
  });

/**
 * Has no address or clientId: changing those requires a new stop (planning-api, StopUpdate). A null inside an object
 * clears that field, as opposed to omitting it; the documents do not cover this.
 */
const updateFields = (version: Version) =>
  fields({
    timing: orNull(
      fields({
        estimatedAttemptDuration: orNull(timing.estimatedAttemptDuration),
        earliestAttemptTime: orNull(time),
        latestAttemptTime: orNull(time),
      }),
    ),
    recipient: orNull(
      fields({
        name: orNull(recipient.name),
        email: orNull(recipient.email),
        phone: orNull(recipient.phone),
        externalId: orNull(recipient.externalId),
      }),
    ),
    orderInfo: orNull(
      fields({
        products: orNull(orderInfo.products),
        sellerName: orNull(orderInfo.sellerName),
        sellerOrderId: orNull(orderInfo.sellerOrderId),
        sellerWebsite: orNull(orderInfo.sellerWebsite),
      }),
    ),
    ...common(version),
  });

export type StopInput = ReturnType<ReturnType<typeof createFields>> & { address: ReturnType<typeof address> };
export type StopChange = ReturnType<ReturnType<typeof updateFields>>;

function createCheck(version: Version): Check<StopInput> {
  const check = createFields(version);
  return (value, path) => {
    const given = check(value, path);
    required(given, path, 'address');
    return given as StopInput;
  };
}

const checksOf = (version: Version) => {
  const create = createCheck(version);
  return {
    create,
    /** An import of 1 to 100 stops (planning-api, Limits). */
    createMany: list(create, 1, 100),
    update: updateFields(version) satisfies Check<StopChange>,
  };
};

/** StopCreate and StopUpdate in v1's field names, with the bounds of each version. */
export const stopChecks = { v1: checksOf('v1'), 'v0.2b': checksOf('v0.2b') };

export const { create: stopInput, createMany: stopInputs } = stopChecks.v1;
