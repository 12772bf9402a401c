/** Where each field that is sent is checked. What breaks its row is that the check knows it under another name. */
import { orderWritten, planningWritten } from '../shapes/written.ts';
import type { Kept } from './kept.ts';

const stopsFile = 'src/training/validate/stops.ts';
const plansFile = 'src/training/validate/plans.ts';
const teamFile = 'src/training/validate/team.ts';
const ordersFile = 'src/training/validate/orders.ts';
const unassignedFile = 'src/training/validate/unassigned.ts';

/** A check, as `field` stands in `find`, which occurs once. */
interface Check {
  file: string;
  find: string;
  /** The name within `find`, where it is not its beginning. */
  name: string;
}

const check = (file: string, name: string, find: string): Check => ({ file, find, name });

/** Fields by name, each with the text of its check from its name on. */
const named = (file: string, finds: Record<string, string>): Record<string, Check> =>
  Object.fromEntries(
    Object.entries(finds).map(([field, find]) => [field, check(file, field.split('.').at(-1) ?? '', find)]),
  );

const addressNames = [
  ...['addressLineOne', 'addressLineTwo', 'city', 'state', 'zip'],
  ...['country', 'addressName', 'latitude', 'longitude'],
];

/** Address (input) of the planning service at a field: one check serves all of them. */
const address = (at: string): Record<string, Check> =>
  Object.fromEntries(
    addressNames.map((name) => {
      const most = ['city', 'state', 'zip', 'country'].includes(name) ? 100 : 255;
      const find = { latitude: 'latitude: number(', longitude: 'longitude: number(' }[name] ?? `${name}: text(${most})`;
      return [`${at}.${name}`, check(stopsFile, name, find)];
    }),
  );

const common = named(stopsFile, {
  paymentOnDelivery: 'paymentOnDelivery: orNull',
  proofOfAttemptRequirements: 'proofOfAttemptRequirements: orNull',
  allowedDrivers: 'allowedDrivers: orNull',
  activity: 'activity: orNull',
  optimizationOrder: 'optimizationOrder: orNull',
  packageCount: 'packageCount: orNull',
  weight: 'weight: orNull',
  notes: 'notes: orNull',
  barcodes: 'barcodes: list',
  customProperties: 'customProperties: orNull',
});
const created = {
  ...common,
  ...address('address'),
  ...named(stopsFile, {
    'timing.estimatedAttemptDuration': 'estimatedAttemptDuration: whole',
    'timing.earliestAttemptTime': 'earliestAttemptTime: time,',
    'timing.latestAttemptTime': 'latestAttemptTime: time,',
    'recipient.name': 'name: text(255), email',
    'recipient.email': 'email: text(255)',
    'recipient.phone': 'phone: text(255)',
    'recipient.externalId': 'externalId: text(255)',
    'orderInfo.products': 'products: list',
    'orderInfo.sellerName': 'sellerName: text',
    'orderInfo.sellerOrderId': 'sellerOrderId: text',
    'orderInfo.sellerWebsite': 'sellerWebsite: text',
    clientId: 'clientId: orNull',
  }),
};
const changed = {
  ...common,
  ...named(stopsFile, {
    'timing.estimatedAttemptDuration': 'estimatedAttemptDuration: orNull',
    'timing.earliestAttemptTime': 'earliestAttemptTime: orNull',
    'timing.latestAttemptTime': 'latestAttemptTime: orNull',
    'recipient.name': 'name: orNull(recipient.name)',
    'recipient.email': 'email: orNull',
    'recipient.phone': 'phone: orNull',
    'recipient.externalId': 'externalId: orNull',
    'orderInfo.products': 'products: orNull',
    'orderInfo.sellerName': 'sellerName: orNull',
    'orderInfo.sellerOrderId': 'sellerOrderId: orNull',
    'orderInfo.sellerWebsite': 'sellerWebsite: orNull',
  }),
};
/** The depot is taken out before the fields of a stop are checked. */
const depotOfStop = { depot: check(unassignedFile, 'depot', 'depot: depot(given') };

const plans = {
  ...named(plansFile, {
    title: 'title: text(255)',
    starts: 'starts: day,',
    drivers: "drivers: list(idOf('drivers')",
    depot: "depot: orNull(idOf('depots'))",
    routeOverrides: 'routeOverrides: orNull(routeOverrides)',
    'routeOverrides.startTime': 'startTime: orNull',
    'routeOverrides.endTime': 'endTime: orNull',
    'routeOverrides.maxStops': 'maxStops: orNull',
    'routeOverrides.drivingSpeed': 'drivingSpeed: orNull',
    'routeOverrides.deliverySpeed': 'deliverySpeed: orNull',
    'routeOverrides.vehicleType': 'vehicleType: orNull',
    'routeOverrides.optimizationSettings': 'optimizationSettings: orNull',
  }),
  ...address('routeOverrides.startAddress'),
  ...address('routeOverrides.endAddress'),
};

