/**
 * The user edits several stops of one list at once, or a cell of one, and undoes it: at once or later, twice in a row, in
 * any order, before and after other edits, deletions and decisions of the same stops.
 */
import type { Intake, Taken } from '../../../src/main/outbox/intake.ts';
import type { EntryKind } from '../../../src/shared/outbox-kinds.ts';
import type { Body, Held } from './held.ts';
import { touch, untouchEdit, type Item } from './items.ts';
import type { Process } from './process.ts';
import type { Act } from './second-thoughts.ts';
import type { ServiceModel } from './service-model.ts';
import { severalEdit } from './several-fields.ts';

export interface Clerk {
  random: () => number;
  items: readonly Item[];
  model: ServiceModel;
  /** A distributed plan, whose changes are live. */
  livePlan: Held | null;
  /** The running process. */
  process: () => Process;
  /** The fields that its form shows. Null: it is in no list. */
  form: (item: Item) => Body | null;
  /** It is currently in a file and in no list. */
  isAway: (item: Item) => boolean;
  /** The entry is neither sent nor discarded. */
  isOpen: (entryId: string) => boolean;
  typed(kind: EntryKind, taken: Taken): void;
  /** Keeps a stop of a plan without a plan. */
  unassign: (item: Item) => void;
  undoMove: (item: Item) => void;
  did(act: Act): void;
  /** The user sees what the service has. */
  reads(): void;
  wrong(item: Item, why: string): void;
  /** Does something after so many milliseconds, as soon as the app runs. */
  later: (milliseconds: number, action: () => void) => void;
}

/** The edit of one stop, and what undoes it. */
interface Step {
  item: Item;
  fields: Body;
  change: Body;
  base: Body;
  before: Body;
}

interface Done {
  by: number;
  steps: readonly Step[];
}

const minute = 60_000;

export class SeveralEdits {
  private readonly clerk: Clerk;
  private readonly done: Done[] = [];
  private count = 0;

  constructor(clerk: Clerk) {
    this.clerk = clerk;
  }

  /** @param within milliseconds in which the edits begin */
  begin(within: number): void {
    const { random, later } = this.clerk;
    const times = 1 + Math.floor(random() * 4);
    for (let number = 0; number < times; number += 1) later(random() ** 2 * within, () => this.edit());
    if (random() < 0.4) later(random() ** 2 * within, () => this.unassign());
    for (let number = 0; number < 2; number += 1) later(random() * within, () => this.undoMove());
  }

  private edit(): void {
    const { clerk } = this;
    const items = this.some();
    if (items.length === 0) return;
    this.count += 1;
    const by = this.count;
    const fields = this.fields();
    const steps = items.flatMap((item) => this.stepOf(item, fields) ?? []);
    const taken: { kind: EntryKind; step: Step; taken: Taken }[] = [];
    clerk.process().together((intake) => {
      for (const step of steps) taken.push(edited(intake, step, step.item.planId === clerk.livePlan?.id));
    });
    for (const one of taken) {
      const { item } = one.step;
      touch(item, one.taken.entryId, one.step.fields, by);
      item.recordId = one.taken.recordId;
      clerk.typed(one.kind, one.taken);
    }
    if (taken.length === 0) return;
    clerk.did('edit several');
    this.done.push({ by, steps });
    // An undo after the user was asked about it.
    if (clerk.random() < 0.25 && this.colleague(steps))
      clerk.later((0.5 + clerk.random() * 2) * minute, () => this.undo());
    const luck = clerk.random();
    if (luck < 0.3) clerk.later(0, () => this.edit());
    if (luck > 0.2 && luck < 0.55) this.undo();
    else if (luck < 0.9) clerk.later(clerk.random() ** 3 * 5 * minute, () => this.undo());
  }

  private unassign(): void {
    const { livePlan, random, unassign } = this.clerk;
    const open = this.open().filter(({ planId }) => planId !== livePlan?.id);
    const item = open[Math.floor(random() * open.length)];
    if (item === undefined) return;
    unassign(item);
    if (random() < 0.4) this.clerk.undoMove(item);
  }

  /** Of a stop that was moved to another plan, out of its plan, or into one. */
  private undoMove(): void {
    const { items, isAway, random, undoMove } = this.clerk;
    const moved = items.filter(
      (one) => one.wanted === 'absent' && !one.isDeleted && one.movedTo.length > 0 && !isAway(one),
    );
    const item = moved[Math.floor(random() * moved.length)];
    if (item !== undefined) undoMove(item);
  }

  /** Some stops of one plan. */
  private some(): Item[] {
    const { random } = this.clerk;
    const open = this.open();
    const one = open[Math.floor(random() * open.length)];
    return open.filter((other) => other === one || (other.planId === one?.planId && random() < 0.6)).slice(0, 4);
  }

