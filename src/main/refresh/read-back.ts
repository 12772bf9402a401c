/**
 * Reads back what the app itself changed on the service beyond the record that it sent: a plan that was optimised or
 * distributed, and the plan of a live change. Without it the screen would show the old state until the next read in the
 * background, which may be minutes away.
 */
import type { EntryState } from '../../shared/outbox.ts';
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { StorageChange, OutboxStorage, StoredEntry } from '../db/outbox-storage.ts';
import type { System } from '../system.ts';

export interface ReadBackOptions {
  system: System;
  storage: Pick<OutboxStorage, 'justWritten' | 'record'>;
  /** @param withStops false: the plan alone */
  read: (planId: string, withStops: boolean) => Promise<void>;
  failed: (error: unknown) => void;
}

/** The service has answered, whatever it said. */
const answered: ReadonlySet<EntryState> = new Set<EntryState>(['acknowledged', 'pending', 'refused', 'decision']);

export class ReadBack {
  private readonly options: ReadBackOptions;
  /** Whether the stops are wanted too, by plan. */
  private readonly wanted = new Map<string, boolean>();
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
      const planId = entry === undefined ? null : this.planOf(entry);
      if (entry !== undefined && planId !== null) this.want(planId, withStops(entry));
    }
  }

  close(): void {
    this.closed = true;
    this.wanted.clear();
  }

  /** The plan that the entry changed besides its own record, by the service's id; null: none. */
  private planOf(entry: StoredEntry): string | null {
    const { action, noun, alone } = operationOf(entry.kind);
    if (noun === 'plans') return alone && action !== 'delete' ? this.serverId(entry.recordId) : null;
    if (noun !== 'stops') return null;
    // A stop that was refused because its plan is closed: the plan was closed elsewhere.
    const isClosed = entry.reason?.code === 'outbox.plan-not-writable';
    return action.startsWith('live-') || isClosed ? this.serverId(entry.parentId) : null;
  }

  private failed(error: unknown): void {
    if (!this.closed) this.options.failed(error);
  }

  private serverId(id: string): string | null {
    return id.includes('/') ? id : (this.options.storage.record(id)?.serverId ?? null);
  }

  private want(planId: string, stops: boolean): void {
    this.wanted.set(planId, stops || (this.wanted.get(planId) ?? false));
    // Once for everything that is settled together.
    this.options.system.after(0, () => void this.read(planId));
  }

  private async read(planId: string): Promise<void> {
    const stops = this.wanted.get(planId);
    if (stops === undefined || this.reading.has(planId) || this.closed) return;
    this.wanted.delete(planId);
    this.reading.add(planId);
    try {
      await this.options.read(planId, stops);
    } catch (error) {
      this.failed(error);
    } finally {
      this.reading.delete(planId);
      void this.read(planId);
    }
  }
}

/** An operation that has only begun has not changed the stops yet, and a live change not before the next optimisation. */
const withStops = ({ state }: StoredEntry): boolean => state === 'acknowledged';
