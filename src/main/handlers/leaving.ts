/** What keeps a workspace from being left: entries, and the search for late copies (outbox, Rule 11). */
import type { Workspace } from '../workspace.ts';
import { searchMost } from '../outbox/settle.ts';
import { AppError } from '../../shared/errors.ts';
import { openCount } from '../../shared/outbox.ts';

const minute = 60_000;
/** The last search is over this long after the last late request can have arrived. */
const searchTakes = 10_000;

/** @throws AppError `workspace.unsent-entries` until all entries are sent, exported or discarded */
export function refuseWithUnsent(open: Workspace): void {
  const count = openCount(open.summary());
  // The others of a file that is being taken in are not counted yet.
  if (count > 0 || open.arrivals.isUnderWay)
    throw new AppError('workspace.unsent-entries', { retry: 'after-change', detail: { count } });
}

/**
 * A request whose answer was lost may arrive after its entry was sent again. Nothing but this outbox knows that a copy
 * has to be looked for, and where. A search that could not be made for an hour keeps nobody any longer.
 *
 * @param now milliseconds since the epoch
 * @throws AppError `workspace.searching` with the time at which the search is over
 */
export function refuseWhileSearching(open: Workspace, now: number): void {
  const until = open.definition.mode === 'connected' ? open.outboxFile.entries.searchedUntil(now - searchMost) : null;
  if (until === null) return;
  const over = Math.ceil((Math.max(until, now) + searchTakes) / minute) * minute;
  throw new AppError('workspace.searching', { retry: 'later', detail: { until: over } });
}
