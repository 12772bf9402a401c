/** View state of the unassigned stops beside a plan: those of its depot. */
import type { Listing } from '../../shared/contract.ts';
import type { PlanRow } from '../../shared/plans.ts';
import type { UnassignedStopRow } from '../../shared/unassigned-stops.ts';
import { compareNames } from '../lib/filter.ts';
import { LetterKeys } from '../lib/letter-keys.ts';
import type { Live } from '../lib/live.svelte.ts';
import { planTitle } from '../lib/plan-names.ts';
import { setOf } from '../lib/sets.ts';
import { primaryHeld } from '../lib/shortcuts.ts';
import { t } from '../../messages/index.ts';
import { StopActions, type LastAction } from './stop-actions.svelte.ts';
import { unassignedPlace } from './stop-place.ts';
import { takeKeys } from './take-keys.ts';
import { takingWords } from './taking-words.ts';

const day = 86_400_000;
/** From so many days on, a stop is called old. */
const oldFrom = 3;

/** Whole days for which a stop has been unassigned; null: not known. */
export const daysWaiting = ({ since }: Pick<UnassignedStopRow, 'since'>, now: number): number | null =>
  since === null ? null : Math.max(0, Math.floor((now - since) / day));

/** `today`, `1 day`, `Old: 9 days`. */
export function ageWords(days: number): { text: string; isOld: boolean } {
  if (days === 0) return { text: t('drag.sinceToday'), isOld: false };
  const isOld = days >= oldFrom;
  return { text: t(isOld ? 'drag.old' : 'drag.sinceDays', { count: days }), isOld };
}

/** `12 unassigned, oldest 9 days` */
export function waitingWords(rows: readonly UnassignedStopRow[], now: number): string {
  const waiting = t('drag.waiting', { count: rows.length });
  const oldest = Math.max(0, ...rows.map((row) => daysWaiting(row, now) ?? 0));
  return oldest === 0 ? waiting : t('drag.oldest', { waiting, age: t('drag.sinceDays', { count: oldest }) });
}

const none: ReadonlySet<string> = new Set();

export class UnassignedList {
  readonly list: Live<Listing<UnassignedStopRow>>;
  readonly actions: StopActions;
  selected = $state<string | null>(null);
  marked = $state.raw(none);
  table = $state<HTMLDivElement | null>(null);
  readonly #plan: () => PlanRow | undefined;

  /** The stops of the plan's depot, the oldest first. A plan without a depot is offered all of them. */
  readonly rows = $derived.by(() => {
    const depot = this.#plan()?.depot ?? null;
    const all = this.list.value?.rows ?? [];
    const own = depot === null ? all : all.filter((row) => row.depot === null || row.depot === depot);
    return own.toSorted((one, other) => (one.since ?? 0) - (other.since ?? 0));
  });
  /** How many wait for other depots. */
  readonly elsewhere = $derived.by(() => {
    const shown = setOf(this.rows);
    const others = (this.list.value?.rows ?? []).filter((row) => !shown.has(row));
    return [...Map.groupBy(others, ({ depotName }) => depotName ?? t('assign.noDepot'))]
      .map(([depot, of]) => ({ depot, count: of.length }))
      .sort((one, other) => compareNames(one.depot, other.depot));
  });
  /** The rows an action applies to: the marked ones, else the selected one. Those on their way to a plan are left. */
  readonly chosen = $derived.by(() => {
    const marked = this.rows.filter(({ id }) => this.marked.has(id));
    return (marked.length > 0 ? marked : this.rows.filter(({ id }) => id === this.selected)).filter(isFree);
  });
  /** Why the chosen stops cannot be added to the plan; null: they can. */
  readonly why = $derived.by(() => {
    const plan = this.#plan();
    const words = plan && takingWords(plan, 'add');
    if (words?.isPossible === false) return words.text;
    return this.chosen.length === 0 ? t('drag.whyNone') : null;
  });

  /** @param last what Ctrl+Z undoes in the plan's own table and here */
  constructor(list: Live<Listing<UnassignedStopRow>>, plan: () => PlanRow | undefined, last?: LastAction) {
    this.list = list;
    this.actions = new StopActions(unassignedPlace, last);
    this.#plan = plan;
  }

  /** Adds stops to a plan. Default: the one that they are beside. */
  async add(ids: readonly string[], plan = this.#plan()): Promise<void> {
    if (plan === undefined) return;
    await this.actions.move(ids, { id: plan.id, title: planTitle(plan) });
    this.marked = none;
    takeKeys(this.table);
  }

  /** Ids of the chosen stops; none if they cannot be added to the plan. */
  #addable(): string[] {
    return this.why === null ? this.chosen.map(({ id }) => id) : [];
  }

  #addThose(ids: readonly string[]): void {
    if (ids.length > 0) void this.add(ids);
  }

  readonly addChosen = (): void => this.#addThose(this.#addable());

  readonly nameOf = (id: string): string =>
    this.list.value?.rows.find((row) => row.id === id)?.recipientName ?? t('stops.noRecipient');

  readonly #letters = new LetterKeys<readonly string[]>(() => this.#addable(), { m: (ids) => this.#addThose(ids) });

  /** M on the table adds the chosen stops, and undo takes them back. */
  readonly keydown = (event: KeyboardEvent): void => {
    if (event.target !== this.table || event.defaultPrevented) return;
    const undoes = event.key.toLowerCase() === 'z' && primaryHeld(event) && !event.shiftKey;
    if (undoes) void this.actions.undo();
    else if (primaryHeld(event) || !this.#letters.take(event)) return;
    event.preventDefault();
  };
}

const isFree = ({ change }: UnassignedStopRow): boolean => change !== 'delete' && change !== 'move';
