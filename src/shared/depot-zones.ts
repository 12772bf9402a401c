/**
 * Which time zone a depot is in. The services name none, so it is chosen in the settings or derived from the country of
 * the depot's start address (planning-api, Depot; docs/decisions/depot-zones.md).
 */
import { isZone } from './zones.ts';

/** The zone of nearly all offices in a country that has more than one. */
const mainZones: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  UA: 'Europe/Kyiv',
  UZ: 'Asia/Tashkent',
};

function zonesIn(country: string): readonly string[] {
  try {
    return new Intl.Locale('und', { region: country }).getTimeZones() ?? [];
  } catch {
    // It is no code of a country.
    return [];
  }
}

/**
 * The zone that a depot's country suggests.
 *
 * @param country `PT` (ISO 3166-1); null: not known
 * @param computer the computer's zone, which is right for every depot in a country that has this zone among others
 * @returns null when the country does not say which of its zones it is
 */
export function countryZone(country: string | null, computer: string): string | null {
  if (country === null) return null;
  const zones = zonesIn(country);
  const [only, ...others] = zones;
  if (only === undefined || others.length === 0) return only ?? null;
  return zones.includes(computer) ? computer : (mainZones[country.toUpperCase()] ?? null);
}

/** The zone of a depot, and where it comes from. */
export interface DepotZone {
  zone: string;
  /** What was chosen in the settings; null: nothing, so the country decides. */
  zoneChoice: string | null;
  /** What the country suggests; null: nothing. */
  countryZone: string | null;
}

/**
 * @param choice as stored; one that this computer does not know counts as none
 * @param computer the computer's zone
 */
export function depotZone(country: string | null, choice: string | undefined, computer: string): DepotZone {
  const ofCountry = countryZone(country, computer);
  const isKnown = choice !== undefined && (choice === 'computer' || isZone(choice));
  const chosen = choice === 'computer' ? computer : choice;
  return {
    zone: (isKnown ? chosen : ofCountry) ?? computer,
    zoneChoice: isKnown ? choice : null,
    countryZone: ofCountry,
  };
}

/**
 * The zone of a plan.
 *
 * @param depot the plan's depot; null: none, so the zone counts that all depots share
 * @param computer the computer's zone, for a depot that is not known
 */
export function planZone(
  depots: readonly { id: string; zone: string }[],
  depot: string | null | undefined,
  computer: string,
): string {
  if (depot != null) return depots.find(({ id }) => id === depot)?.zone ?? computer;
  const [first] = depots;
  return first !== undefined && depots.every(({ zone }) => zone === first.zone) ? first.zone : computer;
}
