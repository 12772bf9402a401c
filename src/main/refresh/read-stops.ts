/** Reads the stops of a plan into the cache. */
import { bareId } from '../../shared/ids.ts';
import { pages } from '../api/pages.ts';
import { ReadList } from '../db/read-list.ts';
import { stopColumns, stopsList } from '../db/stops.ts';
import type { Reader, RunningRead } from './reads.ts';
import type { RefresherOptions } from './refresher-options.ts';

/** An outdated read of more pages is not thrown away: somebody who changes a long plan all the time would see no end. */
const mostThrownAway = 30;

/**
 * Reads all stops of a plan, ten in each request, and replaces those in the cache as a whole: papers and checks must
 * not be made from a part of them. A read that becomes outdated meanwhile begins again.
 *
 * @throws AppError when a page cannot be read
 */
export async function readStops(
  options: Pick<RefresherOptions, 'cache' | 'system' | 'changed' | 'stopsRead'>,
  planId: string,
  client: Reader,
  run: RunningRead,
): Promise<void> {
  const { cache, system, changed } = options;
  // Somebody else changes it while a page is on its way.
  const isOutdated = () => run.isOutdated;
  do {
    run.isOutdated = false;
    const at = system.now();
    const read = new ReadList(stopColumns);
    let pageCount = 0;
    const isInVain = () => isOutdated() && pageCount <= mostThrownAway;
    const list = pages(client, 'stops.list', { path: { planId: bareId(planId) }, priority: run.priority });
    for await (const page of list) {
      read.add(page.stops ?? []);
      pageCount += 1;
      if (isInVain()) break;
    }
    if (isInVain()) continue;
    const isChanged = await read.put(cache, stopsList(planId), at, (rows, digest) =>
      cache.putStops(planId, rows, at, digest),
    );
    await options.stopsRead(planId, read.items);
    if (isChanged) changed(['stops', 'plans'], planId);
  } while (isOutdated());
}
