/** Reads the stops of a plan into the cache. */
import { bareId } from '../../shared/ids.ts';
import { pages } from '../api/pages.ts';
import { ReadList } from '../db/read-list.ts';
import { stopColumns, stopsList } from '../db/stops.ts';
import type { Reader, RunningRead } from './reads.ts';
import type { RefresherOptions } from './refresher-options.ts';

/** About a screenful of stops, ten on a page. */
const pagesOfScreen = 3;
/** An outdated read of more pages is not thrown away: somebody who changes a long plan all the time would see no end. */
const mostThrownAway = 30;

/**
 * Reads all stops of a plan, ten in each request, and replaces those in the cache. The first screenful of a plan that
 * was never read is shown to whoever opens it as soon as it is there, and what follows each time the list has doubled:
 * the service's limit makes 2,000 stops take twenty seconds (planning-api, Limits). A read that becomes outdated
 * meanwhile begins again.
 *
 * @throws AppError when a page cannot be read; the pages before it may have been stored
 */
export async function readStops(
  options: Pick<RefresherOptions, 'cache' | 'system' | 'changed' | 'stopsRead'>,
  planId: string,
  client: Reader,
  run: RunningRead,
): Promise<void> {
  const { cache, system, changed } = options;
  const isFirst = (await cache.asOf(stopsList(planId))) === null;
  // Somebody else changes it while a page is on its way.
  const isOutdated = () => run.isOutdated;
  do {
    run.isOutdated = false;
    const at = system.now();
    const read = new ReadList(stopColumns);
    let pageCount = 0;
    let nextShown = pagesOfScreen;
    let isChanged = false;
    const list = pages(client, 'stops.list', { path: { planId: bareId(planId) }, priority: run.priority });
    for await (const page of list) {
      read.add(page.stops ?? []);
      pageCount += 1;
      if (isOutdated() && pageCount <= mostThrownAway) break;
      const isAwaited = isFirst && run.priority === 'click';
      const isLast = (page.nextPageToken ?? null) === null;
      if (!isAwaited || isLast || pageCount < nextShown) continue;
      nextShown = pageCount * 2;
      if (!(await read.putBegun((rows) => cache.putFirstStops(planId, rows, at)))) continue;
      isChanged = true;
      changed(['stops'], planId);
    }
    if (isOutdated() && pageCount <= mostThrownAway) continue;
    const put = await read.put(cache, stopsList(planId), at, (rows, digest) =>
      cache.putStops(planId, rows, at, digest),
    );
    await options.stopsRead(planId, read.items);
    if (put || isChanged) changed(['stops', 'plans'], planId);
  } while (isOutdated());
}
