/** Builds orders for create and edit (order-api, Order input and Edit semantics). Nothing is stored here. */
import { dayOf } from '../data/calendar.ts';
import { geocode } from '../data/gazetteer.ts';
import { Refusal } from '../http/errors.ts';
import type { Address, Order, Recipient } from '../model.ts';
import type { Store } from '../store/store.ts';
import type { OrderAddress, OrderEdit, OrderInput } from '../validate/orders.ts';
import type { Context } from './handler.ts';

type PackageInfo = Order['packageInfo'];
type Instructions = NonNullable<Order['deliveryInstructions']>;
type HandOff = NonNullable<Instructions['handOffInfo']>;

const emptyRecipient: Recipient = { name: null, email: null, phone: null, externalId: null };
const emptyPackageInfo: PackageInfo = {
  products: null,
  packageCount: null,
  weight: null,
  packageLoadAmount: null,
  externalId: null,
};
const emptyInstructions: Instructions = {
  notes: null,
  expectedDeliveryDate: null,
  proofOfAttemptRequirements: null,
  handOffInfo: null,
};
const emptyHandOff: HandOff = { handOffType: null, pickupLocationId: null };

const isEmpty = (value: object) => Object.keys(value).length === 0;

/** The document has no maximum packageCount, so barcodes are limited to keep responses finite. */
export const mostBarcodes = 10_000;

/** New barcodes, one per package and unique across orders. An order without a package count has one package. */
function newBarcodes(store: Store, now: number, packageCount: number | null): string[] {
  const chance = store.dice('barcodes');
  let code: string;
  do {
    code = `TD${dayOf(now).slice(2, 4)}${String(chance.whole(0, 9_999_999_999)).padStart(10, '0')}`;
  } while (store.orders.of('barcode', `${code}-1`).length > 0);
  return Array.from({ length: Math.min(packageCount ?? 1, mostBarcodes) }, (_, at) => `${code}-${at + 1}`);
}

/** Throws a refusal (400); the document specifies no status or code for this. */
function located(address: OrderAddress): Address {
  const found = geocode(address);
  if (!found) throw new Refusal(400, 'address_not_found', 'The address could not be found.', 'address');
  return found;
}

/**
 * Merges the given hand-off into the stored one. `ship_to_courier` clears the pickup location (Edit semantics 5), even
 * one sent with it: a shipped order has none. Throws a refusal (400) for an unknown location.
 */
function handedOff(store: Store, before: HandOff | null, given: Partial<HandOff>): HandOff {
  const { pickupLocationId } = given;
  if (pickupLocationId != null && !store.pickupLocations.get(pickupLocationId)) {
    const path = 'deliveryInstructions.handOffInfo.pickupLocationId';
    throw new Refusal(400, 'pickup_location_not_found', `There is no ${pickupLocationId}.`, path);
  }
  const after = { ...emptyHandOff, ...before, ...given };
  return given.handOffType === 'ship_to_courier' ? { ...after, pickupLocationId: null } : after;
}

type GivenInstructions = NonNullable<OrderEdit['deliveryInstructions']>;

/** Ignores empty objects, and null for objects that must be cleared field by field (Edit semantics 1, 7). */
function instructed(store: Store, before: Instructions | null, given: GivenInstructions): Instructions | null {
  const { proofOfAttemptRequirements: proof, handOffInfo: handOff, ...leaves } = given;
  const changesProof = proof != null && !isEmpty(proof);
  const changesHandOff = handOff != null && !isEmpty(handOff);
  if (isEmpty(leaves) && !changesProof && !changesHandOff) return before;
  const after = { ...emptyInstructions, ...before, ...leaves };
  if (changesProof) {
    after.proofOfAttemptRequirements = { enabled: null, ...before?.proofOfAttemptRequirements, ...proof };
  }
  if (changesHandOff) after.handOffInfo = handedOff(store, before?.handOffInfo ?? null, handOff);
  return after;
}

/** Creates a draft order. Throws a refusal (400) for an unknown address or pickup location. */
export function madeOrder({ store, clock }: Context, input: OrderInput): Order {
  const { recipient, packageInfo, deliveryInstructions } = input;
  const address = located(input.address);
  const now = clock.now();
  const instructions = deliveryInstructions && instructed(store, null, deliveryInstructions);
  return {
    id: `orders/${store.newId()}`,
    createdAt: now,
    recipient: recipient ? { ...emptyRecipient, ...recipient } : null,
    packageInfo: { ...emptyPackageInfo, ...packageInfo },
    address,
    deliveryInstructions: instructions ?? null,
    courier: null,
    submitted: false,
    submittedAt: null,
    progress: null,
    readOnly: false,
    source: 'retailer',
    barcodes: newBarcodes(store, now, packageInfo?.packageCount ?? null),
  };
}

/** Merges a nested object field by field; null clears it, and an empty object changes nothing. */
function merged<Fields extends object>(
  empty: Fields,
  before: Fields | null,
  given: Partial<Fields> | null | undefined,
) {
  if (given === null) return null;
  return given === undefined || isEmpty(given) ? before : { ...empty, ...before, ...given };
}

/**
 * The order after an edit, or the same object if the edit sets nothing. A null clears `recipient` and `packageInfo`, as
 * on create, but not `deliveryInstructions`, because its nested objects cannot be cleared (Edit semantics 5 and 7): the
 * document does not list which objects can. Throws a refusal (400) for an unknown address or pickup location.
 */
export function editedOrder({ store, clock }: Context, order: Order, edit: OrderEdit): Order {
  const { address, deliveryInstructions: instructions } = edit;
  const packageInfo = merged(emptyPackageInfo, order.packageInfo, edit.packageInfo) ?? emptyPackageInfo;
  const recounted = packageInfo.packageCount !== order.packageInfo.packageCount;
  const after: Order = {
    ...order,
    recipient: merged(emptyRecipient, order.recipient, edit.recipient),
    packageInfo,
    address: address ? located(address) : order.address,
    deliveryInstructions: instructions
      ? instructed(store, order.deliveryInstructions, instructions)
      : order.deliveryInstructions,
    // A different package count needs new barcodes, so that old labels do not match the new packages.
    barcodes: recounted ? newBarcodes(store, clock.now(), packageInfo.packageCount) : order.barcodes,
  };
  const names = Object.keys(after) as (keyof Order)[];
  return names.every((name) => after[name] === order[name]) ? order : after;
}
