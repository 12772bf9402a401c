/** The depot that the screens are narrowed to: one choice for all of them, remembered on this computer. */
import type { DepotRow } from '../../shared/depots.ts';
import { Remembered } from './remembered.svelte.ts';

type Depot = Pick<DepotRow, 'id' | 'name'>;

class DepotChoice {
  readonly #remembered = new Remembered('depot', null);
  /** The account's depots; undefined until they are loaded. */
  known = $state.raw<readonly Depot[] | undefined>();

  /** The chosen depot's id. Null: all depots, also when the account has no such depot. */
  get id(): string | null {
    const id = this.#remembered.value ?? null;
    return this.known === undefined || this.#depot !== undefined ? id : null;
  }

  /** The chosen depot's name. Null: all depots, or the name is not loaded. */
  get name(): string | null {
    return this.#depot?.name ?? null;
  }

  get #depot(): Depot | undefined {
    return this.known?.find(({ id }) => id === this.#remembered.value);
  }

  /** @param id null: all depots */
  choose(id: string | null): Promise<void> {
    return this.#remembered.change(() => id);
  }

  /**
   * @param depotsOf ids of the depots that a row belongs to
   * @returns the rows of the chosen depot, and those of no depot, which nobody would see otherwise; all of them if no
   *   depot is chosen
   */
  rowsOf<Row>(rows: readonly Row[], depotsOf: (row: Row) => readonly (string | null)[]): readonly Row[] {
    const { id } = this;
    if (id === null) return rows;
    return rows.filter((row) => isOfDepot(depotsOf(row), id));
  }
}

/** @param depots those that a record belongs to; null stands for none */
function isOfDepot(depots: readonly (string | null)[], id: string): boolean {
  return depots.includes(id) || depots.every((depot) => depot === null);
}

export const depotChoice = new DepotChoice();
