/** A user's decisions about existing entries: retry, correct, move to another plan, or discard. */
import { unreachable } from '../../shared/errors.ts';
import {
  heldBy,
  waysOf,
  type Decision,
  type EntryChoice,
  type OtherHalf,
  type Way,
} from '../../shared/outbox-decisions.ts';
import { isCreate, operationOf } from '../../shared/outbox-kinds.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { StorageChange, EntryFields, StoredEntry } from '../db/outbox-storage.ts';
import type { Progress } from '../outbox-json.ts';
import { resolved } from './conflicts.ts';
import { isSettled, set, unpaused, type Core } from './core.ts';
import { markedAgain } from './entry-request.ts';
import { placed } from './closed-plan.ts';
import { isUnsent, makerOf } from './intake.ts';
import { atOldPlace } from './old-place.ts';
import { behindCorrected, behindDiscarded } from './rebase.ts';
import { withNote } from './replacement.ts';
import { acknowledged, settled, sweepOf } from './settle.ts';
import { storedFields } from '../stored-json.ts';

const queued = { state: 'queued', reason: null, notBefore: 0 } as const satisfies Partial<EntryFields>;

export class Choices {
  private readonly core: Core;

  constructor(core: Core) {
    this.core = core;
  }

  /** Makes a waiting entry due now. A rejected entry is queued again; an entry in doubt stays in doubt. */
  retry(entryId: string): void {
    this.core.noticeClock();
    const entry = this.core.storage.find(entryId);
    if (entry === undefined || !['queued', 'refused', 'in-doubt', 'pending'].includes(entry.state)) return;
    const state = entry.state === 'refused' ? 'queued' : entry.state;
    this.core.storage.commit([
      set(entry, { state, notBefore: 0, ...(entry.progress?.paused === true ? continued(entry) : {}) }),
    ]);
  }

  /**
   * Pauses creates that wait to be sent: what has left stays what it is. What depends on them waits with them.
   *
   * @returns ids of the entries that were paused
   */
  pause(entryIds: readonly string[]): string[] {
    return this.changed(entryIds, (entry) => {
      const isWaiting = entry.state === 'queued' && isCreate(entry.kind) && entry.progress?.paused !== true;
      const reason = { code: 'outbox.paused', detail: {} } as const;
      return isWaiting ? { progress: { ...entry.progress, paused: true }, reason, notBefore: 0 } : null;
    });
  }

  /** Continues paused entries. @returns their ids */
  continue(entryIds: readonly string[]): string[] {
    return this.changed(entryIds, (entry) => (entry.progress?.paused === true ? continued(entry) : null));
  }

  /** Changes entries in one transaction. @returns ids of those that were changed */
  private changed(
    entryIds: readonly string[],
    fieldsOf: (entry: StoredEntry) => Partial<EntryFields> | null,
  ): string[] {
    this.core.noticeClock();
    const changes = [...new Set(entryIds)].flatMap((id) => {
      const entry = this.core.storage.find(id);
      const fields = entry === undefined ? null : fieldsOf(entry);
      return entry === undefined || fields === null ? [] : [{ id, change: set(entry, fields) }];
    });
    if (changes.length > 0) this.core.storage.commit(changes.map(({ change }) => change));
    return changes.map(({ id }) => id);
  }

  /**
   * Replaces the content of a create that cannot be on the service, and queues it. A generated marker is kept.
   *
   * @returns false when the create is in flight, may still arrive, or is settled
   */
  correct(entryId: string, content: Fields): boolean {
    this.core.noticeClock();
    const entry = this.core.storage.find(entryId);
    if (entry === undefined || !isUnsent(entry, this.core.system.now()) || !isCreate(entry.kind)) return false;
    const record = markedAgain(this.core, entry, content);
    this.core.storage.commit([
      { do: 'change-record', id: entry.recordId, set: record },
      set(entry, { ...queued, doubtUntil: 0, progress: withTries(withNote(this.core.storage, entry).progress) }),
      ...behindCorrected(this.core, entry, storedFields(record.content)),
    ]);
    return true;
  }

  /**
   * Discards an entry that is waiting or was rejected.
   *
   * @returns false when the entry may be on the service, needs another decision, is one half of a move, or is settled
   */
  giveUp(entryId: string): boolean {
    this.core.noticeClock();
    const entry = this.core.storage.find(entryId);
    if (entry === undefined || !['queued', 'refused', 'blocked'].includes(entry.state)) return false;
    if (this.held(entry) !== null) return false;
    this.core.storage.commit(this.givenUp(entry));
    return true;
  }

  /**
   * What the user sees of an entry that needs a decision: the reason, both sides' values, and the choices. Null: no
   * decision needed.
   */
  decision(entryId: string): Decision | null {
    const entry = this.core.storage.find(entryId);
    const ways = entry === undefined ? [] : this.waysOf(entry, this.core.system.now());
    if (entry === undefined || ways.length === 0) return null;
    const { kind, reason, progress } = entry;
    return { entryId, kind, reason, conflicts: progress?.conflicts ?? [], ways };
  }

