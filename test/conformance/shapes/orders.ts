import { answered, type AnsweredShape } from './shape.ts';
import { addressAt, recipient, weight } from './shared.ts';

export const order: AnsweredShape = {
  record: 'Order',
  from: 'order-api, Order (read)',
  fields: [
    answered('id', { id: 'orders' }, 'orders/ and its own'),
    answered('createdAt', 'number', 'when it was made'),
    ...recipient,
    answered('packageInfo', 'object', 'what is sent'),
    answered('packageInfo.products', 'texts', 'the goods'),
    answered('packageInfo.packageCount', 'whole', 'how many packages'),
    ...weight('packageInfo.weight'),
    answered('packageInfo.packageLoadAmount', 'number', 'an older measure of the load'),
    answered('packageInfo.externalId', 'text', 'the retailer’s own number; not unique'),
    ...addressAt('address'),
    answered('deliveryInstructions', 'object', 'what the courier should mind'),
    answered('deliveryInstructions.notes', 'text', 'words for the courier'),
    answered('deliveryInstructions.expectedDeliveryDate', 'date', 'the day it is expected'),
    answered('deliveryInstructions.proofOfAttemptRequirements', 'object', 'whether a proof is asked for'),
    answered('deliveryInstructions.proofOfAttemptRequirements.enabled', 'truth', 'true when it is'),
    answered('deliveryInstructions.handOffInfo', 'object', 'how the courier gets it'),
    answered(
      'deliveryInstructions.handOffInfo.handOffType',
      { oneOf: ['ship_to_courier', 'pickup_by_courier'] },
      'sent to the courier, or fetched by it',
    ),
    answered('deliveryInstructions.handOffInfo.pickupLocationId', { id: 'pickupLocations' }, 'where it is fetched'),
    answered('courier', { id: 'couriers' }, 'the courier it was submitted to'),
    answered('submitted', 'truth', 'false: a draft'),
    answered('submittedAt', 'number', 'when it was submitted'),
    answered('progress', 'object', 'how far the delivery is'),
    answered('progress.trackingLink', 'text', 'where the recipient can follow it'),
    answered('progress.eta', 'object', 'when it is expected, with a status'),
    answered('progress.eta.status', 'text', 'available, or why there is no value'),
    answered('progress.eta.value.estimatedArrivalAt', 'number', 'the expected arrival'),
    answered('progress.eta.value.estimatedEarliestArrivalAt', 'number', 'the earliest'),
    answered('progress.eta.value.estimatedLatestArrivalAt', 'number', 'the latest'),
    answered('progress.attempted', 'truth', 'whether somebody tried'),
    answered('progress.attemptedAt', 'number', 'when'),
    answered('progress.state', 'text', 'the outcome in one word'),
    answered('progress.routeStartDate', 'date', 'the day of the route'),
    answered('progress.routeStarted', 'truth', 'whether the driver set out'),
    answered('progress.succeeded', 'truth', 'whether it was handed over'),
    answered('progress.photoUrls', 'texts', 'pictures that the driver took'),
    answered('progress.signatureUrl', 'text', 'a picture of the signature'),
    answered('progress.signeeName', 'text', 'who signed'),
    answered('progress.driverProvidedRecipientNotes', 'text', 'the driver’s words for the recipient'),
    answered('readOnly', 'truth', 'true once it can no longer be edited'),
    answered('source', { oneOf: ['retailer', 'courier'] }, 'who made it'),
    answered('barcodes', 'texts', 'one code a package'),
  ],
};

export const courier: AnsweredShape = {
  record: 'Courier',
  from: 'order-api, Courier and PickupLocation',
  fields: [answered('id', { id: 'couriers' }, 'couriers/ and its own'), answered('name', 'text', 'what it is called')],
};

export const pickupLocation: AnsweredShape = {
  record: 'Pickup location',
  from: 'order-api, Courier and PickupLocation',
  fields: [
    answered('id', { id: 'pickupLocations' }, 'pickupLocations/ and its own'),
    answered('name', 'text', 'what it is called'),
  ],
};

export const shippingLabels: AnsweredShape = {
  record: 'Shipping labels',
  from: 'order-api, OrderShippingLabels',
  fields: [answered('url', 'text', 'a signed link to one PDF'), answered('expiresAt', 'number', 'when the link ends')],
};
