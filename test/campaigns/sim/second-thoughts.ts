/**
 * The user's actions besides entering changes: undo, discard, try again, assign, export to a file and import, sign out.
 * Some are repeated immediately, like a double click, and the repetition must have no effect.
 */
import { isCreate, operationOf, type EntryKind } from '../../../src/shared/outbox-kinds.ts';
import type { StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import type { Taken } from '../../../src/main/outbox/intake.ts';
import { readTransferFile } from '../../../src/main/outbox/transfer-file.ts';
import { address } from './attendance.ts';
import { isInFile } from './cache.ts';
import { newItem, type Item } from './items.ts';
import type { Disk } from './memory-storage.ts';
import type { Process } from './process.ts';
import type { Body } from './held.ts';
import { renumbered } from './number-fields.ts';
import { severalContent } from './several-fields.ts';

export const acts = [
  'undo',
  'discard',
  'pause',
  'continue',
  'try again',
  'assign to a plan',
  'change an address',
  'take out to a file',
  'take in from a file',
  'another key',
  'sign out',
  'one choice for all',
  'edit several',
  'undo an edit',
  'take out of a plan',
  'undo a move',
  'import into a live plan',
  'import drivers',
  'give another number',
  'take a number away',
] as const;
export type Act = (typeof acts)[number];

export interface Hands {
  random: () => number;
  /** The clock stands still while it is read: an attempt that must fail leaves the schedule as it is. */
  isSteady: boolean;
  items: Item[];
  /** Service ids or local ids. Deleted plans are removed. */
  plans: string[];
  disk: Disk;
  /** The running process. */
  process: () => Process;
  form: (item: Item) => Body | null;
  newTag: () => string;
  typed(kind: EntryKind, taken: Taken): void;
  did(act: Act): void;
  /** Schedules the import of the file. */
  takeInLater(): void;
}

const discardable = new Set(['queued', 'refused', 'blocked']);
const onItsWay = new Set(['sending', 'in-doubt']);
const tried = new Set(['queued', 'refused', 'in-doubt', 'pending']);

export class SecondThoughts {
  private readonly hands: Hands;
  /** The last exported file. Null: none, or it was imported. */
  private file: string | null = null;

  constructor(hands: Hands) {
    this.hands = hands;
  }

  /** @returns whether any action was possible */
  anything(): boolean {
    const isOperating = this.hands.disk.entries.some(
      ({ kind, state }) => onItsWay.has(state) && operationOf(kind).action === 'operate',
    );
    // The worst moment: the request may still arrive.
    if (isOperating && this.hands.random() < 0.3) return this.signOut();
    const luck = this.hands.random();
    if (luck < 0.34) return this.undo();
    if (luck < 0.37) return this.pause();
    if (luck < 0.5) return this.discard();
    if (luck < 0.66) return this.tryAgain();
    if (luck < 0.8) return this.assign();
    if (luck < 0.88) return this.relocate();
    if (luck < 0.97) return this.takeOut();
    return this.signOut();
  }

  /** @returns whether the import is done; false: the file is still being written */
  takeIn(): boolean {
    const { transfer } = this.hands.process();
    if (transfer.isLeaving) return false;
    const { file } = this;
    // The app ended before the file was written, so no entry has left.
    if (file === '') this.file = null;
    if (file === null || file === '') return true;
    this.hands.did('take in from a file');
    const content = readTransferFile(file);
    transfer.takeIn(content);
    if (this.isTwice()) transfer.takeIn(content);
    this.file = null;
    return true;
  }

  /** Whether an entry is in a file that will be taken in. */
  comesBack(entryId: string): boolean {
    return this.file?.includes(entryId) === true;
  }

  private undo(): boolean {
    const { items } = this.hands;
    const item = this.pick(items.filter((one) => one.isDeleted && one.wanted === 'absent' && !this.isPlanGone(one)));
    if (item === undefined) return false;
    const id = item.recordId ?? item.id;
    const isBack = this.hands.process().restore(id);
    if (this.isTwice()) this.hands.process().restore(id);
    this.hands.did('undo');
    if (isBack) item.wanted = 'present';
    if (isBack) item.isDeleted = false;
    return true;
  }

  /** Pauses some of the new records that wait, as of an import. The user continues them when looking at the outbox. */
  private pause(): boolean {
    const waiting = this.hands.disk.entries.filter(({ state, kind }) => state === 'queued' && isCreate(kind));
    const some = waiting.filter(() => this.hands.random() < 0.7).map(({ id }) => id);
    const { choices } = this.hands.process();
    const paused = choices.pause(some);
    if (this.isTwice() && choices.pause(some).length > 0) throw new Error('paused twice');
    if (paused.length === 0) return false;
    this.hands.did('pause');
    return true;
  }

  /** Continues what is paused. @returns whether anything was */
  continue(): boolean {
    const paused = this.hands.disk.entries.filter(
      ({ progress, state }) => progress?.paused === true && state === 'queued',
    );
    if (paused.length === 0 || this.hands.random() < 0.5) return false;
    const ids = paused.map(({ id }) => id);
    const { choices } = this.hands.process();
    choices.continue(ids);
    if (this.isTwice() && choices.continue(ids).length > 0) throw new Error('continued twice');
    this.hands.did('continue');
    return true;
  }

  private discard(): boolean {
    const { disk } = this.hands;
    const entry = this.pick(disk.entries.filter((one) => discardable.has(one.state) && this.isDiscardable(one)));
    const item = entry === undefined ? undefined : this.itemOf(entry.recordId);
    if (entry === undefined || item === undefined) return false;
    const { choices } = this.hands.process();
    const isDone = choices.giveUp(entry.id);
    const again = this.isTwice() && choices.giveUp(entry.id);
    if (!isDone || again) throw new Error(`discarded ${isDone ? 'twice' : 'never'}: ${entry.kind} ${entry.state}`);
    this.hands.did('discard');
    this.discarded(entry, item);
    if (this.hands.isSteady) this.discardHalves();
    return true;
  }

  /** One half of a move is never discarded alone: the delivery would be in two places. */
  private discardHalves(): void {
    const { disk } = this.hands;
    const isCreated = (recordId: string) =>
      disk.entriesOf(recordId).some(({ kind, state }) => isCreate(kind) && state !== 'given-up');
    const halves = disk.entries.filter(({ kind, state, progress }) => {
      // A rejected deletion may have nothing left to delete.
      if (state !== 'queued' && state !== 'blocked') return false;
      const isDeletion = operationOf(kind).action.endsWith('delete');
      return progress?.moved === 'created' || (isDeletion && progress?.needs?.some(isCreated) === true);
    });
    for (const { id, kind, state } of halves) {
      if (this.hands.process().choices.giveUp(id)) throw new Error(`half of a move was discarded: ${kind} ${state}`);
    }
  }

  /**
   * Excludes entries that others depend on, and those that may have been sent, because their outcome would be unknown.
   * Halves of moves are tried beside ({@link discardHalves}).
   */
  private isDiscardable({ id, kind, recordId, doubtUntil, progress, noun }: StoredEntry): boolean {
    const { action } = operationOf(kind);
    // It would come back with the file: the app ended after writing the file but before the entry left.
    if (this.comesBack(id)) return false;
    if (noun === 'plans' || progress?.moved !== undefined || progress?.needs !== undefined) return false;
    if (!isCreate(kind) && (doubtUntil > 0 || !(action === 'delete' || action === 'submit' || action === 'withdraw')))
      return false;
    return !this.hands.disk.entries.some((other) => other.progress?.needs?.includes(recordId) === true);
  }

  private discarded(entry: StoredEntry, item: Item): void {
    const { action } = operationOf(entry.kind);
    if (action === 'submit' || action === 'withdraw') item.submitted = this.isSubmittedBy(entry.recordId);
    else if (isCreate(entry.kind)) {
      const isTakenAway = item.wanted === 'absent' && !this.isPlanGone(item);
      item.wanted = 'absent';
      if (action === 'move' && isTakenAway) this.leaves(entry);
      else if (action === 'move') this.stays(entry);
    } else {
      // The deletion of a stop with a pending move was discarded, so the stop is moved again.
      const took = (entry.progress?.took ?? []).map((id) => this.hands.disk.byId.get(id));
      const moved = took.find((one) => one !== undefined && isCreate(one.kind));
      const back = moved === undefined ? item : this.itemOf(moved.recordId);
      if (back !== undefined && !this.isPlanGone(back)) {
        back.wanted = 'present';
        back.isDeleted = false;
      }
    }
  }

  /** The last command that was not discarded wins. No order in the simulation is submitted initially. */
  private isSubmittedBy(id: string): boolean {
    const last = this.hands.disk.entries.findLast(
      ({ recordId, kind, state }) =>
        recordId === id && (kind === 'orders.submit' || kind === 'orders.withdraw') && state !== 'given-up',
    );
    return last?.kind === 'orders.submit';
  }

  /** A stop whose move was discarded is at its old place, if it ever was there and its plan exists. */
  private stays({ progress }: StoredEntry): void {
    const { items, disk } = this.hands;
    const { id } = progress?.old ?? {};
    const old = items.find((one) => one.id === id || one.recordId === id);
    if (old === undefined || this.isPlanGone(old)) return;
    const isNowhere = disk.entries.some(
      ({ recordId, kind, state }) => recordId === old.recordId && isCreate(kind) && state === 'given-up',
    );
    if (!isNowhere) old.wanted = 'present';
  }

  /** A stop that was deleted or moved on after the discarded move is not wanted at its old place either. */
  private leaves({ progress }: StoredEntry): void {
    const { id = '' } = progress?.old ?? {};
    const old = this.hands.items.find((one) => one.id === id || one.recordId === id);
    if (old !== undefined) old.recordId ??= this.recordOf(id);
  }

  private tryAgain(): boolean {
    const entry = this.pick(this.hands.disk.entries.filter(({ state }) => tried.has(state)));
    if (entry === undefined) return false;
    const { choices } = this.hands.process();
    choices.retry(entry.id);
    if (this.isTwice()) choices.retry(entry.id);
    this.hands.did('try again');
    return true;
  }

  /** Assigns an unassigned stop to a plan: creates it there, then deletes the unassigned one. */
  private assign(): boolean {
    const item = this.unassigned();
    const { plans, disk } = this.hands;
    const isHere = (id: string) => !disk.entries.some((entry) => isInFile(entry) && entry.recordId === id);
    const planId = this.pick(plans.filter(isHere));
    if (item === undefined || planId === undefined) return false;
    this.replaced(item, 'stops.create', planId);
    this.hands.did('assign to a plan');
    return true;
  }

  /** An address cannot be edited, so the stop is created again. */
  private relocate(): boolean {
    const item = this.unassigned();
    if (item === undefined) return false;
    this.replaced(item, 'unassignedStops.create', '');
    this.hands.did('change an address');
    return true;
  }

  /** Keeps a stop of a plan without a plan: creates it there, then deletes the one of the plan. */
  unassign(item: Item): void {
    const before = this.hands.items.filter(
      (one) => one === item || (item.recordId !== null && one.movedTo.includes(item.recordId)),
    );
    const { recordId } = this.replaced(item, 'unassignedStops.create', '');
    for (const one of before) {
      one.recordId ??= this.recordOf(one.id);
      if (!one.movedTo.includes(recordId)) one.movedTo.push(recordId);
    }
    this.hands.did('take out of a plan');
  }

  /** Undoes the last move of a stop, as far as nothing of it was sent. */
  undoMove(item: Item): void {
    const { hands } = this;
    const id = item.recordId ?? item.id;
    const made = hands.disk.entries.filter(({ kind, state }) => isCreate(kind) && state !== 'given-up');
    const isBack = hands.process().undoMove(id);
    if (this.isTwice() && hands.process().undoMove(id)) throw new Error(`a move was undone twice: ${item.tag}`);
    if (!isBack) return;
    hands.did('undo a move');
    // The last record that replaced the stop may be of a deletion that was discarded since.
    const to = made.find((entry) => hands.disk.byId.get(entry.id)?.state === 'given-up')?.recordId;
    for (const one of hands.items) {
      one.movedTo = one.movedTo.filter((each) => each !== to);
      if (one.recordId === to) one.wanted = 'absent';
    }
    const plan = this.hands.items.find((one) => isPlanOf(item, one));
    if (plan === undefined) item.wanted = 'present';
    // With a plan that was left behind at a sign-out, nobody knows.
    else if (plan.wanted !== 'absent') item.wanted = plan.wanted;
  }

  private unassigned(): Item | undefined {
    const { items, form } = this.hands;
    return this.pick(
      items.filter((one) => one.noun === 'unassignedStops' && one.wanted === 'present' && form(one) !== null),
    );
  }

  private replaced(item: Item, kind: 'stops.create' | 'unassignedStops.create', planId: string): Taken {
    const { hands } = this;
    const tag = hands.newTag();
    const shown = hands.form(item) ?? {};
    const { notes = null, phone } = shown;
    const recipient = renumbered({ name: tag, ...(phone == null ? {} : { phone }) }, item, shown);
    const content = { address, recipient, ...(notes === null ? {} : { notes }), ...severalContent(shown) };
    const taken = hands.process().replace({
      create: { kind, parentId: planId, content },
      remove:
        item.noun === 'stops'
          ? { kind: 'stops.delete', id: item.id, parentId: item.planId }
          : { kind: 'unassignedStops.delete', id: item.id, parentId: '' },
    });
    const { recordId } = taken;
    item.wanted = 'absent';
    item.recordId ??= this.recordOf(item.id);
    item.movedTo.push(recordId);
    const noun = kind === 'stops.create' ? 'stops' : 'unassignedStops';
    const { fields, colleague } = item;
    hands.items.push(newItem({ tag, noun, id: recordId, recordId, planId, fields, colleague }));
    hands.typed(kind, taken);
    return taken;
  }

  /** A stop of the service has a record since its deletion was entered. */
  private recordOf(serverId: string): string | null {
    return this.hands.disk.entries.findLast((entry) => entry.serverId === serverId)?.recordId ?? null;
  }

  private takeOut(): boolean {
    if (this.file !== null) return false;
    const { hands } = this;
    const { transfer } = hands.process();
    if (transfer.isLeaving) return false;
    this.file = '';
    hands.did('take out to a file');
    const head = { writtenAt: 0, mode: 'connected' as const, origin: 'https://depot.example', witnesses: [] };
    // If the app ends before the file is on disk, the file does not exist and no entry has left.
    void transfer.takeOut(head, (parts) => {
      this.file = [...parts].join('');
      return Promise.resolve();
    });
    hands.takeInLater();
    return true;
  }

  /** Discards all open entries, whatever their state. */
  private signOut(): boolean {
    const { items, disk } = this.hands;
    const open = disk.entries.filter(({ state }) => state !== 'acknowledged' && state !== 'given-up');
    if (open.length === 0 || this.file !== null) return false;
    this.hands.process().transfer.leave(
      open.map(({ id }) => id),
      'nowhere',
    );
    this.hands.did('sign out');
    const { plans } = this.hands;
    const gone = new Set(open.filter(({ kind }) => kind === 'plans.create').map(({ recordId }) => recordId));
    plans.splice(0, plans.length, ...plans.filter((id) => !gone.has(id)));
    const left = new Set(open.flatMap(({ recordId, parentId, progress }) => [recordId, parentId, progress?.old?.id]));
    for (const item of items) {
      const ids = [item.id, item.recordId, item.planId, ...item.movedTo];
      if (ids.some((id) => id !== null && id !== '' && left.has(id))) item.wanted = 'unknown';
    }
    return true;
  }

  private itemOf(recordId: string): Item | undefined {
    const serverId = this.hands.disk.records.get(recordId)?.serverId;
    return this.hands.items.find((one) => one.recordId === recordId || (one.recordId === null && one.id === serverId));
  }

  private isPlanGone(item: Item): boolean {
    return this.hands.items.some((one) => isPlanOf(item, one) && one.wanted !== 'present');
  }

  private isTwice(): boolean {
    return this.hands.random() < 0.3;
  }

  private pick<Value>(values: readonly Value[]): Value | undefined {
    return values[Math.floor(this.hands.random() * values.length)];
  }
}

const isPlanOf = ({ planId }: Item, one: Item): boolean =>
  one.noun === 'plans' && (one.id === planId || one.recordId === planId);
