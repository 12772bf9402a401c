/** Finds the entry that each listed one waits for, so that the screen can link to it. */
import { inChunks } from '../chunks.ts';
import type { EntryRow, WaitedFor } from '../../shared/entries.ts';
import type { Context } from './context.ts';

/** Rows processed in one turn of the event loop, which takes a few milliseconds. */
const lookedAtOnce = 10;

/** States in which an entry may wait for another one. In doubt, it waits for the service. */
const mayWait = new Set<EntryRow['state']>(['queued', 'blocked']);

/** @returns the rows, each with what it waits for */
export async function withWaits(context: Context, rows: readonly EntryRow[]): Promise<EntryRow[]> {
  const { waitingFor, cache } = context.workspace();
  const found = new Map<string, string>();
  const waiting = rows.filter(({ state }) => mayWait.has(state));
  await inChunks(context.system, waiting, lookedAtOnce, (part) => {
    for (const { id } of part) {
      const first = waitingFor(id);
      if (first !== null) found.set(id, first);
    }
  });
  if (found.size === 0) return [...rows];
  const named = await cache.entriesNamed([...new Set(found.values())], context.system.now());
  const byId = new Map(named.map((row) => [row.id, waitedFor(row)]));
  return rows.map((row) => ({ ...row, waitsFor: byId.get(found.get(row.id) ?? '') ?? null }));
}

const waitedFor = ({ id, kind, state, name, address, planId, planTitle }: EntryRow): WaitedFor => ({
  ...{ id, kind, state, name, address, planId, planTitle },
});
