/**
 * The training service's records in the shape of its responses (planning-api and order-api, Resources and their
 * fields). Empty fields are null (resolved, Reading). Written separately from src/shared on purpose, so that a
 * misreading of the documents does not end up on both sides.
 */

export interface CalendarDay {
  day: number;
  month: number;
  year: number;
}

/** Wall-clock time. */
export interface TimeOfDay {
  hour: number;
  minute: number;
}

export interface Address {
  address: string;
  addressLineOne: string;
  addressLineTwo: string;
  latitude: number | null;
  longitude: number | null;
  placeId: string | null;
  placeTypes: string[];
}

interface Weight {
  amount: number;
  unit: string;
}

export interface Recipient {
  name: string | null;
  email: string | null;
  phone: string | null;
  externalId: string | null;
}

export interface RouteOverrides {
  startTime: TimeOfDay | null;
  endTime: TimeOfDay | null;
  startAddress: Address | null;
  endAddress: Address | null;
  maxStops: number | null;
  drivingSpeed: string | null;
  deliverySpeed: string | null;
  vehicleType: string | null;
}

export interface Plan {
  id: string;
  title: string;
  starts: CalendarDay;
  depot: string | null;
  distributed: boolean;
  writable: boolean;
  optimization: string | null;
  drivers: string[];
  routes: string[];
  routeOverrides:
    (RouteOverrides & { optimizationSettings: { objective: string; subObjective: string | null } | null }) | null;
}

export interface Driver {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  displayName: string | null;
  active: boolean;
  depots: string[];
  routeOverrides: RouteOverrides;
}

export interface Depot {
  id: string;
  name: string;
  routeOverrides: {
    startTime: TimeOfDay;
    endTime: TimeOfDay | null;
    startAddress: DepotAddress;
    endAddress: DepotAddress | null;
    defaultTimeAtStop: number | null;
    maxStops: number | null;
    roadSide: string | null;
    vehicleType: string | null;
    roundTrip: boolean | null;
  } | null;
}

export interface DepotAddress extends Omit<Address, 'placeTypes'> {
  countryCode: string | null;
}

export interface Route {
  id: string;
  title: string;
  stopCount: number;
  driver: string | null;
  plan: string;
  state: {
    completed: boolean;
    completedAt: number | null;
    distributed: boolean;
    distributedAt: number | null;
    notifiedRecipients: boolean;
    notifiedRecipientsAt: number | null;
    started: boolean;
    startedAt: number | null;
  };
}

/** The value exists only when the status is `available`; otherwise there is a reason (resolved, Reading). */
type WithStatus<Value> = { status: 'available'; value: Value } | { status: string; reason: string };

interface DeliveryInfo {
  attempted: boolean;
  /** Seconds since the epoch, like all attempt and estimate times. */
  attemptedAt: number | null;
  timeAtStopInfo: WithStatus<{ arrivedAt: number; departedAt: number; isEstimated: boolean }>;
  attemptedLocation: { latitude: number; longitude: number } | null;
  driverProvidedInternalNotes: string | null;
  driverProvidedRecipientNotes: string | null;
  recipientProvidedNotes: string | null;
  signatureUrl: string | null;
  signeeName: string | null;
  photoUrls: string[];
  succeeded: boolean;
  state: string;
}

export interface Stop {
  id: string;
  address: Address;
  barcodes: string[];
  allowedDrivers: string[] | null;
  /** seconds */
  estimatedTravelDuration: number | null;
  /** meters */
  estimatedTravelDistance: number | null;
  notes: string | null;
  packageCount: number | null;
  weight: Weight | null;
  type: 'start' | 'stop' | 'end';
  packageLabel: string | null;
  stopPosition: number | null;
  trackingLink: string | null;
  webAppLink: string | null;
  orderInfo: {
    products: string[] | null;
    sellerName: string | null;
    sellerOrderId: string | null;
    sellerWebsite: string | null;
  } | null;
  placeInVehicle: { x: string | null; y: string | null; z: string | null } | null;
  recipient: Recipient | null;
  activity: string;
  deliveryInfo: DeliveryInfo | null;
  paymentOnDelivery: { amount: number; currency: string } | null;
  proofOfAttemptRequirements: { enabled: boolean | null } | null;
  plan: string;
  route: Route | null;
  eta: WithStatus<{
    estimatedArrivalAt: number;
    estimatedEarliestArrivalAt: number;
    estimatedLatestArrivalAt: number;
  }>;
  timing: {
    estimatedAttemptDuration: number | null;
    earliestAttemptTime: TimeOfDay | null;
    latestAttemptTime: TimeOfDay | null;
  } | null;
  optimizationOrder: string | null;
  customProperties: Record<string, string> | null;
  clientId: string | null;
}

/** A stop without a plan (planning-api, Unassigned stop), with the stop fields of the same names. */
export interface UnassignedStop extends Pick<
  Stop,
  | 'id'
  | 'address'
  | 'barcodes'
  | 'allowedDrivers'
  | 'notes'
  | 'packageCount'
  | 'weight'
  | 'orderInfo'
  | 'recipient'
  | 'activity'
  | 'trackingLink'
  | 'timing'
  | 'optimizationOrder'
  | 'paymentOnDelivery'
  | 'proofOfAttemptRequirements'
  | 'customProperties'
  | 'clientId'
> {
  depot: string | null;
}

/** A dashboard user (planning-api, Member). */
export interface Member {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  linkedDriverId: string | null;
  displayName: string | null;
  active: boolean;
  depots: string[];
  roles: string[];
}

export interface SkippedStop {
  id: string;
  reason: string;
}

export interface Operation {
  id: string;
  type: 'plan_optimization';
  done: boolean;
  metadata: {
    canceled: boolean;
    /** Seconds since the epoch (planning-api, Identifiers 6). */
    startedAt: number;
    finishedAt: number | null;
    startedBy: string;
    targetPlanId: string;
  };
  result: { numOptimizedStops: number; skippedStops: SkippedStop[] } | { code: string; message: string } | null;
}

export interface CustomStopProperty {
  id: string;
  name: string;
  visibleToDrivers: boolean;
  visibleToRecipients: boolean;
}

/** A courier, or a pickup location (order-api, Courier and PickupLocation). */
export interface Named {
  id: string;
  name: string;
}

export interface Order {
  id: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  recipient: Recipient | null;
  packageInfo: {
    products: string[] | null;
    packageCount: number | null;
    weight: Weight | null;
    packageLoadAmount: number | null;
    externalId: string | null;
  };
  address: Address;
  deliveryInstructions: {
    notes: string | null;
    expectedDeliveryDate: CalendarDay | null;
    proofOfAttemptRequirements: { enabled: boolean | null } | null;
    handOffInfo: { handOffType: string | null; pickupLocationId: string | null } | null;
  } | null;
  courier: string | null;
  submitted: boolean;
  submittedAt: number | null;
  progress: {
    trackingLink: string | null;
    eta: Stop['eta'] | null;
    attempted: boolean;
    attemptedAt: number | null;
    state: string | null;
    routeStartDate: CalendarDay | null;
    routeStarted: boolean;
    succeeded: boolean | null;
    photoUrls: string[];
    signatureUrl: string | null;
    signeeName: string | null;
    driverProvidedRecipientNotes: string | null;
  } | null;
  readOnly: boolean;
  source: 'retailer' | 'courier';
  barcodes: string[];
}
