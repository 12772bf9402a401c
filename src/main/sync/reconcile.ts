/** Looks up what became of an entry in doubt: by its marker, with the exact list filter, never by search (outbox, Rule 4). */
import type { Client } from '../api/client.ts';
import { bareId } from '../api/client.ts';
import { pages } from '../api/pages.ts';
import type { StoredEntry } from '../db/outbox.ts';
import { AppError } from '../../shared/errors.ts';
import type { LookUp } from '../../shared/outbox.ts';
import type { Stop, StopCreate } from '../../shared/stops.ts';

export interface ReconcileOptions {
  client: Client;
  /** The record that owns an id of the service, if any. */
  ownerOf: (serverId: string) => string | undefined;
}

/** What the service holds for the entry's marker. `stop` is the one record that is ours, when there is one. */
export async function lookUp(
  entry: StoredEntry,
  options: ReconcileOptions,
): Promise<{ found: LookUp; stop: Stop | null }> {
  const hits: Stop[] = [];
  try {
    const list = pages(options.client, 'stops.list', {
      path: { planId: bareId(entry.parentId) },
      query: { 'filter.externalId': entry.marker },
      lane: 'outbox',
    });
    // A service that ignores the filter must not make a stranger's stop ours.
    for await (const page of list)
      hits.push(...(page.stops ?? []).filter((hit) => hit.recipient?.externalId === entry.marker));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'service.not-found') return { found: { kind: 'absent' }, stop: null };
    return { found: { kind: 'unknown', reason: { code: error.code, detail: error.detail } }, stop: null };
  }
  return judge(entry, hits, options.ownerOf);
}

/**
 * Whose are the hits? A marker of ours names one record. A typed one may stand on others too: then a hit is ours only
 * when it is new since the plan was read just before the attempt, belongs to no other record, and has our content.
 */
export function judge(
  entry: StoredEntry,
  hits: readonly Stop[],
  ownerOf: (serverId: string) => string | undefined,
): { found: LookUp; stop: Stop | null } {
  const free = hits.filter((hit) => {
    const owner = ownerOf(hit.id);
    return owner === undefined || owner === entry.recordId;
  });
  const candidates = entry.markerIsOurs ? free : free.filter((hit) => !(entry.knownIds ?? []).includes(hit.id));
  const [first, ...others] = candidates;
  if (first === undefined) return { found: { kind: 'absent' }, stop: null };
  if (others.length > 0) return { found: { kind: 'several', count: candidates.length }, stop: null };
  if (entry.markerIsOurs) return { found: { kind: 'ours', serverId: first.id }, stop: first };
  const certain = entry.knownIds !== null && sameContent(JSON.parse(entry.content) as StopCreate, first);
  if (!certain) return { found: { kind: 'other-content' }, stop: null };
  return { found: { kind: 'ours', serverId: first.id }, stop: first };
}

/** Whether what was read back says what was sent, in the fields that the service does not change. */
function sameContent(sent: StopCreate, found: Stop): boolean {
  const same = (a: unknown, b: unknown) => a === undefined || a === b;
  const barcodes = (list: readonly string[] | null | undefined) => [...(list ?? [])].sort().join('\n');
  return (
    same(sent.recipient?.name, found.recipient?.name) &&
    same(sent.recipient?.email, found.recipient?.email) &&
    same(sent.recipient?.phone, found.recipient?.phone) &&
    same(sent.notes, found.notes) &&
    same(sent.packageCount, found.packageCount) &&
    same(sent.activity, found.activity) &&
    (sent.barcodes === undefined || barcodes(sent.barcodes) === barcodes(found.barcodes))
  );
}
