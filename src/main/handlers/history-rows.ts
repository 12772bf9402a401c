/** History lines as rows for the window. */
import type { Cache } from '../db/cache-functions.ts';
import type { HistoryEntry } from '../db/history.ts';
import type { HistoryRow } from '../../shared/entries.ts';

const serverId = (id: string | null) => (id?.includes('/') === true ? id : null);

/** Edited and deleted records get their names from the cache. */
export async function historyRows(entries: readonly HistoryEntry[], cache: Cache): Promise<HistoryRow[]> {
  const ids = entries
    .flatMap(({ recordId, planId }) => [serverId(recordId), serverId(planId)])
    .filter((id) => id !== null);
  const subjects = await cache.subjectsOf([...new Set(ids)]);
  const known = new Map(subjects.map((subject) => [subject.id, subject]));
  return entries.map(({ number, at, kind, state, reason, attempts, planId, recordId, name, address }) => {
    const read = known.get(recordId ?? '');
    return {
      ...{ number, at, kind, state, reason, attempts },
      planTitle: known.get(planId ?? '')?.name ?? null,
      serverId: serverId(recordId),
      name: name ?? read?.name ?? null,
      address: address === '' ? (read?.address ?? '') : address,
    };
  });
}