  /**
   * Applies one choice to several entries in one transaction. Callers split more than a few dozen entries into chunks.
   *
   * @param drivers of the other plan to which stops go, by their ids
   * @returns ids of the entries that were changed; entries that do not (or no longer) allow this choice stay unchanged
   */
  decide(entryIds: readonly string[], choice: EntryChoice, drivers: ReadonlySet<string> = new Set()): string[] {
    this.core.noticeClock();
    const now = this.core.system.now();
    const entries = [...new Set(entryIds)].flatMap((id) => {
      const entry = this.core.storage.find(id);
      return entry !== undefined && this.waysOf(entry, now).includes(choice.way) ? [entry] : [];
    });
    const changes = entries.flatMap((entry) => this.decided(entry, choice, drivers));
    if (changes.length > 0) this.core.storage.commit(changes);
    return entries.map(({ id }) => id);
  }

  private waysOf(entry: StoredEntry, now: number): Way[] {
    return waysOf(entry, now, this.held(entry));
  }

  /** Why the entry cannot be discarded alone; null: it can. */
  private held(entry: StoredEntry): OtherHalf | null {
    const { storage } = this.core;
    return heldBy(entry, (id) => ({
      serverId: storage.record(id)?.serverId ?? null,
      made: makerOf(storage.entriesOf(id)),
    }));
  }

  private decided(entry: StoredEntry, choice: EntryChoice, drivers: ReadonlySet<string>): StorageChange[] {
    switch (choice.way) {
      case 'on-service':
        return this.seen(entry);
      case 'give-up':
        return this.givenUp(entry);
      case 'resolve':
        return [resolved(this.core, entry, choice)];
      case 'send-again':
        return this.again(entry);
      case 'live':
      case 'other-plan':
      case 'unassigned':
        return placed(this.core, entry, choice, drivers);
      default:
        return unreachable(choice);
    }
  }

  /** The user found it on the service: the entry counts as sent, and several matches are not asked about again. */
  private seen(entry: StoredEntry): StorageChange[] {
    if (operationOf(entry.kind).action.startsWith('live-')) {
      // The user saw the change applied or among the pending ones: it is read back like every live change.
      return settled(this.core, entry, { kind: 'pending', serverId: null, operationId: null, waitMilliseconds: 5_000 });
    }
    const settledAt = this.core.system.now();
    // One of the records with this marker is ours; its content tells which one.
    const known = entry.reason?.code === 'outbox.other-content' ? { knownIds: [] } : {};
    const fields = { state: 'acknowledged', reason: null, notBefore: 0, settledAt, ...known } as const;
    const isKnown = entry.reason?.code === 'outbox.several-found';
    // The new stop of a move exists. The old one is still to be deleted, and deleting it twice does no harm.
    if (isKnown && entry.progress?.moved === 'created') return [set(entry, { ...queued, sweepAt: null })];
    return [...acknowledged(this.core, entry, null, fields), ...(isKnown ? [set(entry, { sweepAt: null })] : [])];
  }

  private again(entry: StoredEntry): StorageChange[] {
    const code = entry.reason?.code;
    const before = withTries(entry.progress);
    const progress = code === 'outbox.day-passed' ? { ...before, dayConfirmed: true } : before;
    const again = set(entry, { ...queued, progress });
    // The service dropped the record together with its id, so it is created again.
    const isGone = isDiscarded(entry) && isCreate(entry.kind);
    return isGone ? [{ do: 'change-record', id: entry.recordId, set: { serverId: null } }, again] : [again];
  }

  /** When a create that never reached the service is discarded, later entries of the same record are discarded too. */
  private givenUp(entry: StoredEntry): StorageChange[] {
    const settledAt = this.core.system.now();
    const givenUp = { state: 'given-up', reason: null, notBefore: 0, settledAt } as const;
    // The user decided against the deletion. The reason keeps a transfer file that still holds it from deleting after
    // all.
    const isDeletion = operationOf(entry.kind).action.endsWith('delete');
    const reason = isDeletion ? ({ code: 'outbox.taken-back', detail: {} } as const) : null;
    const isNowhere = isCreate(entry.kind) && (entry.serverId === null || isDiscarded(entry));
    const followers = (isNowhere ? this.core.storage.entriesOf(entry.recordId) : []).filter(
      (other) => other.sequence > entry.sequence && !isSettled(other) && other.state !== 'sending',
    );
    return [
      set(entry, { ...givenUp, reason, ...sweepOf(this.core, entry) }),
      ...followers.map((other) => set(other, givenUp)),
      ...(operationOf(entry.kind).action.endsWith('edit') ? behindDiscarded(this.core, entry) : []),
      ...atOldPlace(this.core, entry, followers),
    ];
  }
}

/** An entry that is no longer paused, and due at once. */
const continued = ({ progress }: StoredEntry): Partial<EntryFields> => ({
  ...{ progress: unpaused(progress), reason: null, notBefore: 0 },
});

/** What the user has sent again may fail as often as at first before it needs a decision again. */
function withTries(progress: Progress | null): Progress | null {
  if (progress?.failures === undefined) return progress;
  const { failures: _failures, ...others } = progress;
  return others;
}

/** The service accepted the live change and never applied it. */
const isDiscarded = ({ reason }: StoredEntry): boolean => reason?.code === 'outbox.discarded';
