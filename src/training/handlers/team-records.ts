/** Shared code of drivers, depots and members: addresses, depots and imports. */
import { geocode } from '../data/gazetteer.ts';
import { Refusal } from '../http/errors.ts';
import type { Address } from '../model.ts';
import type { Store } from '../store/store.ts';
import type { Switches } from '../switches.ts';

type AddressInput = Parameters<typeof geocode>[0];

/** Geocodes an address. Throws a refusal (400) when it cannot be found. @param path of the field */
export function placed(input: AddressInput, path: string): Address {
  const found = geocode(input);
  if (found === null) throw new Refusal(400, 'address_not_found', 'The address could not be found.', path);
  return found;
}

/**
 * The depots of a driver or member. The documents do not say what happens without any; as with unassigned stops, the
 * team's main depot is used, which is the first one. Throws a refusal (409, as for plans in resolved, Status codes) for
 * an unknown depot.
 */
export function depotsOf({ depots }: Pick<Store, 'depots'>, given: readonly string[] | null | undefined): string[] {
  const missing = given?.find((id) => depots.get(id) === undefined);
  if (missing !== undefined) throw new Refusal(409, 'depot_not_found', `There is no depot ${missing}.`, 'depots');
  if (given) return [...new Set(given)];
  return depots
    .all()
    .slice(0, 1)
    .map(({ id }) => id);
}

/** The base for updating a nested object: what is stored, or an empty object (switch `nestedUpdates`). */
export function kept<Shape extends object>({ nestedUpdates }: Switches, stored: Shape | null, empty: Shape): Shape {
  return nestedUpdates === 'merged' && stored !== null ? stored : empty;
}

/**
 * Creates the items of an import; each one fails on its own (planning-api, Errors 5).
 * @param identify returns the item's identifying fields, under its name
 */
export function makeEach<Input, Made>(
  inputs: readonly Input[],
  make: (input: Input) => Made,
  identify: (input: Input) => object,
): { made: Made[]; failed: object[] } {
  const made: Made[] = [];
  const failed: object[] = [];
  for (const input of inputs) {
    try {
      made.push(make(input));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failed.push({ error: { message: error.message }, ...identify(input) });
    }
  }
  return { made, failed };
}

/** The response to an import. The order of the ids does not match that of the items (resolved, Reading). */
export function batchResult(store: Store, made: readonly { id: string }[], failed: readonly object[]) {
  return { success: store.dice('import').shuffled(made.map(({ id }) => id)), failed };
}
