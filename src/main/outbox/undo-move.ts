/**
 * Undoes moves of stops of which nothing was sent: to another plan, to the unassigned stops, or from there to a plan.
 * The stop stays where it was, with the edits that the move took back (docs/decisions/outbox-relations.md).
 */
import { isCreate, isLocalId, operationOf } from '../../shared/outbox-kinds.ts';
import type { OutboxStorage, StorageChange, StoredEntry } from '../db/outbox-storage.ts';
import { isSettled, set, type Core } from './core.ts';
import { isUnsent, makerOf } from './intake.ts';
import { needsInstead } from './replacement.ts';
import { again, givenBack, takenBy } from './restore.ts';

/** A move: the entry that creates the stop at its new place, and the one that deletes it at the old one. */
interface Move {
  create: StoredEntry;
  /** Null when the create does both, or when the stop was never sent. */
  remove: StoredEntry | null;
}

export class MovesUndone {
  private readonly core: Core;
  private readonly storage: OutboxStorage;
  /** Entries that move a stop from plan to plan, by the id of the stop at the old place. Looked for once. */
  private byOld: ReadonlyMap<string, string> | null = null;

  constructor(core: Core) {
    this.core = core;
    this.storage = core.storage;
  }

  /**
   * Undoes the last move of a stop. Runs within the caller's transaction.
   *
   * @param id the stop at the place that it left, by the service's id or the local id
   * @returns false when something of the move may have left, when there is none, when the stop was moved on since, when
   *   it was changed at the new place, or when its create at the old place was discarded: undoing would lose it
   */
  undo(id: string): boolean {
    this.core.noticeClock();
    const record = isLocalId(id) ? this.storage.record(id) : this.storage.ownerOf(id);
    const entries = record === undefined ? [] : this.storage.entriesOf(record.id);
    const made = makerOf(entries);
    const by = made?.state === 'given-up' ? made.progress?.takenBack?.by : undefined;
    if (made !== undefined && by !== undefined) return this.neverSent(made, by);
    // The move is all that is left of the stop.
    if (made?.state === 'given-up') return false;
    const move = this.replacedOf(entries) ?? this.movedOf([id, ...(record === undefined ? [] : [record.id])]);
    // Moved on since: the entries that this move created are among those that the later one took.
    return move !== null && !this.takesCreates(move) && this.end(move);
  }

  private end({ create, remove }: Move): boolean {
    if (!this.mayEnd(create) || (remove !== null && !this.isUnsent(remove))) return false;
    const ended = remove === null ? [create] : [create, remove];
    this.storage.commit([...ended.map((entry) => this.ended(entry)), ...givenBack(this.storage, remove ?? create)]);
    return true;
  }

  /** A stop that was not on the service when it was moved: its entries were taken back by the create elsewhere. */
  private neverSent(made: StoredEntry, by: string): boolean {
    const create = this.storage.find(by);
    if (create === undefined) return false;
    if (!isCreate(create.kind)) {
      // It was to replace a stop of the service, which the next move deletes instead.
      const move = this.replacedBy(create);
      return move !== null && this.end(move);
    }
    if (!this.mayEnd(create)) return false;
    // A late copy of the old create may still be found and deleted.
    if (made.doubtUntil > 0) return false;
    this.storage.commit([
      this.ended(create),
      ...takenBy(this.storage, create).flatMap((entry) => again(this.storage, entry, create.id)),
      // A deletion that waited for the new create waits for the old one again.
      ...needsInstead(this.storage, create.recordId, made.recordId),
    ]);
    return true;
  }

  /** Of a stop that leaves a plan for none, or the other way round. */
  private replacedOf(entries: readonly StoredEntry[]): Move | null {
    const remove = entries.findLast(
      ({ kind, state, progress }) =>
        state !== 'given-up' && operationOf(kind).action.endsWith('delete') && progress?.needs?.[0] !== undefined,
    );
    return remove === undefined ? null : this.replacedBy(remove);
  }

  /** @param remove the deletion that waits for the stop at the new place */
  private replacedBy(remove: StoredEntry): Move | null {
    const [needed] = remove.progress?.needs ?? [];
    const create = needed === undefined ? undefined : makerOf(this.storage.entriesOf(needed));
    return create === undefined ? null : { create, remove };
  }

  /** Of a stop that goes to another plan. */
  private movedOf(ids: readonly string[]): Move | null {
    this.byOld ??= new Map(this.storage.moves().map((entry) => [entry.progress?.old?.id ?? '', entry.id]));
    const found = ids.flatMap((id) => this.byOld?.get(id) ?? [])[0];
    const create = found === undefined ? undefined : this.storage.find(found);
    return create === undefined ? null : { create, remove: null };
  }

  private takesCreates({ create, remove }: Move): boolean {
    const taken = [create, ...(remove === null ? [] : [remove])].flatMap((entry) => takenBy(this.storage, entry));
    return taken.some(({ kind }) => isCreate(kind));
  }

  /** Nothing of the create left, nothing else is to be done with its stop, and it is as it was moved. */
  private mayEnd(create: StoredEntry): boolean {
    if (!this.isUnsent(create) || create.progress?.edited === true) return false;
    return this.storage.entriesOf(create.recordId).every((entry) => entry.id === create.id || isSettled(entry));
  }

  private isUnsent(entry: StoredEntry): boolean {
    return isUnsent(entry, this.core.system.now());
  }

  /** The reason keeps a transfer file that still holds the entry from moving the stop after all. */
  private ended(entry: StoredEntry): StorageChange {
    return set(entry, {
      ...{ state: 'given-up', reason: { code: 'outbox.taken-back', detail: {} }, notBefore: 0 },
      settledAt: this.core.system.now(),
    });
  }
}
