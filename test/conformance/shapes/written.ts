/** What the documents say that can be sent: plain data, from which rows of the page and tests are made. */

/** Ids that the service has, by what they are for. */
export interface Known {
  /** Of the plan that is written to, and of its depot. */
  driver: string;
  /** Of the plan too. */
  otherDriver: string;
  /** That no member is linked to. */
  freeDriver: string;
  depot: string;
  otherDepot: string;
  property: string;
  pickupLocation: string;
}

/** A field that is sent. */
export interface Written {
  /** Dotted from the body. */
  name: string;
  /** In our words. */
  rule: string;
  /** A value that it takes. */
  value: (known: Known) => unknown;
  /** The field that the value is of, where it is not this one: a part of an address goes with the rest of it. */
  within?: string;
  /** Where it is read back and as what; left out: at the same name, as it was sent. */
  reads?: (known: Known) => { at: string; as: unknown };
}

/** A body under a name of the documents. */
export interface WrittenShape {
  record: string;
  /** Which operation takes it. */
  operation: string;
  from: string;
  /** What a body needs beside the field. */
  base: (known: Known) => Record<string, unknown>;
  fields: readonly Written[];
}

export const written = (name: string, rule: string, value: unknown): Written => ({ name, rule, value: () => value });
export const withKnown = (name: string, rule: string, value: Written['value']): Written => ({ name, rule, value });
export const readAs = (field: Written, at: string, as: unknown): Written => ({ ...field, reads: () => ({ at, as }) });

/** Address (input) at a field: what is sent, and what of it the answer shows. */
export function addressInput(at: string): Written[] {
  const whole = (field: string, rule: string, value: object, part: string, as: unknown) =>
    readAs({ name: `${at}.${field}`, rule, value: () => value, within: at }, `${at}.${part}`, as);
  const street = { addressLineOne: 'Lindenallee 4' };
  const shown = (text: string) => new RegExp(text);
  return [
    whole('addressLineOne', 'street and house', street, 'address', shown('Lindenallee 4')),
    whole(
      'addressLineTwo',
      'a second line',
      { ...street, addressLineTwo: 'Floor 7' },
      'address',
      shown('Lindenallee 4'),
    ),
    whole('city', 'the town', { ...street, city: 'Aldermünde' }, 'address', shown('Aldermünde')),
    whole('state', 'the state', { ...street, state: 'Niedersachsen' }, 'address', shown('Lindenallee 4')),
    whole('zip', 'the postcode', { ...street, zip: '41731' }, 'address', shown('41731')),
    whole('country', 'the country', { ...street, country: 'Germany' }, 'address', shown('Germany')),
    whole(
      'addressName',
      'the name of the place; shown, not looked for',
      { ...street, addressName: 'Gartenhaus' },
      'addressLineOne',
      'Gartenhaus',
    ),
    whole(
      'latitude',
      'degrees; goes with the longitude and counts before all other fields',
      { ...street, latitude: 52.9, longitude: 10.2 },
      'latitude',
      52.9,
    ),
    whole(
      'longitude',
      'degrees; goes with the latitude',
      { ...street, latitude: 52.9, longitude: 10.2 },
      'longitude',
      10.2,
    ),
  ];
}

const time = (hour: number, minute: number) => ({ hour, minute });

/** Route settings of plans and drivers. */
export const overridesInput = (): Written[] => [
  written('routeOverrides', 'settings of its routes, or null', null),
  ...addressInput('routeOverrides.startAddress'),
  ...addressInput('routeOverrides.endAddress'),
  written('routeOverrides.startTime', 'when routes begin', time(7, 45)),
  written('routeOverrides.endTime', 'when routes have to end', time(16, 30)),
  written('routeOverrides.maxStops', 'how many stops at most', 44),
  written('routeOverrides.drivingSpeed', 'slower, average or faster', 'faster'),
  written('routeOverrides.deliverySpeed', 'slower, average or faster', 'slower'),
  written('routeOverrides.vehicleType', 'one of six vehicles', 'scooter'),
];

