/**
 * The user gives stops and orders another number, or takes it away: before they are sent, while they are in flight, and
 * later. Where a record has no number, the app's own marker is in its place, which no form shows (outbox, Rule 4).
 */
import type { Intake, Taken } from '../../../src/main/outbox/intake.ts';
import type { EntryKind } from '../../../src/shared/outbox-kinds.ts';
import type { Body, Held } from './held.ts';
import { touch, type Item } from './items.ts';
import { holderRead, numberHolder } from './number-fields.ts';
import type { Act } from './second-thoughts.ts';

export interface Pen {
  random: () => number;
  items: readonly Item[];
  /** A distributed plan, whose changes are live. */
  livePlan: Held | null;
  intake: () => Intake;
  /** The fields that its form shows. Null: it is in no list. */
  form: (item: Item) => Body | null;
  /** It is currently in a file and in no list. */
  isAway: (item: Item) => boolean;
  typed(kind: EntryKind, taken: Taken): void;
  did(act: Act): void;
  /** Does something after so many milliseconds, as soon as the app runs. */
  later: (milliseconds: number, action: () => void) => void;
}

export class NumberEdits {
  private readonly pen: Pen;
  private readonly used: string[] = [];

  constructor(pen: Pen) {
    this.pen = pen;
  }

  /** @param within milliseconds in which the edits begin */
  begin(within: number): void {
    const { random, later } = this.pen;
    const times = 2 + Math.floor(random() * 4);
    for (let time = 0; time < times; time += 1) later(random() ** 2 * within, () => this.edit());
  }

  private edit(): void {
    const { pen } = this;
    const { random } = pen;
    const open = pen.items.filter(
      (one) => isNumbered(one) && one.wanted === 'present' && !pen.isAway(one) && pen.form(one) !== null,
    );
    const item = open[Math.floor(random() * open.length)] as (Item & { noun: NumberedNoun }) | undefined;
    if (item === undefined) return;
    const shown = pen.form(item) ?? {};
    const number = this.another(shown['number'] ?? null);
    const holder = numberHolder(item.noun);
    const isLive = item.noun === 'stops' && item.planId === pen.livePlan?.id;
    const kind = isLive ? 'stops.liveUpdate' : (`${item.noun}.update` as const);
    const [mine, base] = [{ [holder]: { externalId: number } }, { [holder]: holderRead(item.noun, shown) }];
    const taken = pen.intake().edit(kind, item.id, item.planId, mine, base);
    touch(item, taken.entryId, { number });
    item.recordId = taken.recordId;
    pen.typed(kind, taken);
    pen.did(number === null ? 'take a number away' : 'give another number');
    // Often once more, while the first one waits or is in flight.
    if (random() < 0.3) pen.later(random() ** 3 * 60_000, () => this.edit());
  }

  private another(shown: unknown): string | null {
    const { random } = this.pen;
    if (shown !== null && random() < 0.35) return null;
    const before = this.used.filter((number) => number !== shown);
    // Shops begin again with their numbering.
    if (before.length > 0 && random() < 0.15) return before[Math.floor(random() * before.length)] ?? null;
    const number = `number ${this.used.length + 1}`;
    this.used.push(number);
    return number;
  }
}

type NumberedNoun = 'stops' | 'unassignedStops' | 'orders';
const isNumbered = ({ noun }: Item): boolean => noun === 'stops' || noun === 'unassignedStops' || noun === 'orders';
