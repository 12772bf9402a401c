/**
 * What the window is told, and when the outbox is looked at again: both follow from what was committed, so that nobody who
 * changes something has to know what shows it (docs/decisions/change-feed.md).
 */
import type { Changed } from '../../shared/contract.ts';
import type { Noun } from '../../shared/outbox-kinds.ts';
import type { StorageChange, OutboxStorage, StoredRecord } from '../db/outbox-storage.ts';
import type { System } from '../system.ts';

export interface ChangeFeedOptions {
  system: System;
  storage: Pick<OutboxStorage, 'justWritten' | 'record'>;
  /** @param planId the only plan whose stops it concerns, by the service's id or ours; null: any */
  tell: (what: Changed[], planId: string | null) => void;
  /** There may be something to send. */
  wake: () => void;
}

/** What shows the records of a noun: their own list, and those that count or name them. */
const shownIn: Readonly<Record<Noun, readonly Changed[]>> = {
  stops: ['stops', 'plans'],
  unassignedStops: ['unassignedStops', 'plans'],
  orders: ['orders'],
  drivers: ['drivers', 'plans'],
  plans: ['plans', 'stops'],
};

/** Of more plans than these at once, all are told together. */
const mostPlans = 8;

export class ChangeFeed {
  private readonly options: ChangeFeedOptions;
  /** By the plan that it concerns. */
  private readonly about = new Map<string | null, Set<Changed>>();
  private wakes = false;
  private isDue = false;
  private closed = false;

  constructor(options: ChangeFeedOptions) {
    this.options = options;
  }

  /** It is told when main has its next turn: what is done in one turn is told together, and after it is committed. */
  add(what: readonly Changed[], planId: string | null = null): void {
    const known = this.about.get(planId) ?? new Set();
    for (const one of what) known.add(one);
    this.about.set(planId, known);
    this.soon();
  }

  /** Changes of the outbox, as they were committed. */
  committed(changes: readonly StorageChange[]): void {
    for (const change of changes) this.take(change);
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
        // Where it was before is not known any more.
        if (change.set.parentId !== undefined) this.add(['stops']);
        if (record !== undefined) this.record(record);
        break;
      }
      case 'add-entry':
        this.entry(change.entry.id, true);
        break;
      case 'change-entry':
        // One that leaves gives nobody a turn; whatever else becomes of it may.
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
      // What moves is shown at the place that it leaves, too.
      const { old } = entry.progress ?? {};
      if (old !== undefined) this.place(old.planId);
    }
    this.wakes ||= wakes;
  }

  private record({ id, noun, parentId, serverId }: Pick<StoredRecord, 'id' | 'noun' | 'parentId' | 'serverId'>): void {
    if (noun === 'stops') this.place(parentId);
    else if (noun === 'plans') this.plan([...shownIn.plans, 'outbox'], id, serverId);
    else this.add([...shownIn[noun], 'outbox']);
  }

  /** @param planId by the service's id or ours; empty: among the stops without a plan */
  private place(planId: string): void {
    if (planId === '') this.add([...shownIn.unassignedStops, 'outbox']);
    else this.plan([...shownIn.stops, 'outbox'], planId, this.options.storage.record(planId)?.serverId ?? null);
  }

  /** A plan that was made here has two ids, and a screen may have been opened with either. */
  private plan(what: readonly Changed[], id: string, serverId: string | null): void {
    this.add(what, id);
    if (serverId !== null) this.add(what, serverId);
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
