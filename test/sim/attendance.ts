/**
 * The person at the desk who looks at what asks, twice a minute, and chooses. Only what has a cause that a person gave is
 * chosen: a mistake that was typed, a colleague, a plan that went out, a day that passed. Everything else is left asking,
 * and counts as wrong in the end.
 */
import type { Choices } from '../../src/main/sync/choices.ts';
import type { EntryChoice, Way } from '../../src/shared/outbox-decisions.ts';
import { isCreate, operationOf } from '../../src/shared/outbox-kinds.ts';
import type { StoredEntry } from '../../src/shared/outbox-storage.ts';
import { touch, untouch, type Item } from './items.ts';
import { tagOf, type Body, type ServiceModel } from './service-model.ts';

/** What a person was rightly asked about. */
export const causes = [
  'what was typed wrong',
  'a colleague changed it too',
  'the plan went out',
  'the day passed',
  'a colleague discarded it',
  'people may have been told',
  'a copy nobody may take away',
  'it came from a file',
  'what was given up came late',
] as const;
export type Cause = (typeof causes)[number];

export interface AttendanceOptions {
  model: ServiceModel;
  random: () => number;
  items: readonly Item[];
  /** A plan that takes stops, for those that go elsewhere. */
  openPlan: string;
  /** True when the day of a plan is over by the computer's clock. */
  isDayOver(planId: string): boolean;
  asked(cause: Cause): void;
  /** Everything open was given up, what was on its way too. */
  hasSignedOut(): boolean;
  /** Entries came in from a file: whether they were sent from elsewhere nobody knows but the service. */
  wasFileTaken(): boolean;
  /** The entry that was made last. */
  last(): StoredEntry | undefined;
  /** People are told once more, because the person wants it. */
  toldAgain(planId: string): void;
}

export const address = { addressLineOne: 'Quay 1', city: 'Aldermünde' };

export class Attendance {
  private readonly options: AttendanceOptions;
  /** As they were when the person began to look. */
  private entries: readonly StoredEntry[] = [];

  constructor(options: AttendanceOptions) {
    this.options = options;
  }

  /** @returns whether anything was chosen */
  attend(entries: readonly StoredEntry[], choices: Choices): boolean {
    let chose = false;
    this.entries = entries;
    for (const entry of entries) {
      if (!asking.has(entry.state)) continue;
      const cause = this.causeOf(entry);
      if (cause === null || !this.choose(entry, choices, cause)) continue;
      chose = true;
      this.options.asked(cause);
    }
    return chose;
  }

  /** Why a person is rightly asked about an entry, or null: nobody should have been. */
  causeOf(entry: StoredEntry): Cause | null {
    const { model } = this.options;
    const item = this.itemOf(entry);
    const plan = model.plans.get(
      entry.progress?.moved === 'created' ? (entry.progress.old?.planId ?? '') : entry.parentId,
    );
    const isOut = plan !== undefined && plan['writable'] !== true;
    if (entry.state !== 'decision') {
      if (operationOf(entry.kind).alone) return 'people may have been told';
      const isMistake = isCreate(entry.kind) && entry.content.includes('"bad"');
      // What was to be done to something that was given up, or to a stop that went with its plan.
      return isMistake || item?.wanted === 'absent' ? 'what was typed wrong' : null;
    }
    switch (entry.reason?.code) {
      case 'outbox.conflict':
        return item !== undefined && item.colleague !== 'none' ? 'a colleague changed it too' : null;
      case 'outbox.plan-not-writable':
        return isOut ? 'the plan went out' : null;
      case 'outbox.day-passed':
        return this.options.isDayOver(entry.parentId) ? 'the day passed' : null;
      case 'outbox.discarded':
        return model.live.discarded.has(entry.parentId) ? 'a colleague discarded it' : null;
      case 'outbox.cannot-tell': {
        const { action } = operationOf(entry.kind);
        const isUnseen = action === 'live-create' && !model.live.pendingShow;
        return action === 'announce' || isUnseen ? 'people may have been told' : null;
      }
      case 'outbox.other-content':
        return entry.knownIds === null && this.options.wasFileTaken() ? 'it came from a file' : null;
      case 'outbox.several-found':
        // Of two operations nobody can tell which is ours: one was given up while it was on its way.
        if (operationOf(entry.kind).action === 'operate')
          return this.options.hasSignedOut() ? 'what was given up came late' : null;
        return isOut || (plan !== undefined && plan['distributed'] === true) ? 'a copy nobody may take away' : null;
      default:
        return null;
    }
  }

