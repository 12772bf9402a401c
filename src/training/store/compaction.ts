/** For compacting the journal: expresses the current state as changes to the generated data. */
import type { World } from '../data/world.ts';
import type { Collection } from './collection.ts';
import type { Kind, Records } from './records.ts';
import type { Collections, StatePart } from './collections.ts';

/** Records per line, so that no line exceeds the maximum string length. */
const perPart = 1_000;

function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += perPart) yield items.slice(from, from + perPart);
}

/**
 * All changes since the data was generated, with the places of all records, to which page tokens refer.
 * @param world the generated records themselves: a record that is still the same object has not changed
 */
export function stateOf(all: Collections, world: World, { made, at }: Pick<StatePart, 'made' | 'at'>): StatePart[] {
  const part = { kind: 'state', made, at, places: {}, nextPlaces: {} } as const;
  return (Object.keys(world) as Kind[]).flatMap((kind): StatePart[] => {
    const collection = all[kind] as Collection<Records[Kind]>;
    const generated: readonly Records[Kind][] = world[kind];
    const untouched = new Set(generated);
    const changed = collection.all().filter((item) => !untouched.has(item));
    const removed = generated.map((item) => collection.idOf(item)).filter((id) => collection.get(id) === undefined);
    const placesOf = (items: readonly Records[Kind][]) =>
      items.map((item) => collection.placeOf(collection.idOf(item)));
    return [
      { ...part, remove: { [kind]: removed }, nextPlaces: { [kind]: collection.nextPlace } },
      ...Array.from(inParts(changed), (items) => ({
        ...part,
        put: { [kind]: items },
        places: { [kind]: placesOf(items) },
      })),
    ];
  });
}
