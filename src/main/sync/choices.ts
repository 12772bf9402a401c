/** What a person decides about entries that are there: again, otherwise, elsewhere, or not at all. */
import { newMarker } from '../system.ts';
import { isCreate, markerField, operationOf, type EntryKind } from '../../shared/outbox-kinds.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { Change, EntryFields, StoredEntry } from '../../shared/outbox-storage.ts';
import { isSettled, set, type Core } from './core.ts';
import { isUnsent } from './intake.ts';
import { sweepOf } from './settle.ts';

/** Where a stop goes whose plan takes none any more (outbox, By operation). */
export type Place = { to: 'live' } | { to: 'plan'; planId: string } | { to: 'unassigned'; depot: string | null };

const queued = { state: 'queued', reason: null, notBefore: 0 } as const satisfies Partial<EntryFields>;

export class Choices {
  private readonly core: Core;

  constructor(core: Core) {
    this.core = core;
  }

  /** Lets a resting entry be looked at now; a refused one is queued again. An entry in doubt stays in doubt. */
  retry(entryId: string): void {
    const entry = this.core.storage.find(entryId);
    if (entry === undefined || !['queued', 'refused', 'in-doubt', 'pending'].includes(entry.state)) return;
    const state = entry.state === 'refused' ? 'queued' : entry.state;
    this.core.storage.commit([set(entry, { state, notBefore: 0 })]);
  }

  /**
   * Replaces the content of a create that cannot be on the service, and queues it. A marker of ours stays.
   *
   * @returns false when it is on its way, may still come, or is settled
   */
  correct(entryId: string, content: Fields): boolean {
    const entry = this.core.storage.find(entryId);
    if (entry === undefined || !isUnsent(entry, this.core.system.now()) || !isCreate(entry.kind)) return false;
    const field = markerField(entry.noun);
    const holder = (field === null ? undefined : content[field[0]]) as Fields | undefined;
    const typed = field === null ? undefined : holder?.[field[1]];
    const ours = entry.markerIsOurs || field === null ? entry.marker : newMarker(this.core.system);
    const marker = typeof typed === 'string' ? typed : ours;
    const sent = field === null ? content : { ...content, [field[0]]: { ...holder, [field[1]]: marker } };
    const record = { content: JSON.stringify(sent), marker, markerIsOurs: typeof typed !== 'string' };
    this.core.storage.commit([
      { do: 'change-record', id: entry.recordId, set: record },
      set(entry, { ...queued, doubtUntil: 0 }),
      ...this.rebasedEdits(entry, sent),
    ]);
    return true;
  }

  /** Edits that wait behind a create begin from what it says now. */
  private rebasedEdits(entry: StoredEntry, content: Fields): Change[] {
    return this.core.storage.entriesOf(entry.recordId).flatMap((other) => {
      if (other.body === null || operationOf(other.kind).action !== 'edit' || isSettled(other)) return [];
      const names = Object.keys(JSON.parse(other.body) as Fields);
      const base = Object.fromEntries(names.map((name) => [name, content[name] ?? null]));
      return [set(other, { base: JSON.stringify(base) })];
    });
  }

  /** A person gives an entry up. @returns false when it may be on the service or is settled */
  giveUp(entryId: string): boolean {
    const entry = this.core.storage.find(entryId);
    if (entry === undefined || !['queued', 'refused', 'blocked'].includes(entry.state)) return false;
    this.core.storage.commit([this.givenUp(entry)]);
    return true;
  }

  /** A person's choice for an entry that asks. @returns false when it does not ask any more */
  decide(entryId: string, choice: 'on-service' | 'send-again' | 'give-up'): boolean {
    const entry = this.core.storage.find(entryId);
    if (entry?.state !== 'decision') return false;
    this.core.storage.commit([this.decided(entry, choice)]);
    return true;
  }

  /**
   * Puts stops elsewhere whose plan takes none any more; many at once. They keep their markers.
   *
   * @returns how many were put there: one that does not ask, or of which something may still come, is left as it is
   */
  place(entryIds: readonly string[], place: Place): number {
    const changes = entryIds.flatMap((id) => {
      const entry = this.core.storage.find(id);
      const isFree = entry?.kind === 'stops.create' && entry.state === 'decision';
      return !isFree || entry.doubtUntil > this.core.system.now() ? [] : this.placed(entry, place);
    });
    if (changes.length > 0) this.core.storage.commit(changes);
    return changes.length / 2;
  }

  private placed(entry: StoredEntry, place: Place): Change[] {
    const move = (kind: EntryKind, lane: string, record: Partial<StoredEntry>): Change[] => [
      { do: 'change-record', id: entry.recordId, set: record },
      set(entry, { ...queued, kind, lane, doubtUntil: 0, knownIds: null }),
    ];
    switch (place.to) {
      case 'live':
        return move('stops.liveCreate', entry.lane, {});
      case 'plan':
        return move('stops.create', place.planId, { parentId: place.planId });
      case 'unassigned': {
        // Drivers belong to plans: without one, none can be asked for.
        const { allowedDrivers: _ofPlan, ...content } = JSON.parse(entry.content) as Fields;
        const withDepot = place.depot === null ? content : { ...content, depot: place.depot };
        const record = { noun: 'unassignedStops', parentId: '', content: JSON.stringify(withDepot) } as const;
        return move('unassignedStops.create', operationOf('unassignedStops.create').noun, record);
      }
    }
  }

  private decided(entry: StoredEntry, choice: 'on-service' | 'send-again' | 'give-up'): Change {
    const now = this.core.system.now();
    switch (choice) {
      case 'on-service':
        return set(entry, { state: 'acknowledged', reason: null, notBefore: 0, settledAt: now });
      case 'give-up':
        return this.givenUp(entry);
      case 'send-again': {
        const { conflicts, ...progress } = entry.progress ?? {};
        if (entry.reason?.code === 'outbox.day-passed') progress.dayConfirmed = true;
        // Mine wins: what they wrote meanwhile is what the person saw and set aside.
        const base = conflicts === undefined ? entry.base : JSON.stringify(rebased(entry.base, conflicts));
        return set(entry, { ...queued, progress, base });
      }
    }
  }

  private givenUp(entry: StoredEntry): Change {
    const settledAt = this.core.system.now();
    return set(entry, { state: 'given-up', reason: null, notBefore: 0, settledAt, ...sweepOf(this.core, entry) });
  }
}

/** The base with what the others wrote in the fields that both changed. */
function rebased(base: string | null, conflicts: readonly { field: string; theirs: unknown }[]): Fields {
  const result = JSON.parse(base ?? '{}') as Fields;
  for (const { field, theirs } of conflicts) {
    const names = field.split('.');
    const last = names.pop() ?? field;
    let holder = result;
    for (const name of names) {
      const inner = { ...(holder[name] as Fields | null | undefined) };
      holder[name] = inner;
      holder = inner;
    }
    holder[last] = theirs ?? null;
  }
  return result;
}
