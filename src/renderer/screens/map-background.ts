import type { Backend } from '../../shared/contract.ts';
import type { MapBackground } from '../../shared/map-background.ts';

/**
 * Reads the background of the map. The map loads its tiles again for another object, so a background that has not changed
 * stays the same object.
 */
export function backgroundReader(calls: Pick<Backend['map'], 'background'>): () => Promise<MapBackground> {
  let known: MapBackground = { kind: 'none' };
  return async () => {
    const read = await calls.background();
    if (JSON.stringify(read) !== JSON.stringify(known)) known = read;
    return known;
  };
}
