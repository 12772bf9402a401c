/**
 * The custom properties that are defined for the team of the open workspace. Stops carry their values by id, and people
 * know them by name, which the service allows to be anything (planning-api, Custom stop property).
 */
import type { NamedRow } from '../../shared/couriers.ts';
import { foldText } from '../../shared/fold-text.ts';
import type { PropertyNames } from './property-names.ts';

class CustomProperties implements PropertyNames {
  /** As listed last; the frame around the screens follows them. Empty: there are none, or they could not be read. */
  rows = $state.raw<readonly NamedRow[]>([]);
  readonly #names = $derived.by(() => {
    const named = this.rows.map(({ id, name }) => ({ id, name: name.trim() === '' ? id : name.trim() }));
    const alike = Map.groupBy(named, ({ name }) => foldText(name));
    const isShared = (name: string) => (alike.get(foldText(name))?.length ?? 0) > 1;
    return new Map(named.map(({ id, name }) => [id, isShared(name) ? `${name} (${id})` : name]));
  });

  readonly nameOf = (id: string): string => this.#names.get(id) ?? id;

  readonly idOf = (text: string): string | null => {
    if (this.#names.has(text)) return text;
    const wanted = foldText(text);
    const [found, ...others] = [...this.#names].filter(([, name]) => foldText(name) === wanted);
    return found === undefined || others.length > 0 ? null : found[0];
  };

  readonly mayBe = (id: string): boolean => this.rows.length === 0 || this.#names.has(id);

  /** The ids that stops may have. @param listed those that listed stops have, while the definitions are not known */
  readonly idsOr = (listed: readonly string[]): readonly string[] =>
    this.rows.length === 0 ? listed : this.rows.map(({ id }) => id);
}

export const customProperties = new CustomProperties();
