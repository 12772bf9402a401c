/**
 * What to send: claims entries, sends them, records the outcome. The loop (send-loop.ts) decides when. No transaction
 * is open while a request is in flight.
 */
import { newId } from '../system.ts';
import { inChunks } from '../chunks.ts';
import type { EntryReason, EntryState, Outcome } from '../../shared/outbox.ts';
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { StorageChange, EntryFields, StoredEntry } from '../db/outbox-storage.ts';
import { carriedAlong, ClockWatch, countedAgain } from './clock-changes.ts';
import { set, type Core, type ServiceClient } from '../outbox/core.ts';
import { perform, type Claimed } from './perform.ts';
import { readingDriversOnce } from './driver-ids.ts';
import { groupsToSend, unreadable } from './groups.ts';
import { prepare } from './prepare.ts';
import { reconcile } from './reconcile.ts';
import { remembering } from './answers-to-cache.ts';
import { doubted, settled } from '../outbox/settle.ts';
import type { Wanted } from './send-loop.ts';
import { sweep } from './sweep.ts';

const pageSize = 500;

const underWay: ReadonlySet<EntryState> = new Set<EntryState>(['queued', 'sending', 'in-doubt']);

export class Sender {
  private readonly core: Core;
  private readonly clock: ClockWatch;
  /** Entries whose request ended but whose outcome could not be stored. */
  private readonly unrecorded = new Set<string>();

  constructor(core: Core) {
    this.core = { ...core, service: this.watched(remembering(core.service, core.cached)) };
    this.clock = new ClockWatch(core);
  }

  /** The clock may be set during a request, so it is checked before anything is written with it. */
  private watched(service: ServiceClient): ServiceClient {
    const after = <Value>(value: Value): Value => {
      this.watchClock();
      return value;
    };
    const failed = (error: unknown): never => {
      this.watchClock();
      throw error;
    };
    return {
      read: (name, call) => service.read(name, call).then(after, failed),
      write: (name, call) => service.write(name, call).then(after, failed),
    };
  }

  /** At start every `sending` entry becomes in doubt, never queued (Rule 2). @returns how many there were */
  recover(): number {
    const { storage } = this.core;
    const reason: EntryReason = { code: 'outbox.stopped-while-sending', detail: {} };
    // Goes first: the writes below carry timestamps of this start, which say nothing about the time before.
    const recounted = countedAgain(this.core);
    if (recounted.length > 0) storage.commit(recounted);
    const changes = [...this.each('sending', Number.MAX_SAFE_INTEGER)].map((entry) =>
      set(entry, { ...doubted(this.core, entry), state: 'in-doubt', reason, notBefore: 0 }),
    );
    if (changes.length > 0) storage.commit(changes);
    return changes.length;
  }

  /**
   * Checks whether the clock was set or the computer slept; if so, shifts all waits and reports it to the socket's
   * owner.
   */
  watchClock(): void {
    const { core } = this;
    const by = this.clock.moved();
    if (by === 0) return;
    const changes = carriedAlong(core, by);
    if (changes.length > 0) core.storage.commit(changes);
    this.clock.accept(by);
    core.clockMoved();
  }

  /** Entries to send, each group one request. @param wanted what can start now */
  groups(wanted?: Wanted): StoredEntry[][] {
    const { groups, changes } = groupsToSend(this.core, wanted);
    if (changes.length > 0) this.core.storage.commit(changes);
    return groups;
  }

  /** Entries to look up, before anything is sent: in doubt, pending, or due for a sweep. */
  doubtful(): StoredEntry[] {
    const { core } = this;
    this.watchClock();
    this.doubtUnrecorded();
    const now = core.system.now();
    const due = (state: EntryState) => core.storage.due(state, now, 0, pageSize);
    const found = [...due('in-doubt'), ...due('pending'), ...core.storage.sweeps(now, pageSize)];
    return found.filter((entry) => core.usable(operationOf(entry.kind).service) && !this.isLookedUpLater(entry));
  }

  /** All entries from a file start in doubt. Those of one record are looked up in order. */
  private isLookedUpLater({ state, recordId, sequence }: StoredEntry): boolean {
    if (state !== 'in-doubt') return false;
    const before = this.core.storage.entriesOf(recordId).filter((other) => other.sequence < sequence);
    return before.some((other) => underWay.has(other.state));
  }

  /** When a resting entry or a sweep is next due after `since`; both in milliseconds since the epoch. */
  nextDue(since: number): number | null {
    return this.core.storage.nextDue(since);
  }