const drivers = {
  ...named(teamFile, {
    name: 'name: line, displayName: line, depots, routeOverrides',
    email: 'email: mail, phone',
    phone: 'phone: line }',
    'routeOverrides.startTime': 'startTime: orNull(time)',
    'routeOverrides.endTime': 'endTime: orNull(time),\n  startAddress: orNull',
    'routeOverrides.maxStops': 'maxStops: orNull(whole',
    'routeOverrides.drivingSpeed': 'drivingSpeed: speed',
    'routeOverrides.deliverySpeed': 'deliverySpeed: speed',
    'routeOverrides.vehicleType': 'vehicleType: orNull(vehicleType),\n});',
  }),
  displayName: check(teamFile, 'displayName', '{ name: line, displayName: line, depots, routeOverrides'),
  depots: check(teamFile, ' depots', 'displayName: line, depots, routeOverrides'),
  ...address('routeOverrides.startAddress'),
  ...address('routeOverrides.endAddress'),
};

const depots = {
  ...named(teamFile, {
    name: 'name: text(2048)',
    'routeOverrides.startTime': 'startTime: time,',
    'routeOverrides.endTime': 'endTime: orNull(time),\n  startAddress: address',
    'routeOverrides.defaultTimeAtStop': 'defaultTimeAtStop: orNull',
    'routeOverrides.maxStops': 'maxStops: orNull(number',
    'routeOverrides.vehicleType': 'vehicleType: orNull(vehicleType),\n  roadSide',
    'routeOverrides.roadSide': 'roadSide: orNull',
    'routeOverrides.roundTrip': 'roundTrip: orNull',
  }),
  ...address('routeOverrides.startAddress'),
  ...address('routeOverrides.endAddress'),
};

const members = {
  ...named(teamFile, {
    name: 'name: line,\n  displayName',
    displayName: 'displayName: line,\n  email',
    email: 'email: mail,\n  linkedDriverId',
    linkedDriverId: 'linkedDriverId: orNull',
  }),
  role: check(teamFile, '  role', '  role,\n  depots'),
  depots: check(teamFile, '  depots', '  depots,\n});\n\nexport type MemberInput'),
};
const memberChanges = {
  ...named(teamFile, { name: 'name: line, displayName: line, role' }),
  displayName: check(teamFile, 'displayName', '{ name: line, displayName: line, role'),
  role: check(teamFile, 'role', 'role: orNull(role)'),
  depots: check(teamFile, ' depots', 'role: orNull(role), depots'),
};

const orderAddress = Object.fromEntries(
  addressNames.map((name) => {
    const find = { latitude: 'latitude: number(', longitude: 'longitude: number(' }[name] ?? `  ${name}: words`;
    return [`address.${name}`, check(ordersFile, name, find)];
  }),
);
const orders = {
  ...orderAddress,
  ...named(ordersFile, {
    'recipient.name': 'name: orNull(words), email',
    'recipient.email': 'email: orNull(mail)',
    'recipient.phone': 'phone: orNull',
    'recipient.externalId': 'externalId: orNull(words) }',
    'packageInfo.products': 'products: orNull',
    'packageInfo.packageCount': 'packageCount: orNull',
    'packageInfo.weight': 'weight: orNull(weight)',
    'packageInfo.packageLoadAmount': 'packageLoadAmount: orNull',
    'packageInfo.externalId': 'externalId: orNull(words),\n',
    'deliveryInstructions.notes': 'notes: orNull',
    'deliveryInstructions.expectedDeliveryDate': 'expectedDeliveryDate: orNull',
    'deliveryInstructions.proofOfAttemptRequirements': 'proofOfAttemptRequirements: orNull',
    'deliveryInstructions.handOffInfo': 'handOffInfo: orNull',
  }),
};

const checks: Record<string, Record<string, Check>> = {
  'stops.create': created,
  'stops.update': changed,
  'stops.liveCreate': created,
  'stops.liveUpdate': changed,
  'unassignedStops.create': { ...created, ...depotOfStop },
  'unassignedStops.update': { ...changed, ...depotOfStop },
  'plans.create': plans,
  'plans.update': plans,
  'drivers.create': drivers,
  'drivers.update': drivers,
  'depots.create': depots,
  'depots.update': depots,
  'members.create': members,
  'members.update': memberChanges,
  'orders.create': orders,
  'orders.update': orders,
};

function keptOf({ file, find, name }: Check): Kept {
  const at = find.indexOf(name);
  const bare = name.trim();
  // A name that stands for its own check becomes a name with that check.
  const isShort = !find.slice(at + name.length).startsWith(':');
  const replaced = isShort ? `${name.replace(bare, '')}elsewhere: ${bare}` : 'elsewhere';
  const replace = find.slice(0, at) + replaced + find.slice(at + name.length);
  return { service: `${file} ${bare}`, file, find, replace };
}

export const written: Record<string, Kept> = Object.fromEntries(
  [...planningWritten, ...orderWritten].flatMap(({ operation, fields }) =>
    fields.flatMap((field) => {
      const found = checks[operation]?.[field.name];
      const prefix = operation === 'stops.create' ? 'stop-create' : operation;
      return found ? [[`${prefix}.${field.name}`, keptOf(found)] as const] : [];
    }),
  ),
);
