/** What was typed and has not left, or was refused: it is not on the service. */
import type { EntryState } from '../../shared/outbox.ts';

const unsent: ReadonlySet<EntryState | null> = new Set<EntryState>(['queued', 'refused', 'blocked']);

/** @param state of the entry; null where there is none */
export const isUnsentState = (state: EntryState | null): boolean => unsent.has(state);