  /** Prepares, claims and sends one group, and records the outcome. */
  async send(group: readonly StoredEntry[]): Promise<void> {
    const { core } = this;
    const asking = { ...core, service: readingDriversOnce(core.service) };
    const prepared = await Promise.all(
      group.map(async (entry) => ({ entry, what: await prepare(asking, entry, group.length) })),
    );
    const claims: { entry: StoredEntry; body: Claimed['body']; claim: Partial<EntryFields> }[] = [];
    const changes: StorageChange[] = [];
    const attempt = newId(core.system);
    for (const { entry, what } of prepared) {
      // If the user changed, paused or undid the entry during preparation, the next round starts over with it.
      const now = core.storage.justWritten(entry.id);
      if (now?.state !== 'queued' || now.progress?.paused === true) continue;
      if (now.body !== entry.body || now.content !== entry.content) continue;
      if (what.kind === 'learnt') {
        changes.push({ do: 'change-record', id: what.recordId, set: { serverId: what.serverId } });
      } else if (what.kind === 'settled') {
        const attempts = what.outcome.kind === 'later' ? [set(entry, { attempts: now.attempts + 1 })] : [];
        changes.push(...settled(core, now, what.outcome, what.progress), ...attempts);
      } else {
        claims.push({ entry: now, body: what.body, claim: this.claim(now, attempt, what.knownIds) });
      }
    }
    changes.push(...claims.map(({ entry, claim }) => set(entry, claim)));
    if (changes.length > 0) core.storage.commit(changes);
    // Built from what was just written: reading a hundred entries again takes as long as writing them.
    const claimed = claims.map(({ entry, body, claim }) => ({ entry: { ...entry, ...claim }, body }));
    if (claimed.length > 0) await this.request(claimed);
  }

  /** Looks one entry up and commits the result. */
  async reconcile(entry: StoredEntry): Promise<void> {
    const { core } = this;
    const now = core.system.now();
    // A pending entry is polled when it is due, and swept in between.
    const isSearched = entry.state === 'pending' && entry.notBefore > now && (entry.sweepAt ?? Infinity) <= now;
    const isSweep = (entry.state !== 'in-doubt' && entry.state !== 'pending') || isSearched;
    let changes: StorageChange[];
    if (!entry.intact) changes = [unreadable(entry)];
    else changes = isSweep ? await sweep(core, entry) : await reconcile(core, entry);
    // An entry that was exported or discarded during the look-up must not be sent from here.
    const isGone = entry.state !== 'given-up' && core.storage.find(entry.id)?.state === 'given-up';
    if (changes.length > 0 && !isGone) core.storage.commit(changes);
  }

  /** The plan is no longer being optimised: its operations are polled now instead of at their next time. */
  pollNow(planId: string): void {
    const { storage } = this.core;
    const record = storage.ownerOf(planId);
    const running = (record === undefined ? [] : storage.entriesOf(record.id)).filter(
      ({ state, progress, notBefore }) => state === 'pending' && progress?.operationId !== undefined && notBefore > 0,
    );
    if (running.length > 0) storage.commit(running.map((entry) => set(entry, { notBefore: 0 })));
  }

  /** Ends waits that began before a key or the connection came back. */
  wakeQueued(): void {
    const { core } = this;
    const resting = core.storage.resting().filter(({ reason }) => reason?.code !== 'outbox.settling');
    if (resting.length > 0) core.storage.commit(resting.map((entry) => set(entry, { notBefore: 0 })));
  }

  /** Intent before send (Rule 2): committed before the first byte leaves. */
  private claim(entry: StoredEntry, attemptId: string, knownIds: string[] | null): Partial<EntryFields> {
    return {
      state: 'sending',
      attempts: entry.attempts + 1,
      attemptId,
      lastAttemptAt: this.core.system.now(),
      knownIds,
      reason: null,
    };
  }

  private async request(claimed: readonly Claimed[]): Promise<void> {
    try {
      await this.performed(claimed);
    } catch (error) {
      for (const { entry } of claimed) this.unrecorded.add(entry.id);
      throw error;
    }
  }

  /** Puts entries in doubt whose outcome could not be stored, for example on a full disk. */
  private doubtUnrecorded(): void {
    if (this.unrecorded.size === 0) return;
    const reason: EntryReason = { code: 'internal', detail: {} };
    const changes = [...this.unrecorded].flatMap((id) => {
      const entry = this.core.storage.find(id);
      if (entry?.state !== 'sending') return [];
      return [set(entry, { ...doubted(this.core, entry), state: 'in-doubt', reason, notBefore: 0 })];
    });
    if (changes.length > 0) this.core.storage.commit(changes);
    this.unrecorded.clear();
  }

  private async performed(claimed: readonly Claimed[]): Promise<void> {
    const { core } = this;
    const outcomes = await perform(core, claimed);
    const isAlone = claimed.length === 1;
    // An entry without an outcome is in doubt.
    const unknown: Outcome = { kind: 'in-doubt', reason: { code: 'internal', detail: {} } };
    const ended = claimed.map(({ entry }, index) => ({ entry, outcome: outcomes[index] ?? unknown }));
    // Outcomes not stored before the app ends are in doubt at its next start, like a request that was not answered.
    await inChunks(core.system, ended, core.settledAtOnce, (part) => {
      const changes = part.flatMap(({ entry, outcome }) => {
        const now = core.storage.justWritten(entry.id);
        // An entry that was exported or discarded while in flight belongs to another attempt by now, or to none.
        return now?.state === 'sending' && now.attemptId === entry.attemptId ? settled(core, now, outcome) : [];
      });
      if (changes.length > 0) core.storage.commit(changes);
    });
    const first = claimed[0]?.entry;
    if (!isAlone && first !== undefined && outcomes.some(({ kind }) => kind === 'acknowledged' || kind === 'pending'))
      core.imported(first.parentId);
  }

  private *each(state: EntryState, now: number): Generator<StoredEntry> {
    for (let after = 0; ;) {
      const page = this.core.storage.due(state, now, after, pageSize);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return;
      after = last.sequence;
    }
  }
}
