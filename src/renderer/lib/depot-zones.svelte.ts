/** The zones and countries of the open workspace's depots, for every screen that shows the day or a time of a plan. */
import { planZone } from '../../shared/depot-zones.ts';
import type { DepotRow } from '../../shared/depots.ts';
import { computerZone } from '../../shared/zones.ts';

class DepotZones {
  /** The depots as listed last; the frame around the screens follows them. */
  rows = $state.raw<readonly DepotRow[]>([]);
  readonly #computer = computerZone();
  readonly #byDepot = $derived.by(() => new Map(this.rows.map(({ id, zone }) => [id, zone])));
  readonly #withoutDepot = $derived.by(() => planZone(this.rows, null, this.#computer));

  /**
   * @param depot the plan's depot; null: none
   * @returns the IANA name, such as `Europe/Berlin`; the computer's while the depot is not listed
   */
  readonly of = (depot: string | null | undefined): string =>
    depot == null ? this.#withoutDepot : (this.#byDepot.get(depot) ?? this.#computer);

  /**
   * @param depot that of a plan; null: none, so the country counts that all depots share
   * @returns its code, ISO 3166-1 alpha-2; null: not known
   */
  readonly countryOf = (depot: string | null): string | null => {
    const rows = depot === null ? this.rows : this.rows.filter(({ id }) => id === depot);
    const countries = rows.map(({ country }) => country?.toUpperCase() ?? null);
    const [first = null] = countries;
    return countries.every((country) => country === first) ? first : null;
  };
}

export const depotZones = new DepotZones();
