/** Entries that are not on the service: not sent yet, or refused. */
import type { EntryState } from '../../shared/outbox.ts';

const unsent: ReadonlySet<EntryState | null> = new Set<EntryState>(['queued', 'refused', 'blocked']);

/** @param state of the entry; null when there is none */
export const isUnsentState = (state: EntryState | null): boolean => unsent.has(state);
