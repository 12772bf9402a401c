/** The present state as changes of the generated data: what a journal needs that is rewritten. */
import type { World } from '../data/world.ts';
import type { Collection } from './collection.ts';
import type { Kind, Records } from './records.ts';
import type { Collections, StatePart } from './collections.ts';

/** Records a line, so that no line is longer than a text may be. */
const perPart = 1_000;

function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += perPart) yield items.slice(from, from + perPart);
}

/**
 * What was put or removed since the data was generated, with the places of all records, which page tokens hold.
 * @param world the very records that were generated: one that still is in its collection was never changed
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