/** What creating and changing a stop have in common. */
const stopInput: Written[] = [
  written('timing.estimatedAttemptDuration', 'seconds at the stop', 240),
  written('timing.earliestAttemptTime', 'not before', time(9, 5)),
  written('timing.latestAttemptTime', 'not after', time(12, 30)),
  written('recipient.name', 'who gets it', 'Zoë Weiß'),
  written('recipient.email', 'the e-mail address', 'zoe@mail.example'),
  written('recipient.phone', 'the telephone number', '+49 30 23125001'),
  written('recipient.externalId', 'a number of the sender’s', 'EXT-77'),
  written('orderInfo.products', 'the goods', ['Tea', 'Lamp']),
  written('orderInfo.sellerName', 'the shop', 'Kräuter & Korn'),
  written('orderInfo.sellerOrderId', 'the shop’s number of the order', 'S-12'),
  written('orderInfo.sellerWebsite', 'the shop’s address on the web', 'https://shop.example'),
  written('paymentOnDelivery', 'a sum and its currency', { amount: 1250, currency: 'AED' }),
  written('proofOfAttemptRequirements', 'whether the driver has to give a proof', { enabled: true }),
  written('activity', 'delivery or pickup', 'pickup'),
  written('optimizationOrder', 'where on the route it should stand', 'first'),
  written('packageCount', 'how many packages, 1 at least', 3),
  written('weight', 'a number and its unit', { amount: 12.35, unit: 'pound' }),
  written('notes', 'words for the driver', 'Grüße 🚚'),
  written('barcodes', 'codes of the packages', ['A-1', 'A-2']),
  withKnown('customProperties', 'values by the ids of the team’s properties', ({ property }) => ({ [property]: 'x' })),
];
const allowed = withKnown('allowedDrivers', 'who may bring it; drivers of the plan', ({ driver }) => [driver]);
const client = written('clientId', 'the retailer it comes from; set once', 'client-1');
const place = () => ({ address: { addressLineOne: 'Lindenallee 4' } });
const nothing = () => ({});
const depotOfStop = withKnown('depot', 'the depot it waits at', ({ depot }) => depot);

const stops: WrittenShape[] = [
  {
    record: 'StopCreate',
    operation: 'stops.create',
    from: 'planning-api, Write shapes: StopCreate',
    base: place,
    fields: [...addressInput('address'), ...stopInput, allowed, client],
  },
  {
    record: 'StopUpdate',
    operation: 'stops.update',
    from: 'planning-api, Write shapes: StopUpdate',
    base: nothing,
    fields: [...stopInput, allowed],
  },
  {
    record: 'Live StopCreate',
    operation: 'stops.liveCreate',
    from: 'planning-api, Live plans and live stops: Live create stop',
    base: place,
    fields: [...addressInput('address'), ...stopInput, allowed, client],
  },
  {
    record: 'Live StopUpdate',
    operation: 'stops.liveUpdate',
    from: 'planning-api, Live plans and live stops: Live update stop',
    base: nothing,
    fields: [...stopInput, allowed],
  },
  {
    record: 'UnassignedStopCreate',
    operation: 'unassignedStops.create',
    from: 'planning-api, Write shapes: UnassignedStopCreate',
    base: place,
    fields: [...addressInput('address'), ...stopInput, allowed, client, depotOfStop],
  },
  {
    record: 'UnassignedStopUpdate',
    operation: 'unassignedStops.update',
    from: 'planning-api, Write shapes: UnassignedStopUpdate',
    base: nothing,
    fields: [...stopInput, allowed, depotOfStop],
  },
];

const starts = { day: 17, month: 6, year: 2026 };
const planFields = (depot: Written): Written[] => [
  written('title', 'what it is called, 1 to 255 characters', 'Wednesday, north'),
  written('starts', 'the day', { day: 18, month: 6, year: 2026 }),
  withKnown('drivers', 'its drivers, 50 at most, replaced as a whole', ({ otherDriver }) => [otherDriver]),
  depot,
  ...overridesInput(),
  written('routeOverrides.optimizationSettings', 'what the routes are made for', {
    objective: 'distribute_services',
    subObjective: 'equalize_time',
  }),
];
const personal: Written[] = [
  written('name', 'the name', 'Ada Lind'),
  written('displayName', 'the name that others see', 'Ada'),
];
const mail = written('email', 'the e-mail address', 'ada.lind@mail.example');
const depotsOf = withKnown('depots', 'ids of depots', ({ otherDepot }) => [otherDepot]);
const role = readAs(written('role', 'admin, depot-manager, dispatcher or read-only', 'dispatcher'), 'roles', [
  'dispatcher',
]);
const start = { startAddress: { addressLineOne: 'Lindenallee 4' }, startTime: time(8, 0) };
const depotFields: Written[] = [
  written('name', 'what it is called, 1 to 2048 characters', 'Depot Nord'),
  ...addressInput('routeOverrides.startAddress'),
  ...addressInput('routeOverrides.endAddress'),
  written('routeOverrides.startTime', 'when routes begin', time(6, 15)),
  written('routeOverrides.endTime', 'when routes have to end', time(18, 0)),
  written('routeOverrides.defaultTimeAtStop', 'seconds at a stop that says nothing of its own', 150),
  written('routeOverrides.maxStops', 'how many stops a driver at most', 70),
  written('routeOverrides.vehicleType', 'one of six vehicles', 'truck'),
  written('routeOverrides.roadSide', 'any, left_only or right_only', 'right_only'),
  written('routeOverrides.roundTrip', 'whether routes come back', false),
];

