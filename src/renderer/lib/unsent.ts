/** What the state of an entry means for the row that shows it. */
import type { EntryState } from '../../shared/outbox.ts';
import type { ChangeKind } from '../../shared/pending-content.ts';

const unsent: ReadonlySet<EntryState | null> = new Set<EntryState>(['queued', 'refused', 'blocked']);
const asking: ReadonlySet<EntryState | null> = new Set<EntryState>(['refused', 'blocked', 'decision']);

/** Whether an entry is not on the service: not sent yet, or refused. @param state null: there is no entry */
export const isUnsentState = (state: EntryState | null): boolean => unsent.has(state);

/** Whether an entry goes on only after a decision of the user. @param state null: there is no entry */
export const needsDecision = (state: EntryState | null): boolean => asking.has(state);

/** Whether the record is going to be deleted: it stays in its list, struck through. A rejected deletion is not made. */
export const isBeingDeleted = (row: { change: ChangeKind | null; entryState: EntryState | null }): boolean =>
  row.change === 'delete' && !needsDecision(row.entryState);
