/** What drivers, depots and members have in common: places, the depots they are of, and imports. */
import { geocode } from '../data/gazetteer.ts';
import { Refusal } from '../http/errors.ts';
import type { Address } from '../model.ts';
import type { Store } from '../store/store.ts';
import type { Switches } from '../switches.ts';

type AddressInput = Parameters<typeof geocode>[0];

/** Where an address is. Throws a refusal (400) when it cannot be found. @param path of the field */
export function placed(input: AddressInput, path: string): Address {
  const found = geocode(input);
  if (found === null) throw new Refusal(400, 'address_not_found', 'The address could not be found.', path);
  return found;
}

/**
 * The depots somebody is of. The documents say nothing of somebody without any; as with unassigned stops, it is then the
 * team's main depot, which is its first.
 * Throws a refusal (409, as plans have it in resolved, Status codes) when one of them is not there.
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

/** The part of an object inside a record that an update does not give: what is stored, or nothing (switch `nestedUpdates`). */
export function kept<Shape extends object>({ nestedUpdates }: Switches, stored: Shape | null, empty: Shape): Shape {
  return nestedUpdates === 'merged' && stored !== null ? stored : empty;
}

/**
 * Makes what can be made of the items of an import; the others fail one by one (planning-api, Errors 5).
 * @param identify the item reduced to its identifying fields, under its name
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

/** The answer to an import. The order of the ids says nothing about the order of the items (resolved, Reading). */
export function batchResult(store: Store, made: readonly { id: string }[], failed: readonly object[]) {
  return { success: store.dice('import').shuffled(made.map(({ id }) => id)), failed };
}