const team: WrittenShape[] = [
  {
    record: 'PlanCreate',
    operation: 'plans.create',
    from: 'planning-api, Write shapes: PlanCreate',
    base: ({ depot }) => ({ title: 'Monday', starts, depot }),
    fields: planFields(withKnown('depot', 'the depot, or null', ({ otherDepot }) => otherDepot)),
  },
  {
    record: 'PlanUpdate',
    operation: 'plans.update',
    from: 'planning-api, Write shapes: PlanUpdate',
    base: nothing,
    fields: planFields(withKnown('depot', 'the depot, or null', ({ otherDepot }) => otherDepot)),
  },
  {
    record: 'DriverCreate',
    operation: 'drivers.create',
    from: 'planning-api, Write shapes: DriverCreate',
    base: nothing,
    fields: [
      ...personal,
      mail,
      written('phone', 'the telephone number', '+49 171 3920777'),
      depotsOf,
      ...overridesInput().slice(1),
    ],
  },
  {
    record: 'DriverUpdate',
    operation: 'drivers.update',
    from: 'planning-api, Write shapes: DriverUpdate',
    base: nothing,
    fields: [...personal, depotsOf, ...overridesInput().slice(1)],
  },
  {
    record: 'DepotCreate',
    operation: 'depots.create',
    from: 'planning-api, Write shapes: DepotCreate',
    base: () => ({ name: 'Depot', routeOverrides: start }),
    fields: depotFields,
  },
  {
    record: 'DepotUpdate',
    operation: 'depots.update',
    from: 'planning-api, Write shapes: DepotUpdate',
    base: nothing,
    fields: depotFields,
  },
  {
    record: 'MemberCreate',
    operation: 'members.create',
    from: 'planning-api, Write shapes: MemberCreate',
    base: () => ({ role: 'read-only' }),
    fields: [
      ...personal,
      mail,
      withKnown('linkedDriverId', 'the driver that this is too', ({ freeDriver }) => freeDriver),
      role,
      depotsOf,
    ],
  },
  {
    record: 'MemberUpdate',
    operation: 'members.update',
    from: 'planning-api, Write shapes: MemberUpdate',
    base: nothing,
    fields: [...personal, role, depotsOf],
  },
];

const orderInput: Written[] = [
  ...addressInput('address'),
  written('recipient.name', 'who gets it', 'Zoë Weiß'),
  written('recipient.email', 'the e-mail address, in the form of one', 'zoe@mail.example'),
  written('recipient.phone', 'the telephone number', '+49 30 23125001'),
  written('recipient.externalId', 'a number of the sender’s', 'R-77'),
  written('packageInfo.products', 'the goods', ['Tea', 'Lamp']),
  written('packageInfo.packageCount', 'how many packages, 1 at least', 3),
  written('packageInfo.weight', 'a number and its unit', { amount: 2.5, unit: 'kilogram' }),
  written('packageInfo.packageLoadAmount', 'an older measure of the load', 3.5),
  written('packageInfo.externalId', 'the retailer’s own number', 'A-77'),
  written('deliveryInstructions.notes', 'words for the courier', 'Ring twice'),
  written('deliveryInstructions.expectedDeliveryDate', 'the day it is expected', starts),
  written('deliveryInstructions.proofOfAttemptRequirements', 'whether a proof is asked for', { enabled: true }),
  withKnown('deliveryInstructions.handOffInfo', 'how the courier gets it', ({ pickupLocation }) => ({
    handOffType: 'pickup_by_courier',
    pickupLocationId: pickupLocation,
  })),
];

const orders: WrittenShape[] = [
  {
    record: 'Order input',
    operation: 'orders.create',
    from: 'order-api, Order input (create, import)',
    base: place,
    fields: orderInput,
  },
  {
    record: 'Order edit input',
    operation: 'orders.update',
    from: 'order-api, Order edit input (PATCH)',
    base: nothing,
    fields: orderInput,
  },
];

export const planningWritten: readonly WrittenShape[] = [...stops, ...team];
export const orderWritten: readonly WrittenShape[] = orders;
