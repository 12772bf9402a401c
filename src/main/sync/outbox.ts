/**
 * What to send: claims entries, sends them, records what became of them. The loop (send-loop.ts) says when.
 * No transaction is open while a request is on its way.
 */
import { bareId, type Client, type WriteOutcome } from '../api/client.ts';
import type { Cache } from '../db/cache-functions.ts';
import type { OutboxTable, StoredEntry } from '../db/outbox.ts';
import { newId, type System } from '../system.ts';
import { AppError, type ErrorDetail } from '../../shared/errors.ts';
import { afterLookUp, afterOutcome, type EntryReason, type Outcome } from '../../shared/outbox.ts';
import { rawOf, type BatchResult } from '../../shared/shapes.ts';
import type { StopCreate } from '../../shared/stops.ts';
import { lookUp } from './reconcile.ts';

export interface OutboxOptions {
  system: System;
  table: OutboxTable;
  cache: Cache;
  client: Client;
  /** How long after an attempt an absence counts, in milliseconds (outbox, Why the obvious ways fail: 120 s). */
  settleMilliseconds: number;
  /** Told after every change, with the plan it concerns. */
  changed(planId: string): void;
  /** Told after an import: the plan is read next, because its answer does not say whose the new ids are. */
  imported(planId: string): void;
}

/** A plan's list older than this says nothing of what was there before an attempt (outbox, Rule 4). */
const freshMilliseconds = 600_000;
const importMost = 100;

export class Outbox {
  private readonly options: OutboxOptions;

  constructor(options: OutboxOptions) {
    this.options = options;
  }

  /** Entries to send, grouped so that each group is one request: creates of one plan travel together (Rule 8). */
  groups(): StoredEntry[][] {
    const { table, system } = this.options;
    const byLane = new Map<string, StoredEntry[]>();
    for (const entry of table.due('queued', system.now())) {
      if (!entry.intact) {
        this.setDecision(entry, 'outbox.unreadable');
        continue;
      }
      const lane = byLane.get(entry.lane) ?? [];
      byLane.set(entry.lane, lane);
      // No marker stands twice in one batch: the second waits for the next.
      if (lane.length < importMost && !lane.some((other) => other.marker === entry.marker)) lane.push(entry);
    }
    return [...byLane.values()];
  }

  /** Entries in doubt that are due for a look-up. */
  doubtful(): StoredEntry[] {
    return this.options.table.due('in-doubt', this.options.system.now());
  }

  /** When a resting entry is due again, in milliseconds since the epoch. */
  nextDue(): number | null {
    return this.options.table.nextDue();
  }

  /** Claims and sends one group, and records the outcome. */
  async send(group: readonly StoredEntry[]): Promise<void> {
    const { table, system } = this.options;
    const planId = group[0]?.parentId;
    if (planId === undefined) return;
    const known = await Promise.all(group.map((entry) => this.knownIds(entry)));
    const attempt = newId(system);
    table.claim(
      group.map((entry, index) => ({ id: entry.id, knownIds: known[index] ?? null })),
      attempt,
      system.now(),
    );
    // Between reading and claiming a person may have taken one back: what is claimed now is what is sent.
    const claimed = group
      .map((entry) => table.find(entry.id))
      .filter((entry): entry is StoredEntry => entry?.state === 'sending' && entry.attemptId === attempt);
    this.options.changed(planId);
    if (claimed.length === 0) return;
    const outcomes = await this.request(claimed, planId);
    table.settle(
      claimed.map((entry, index) => {
        // Without an outcome nothing is known of the entry, and that is what in doubt means.
        const outcome = outcomes[index] ?? { kind: 'in-doubt', reason: { code: 'internal', detail: {} } };
        const serverId = outcome.kind === 'acknowledged' ? outcome.serverId : null;
        return { id: entry.id, step: afterOutcome(outcome), serverId };
      }),
      system.now(),
    );
    this.options.changed(planId);
    if (claimed.length > 1 && outcomes.some((outcome) => outcome.kind === 'acknowledged'))
      this.options.imported(planId);
  }

  /** Looks one entry in doubt up and records what follows. */
  async reconcile(entry: StoredEntry): Promise<void> {
    const { table, cache, client, system } = this.options;
    if (!entry.intact) {
      this.setDecision(entry, 'outbox.unreadable');
      return;
    }
    const { found, stop } = await lookUp(entry, { client, ownerOf: (id) => table.ownerOf(id) });
    if (stop !== null) await cache.putStop(entry.parentId, rawOf(stop));
    const since = Math.max(0, system.now() - (entry.lastAttemptAt ?? 0));
    const step = afterLookUp(found, since, this.options.settleMilliseconds);
    table.settle([{ id: entry.id, step, serverId: found.kind === 'ours' ? found.serverId : null }], system.now());
    this.options.changed(entry.parentId);
  }