  private choose(entry: StoredEntry, choices: Choices, cause: Cause): boolean {
    const ways = choices.decision(entry.id)?.ways ?? [];
    const item = this.itemOf(entry);
    if (entry.state !== 'decision') {
      return operationOf(entry.kind).alone ? choices.giveUp(entry.id) : this.correct(entry, item, choices);
    }
    switch (cause) {
      case 'a colleague changed it too':
        return item !== undefined && this.resolve(entry, item, choices);
      case 'the plan went out':
        return this.elsewhere(entry, item, ways, choices);
      case 'the day passed':
        return this.dayPassed(entry, item, ways, choices);
      case 'a colleague discarded it':
        return this.discarded(entry, item, choices);
      case 'people may have been told':
        return this.told(entry, item, choices);
      case 'a copy nobody may take away':
        return this.cleaned(entry, item, choices);
      case 'it came from a file':
        return this.decided(entry, choices, { way: this.isThere(item) ? 'on-service' : 'send-again' });
      case 'what was given up came late':
        return this.decided(entry, choices, { way: 'on-service' });
      case 'what was typed wrong':
        return false;
    }
  }

  private correct(entry: StoredEntry, item: Item | undefined, choices: Choices): boolean {
    if (item === undefined) return false;
    const { id, kind } = entry;
    const needed = entry.progress?.needs?.[0];
    if (!isCreate(kind) && needed !== undefined) {
      // What was to take its place is not made: it stays.
      const isOver = this.entries.some((one) => one.recordId === needed && isCreate(one.kind) && over.has(one.state));
      if (!isOver || !choices.giveUp(id)) return false;
      item.wanted = 'present';
      return true;
    }
    if (!isCreate(kind)) return item.wanted === 'absent' && choices.giveUp(id);
    if ((item.wanted === 'absent' || this.options.random() < 0.2) && choices.giveUp(id)) {
      const isTakenAway = item.wanted === 'absent' && !this.wentWithPlan(item);
      if (kind === 'stops.move' && !isTakenAway) this.stays(entry);
      item.wanted = 'absent';
      return true;
    }
    // As the form has it that is filled with what was typed.
    const { phone } = ((JSON.parse(entry.content) as Body)['recipient'] as Body | null) ?? {};
    const recipient = { name: item.tag, ...(phone === undefined ? {} : { phone }) };
    if (!choices.correct(id, { address, recipient, notes: 'corrected' })) return false;
    // Edits that wait behind it are done after it.
    const { touches } = item;
    item.touches = [];
    touch(item, null, { notes: 'corrected', ...(phone === undefined ? {} : { phone }) });
    for (const each of touches.slice(1)) if (each.entryId !== id) touch(item, each.entryId, each.fields);
    return true;
  }

  private wentWithPlan(item: Item): boolean {
    return this.options.items.some(
      ({ noun, recordId }) => noun === 'plans' && recordId !== null && item.movedTo.includes(recordId),
    );
  }

  /** A stop that is not moved after all is still wanted where it was, if that plan is. */
  private stays(entry: StoredEntry): void {
    const { id, planId } = entry.progress?.old ?? {};
    const { items } = this.options;
    const old = items.find((one) => one.id === id || one.recordId === id);
    const plan = items.find((one) => one.noun === 'plans' && one.id === planId);
    // It may have been given up itself, as what was refused and was to go elsewhere.
    const isNowhere = this.entries.some(
      ({ recordId, kind, state }) => recordId === old?.recordId && isCreate(kind) && state === 'given-up',
    );
    if (old !== undefined && !isNowhere && plan?.wanted !== 'absent') old.wanted = 'present';
  }

  private resolve(entry: StoredEntry, item: Item, choices: Choices): boolean {
    item.colleague = 'chosen';
    const theirs = entry.progress?.conflicts?.find(({ field }) => field === 'notes')?.theirs;
    if (item.wanted === 'absent') {
      // Its stop goes elsewhere: what the edit said is not wanted here any more, should the stop stay after all.
      touch(item, null, { notes: theirs });
      return this.decided(entry, choices, { way: 'give-up' });
    }
    const isTheirs = theirs !== undefined && this.options.random() < 0.4;
    // What was typed after it is asked about in its turn.
    if (isTheirs) {
      const { notes: _mine, ...others } = this.carried(item, entry.id);
      untouch(item, entry.id, { ...others, notes: theirs });
    }
    return this.decided(entry, choices, { way: 'resolve', fields: {}, others: isTheirs ? 'theirs' : 'mine' });
  }

  private carried({ touches }: Item, entryId: string): Body {
    return Object.assign({}, ...touches.filter((one) => one.entryId === entryId).map(({ fields }) => fields)) as Body;
  }

