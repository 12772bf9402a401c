/**
 * The invented city of Aldermünde. Its streets form a grid, so that coordinates agree with addresses and with each
 * other. There is no real city at this place; names and postcodes are made up.
 */

export interface District {
  name: string;
  /** One of them starts with zeros, which spreadsheets tend to drop. */
  zip: string;
  /** South-west corner, in meters east and north of the city's centre. */
  east: number;
  north: number;
  /** Five streets that run east, then five that run north. */
  streets: readonly string[];
  /** Lanes between the streets, named like a street of another district. The generated data has no addresses there. */
  namesakes: readonly string[];
}

export const city = 'Aldermünde';
export const country = 'Germany';
const centre = { latitude: 52.915, longitude: 10.235 };

/** Meters between one house and the next, and between one street and the next. */
const plot = 14;
const block = 180;
export const houses = 60;

/** The best known first: a street name without any further detail resolves to the first district that has it. */
export const districts: readonly District[] = [
  { name: 'Altstadt', zip: '00417', east: -450, north: -450, streets: [
    'Marktstraße', 'Rathausgasse', 'Glockengasse', 'Bäckerstraße', 'Am Alten Tor',
    'Färberweg', 'Klosterhof', 'Münzgasse', 'Élise-Renard-Straße', 'Kornhausweg',
  ], namesakes: [] },
  { name: 'Hafen', zip: '41720', east: -1700, north: -450, streets: [
    'Hafenstraße', 'Speicherweg', 'Lotsenkai', 'Segelmacherweg', 'Kranstraße',
    'Werftgasse', 'Seilerbahn', 'Fährweg', 'Ankerplatz', 'Tonnenhof',
  ], namesakes: ['Marktstraße', 'Brunnenstraße'] },
  { name: 'Nordfeld', zip: '41731', east: -450, north: 800, streets: [
    'Lindenallee', 'Birkenweg', 'Sonnenstraße', 'Mühlenweg', 'Feldstraße',
    'Am Wasserturm', 'Lerchenweg', 'Schäferstraße', 'Józef-Malinowski-Weg', 'Kirschgarten',
  ], namesakes: [] },
  { name: 'Ostend', zip: '41742', east: 800, north: -450, streets: [
    'Bahnhofstraße', 'Gießereiweg', 'Zimmermannstraße', 'Eisenbahnring', 'Ziegeleistraße',
    'Schlosserweg', 'Güterstraße', 'Weberstraße', 'Gärtnergasse', 'Kesselhof',
  ], namesakes: ['Mühlenweg', 'Feldstraße'] },
  { name: 'Südpark', zip: '41753', east: -450, north: -1700, streets: [
    'Parkstraße', 'Rosenweg', 'Schwanenallee', 'Kastanienallee', 'Am Teich',
    'Tulpenweg', 'Brunnenstraße', 'Fliederweg', 'Dvořákstraße', 'Orangerieweg',
  ], namesakes: ['Birkenweg'] },
  { name: 'Westhöhe', zip: '41764', east: -1700, north: 800, streets: [
    'Bergstraße', 'Weinbergweg', 'Sternwartenweg', 'Höhenstraße', 'Am Steinbruch',
    'Quellenweg', 'Jägerstraße', 'Buchenhain', 'Søren-Holm-Weg', 'Talblick',
  ], namesakes: ['Bahnhofstraße', 'Rosenweg', 'Parkstraße'] },
]; // prettier-ignore

/** Converts meters from the centre to degrees, to a tenth of a meter. */
function degrees(east: number, north: number): { latitude: number; longitude: number } {
  const latitude = centre.latitude + north / 111_320;
  const longitude = centre.longitude + east / (111_320 * Math.cos((centre.latitude * Math.PI) / 180));
  return { latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) };
}

/**
 * The coordinates of a house.
 * @param street index into the district's streets, followed by its lanes
 * @param house its number, from 1; odd and even numbers face each other
 */
export function placeOf(district: District, street: number, house: number): { latitude: number; longitude: number } {
  const along = Math.ceil(house / 2) * plot * 2;
  const side = house % 2 === 0 ? 8 : -8;
  // Lanes run north, half a block behind a street.
  const across = ((street % 5) + (street < district.streets.length ? 0 : 0.5)) * block + side;
  return street < 5
    ? degrees(district.east + along, district.north + across)
    : degrees(district.east + across, district.north + along);
}

/** The middle of a district. */
export const middleOf = (district: District) => degrees(district.east + 2.5 * block, district.north + 2.5 * block);

/** A point offset from another, in meters. */
export function moved(
  from: { latitude: number; longitude: number },
  east: number,
  north: number,
): { latitude: number; longitude: number } {
  const perDegree = 111_320 * Math.cos((from.latitude * Math.PI) / 180);
  return {
    latitude: Number((from.latitude + north / 111_320).toFixed(6)),
    longitude: Number((from.longitude + east / perDegree).toFixed(6)),
  };
}

/** Meters between two points along the street grid, first east, then north. */
export function metersBetween(
  one: { latitude: number; longitude: number },
  other: { latitude: number; longitude: number },
): number {
  const perDegree = 111_320 * Math.cos((centre.latitude * Math.PI) / 180);
  const east = Math.abs(one.longitude - other.longitude) * perDegree;
  return Math.round(east + Math.abs(one.latitude - other.latitude) * 111_320);
}