  /** For a typed marker: the ids that carry it already, if the plan was read lately enough to know. */
  private async knownIds(entry: StoredEntry): Promise<string[] | null> {
    if (entry.markerIsOurs) return null;
    const { cache, system } = this.options;
    const readAt = await cache.asOf(`stops:${entry.parentId}`);
    if (readAt === null || system.now() - readAt > freshMilliseconds) return null;
    return cache.stopIdsByMarker(entry.parentId, entry.marker);
  }

  private async request(claimed: readonly StoredEntry[], planId: string): Promise<Outcome[]> {
    const { client, cache } = this.options;
    const stops = claimed.map((entry) => JSON.parse(entry.content) as StopCreate);
    const path = { planId: bareId(planId) };
    try {
      if (claimed.length === 1) {
        const result = await client.write('stops.create', { path, body: stops[0], lane: 'outbox' });
        if (result.kind !== 'answered') return [outcomeOf(result)];
        // The cache first, which may be repeated; two files cannot be committed as one (Rule 1).
        await cache.putStop(planId, rawOf(result.value));
        return [{ kind: 'acknowledged', serverId: result.value.id }];
      }
      const result = await client.write('stops.import', { path, body: stops, lane: 'outbox' });
      if (result.kind !== 'answered') return claimed.map(() => outcomeOf(result));
      return importOutcomes(claimed, result.value);
    } catch (error) {
      // Refused before anything left: its content does not keep the documents' bounds.
      if (error instanceof AppError && error.code === 'input.invalid') {
        return claimed.map(() => ({ kind: 'refused', reason: { code: error.code, detail: error.detail } }));
      }
      throw error;
    }
  }

  private setDecision(entry: StoredEntry, code: 'outbox.unreadable'): void {
    const { table, system } = this.options;
    table.settle(
      [{ id: entry.id, step: { state: 'decision', reason: { code, detail: {} }, waitMilliseconds: 0 } }],
      system.now(),
    );
    this.options.changed(entry.parentId);
  }
}

function outcomeOf(result: Exclude<WriteOutcome<unknown>, { kind: 'answered' }>): Outcome {
  const { error } = result;
  const reason: EntryReason = { code: error.code, detail: error.detail };
  switch (result.kind) {
    case 'not-sent':
      return { kind: 'later', reason, waitMilliseconds: error.detail.waitMilliseconds ?? 0 };
    case 'key-refused':
      return { kind: 'key-refused', reason };
    case 'in-doubt':
      return { kind: 'in-doubt', reason };
    case 'refused':
      // The plan left the editable states while the stop waited: a choice, not a failure (outbox, By operation).
      if (error.detail.serviceCode === 'plan_not_writable') {
        return { kind: 'decision', reason: { code: 'outbox.plan-not-writable', detail: error.detail } };
      }
      return { kind: 'refused', reason };
  }
}

/**
 * What an import's answer says of each entry. Success is never matched by position; a failed stop is known by the
 * recipient it echoes. Counts that do not add up leave the whole batch in doubt (outbox, Rule 8).
 */
export function importOutcomes(claimed: readonly StoredEntry[], result: BatchResult): Outcome[] {
  const failures = new Map<string, ErrorDetail>();
  for (const item of result.failed) {
    const echoed = item['stop'] as { recipient?: { externalId?: unknown } | null } | undefined;
    const marker = echoed?.recipient?.externalId;
    const detail: ErrorDetail = {};
    if (item.error?.message) detail.serviceMessage = item.error.message.slice(0, 500);
    if (item.error?.code) detail.serviceCode = item.error.code.slice(0, 100);
    if (typeof marker === 'string') failures.set(marker, detail);
  }
  const matched = claimed.filter((entry) => failures.has(entry.marker)).length;
  const ids = new Set(result.success);
  const addsUp =
    matched === result.failed.length &&
    ids.size === result.success.length &&
    ids.size + result.failed.length === claimed.length;
  if (!addsUp) {
    return claimed.map(() => ({ kind: 'in-doubt', reason: { code: 'outbox.counts-disagree', detail: {} } }));
  }
  return claimed.map((entry) => {
    const detail = failures.get(entry.marker);
    return detail === undefined
      ? { kind: 'acknowledged', serverId: null }
      : { kind: 'refused', reason: { code: 'service.refused', detail } };
  });
}
