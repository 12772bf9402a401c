/**
 * Derives from each commit what the window must re-read and whether the send loop has to look for work. Code that
 * changes something need not know what shows it (docs/decisions/change-feed.md).
 */
import type { Changed } from '../../shared/contract.ts';
import type { Noun } from '../../shared/outbox-kinds.ts';
import type { StorageChange, OutboxStorage, StoredRecord } from '../db/outbox-storage.ts';
import type { System } from '../system.ts';

export interface ChangeFeedOptions {
  system: System;
  storage: Pick<OutboxStorage, 'justWritten' | 'record' | 'ownerOf'>;
  /** @param planId the only plan whose stops changed, by the service's id or the local id; null: any plan */
  tell: (what: Changed[], planId: string | null) => void;
  /** There may be something to send. */
  wake: () => void;
}

/** The lists that show records of a noun, and those that count or name them. */
const shownIn: Readonly<Record<Noun, readonly Changed[]>> = {
  stops: ['stops', 'plans'],
  unassignedStops: ['unassignedStops', 'plans'],
  orders: ['orders'],
  drivers: ['drivers', 'plans'],
  plans: ['plans', 'stops'],
};

/** When more plans than this change at once, the window is told about all of them in one message. */
const mostPlans = 8;

export class ChangeFeed {
  private readonly options: ChangeFeedOptions;
  /** What changed, by the plan concerned. */
  private readonly about = new Map<string | null, Set<Changed>>();
  private wakes = false;
  private isDue = false;
  private closed = false;

  constructor(options: ChangeFeedOptions) {
    this.options = options;
  }

  /**
   * Notifies the window in the next turn of the event loop: after the commit, and once for everything in this turn.
   *
   * @param planId the plan concerned, by the service's id or the local id; null: any plan
   */
  add(what: readonly Changed[], planId: string | null = null): void {
    for (const id of this.idsOf(planId)) {
      const known = this.about.get(id) ?? new Set();
      for (const one of what) known.add(one);
      this.about.set(id, known);
    }
    this.soon();
  }

  /** A plan created here has two ids, and a screen may have been opened with either. */
  private idsOf(planId: string | null): (string | null)[] {
    if (planId === null) return [null];
    const { storage } = this.options;
    const plan = storage.record(planId) ?? storage.ownerOf(planId);
    return plan === undefined ? [planId] : [plan.id, ...(plan.serverId === null ? [] : [plan.serverId])];
  }

  /** Receives the outbox's changes after each commit. */
  committed(changes: readonly StorageChange[]): void {
    for (const change of changes) this.take(change);
  }

  /** Notifies the window now of what it would be told in the next turn: before an answer that shows it. */
  tellNow(): void {
    if (this.isDue) this.now();
  }

  close(): void {
    this.closed = true;
  }

  private take(change: StorageChange): void {
    switch (change.do) {
      case 'add-record':
        this.record(change.record);
        break;
      case 'change-record': {
        const record = this.options.storage.record(change.id);
        // The previous plan is no longer known, so all stops count as changed.
        if (change.set.parentId !== undefined) this.add(['stops']);
        if (record !== undefined) this.record(record);
        break;
      }
      case 'add-entry':
        this.entry(change.entry.id, true);
        break;
      case 'change-entry':
        // An entry that is being sent unblocks nothing; any other new state may.
        this.entry(change.id, change.set.state !== undefined && change.set.state !== 'sending');
        break;
      case 'change-lane':
        this.add(['outbox']);
    }
  }

  private entry(id: string, wakes: boolean): void {
    const entry = this.options.storage.justWritten(id);
    if (entry !== undefined) {
      this.record({ ...entry, id: entry.recordId });
      // A moved stop also changes the list that it leaves.
      const { old } = entry.progress ?? {};
      if (old !== undefined) this.place(old.planId);
    }
    this.wakes ||= wakes;
  }

  private record({ id, noun, parentId }: Pick<StoredRecord, 'id' | 'noun' | 'parentId'>): void {
    if (noun === 'stops') this.place(parentId);
    else if (noun === 'plans') this.add([...shownIn.plans, 'outbox'], id);
    else this.add([...shownIn[noun], 'outbox']);
  }

  /** @param planId the service's id or the local id; empty: the stops without a plan */
  private place(planId: string): void {
    if (planId === '') this.add([...shownIn.unassignedStops, 'outbox']);
    else this.add([...shownIn.stops, 'outbox'], planId);
  }

  private soon(): void {
    if (this.isDue) return;
    this.isDue = true;
    this.options.system.after(0, () => this.now());
  }

  private now(): void {
    this.isDue = false;
    const { tell, wake } = this.options;
    const [about, wakes] = [new Map(this.about), this.wakes];
    this.about.clear();
    this.wakes = false;
    if (this.closed) return;
    if (about.size > mostPlans) {
      const all = [...about.values()].reduce((sum, what) => sum.union(what), new Set<Changed>());
      tell([...all], null);
    } else for (const [planId, what] of about) tell([...what], planId);
    if (wakes) wake();
  }
}
