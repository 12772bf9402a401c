/** The team: 3 depots, 12 drivers, 5 members and the team's custom stop properties. */
import type { CustomStopProperty, Depot, DepotAddress, Driver, Member, RouteOverrides } from '../model.ts';
import { hour } from './calendar.ts';
import { districts, type District } from './city.ts';
import { dice } from './dice.ts';
import { addressOf } from './gazetteer.ts';
import { person } from './people.ts';
import { amounts, type Size } from './size.ts';

/** A depot and the part of the city it serves. */
export interface DepotArea {
  depot: Depot;
  /** Short name, for titles. */
  name: string;
  districts: District[];
}

const sites = [
  { name: 'Altstadt', home: 0, serves: [0, 4], street: 3, house: 41 },
  { name: 'Hafen', home: 1, serves: [1, 5], street: 1, house: 7 },
  { name: 'Ostend', home: 3, serves: [3, 2], street: 6, house: 58 },
] as const;

/**
 * The properties that stops may have under `customProperties`, by id. An id need not resemble the name and may contain
 * any characters (planning-api, Identifiers 4); these ids expose code that confuses the two.
 */
export const customStopProperties: readonly CustomStopProperty[] = [
  { id: 'doorCode', name: 'Door code', visibleToDrivers: true, visibleToRecipients: false },
  { id: 'floor', name: 'Floor', visibleToDrivers: true, visibleToRecipients: true },
  { id: 'cooled', name: 'Cooled', visibleToDrivers: true, visibleToRecipients: false },
  { id: 'p4711', name: 'Gate', visibleToDrivers: true, visibleToRecipients: false },
  { id: 'Tor / Bell?', name: 'Bell', visibleToDrivers: true, visibleToRecipients: true },
];

const districtAt = (index: number): District => {
  const district = districts[index];
  if (!district) throw new RangeError(`no district ${index}`);
  return district;
};

function depotAddress(district: District, street: number, house: number): DepotAddress {
  const { placeTypes: _notOnDepots, ...address } = addressOf(district, street, house);
  return { ...address, countryCode: 'DE' };
}

/** @param seed of the whole data set */
export function makeDepots(seed: number): DepotArea[] {
  const chance = dice(seed, 'depots');
  return sites.map(({ name, home, serves, street, house }, index) => ({
    name,
    districts: serves.map(districtAt),
    depot: {
      id: `depots/${chance.id()}`,
      name: `Depot ${name}`,
      routeOverrides: {
        startTime: hour(8),
        endTime: index === 1 ? null : hour(18),
        startAddress: depotAddress(districtAt(home), street, house),
        endAddress: null,
        defaultTimeAtStop: index === 2 ? null : 180,
        maxStops: index === 0 ? 60 : null,
        roadSide: 'any',
        vehicleType: 'small_truck',
        roundTrip: true,
      },
    },
  }));
}

const crew = [
  ['Jörg Brandt', 'Jörg', 'small_truck'],
  ['Agnieszka Wróbel', null, 'small_truck'],
  ['Mehmet Yıldız', 'Mehmet', 'truck'],
  ['Lena Hoffmann', null, 'electric_cargo_bike'],
  ['Tomáš Horák', 'Tomáš', 'small_truck'],
  ['Ingrid Bjørnstad', null, 'car'],
  ['Pascal Lemoine', 'Pascal L.', 'small_truck'],
  ['Samira Haddad', null, 'small_truck'],
  ['Kevin O’Brien', 'Kev', 'truck'],
  ['Nadja Petrović', null, 'bike'],
  ['Hans-Peter Groß', 'HP', 'small_truck'],
  [null, null, null],
] as const;

const noOverrides: RouteOverrides = {
  startTime: null,
  endTime: null,
  startAddress: null,
  endAddress: null,
  maxStops: null,
  drivingSpeed: null,
  deliverySpeed: null,
  vehicleType: null,
};

/** The drivers beyond the crew, spread evenly over the depots. */
function makeMoreDrivers(seed: number, depots: readonly string[], count: number): Driver[] {
  const chance = dice(seed, 'more drivers');
  return Array.from({ length: count }, (_, index) => {
    const { name } = person(chance);
    return {
      id: `drivers/${chance.id()}`,
      name,
      email: `driver${crew.length + index + 1}@depot.example`,
      phone: `+49 171 3930${String(index).padStart(4, '0')}`,
      displayName: null,
      active: true,
      depots: depots.filter((_depot, at) => at === index % depots.length),
      routeOverrides: { ...noOverrides, drivingSpeed: 'average', deliverySpeed: 'average', vehicleType: 'small_truck' },
    };
  });
}

/** Four drivers per depot. Two of them are paused, two work for two depots and one has only a phone number. */
export function makeDrivers(seed: number, areas: readonly DepotArea[], size: Size = 'usual'): Driver[] {
  const chance = dice(seed, 'drivers');
  const depots = areas.map(({ depot }) => depot.id);
  const known = crew.map(([name, displayName, vehicleType], index): Driver => {
    const home = Math.floor(index / 4);
    return {
      id: `drivers/${chance.id()}`,
      name,
      email: name === null || index % 5 === 3 ? null : `driver${index + 1}@depot.example`,
      phone: index % 6 === 4 ? null : `+49 171 39200${String(index + 10)}`,
      displayName,
      active: index !== 3 && index !== 9,
      depots: depots.filter((_depot, at) => at === home || (index % 4 === 2 && at === (home + 1) % 3 && index !== 6)),
      routeOverrides: {
        ...noOverrides,
        vehicleType,
        startTime: index % 4 === 1 ? hour(7, 30) : null,
        endTime: index % 4 === 1 ? hour(15, 30) : null,
        maxStops: vehicleType === 'bike' || vehicleType === 'electric_cargo_bike' ? 25 : null,
        drivingSpeed: 'average',
        deliverySpeed: index % 3 === 0 ? 'faster' : 'average',
      },
    };
  });
  return [...known, ...makeMoreDrivers(seed, depots, amounts[size].drivers - crew.length)];
}

/** Name, role, and the index in the crew of the driver who is the same person. */
const office = [
  ['Renate Øster', 'owner', null],
  ['Jonas Weiß', 'admin', null],
  ['Agnieszka Wróbel', 'depot-manager', 1],
  ['Fatma Çelik', 'dispatcher', null],
  ['Kevin O’Brien', 'read-only', 8],
] as const;

/** The dashboard users; two of them are also drivers (planning-api, Member: `owner` appears on read only). */
export function makeMembers(seed: number, areas: readonly DepotArea[], drivers: readonly Driver[]): Member[] {
  const chance = dice(seed, 'members');
  const depots = areas.map(({ depot }) => depot.id);
  return office.map(([name, role, crewIndex], index) => {
    const driver = crewIndex === null ? undefined : drivers[crewIndex];
    return {
      id: `members/${chance.id()}`,
      name,
      email: driver?.email ?? `office${index + 1}@depot.example`,
      phone: driver?.phone ?? `+49 171 39201${String(index + 10)}`,
      linkedDriverId: driver?.id ?? null,
      displayName: null,
      active: true,
      depots: driver?.depots ?? depots,
      roles: [role],
    };
  });
}
