/** What an open entry waits for: the entry at the end of the chain, which is the one a user can act on. */
import type { StoredEntry } from '../db/outbox-storage.ts';
import type { Core } from '../outbox/core.ts';
import { readiness } from './readiness.ts';

const waiting = new Set(['queued', 'blocked']);

/** Longer chains are cut off: an entry this far along waits for the same one in the end. */
const mostSteps = 50;

/**
 * @param entry its current state in the storage
 * @returns the entry that has to move on first, or null when this one waits for no other
 */
export function waitingFor(core: Core, entry: StoredEntry): StoredEntry | null {
  const seen = new Set([entry.id]);
  let current = entry;
  for (let steps = 0; steps < mostSteps && waiting.has(current.state) && current.intact; steps += 1) {
    const state = readiness(core, current, new Map());
    if (state.kind !== 'waits' && state.kind !== 'blocked') break;
    if (state.behind === undefined || seen.has(state.behind.id)) break;
    current = state.behind;
    seen.add(current.id);
  }
  return current.id === entry.id ? null : current;
}
