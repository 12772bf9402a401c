import { answered, type AnsweredShape } from './shape.ts';
import { stopCommon } from './shared.ts';

const states =
  'delivered_to_recipient delivered_to_third_party delivered_to_mailbox delivered_to_safe_place delivered_to_pickup_point delivered_other picked_up_from_customer picked_up_unmanned picked_up_from_locker picked_up_other failed_not_home failed_cant_find_address failed_no_parking failed_no_time failed_package_not_available failed_other failed_missing_required_proof failed_payment_not_received unattempted'.split(
    ' ',
  );

export const stop: AnsweredShape = {
  record: 'Stop',
  from: 'planning-api, Stop (v1, read)',
  fields: [
    answered('id', { id: 'plans/stops' }, 'the plan’s id, then the stop’s own'),
    ...stopCommon,
    answered('estimatedTravelDuration', 'number', 'seconds from the stop before'),
    answered('estimatedTravelDistance', 'number', 'meters from the stop before'),
    answered('type', { oneOf: ['start', 'stop', 'end'] }, 'a stop, or one of the two ends of a route'),
    answered('packageLabel', 'text', 'what is written on the packages to find them'),
    answered('stopPosition', 'number', 'which stop of the route it is'),
    answered('webAppLink', 'text', 'where the team sees it'),
    answered('placeInVehicle', 'object', 'where in the vehicle it lies'),
    answered('placeInVehicle.x', { oneOf: ['left', 'right'] }, 'left or right'),
    answered('placeInVehicle.y', { oneOf: ['front', 'middle', 'back'] }, 'front, middle or back'),
    answered('placeInVehicle.z', { oneOf: ['floor', 'shelf'] }, 'on the floor or on the shelf'),
    answered('deliveryInfo', 'object', 'the outcome of the attempt'),
    answered('deliveryInfo.attempted', 'truth', 'whether somebody tried'),
    answered('deliveryInfo.attemptedAt', 'number', 'when, in seconds since the epoch'),
    answered('deliveryInfo.timeAtStopInfo', 'object', 'how long the driver was there, with a status'),
    answered('deliveryInfo.timeAtStopInfo.status', 'text', 'available, or why there is no value'),
    answered('deliveryInfo.timeAtStopInfo.value.arrivedAt', 'number', 'when the driver came; only when available'),
    answered('deliveryInfo.timeAtStopInfo.value.departedAt', 'number', 'when the driver left'),
    answered('deliveryInfo.timeAtStopInfo.value.isEstimated', 'truth', 'whether both are estimates'),
    answered('deliveryInfo.attemptedLocation', 'object', 'where the attempt was made'),
    answered('deliveryInfo.attemptedLocation.latitude', 'number', 'its latitude'),
    answered('deliveryInfo.attemptedLocation.longitude', 'number', 'its longitude'),
    answered('deliveryInfo.driverProvidedInternalNotes', 'text', 'the driver’s words for the team'),
    answered('deliveryInfo.driverProvidedRecipientNotes', 'text', 'the driver’s words for the recipient'),
    answered('deliveryInfo.recipientProvidedNotes', 'text', 'the recipient’s words'),
    answered('deliveryInfo.signatureUrl', 'text', 'a picture of the signature'),
    answered('deliveryInfo.signeeName', 'text', 'who signed'),
    answered('deliveryInfo.photoUrls', 'texts', 'pictures that the driver took'),
    answered('deliveryInfo.succeeded', 'truth', 'whether it was handed over'),
    answered('deliveryInfo.state', { oneOf: states }, 'the outcome in one word'),
    answered('plan', { id: 'plans' }, 'the plan it is in'),
    answered('route', 'object', 'the route it is on, as the Route record'),
    answered('eta', 'object', 'when it is expected, with a status'),
    answered('eta.status', { oneOf: ['available', 'restricted', 'pending'] }, 'available, or why there is no value'),
    answered('eta.value.estimatedArrivalAt', 'number', 'the expected arrival; only when available'),
    answered('eta.value.estimatedLatestArrivalAt', 'number', 'the latest'),
    answered('eta.value.estimatedEarliestArrivalAt', 'number', 'the earliest'),
  ],
};

export const unassignedStop: AnsweredShape = {
  record: 'Unassigned stop',
  from: 'planning-api, Unassigned stop',
  fields: [
    answered('id', { id: 'unassignedStops' }, 'unassignedStops/ and its own'),
    answered('depot', { id: 'depots' }, 'the depot it waits at'),
    ...stopCommon,
  ],
};
