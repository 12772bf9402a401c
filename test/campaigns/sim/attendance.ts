/**
 * The simulated user who checks twice a minute which entries need a decision, and chooses. Only entries with a cause
 * outside the core are decided: wrong input, a colleague, a distributed plan, a day that is over. All others stay
 * undecided and count as errors in the end.
 */
import type { Choices } from '../../../src/main/outbox/choices.ts';
import type { EntryChoice, Way } from '../../../src/shared/outbox-decisions.ts';
import { isCreate, operationOf } from '../../../src/shared/outbox-kinds.ts';
import type { StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import { failuresMost } from '../../../src/main/outbox/settle.ts';
import { giveWay, insist, touch, yieldTo, type Item } from './items.ts';
import type { ServiceModel } from './service-model.ts';
import { tagOf, type Body } from './held.ts';
import { renumbered, typedNumber } from './number-fields.ts';
import { severalContent, severalOf } from './several-fields.ts';

/** The legitimate causes for asking the user. */
export const causes = [
  'what was typed wrong',
  'a colleague changed it too',
  'the plan went out',
  'the day passed',
  'a colleague discarded it',
  'people may have been told',
  'a copy nobody may take away',
  'it was somewhere else meanwhile',
  'two with one number',
  'the service failed each time',
] as const;
export type Cause = (typeof causes)[number];

export interface AttendanceOptions {
  model: ServiceModel;
  random: () => number;
  items: readonly Item[];
  /** A plan that accepts stops, as the target for moved ones. */
  openPlan: string;
  /** True if the plan's day is over according to the computer's clock. */
  isDayOver(planId: string): boolean;
  asked(cause: Cause): void;
  /** All open entries were discarded, including those in flight. */
  hasSignedOut(): boolean;
  /** An entry is in a file that will be taken in, which would bring it back after it was discarded. */
  comesBack(entryId: string): boolean;
  /** Entries were imported from a file, and only the service knows whether they were sent from elsewhere. */
  wasFileTaken(): boolean;
  /** The local record of a service record, from its last entry. */
  lastOf(serverId: string): string | null;
  /** People are notified again because the user wants it. */
  toldAgain(planId: string): void;
  /** One choice was applied to several entries. */
  choseForAll(): void;
  /** How often the service has failed to create a record. */
  failuresOf(tag: string): number;
  /** Somebody mends what the service failed each time. */
  mended(tag: string): void;
}

/** The user's choice for an entry, and its effect on the expected result once it is applied. */
interface Chosen {
  entry: StoredEntry;
  cause: Cause;
  choice: EntryChoice;
  then: () => void;
}

type Chooses = Pick<Chosen, 'choice'> & Partial<Pick<Chosen, 'then'>>;

export const address = { addressLineOne: 'Quay 1', city: 'Aldermünde' };

/** The drivers of the plan to which stops go when their own is closed: every other one. */
const driversThere: ReadonlySet<string> = new Set(Array.from({ length: 1000 }, (_, at) => `drivers/d${2 * at}`));

export class Attendance {
  private readonly options: AttendanceOptions;
  /** The entries when the user began to look. */
  private entries: readonly StoredEntry[] = [];
  /**
   * The first choice for each cause, for a user who chooses the same for all. Null: each entry is decided separately.
   */
  private alike: Map<Cause, string> | null = null;

  constructor(options: AttendanceOptions) {
    this.options = options;
  }

  /** @returns whether the user chose anything */
  attend(entries: readonly StoredEntry[], choices: Choices): boolean {
    let chose = false;
    this.entries = entries;
    this.alike = this.options.random() < 0.5 ? new Map() : null;
    const chosen: Chosen[] = [];
    for (const entry of entries) {
      if (!asking.has(entry.state)) continue;
      const cause = this.causeOf(entry);
      if (cause === null) continue;
      if (entry.state !== 'decision') {
        if (this.options.comesBack(entry.id) || !this.refused(entry, choices)) continue;
        chose = true;
        this.options.asked(cause);
        continue;
      }
      const open = choices.decision(entry.id)?.ways ?? [];
      const chooses = this.choose(entry, open, cause);
      if (chooses === null || !open.includes(chooses.choice.way)) continue;
      if (chooses.choice.way === 'give-up' && this.options.comesBack(entry.id)) continue;
      const one = { then: () => undefined, ...chooses, entry, cause };
      if (this.alike !== null) chosen.push(one);
      else if (this.decide([one], choices)) chose = true;
    }
    for (const group of groupedAlike(chosen)) if (this.decide(group, choices)) chose = true;
    return chose;
  }

  /** @returns whether the choice was applied to any of them */
  private decide(group: readonly Chosen[], choices: Choices): boolean {
    const [first] = group;
    if (first === undefined) return false;
    const ids = group.map(({ entry }) => entry.id);
    const closed = this.alike === null ? [] : this.closedTo(first, choices);
    const done = new Set(choices.decide([...ids, ...closed], first.choice, driversThere));
    for (const { entry, cause, then } of group) {
      if (!done.has(entry.id)) continue;
      then();
      this.options.asked(cause);
    }
    if (done.size > 1) this.options.choseForAll();
    return done.size > 0;
  }

  /** The app's "all with this reason" includes entries that do not allow the choice. */
  private closedTo({ entry, choice }: Chosen, choices: Choices): string[] {
    const alike = this.entries.filter(
      ({ state, reason }) => state === 'decision' && reason?.code === entry.reason?.code,
    );
    const isClosed = ({ id }: StoredEntry) => choices.decision(id)?.ways.includes(choice.way) === false;
    return alike.filter(isClosed).map(({ id }) => id);
  }

  /** A random choice, or the earlier one of a user who chooses the same for all. */
  private oneOf<Value extends string>(cause: Cause, open: readonly Value[]): Value | undefined {
    const before = open.find((one) => one === this.alike?.get(cause));
    const chosen = before ?? open[Math.floor(this.options.random() * open.length)];
    if (chosen !== undefined) this.alike?.set(cause, chosen);
    return chosen;
  }

  /** The legitimate cause for asking the user about an entry, or null if there is none. */
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
      // A change to a discarded record, or to a stop that was deleted with its plan.
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
        if (this.options.wasFileTaken() && this.isCarriedByAnother(entry)) return 'it was somewhere else meanwhile';
        return this.isNumberOfTwo(entry) ? 'two with one number' : null;
      case 'outbox.fails-each-time':
        // Not those that were in one request with what the service failed.
        return item !== undefined && this.options.failuresOf(item.tag) >= failuresMost
          ? 'the service failed each time'
          : null;
      case 'outbox.several-found':
        // Two operations cannot be told apart if one was discarded or exported while in flight.
        if (operationOf(entry.kind).action === 'operate') {
          const left = this.options.hasSignedOut() || this.options.wasFileTaken();
          return left ? 'it was somewhere else meanwhile' : null;
        }
        return isOut || (plan !== undefined && plan['distributed'] === true) ? 'a copy nobody may take away' : null;
      default:
        return null;
    }
  }

  private refused(entry: StoredEntry, choices: Choices): boolean {
    return operationOf(entry.kind).alone ? choices.giveUp(entry.id) : this.correct(entry, this.itemOf(entry), choices);
  }

  private choose(entry: StoredEntry, ways: readonly Way[], cause: Cause): Chooses | null {
    const item = this.itemOf(entry);
    switch (cause) {
      case 'a colleague changed it too':
        return item === undefined ? null : this.resolve(entry, item);
      case 'the plan went out':
        return this.elsewhere(entry, item, ways);
      case 'the day passed':
        return this.dayPassed(entry, item, ways);
      case 'a colleague discarded it':
        return this.discarded(entry, item);
      case 'people may have been told':
        return this.told(entry, item);
      case 'a copy nobody may take away':
        return item === undefined ? null : this.cleaned(entry, item, ways);
      case 'it was somewhere else meanwhile':
      case 'two with one number': {
        if (operationOf(entry.kind).action === 'operate' || this.isThere(item))
          return { choice: { way: 'on-service' } };
        const tag = item?.tag ?? '';
        // The service fails it as well, and whoever runs it is told.
        const then = () => this.options.failuresOf(tag) >= failuresMost && this.options.mended(tag);
        return { choice: { way: 'send-again' }, then };
      }
      case 'the service failed each time':
        return item === undefined ? null : this.failed(entry, item, ways);
      case 'what was typed wrong':
        return null;
    }
  }

  /** The user tells whoever runs the service, who mends it now or when told again. */
  private failed(entry: StoredEntry, item: Item, ways: readonly Way[]): Chooses {
    if (this.isThere(item)) return { choice: { way: 'on-service' } };
    const luck = this.options.random();
    // Nobody discards a plan for that: its stops are still to be delivered.
    const isDropped = item.wanted === 'absent' || (luck < 0.25 && item.noun !== 'plans');
    if (isDropped && ways.includes('give-up'))
      return { choice: { way: 'give-up' }, then: () => this.dropped(entry, item) };
    // A live stop fails once in ten minutes.
    const isLate = entry.kind === 'stops.liveCreate' || this.options.failuresOf(item.tag) >= 2 * failuresMost;
    const then = () => (luck < 0.75 || isLate) && this.options.mended(item.tag);
    return { choice: { way: 'send-again' }, then };
  }

  private correct(entry: StoredEntry, item: Item | undefined, choices: Choices): boolean {
    if (item === undefined) return false;
    const { id, kind } = entry;
    const needed = entry.progress?.needs?.[0];
    if (!isCreate(kind) && needed !== undefined) {
      // Its replacement was discarded, so it stays.
      const isOver = this.entries.some(
        (one) => one.recordId === needed && isCreate(one.kind) && one.state === 'given-up',
      );
      if (!isOver || !choices.giveUp(id)) return false;
      item.wanted = 'present';
      return true;
    }
    if (!isCreate(kind)) return item.wanted === 'absent' && choices.giveUp(id);
    if ((item.wanted === 'absent' || this.options.random() < 0.2) && choices.giveUp(id)) {
      this.dropped(entry, item);
      return true;
    }
    // Like the form, which is filled with the previous input.
    const typed = JSON.parse(entry.content) as Body;
    const { phone, externalId } = (typed['recipient'] as Body | null) ?? {};
    const shown = { number: typedNumber(externalId) ?? null };
    const recipient = renumbered({ name: item.tag, ...(phone === undefined ? {} : { phone }) }, item, shown);
    const number = 'number' in item.fields ? shown : {};
    const several = severalOf(typed);
    if (!choices.correct(id, { address, recipient, notes: 'corrected', ...severalContent(several) })) return false;
    // Waiting edits are applied after it.
    const { touches } = item;
    item.touches = [];
    touch(item, null, { ...several, ...number, notes: 'corrected', ...(phone === undefined ? {} : { phone }) });
    for (const each of touches.slice(1)) if (each.entryId !== id) touch(item, each.entryId, each.fields, each.by);
    return true;
  }

  /** Its create was discarded. A stop that should be moved stays, or is deleted at its old place if it should be deleted. */
  private dropped(entry: StoredEntry, item: Item): void {
    const isTakenAway = item.wanted === 'absent' && !this.wentWithPlan(item);
    if (entry.kind === 'stops.move' && !isTakenAway) this.stays(entry);
    if (entry.kind === 'stops.move' && isTakenAway) this.deletedThere(entry.progress?.old?.id ?? '');
    item.wanted = 'absent';
  }

  private wentWithPlan(item: Item): boolean {
    return this.options.items.some(
      ({ noun, recordId }) => noun === 'plans' && recordId !== null && item.movedTo.includes(recordId),
    );
  }

  /** A stop whose move was discarded is still wanted at its old place, if that plan is. */
  private stays(entry: StoredEntry): void {
    const { id, planId } = entry.progress?.old ?? {};
    const { items } = this.options;
    const old = items.find((one) => one.id === id || one.recordId === id);
    const plan = items.find((one) => one.noun === 'plans' && one.id === planId);
    // It may have been discarded itself, as a rejected stop that should be moved.
    const isNowhere = this.entries.some(
      ({ recordId, kind, state }) => recordId === old?.recordId && isCreate(kind) && state === 'given-up',
    );
    if (old !== undefined && !isNowhere && plan?.wanted !== 'absent') old.wanted = 'present';
  }

  private resolve(entry: StoredEntry, item: Item): Chooses {
    const theirs = entry.progress?.conflicts?.find(({ field }) => field === 'notes')?.theirs;
    if (item.wanted === 'absent') {
      // The stop is moved, so the edit is not wanted here if the stop stays after all.
      const then = () => {
        item.colleague = 'chosen';
        giveWay(item, entry.id, theirs === undefined ? {} : { notes: theirs });
      };
      return { choice: { way: 'give-up' }, then };
    }
    // If a file brought the question back, the user gives the same answer again.
    const saidTheirs = item.colleague === 'chosen' && !item.touches.some(({ entryId }) => entryId === entry.id);
    const open = saidTheirs ? (['theirs'] as const) : (['theirs', 'mine', 'mine'] as const);
    const others = theirs === undefined ? 'mine' : this.oneOf('a colleague changed it too', open);
    const then = () => {
      item.colleague = 'chosen';
      // Later edits get their own question.
      if (others === 'theirs') yieldTo(item, entry.id, 'notes', theirs);
      else insist(item, entry.id, 'notes');
    };
    return { choice: { way: 'resolve', fields: {}, others: others ?? 'mine' }, then };
  }

  /** The plan accepts no more stops. While a late copy can appear, the user waits. */
  private elsewhere(entry: StoredEntry, item: Item | undefined, ways: readonly Way[]): Chooses | null {
    const open = ways.filter((way) => way === 'live' || way === 'other-plan' || way === 'unassigned');
    const way = this.oneOf('the plan went out', open);
    if (item === undefined || way === undefined) return null;
    if (
      item.wanted === 'absent' &&
      isCreate(entry.kind) &&
      entry.progress?.moved === undefined &&
      ways.includes('give-up')
    )
      return { choice: { way: 'give-up' } };
    return this.put(entry, item, way);
  }

  private put(entry: StoredEntry, item: Item, way: 'live' | 'other-plan' | 'unassigned'): Chooses {
    if (way === 'live') {
      const { old } = entry.progress ?? {};
      const then = () => {
        if (old === undefined) item.isLive = true;
        else this.deletedThere(old.id);
      };
      return { choice: { way }, then };
    }
    const { openPlan } = this.options;
    const then = () => {
      item.planId = way === 'unassigned' ? '' : openPlan;
      if (way === 'unassigned') item.noun = 'unassignedStops';
      // Its drivers are those of the plan that it leaves, and only some are in the other plan.
      const { driver = null } = severalOf(JSON.parse(entry.content) as Body);
      const goesAlong = way === 'other-plan' && typeof driver === 'string' && driversThere.has(driver);
      if (driver !== null && !goesAlong && driver === item.fields['driver']) touch(item, null, { driver: null });
    };
    return { choice: way === 'unassigned' ? { way, depot: null } : { way, planId: openPlan }, then };
  }

  /** From now on the deletion at the old place of a move has its own entry. */
  private deletedThere(oldId: string): void {
    const old = this.options.items.find(({ id, recordId }) => id === oldId || recordId === oldId);
    if (old !== undefined) old.recordId ??= this.options.lastOf(oldId);
  }

  private dayPassed(entry: StoredEntry, item: Item | undefined, ways: readonly Way[]): Chooses {
    const luck = this.options.random();
    if (item !== undefined && luck < 0.2 && ways.includes('unassigned')) return this.put(entry, item, 'unassigned');
    if (item !== undefined && luck < 0.4 && ways.includes('other-plan')) return this.put(entry, item, 'other-plan');
    const isMade = item !== undefined && entry.kind === 'stops.create';
    if (!isMade || (item.wanted !== 'absent' && luck >= 0.5)) return { choice: { way: 'send-again' } };
    return { choice: { way: 'give-up' }, then: () => (item.wanted = 'absent') };
  }

  private discarded(entry: StoredEntry, item: Item | undefined): Chooses {
    const isMade = item !== undefined && entry.kind === 'stops.liveCreate';
    const isDropped = isMade && (item.wanted === 'absent' || this.options.random() < 0.25);
    if (!isDropped) return { choice: { way: 'send-again' } };
    return { choice: { way: 'give-up' }, then: () => (item.wanted = 'absent') };
  }

  /** The user checks the plan, or asks a colleague with dashboard access. */
  private told(entry: StoredEntry, item: Item | undefined): Chooses {
    const { model } = this.options;
    if (entry.kind === 'stops.liveCreate') {
      const isThere = item !== undefined && model.live.knows(entry.parentId, item.tag);
      if (item !== undefined && !isThere && this.options.failuresOf(item.tag) >= failuresMost)
        return this.failed(entry, item, ['send-again', 'give-up']);
      return { choice: { way: isThere ? 'on-service' : 'send-again' } };
    }
    const plan = model.plans.get(entry.serverId ?? '');
    const isDone =
      entry.kind === 'plans.distribute' ? plan?.['distributed'] === true : plan?.['optimization'] !== 'preview';
    if (isDone) return { choice: { way: 'on-service' } };
    return { choice: { way: 'send-again' }, then: () => this.options.toldAgain(entry.serverId ?? '') };
  }

  /** The user deletes the duplicates manually. One half of a move is then continued, even if its stop is not wanted. */
  private cleaned(entry: StoredEntry, item: Item, ways: readonly Way[]): Chooses {
    const { model } = this.options;
    const kept = item.wanted === 'absent' ? null : (entry.serverId ?? [...(model.tags.get(item.tag) ?? [])][0] ?? null);
    for (const stop of [...model.stops.values()]) {
      if (tagOf(stop) === item.tag && stop.id !== kept) model.remove(model.stops, stop.id);
    }
    const isDropped = item.wanted === 'absent' && ways.includes('give-up');
    return { choice: { way: isDropped ? 'give-up' : 'on-service' } };
  }

  /** If two records in one list have the same number, it is unknown which came late. */
  private isNumberOfTwo({ recordId, marker, markerIsOurs }: StoredEntry): boolean {
    return !markerIsOurs && this.entries.some((other) => other.recordId !== recordId && other.marker === marker);
  }

  /** Another record on the service has its number, or had it at the look-up. */
  private isCarriedByAnother(entry: StoredEntry): boolean {
    const tag = this.itemOf(entry)?.tag;
    return [...(this.options.model.numbers.get(entry.marker) ?? [])].some((other) => other !== tag);
  }

  private isThere(item: Item | undefined): boolean {
    return (this.options.model.tags.get(item?.tag ?? '')?.size ?? 0) > 0;
  }

  private itemOf(entry: StoredEntry): Item | undefined {
    return this.options.items.find(({ id, recordId }) =>
      recordId === null ? id === entry.serverId : recordId === entry.recordId,
    );
  }
}

const asking = new Set(['refused', 'blocked', 'decision']);

/** Groups entries with the same choice for the same cause. */
function groupedAlike(chosen: readonly Chosen[]): Chosen[][] {
  const groups = new Map<string, Chosen[]>();
  for (const one of chosen) {
    const key = JSON.stringify([one.cause, one.choice]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}