  private open(): Item[] {
    const { items, form, isAway } = this.clerk;
    return items.filter(
      (one) =>
        one.noun === 'stops' &&
        one.wanted === 'present' &&
        one.colleague === 'none' &&
        !isAway(one) &&
        form(one) !== null,
    );
  }

  private fields(): Body {
    const { random } = this.clerk;
    const unique = `several ${this.count}`;
    const all = [
      { notes: unique },
      { packageCount: this.count + 1 },
      { window: `8:${this.count}-${12 + Math.floor(random() * 6)}:0` },
      { driver: `drivers/d${this.count}` },
    ];
    const first = all[Math.floor(random() * all.length)];
    return Object.assign({}, ...all.filter((one) => one === first || random() < 0.4)) as Body;
  }

  private stepOf(item: Item, wanted: Body): Step | null {
    const shown = this.clerk.form(item) ?? {};
    // The user may clear a value. One that waits is not cleared: undoing both edits, the newer first, leaves nothing to
    // tell that the older one had set the field. Nor does the user clear twice: an undo tells edits by their values, and
    // undoing the older one would take back the newer one. The app offers to undo the last edit only.
    const isCleared = (name: string) =>
      this.done.some(({ steps }) => steps.some((step) => step.item === item && step.fields[name] === null));
    const mayClear = (name: string) =>
      shown[name] != null && name !== 'notes' && !this.isWaiting(item, name) && !isCleared(name);
    const clears = (name: string) => mayClear(name) && this.clerk.random() < 0.3;
    const fields = Object.fromEntries(
      Object.entries(wanted).map(([name, value]) => [name, clears(name) ? null : value]),
    );
    const names = Object.keys(fields).filter((name) => (shown[name] ?? null) !== fields[name]);
    if (names.length === 0) return null;
    const only = (of: Body): Body => Object.fromEntries(names.map((name) => [name, of[name] ?? null]));
    const changed = only(fields);
    const before = bodyOf(only(shown));
    return { item, fields: changed, change: bodyOf(changed), base: before, before };
  }

  private isWaiting({ touches }: Item, name: string): boolean {
    return touches.some(({ entryId, fields }) => entryId !== null && name in fields && this.clerk.isOpen(entryId));
  }

  /** A colleague changes the notes of one of them. Neither value may be lost silently. @returns whether one did */
  private colleague(steps: readonly Step[]): boolean {
    const { model } = this.clerk;
    const step = steps.find(
      ({ item, fields }) => item.touches.length === 2 && 'notes' in fields && model.stops.has(item.id),
    );
    const held = model.stops.get(step?.item.id ?? '');
    if (step === undefined || held === undefined || step.item.planId === this.clerk.livePlan?.id) return false;
    const { item } = step;
    model.change(held, { notes: `colleague ${item.tag}` });
    item.colleague = 'changed';
    return true;
  }

  private undo(): void {
    const { clerk } = this;
    // Mostly the last one, as the app offers it.
    const at = clerk.random() < 0.7 ? this.done.length - 1 : Math.floor(clerk.random() * this.done.length);
    const [done] = this.done.splice(at, 1);
    if (done === undefined) return;
    const steps = done.steps.filter(({ item }) => item.touches.some(({ by }) => by === done.by) && !clerk.isAway(item));
    const undone = undoneOf(clerk.process(), steps);
    for (const { item } of undone) this.isAsBefore(item, done.by);
    if (undone.length > 0) clerk.did('undo an edit');
    if (clerk.random() > 0.5) return;
    const [again] = undoneOf(clerk.process(), steps);
    if (again !== undefined) clerk.wrong(again.item, 'an edit was undone twice');
  }

  private isAsBefore(item: Item, by: number): void {
    const undone = untouchEdit(item, by);
    if (item.colleague !== 'changed' || !undone.includes('notes')) return;
    // Nothing of the user's is left to conflict with.
    this.clerk.reads();
    item.colleague = 'chosen';
    touch(item, null, { notes: `colleague ${item.tag}` });
  }
}

const bodyOf = ({ notes, ...fields }: Body): Body => ({
  ...(notes === undefined ? {} : { notes }),
  ...severalEdit(fields),
});

function edited(intake: Intake, step: Step, isLive: boolean): { kind: EntryKind; step: Step; taken: Taken } {
  const { item, change, base } = step;
  const kind = isLive ? 'stops.liveUpdate' : 'stops.update';
  return { kind, step, taken: intake.edit(kind, item.id, item.planId, change, base) };
}

/** @returns the steps that were undone */
function undoneOf(process: Process, steps: readonly Step[]): Step[] {
  let undone: Step[] = [];
  process.together((intake) => {
    undone = steps.filter(({ item, change, before }) => intake.undoEdit(item.id, change, before));
  });
  return undone;
}
