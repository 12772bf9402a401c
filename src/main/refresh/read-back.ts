/**
 * Reads back what the app itself changed on the service beyond the record that it sent: a plan that was optimised or
 * distributed, the plan of a live change, and an optimised plan whose stops were changed, which is to be optimised
 * again. Without it the screen would show the old state until the next read in the background, which may be minutes
 * away.
 */
import type { EntryState } from '../../shared/outbox.ts';
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { StorageChange, OutboxStorage, StoredEntry } from '../db/outbox-storage.ts';
import type { System } from '../system.ts';

/** What is read: the plan itself, the stops as well, or the stops because an optimisation is done. */
export type ReadBackPart = 'plan' | 'stops' | 'optimised-stops';

export interface ReadBackOptions {
  system: System;
  storage: Pick<OutboxStorage, 'justWritten' | 'record'>;
  read: (planId: string, part: ReadBackPart) => Promise<void>;
  /** The state of a plan as it was last read (planning-api, Plan.optimization); undefined: the plan is not known. */
  lastState: (planId: string) => Promise<string | null | undefined>;
  failed: (error: unknown) => void;
}

/** The service has answered, whatever it said. */
const answered: ReadonlySet<EntryState> = new Set<EntryState>(['acknowledged', 'pending', 'refused', 'decision']);

/**
 * States in which a plan stays when its stops are changed. Hundreds of stops are entered one after the other, so such a
 * plan is not read after each of them.
 */
const unfinished: ReadonlySet<string | null | undefined> = new Set([undefined, null, 'creating', 'editing']);

/** What is to be read of a plan, the most first. Only stops were changed: the plan is read if that concerns it. */
const mostFirst = ['stops', 'optimised-stops', 'plan', 'plan-if-finished'] as const satisfies readonly (
  ReadBackPart | 'plan-if-finished'
)[];
type Wanted = (typeof mostFirst)[number];

export class ReadBack {
  private readonly options: ReadBackOptions;
  /** By plan. */
  private readonly wanted = new Map<string, Wanted>();
  private readonly reading = new Set<string>();
  private closed = false;

  constructor(options: ReadBackOptions) {
    this.options = options;
  }

  /** Takes changes of the outbox after their commit. */
  committed(changes: readonly StorageChange[]): void {
    for (const change of changes) {
      if (change.do !== 'change-entry' || change.set.state === undefined || !answered.has(change.set.state)) continue;
      const entry = this.options.storage.justWritten(change.id);
      if (entry === undefined) continue;
      for (const { id, part } of this.changedBy(entry)) {
        const planId = this.serverId(id);
        if (planId !== null) this.want(planId, part);
      }
    }
  }

  close(): void {
    this.closed = true;
    this.wanted.clear();
  }

  /** The plans that the entry changed besides its own record, by the service's id or the local id. */
  private changedBy({
    kind,
    state,
    recordId,
    parentId,
    reason,
    progress,
  }: StoredEntry): { id: string; part: Wanted }[] {
    const { action, noun, alone } = operationOf(kind);
    const isDone = state === 'acknowledged';
    // An operation that has only begun has not changed the stops yet, and a live change not before the next optimisation.
    const stops = action === 'operate' ? 'optimised-stops' : 'stops';
    const part = isDone ? stops : 'plan';
    if (noun === 'plans') return alone && action !== 'delete' ? [{ id: recordId, part }] : [];
    if (noun !== 'stops') return [];
    // A stop that was refused because its plan is closed: the plan was closed elsewhere.
    const isClosed = reason?.code === 'outbox.plan-not-writable';
    if (action.startsWith('live-') || isClosed) return [{ id: parentId, part }];
    if (!isDone) return [];
    const places = new Set([parentId, progress?.old?.planId ?? parentId]);
    return [...places].map((id) => ({ id, part: 'plan-if-finished' }));
  }

  private failed(error: unknown): void {
    if (!this.closed) this.options.failed(error);
  }

  private serverId(id: string): string | null {
    return id.includes('/') ? id : (this.options.storage.record(id)?.serverId ?? null);
  }

  private want(planId: string, part: Wanted): void {
    const before = this.wanted.get(planId);
    this.wanted.set(planId, mostFirst.find((one) => one === before || one === part) ?? part);
    // Once for everything that is settled together.
    this.options.system.after(0, () => void this.read(planId));
  }

  private async read(planId: string): Promise<void> {
    const wanted = this.wanted.get(planId);
    if (wanted === undefined || this.closed) return;
    const isOfPlan = wanted === 'plan' || wanted === 'plan-if-finished';
    // The stops are read from the beginning then. The plan alone is read as soon as this is over.
    if (this.reading.has(planId) && isOfPlan) return;
    this.wanted.delete(planId);
    this.reading.add(planId);
    try {
      const isNeeded = wanted !== 'plan-if-finished' || !unfinished.has(await this.options.lastState(planId));
      if (isNeeded) await this.options.read(planId, isOfPlan ? 'plan' : wanted);
    } catch (error) {
      this.failed(error);
    } finally {
      this.reading.delete(planId);
      void this.read(planId);
    }
  }
}