  /** A plan that takes none any more; while a copy may still come, the person waits. */
  private elsewhere(entry: StoredEntry, item: Item | undefined, ways: readonly Way[], choices: Choices): boolean {
    const open = ways.filter((way) => way === 'live' || way === 'other-plan' || way === 'unassigned');
    const way = open[Math.floor(this.options.random() * open.length)];
    if (item === undefined || way === undefined) return false;
    if (
      item.wanted === 'absent' &&
      isCreate(entry.kind) &&
      entry.progress?.moved === undefined &&
      ways.includes('give-up')
    )
      return this.decided(entry, choices, { way: 'give-up' });
    return this.put(entry, item, way, choices);
  }

  private put(entry: StoredEntry, item: Item, way: 'live' | 'other-plan' | 'unassigned', choices: Choices): boolean {
    if (way === 'live') {
      const { old } = entry.progress ?? {};
      if (!this.decided(entry, choices, { way })) return false;
      if (old === undefined) item.isLive = true;
      else this.deletedLive(old.id);
      return true;
    }
    const { openPlan } = this.options;
    const choice: EntryChoice = way === 'unassigned' ? { way, depot: null } : { way, planId: openPlan };
    if (!this.decided(entry, choices, choice)) return false;
    item.planId = way === 'unassigned' ? '' : openPlan;
    if (way === 'unassigned') item.noun = 'unassignedStops';
    return true;
  }

  /** The one at the old place of a move has an entry of its own from now on. */
  private deletedLive(oldId: string): void {
    const old = this.options.items.find(({ id, recordId }) => id === oldId || recordId === oldId);
    if (old !== undefined) old.recordId ??= this.options.last()?.recordId ?? null;
  }

  private dayPassed(entry: StoredEntry, item: Item | undefined, ways: readonly Way[], choices: Choices): boolean {
    const luck = this.options.random();
    if (item !== undefined && luck < 0.2 && ways.includes('unassigned'))
      return this.put(entry, item, 'unassigned', choices);
    if (item !== undefined && luck < 0.4 && ways.includes('other-plan'))
      return this.put(entry, item, 'other-plan', choices);
    if (item !== undefined && luck < 0.5 && entry.kind === 'stops.create') item.wanted = 'absent';
    const way = item?.wanted === 'absent' && entry.kind === 'stops.create' ? 'give-up' : 'send-again';
    return this.decided(entry, choices, { way });
  }

  private discarded(entry: StoredEntry, item: Item | undefined, choices: Choices): boolean {
    const isMade = entry.kind === 'stops.liveCreate';
    if (item !== undefined && isMade && this.options.random() < 0.25) item.wanted = 'absent';
    const way = isMade && item?.wanted === 'absent' ? 'give-up' : 'send-again';
    return this.decided(entry, choices, { way });
  }

  /** The person looks at the plan, or asks a colleague who sees the dashboard. */
  private told(entry: StoredEntry, item: Item | undefined, choices: Choices): boolean {
    const { model } = this.options;
    if (entry.kind === 'stops.liveCreate') {
      const isThere = item !== undefined && model.live.knows(entry.parentId, item.tag);
      return this.decided(entry, choices, { way: isThere ? 'on-service' : 'send-again' });
    }
    const plan = model.plans.get(entry.serverId ?? '');
    const isDone =
      entry.kind === 'plans.distribute' ? plan?.['distributed'] === true : plan?.['optimization'] !== 'preview';
    if (!isDone) this.options.toldAgain(entry.serverId ?? '');
    return this.decided(entry, choices, { way: isDone ? 'on-service' : 'send-again' });
  }

  /** The person takes the copies away by hand. */
  private cleaned(entry: StoredEntry, item: Item | undefined, choices: Choices): boolean {
    if (item === undefined) return false;
    const { model } = this.options;
    const kept = item.wanted === 'absent' ? null : (entry.serverId ?? [...(model.tags.get(item.tag) ?? [])][0] ?? null);
    for (const stop of [...model.stops.values()]) {
      if (tagOf(stop) === item.tag && stop.id !== kept) model.remove(model.stops, stop.id);
    }
    return this.decided(entry, choices, { way: item.wanted === 'absent' ? 'give-up' : 'on-service' });
  }

  private isThere(item: Item | undefined): boolean {
    return (this.options.model.tags.get(item?.tag ?? '')?.size ?? 0) > 0;
  }

  private decided(entry: StoredEntry, choices: Choices, choice: EntryChoice): boolean {
    return choices.decide([entry.id], choice).length > 0;
  }

  private itemOf(entry: StoredEntry): Item | undefined {
    return this.options.items.find(({ id, recordId }) =>
      recordId === null ? id === entry.serverId : recordId === entry.recordId,
    );
  }
}

const asking = new Set(['refused', 'blocked', 'decision']);
const over = new Set(['refused', 'given-up']);
