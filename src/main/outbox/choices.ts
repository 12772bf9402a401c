/** What a person decides about entries that are there: again, otherwise, elsewhere, or not at all. */
import { newMarker } from '../system.ts';
import { unreachable } from '../../shared/errors.ts';
import { waysOf, type Decision, type EntryChoice } from '../../shared/outbox-decisions.ts';
import { isCreate, markerField, operationOf } from '../../shared/outbox-kinds.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { StorageChange, EntryFields, StoredEntry } from '../db/outbox-storage.ts';
import { resolved } from './conflicts.ts';
import { isSettled, set, type Core } from './core.ts';
import { placed } from './closed-plan.ts';
import { isUnsent } from './intake.ts';
import { givenBack } from './restore.ts';
import { acknowledged, settled, sweepOf } from './settle.ts';

const queued = { state: 'queued', reason: null, notBefore: 0 } as const satisfies Partial<EntryFields>;

export class Choices {
  private readonly core: Core;

  constructor(core: Core) {
    this.core = core;
  }

  /** Lets a resting entry be looked at now; a refused one is queued again. An entry in doubt stays in doubt. */
  retry(entryId: string): void {
    this.core.noticeClock();
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
    this.core.noticeClock();
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
  private rebasedEdits(entry: StoredEntry, content: Fields): StorageChange[] {
    return this.core.storage.entriesOf(entry.recordId).flatMap((other) => {
      if (other.body === null || operationOf(other.kind).action !== 'edit' || isSettled(other)) return [];
      const names = Object.keys(JSON.parse(other.body) as Fields);
      const base = Object.fromEntries(names.map((name) => [name, content[name] ?? null]));
      return [set(other, { base: JSON.stringify(base) })];
    });
  }

  /**
   * A person gives up an entry that waits or was refused.
   *
   * @returns false when it may be on the service, asks otherwise, or is settled
   */
  giveUp(entryId: string): boolean {
    this.core.noticeClock();
    const entry = this.core.storage.find(entryId);
    if (entry === undefined || !['queued', 'refused', 'blocked'].includes(entry.state)) return false;
    this.core.storage.commit(this.givenUp(entry));
    return true;
  }

  /** What is shown of an entry that asks: why, what both sides wrote, and what can be chosen. Null: it does not ask. */
  decision(entryId: string): Decision | null {
    const entry = this.core.storage.find(entryId);
    const ways = entry === undefined ? [] : waysOf(entry, this.core.system.now());
    if (entry === undefined || ways.length === 0) return null;
    const { kind, reason, progress } = entry;
    return { entryId, kind, reason, conflicts: progress?.conflicts ?? [], ways };
  }

  /**
   * One choice for entries that ask, in one transaction: for more than some dozens it is asked for in parts.
   *
   * @returns ids of those for which it was done; one for which this way is not open (any more) is left as it is
   */
  decide(entryIds: readonly string[], choice: EntryChoice): string[] {
    this.core.noticeClock();
    const now = this.core.system.now();
    const entries = [...new Set(entryIds)].flatMap((id) => {
      const entry = this.core.storage.find(id);
      return entry !== undefined && waysOf(entry, now).includes(choice.way) ? [entry] : [];
    });
    const changes = entries.flatMap((entry) => this.decided(entry, choice));
    if (changes.length > 0) this.core.storage.commit(changes);
    return entries.map(({ id }) => id);
  }

  private decided(entry: StoredEntry, choice: EntryChoice): StorageChange[] {
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
        return placed(this.core, entry, choice);
      default:
        return unreachable(choice);
    }
  }

  /** It counts as sent; of several that were found the person knows, and is not asked again. */
  private seen(entry: StoredEntry): StorageChange[] {
    if (operationOf(entry.kind).action.startsWith('live-')) {
      // Seen among what is pending, or there: it is read back as every live change.
      return settled(this.core, entry, { kind: 'pending', serverId: null, operationId: null, waitMilliseconds: 5_000 });
    }
    const settledAt = this.core.system.now();
    // One of those that carry its number is it: which one, its content says.
    const known = entry.reason?.code === 'outbox.other-content' ? { knownIds: [] } : {};
    const fields = { state: 'acknowledged', reason: null, notBefore: 0, settledAt, ...known } as const;
    const isKnown = entry.reason?.code === 'outbox.several-found';
    // The new one of a move is there; the old one is still to go, and is deleted once more where it went already.
    if (isKnown && entry.progress?.moved === 'created') return [set(entry, { ...queued, sweepAt: null })];
    return [...acknowledged(this.core, entry, null, fields), ...(isKnown ? [set(entry, { sweepAt: null })] : [])];
  }

  private again(entry: StoredEntry): StorageChange[] {
    const code = entry.reason?.code;
    const progress = code === 'outbox.day-passed' ? { ...entry.progress, dayConfirmed: true } : entry.progress;
    const again = set(entry, { ...queued, progress });
    // What was discarded is gone with its id, and is made anew.
    const isGone = isDiscarded(entry) && isCreate(entry.kind);
    return isGone ? [{ do: 'change-record', id: entry.recordId, set: { serverId: null } }, again] : [again];
  }

  /** With a create that is nowhere, what was typed of the same record after it has nothing left to be done to. */
  private givenUp(entry: StoredEntry): StorageChange[] {
    const settledAt = this.core.system.now();
    const givenUp = { state: 'given-up', reason: null, notBefore: 0, settledAt } as const;
    // What was not to be deleted after all stays: no file that still says so takes it away.
    const isDeletion = operationOf(entry.kind).action.endsWith('delete');
    const reason = isDeletion ? ({ code: 'outbox.taken-back', detail: {} } as const) : null;
    const isNowhere = isCreate(entry.kind) && (entry.serverId === null || isDiscarded(entry));
    const followers = isNowhere ? this.core.storage.entriesOf(entry.recordId) : [];
    return [
      set(entry, { ...givenUp, reason, ...sweepOf(this.core, entry) }),
      ...followers
        .filter((other) => other.sequence > entry.sequence && !isSettled(other) && other.state !== 'sending')
        .map((other) => set(other, givenUp)),
      ...givenBack(this.core.storage, entry),
    ];
  }
}

/** A live change that was taken and never carried out. */
const isDiscarded = ({ reason }: StoredEntry): boolean => reason?.code === 'outbox.discarded';
