/** Actions on one or many stops of a plan, with a report of the result for each stop. */
import type { RowResult } from '../../shared/stops.ts';
import { asAppError } from '../lib/backend.ts';
import { press } from '../lib/press.ts';
import { errorLine, errorText } from '../lib/error-text.ts';
import { inParts } from '../lib/in-parts.ts';
import { setOf } from '../lib/sets.ts';
import { withPrimary } from '../lib/shortcuts.ts';
import { t } from '../../messages/index.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import type { StepOf } from './many-edits.ts';
import { placeOf, type StopPlace } from './stop-place.ts';

/** The most stops that one call takes. */
const atOnce = 1_000;

/** A stop that the action failed for, and the reason. */
export interface Left {
  id: string;
  why: string;
}

/** The message for so many changed stops, with the shortcut that undoes them. */
export type Said = (count: number, shortcut: string) => string;

/** The steps of these stops. */
function stepsWith(steps: readonly StepOf[], ids: readonly string[]): StepOf[] {
  const wanted = setOf(ids);
  return steps.filter(({ edit: { id } }) => wanted.has(id));
}

/** What Ctrl+Z undoes: the last action, in whichever of two tables beside each other it was done. */
export class LastAction {
  #undo: (() => Promise<void>) | null = null;
  /** Resolves when all actions that have begun have ended. */
  #ended: Promise<unknown> = Promise.resolve();

  /** An action has begun: it is the last one, although only its end says how it is undone. @returns the action */
  begun<Result>(action: Promise<Result>): Promise<Result> {
    this.#ended = Promise.allSettled([this.#ended, action]).then(() => undefined);
    return action;
  }

  set(undo: () => Promise<void>): void {
    this.#undo = undo;
  }

  /** Undoes it, once. One that is under way is waited for, so that the one before it is not undone instead. */
  async undo(): Promise<void> {
    await this.#ended;
    const undo = this.#undo;
    this.#undo = null;
    await undo?.();
  }
}

export class StopActions {
  readonly #planId: string;
  readonly #place: StopPlace;
  /** Rows that the last action on several stops failed for; shown until the user closes the dialog. */
  left = $state.raw<readonly Left[]>([]);
  /** An action is running. */
  busy = $state(false);
  /** The last deletion, edit or move. */
  readonly last: LastAction;
  /** Ids of stops that were deleted or moved from here. When they are gone, nobody else removed them. */
  #sentAway: readonly string[] = [];

  /** @param last shared with the table beside this one */
  constructor(planId: string, last = new LastAction()) {
    this.#planId = planId;
    this.last = last;
    this.#place = placeOf(planId);
  }

  /** @param name of a single stop, for the toast */
  remove(ids: readonly string[], name: string | null): Promise<void> {
    return this.last.begun(this.#remove(ids, name));
  }

  async #remove(ids: readonly string[], name: string | null): Promise<void> {
    const done = await this.#each(ids, (all) => this.#place.remove(all));
    if (done.length === 0) return;
    this.last.set(() => this.restore(done));
    this.#sentAway = [...this.#sentAway, ...done];
    const shortcut = withPrimary('Z');
    const text =
      done.length === 1 && name !== null
        ? t('stops.removed', { name, shortcut })
        : t('stops.removedSeveral', { count: done.length, shortcut });
    toasts.show('positive', 'stops.removed', text);
  }

  /**
   * Edits stops of the plan.
   *
   * @returns whether all of them were saved
   */
  edit(steps: readonly StepOf[], said: Said): Promise<boolean> {
    return this.last.begun(this.#edit(steps, said));
  }

  async #edit(steps: readonly StepOf[], said: Said): Promise<boolean> {
    const done = await this.#each(
      steps.map(({ edit: { id } }) => id),
      (ids) => press('stops.editMany', { planId: this.#planId, edits: stepsWith(steps, ids).map(({ edit }) => edit) }),
    );
    if (done.length > 0) {
      this.last.set(() => this.#undoEdits(stepsWith(steps, done)));
      toasts.show('positive', 'stops.edited', said(done.length, withPrimary('Z')));
    }
    return done.length === steps.length;
  }

  async #undoEdits(steps: readonly StepOf[]): Promise<void> {
    const done = await this.#each(
      steps.map(({ undo: { id } }) => id),
      (ids) => press('stops.undoEdits', { planId: this.#planId, edits: stepsWith(steps, ids).map(({ undo }) => undo) }),
    );
    if (done.length > 0) toasts.show('positive', 'stops.edited', t('assign.undone', { count: done.length }));
  }

  /** Undoes the last deletion, edit or move, as far as it was not sent. */
  undo(): Promise<void> {
    return this.last.undo();
  }

  async restore(ids: readonly string[]): Promise<void> {
    const done = await this.#each(ids, (all) => this.#place.restore(all));
    this.#sentAway = this.#sentAway.filter((id) => !done.includes(id));
    if (done.length > 0) toasts.show('positive', 'stops.restored', t('stops.restored', { count: done.length }));
  }

  move(ids: readonly string[], to: { id: string; title: string }): Promise<void> {
    return this.last.begun(this.#move(ids, to));
  }

  async #move(ids: readonly string[], to: { id: string; title: string }): Promise<void> {
    const done = await this.#each(ids, (all) => this.#place.move(all, to.id));
    if (done.length === 0) return;
    const shortcut = withPrimary('Z');
    this.#left(done, t('stops.moved', { count: done.length, plan: to.title, shortcut }));
  }

  /** Puts stops of the plan back to the unassigned ones. */
  unassign(ids: readonly string[]): Promise<void> {
    return this.last.begun(this.#unassign(ids));
  }

  async #unassign(ids: readonly string[]): Promise<void> {
    const done = await this.#each(ids, (all) => press('stops.unassign', { planId: this.#planId, ids: all }));
    if (done.length === 0) return;
    this.#left(done, t('drag.returned', { count: done.length, shortcut: withPrimary('Z') }));
  }

  /** Stops were moved from here. */
  #left(ids: readonly string[], said: string): void {
    this.last.set(() => this.#undoMoves(ids));
    this.#sentAway = [...this.#sentAway, ...ids];
    toasts.show('positive', 'stops.moved', said);
  }

  async #undoMoves(ids: readonly string[]): Promise<void> {
    const done = await this.#each(ids, (all) => press('stops.undoMoves', { ids: all }));
    this.#sentAway = this.#sentAway.filter((id) => !done.includes(id));
    if (done.length > 0) toasts.show('positive', 'stops.moved', t('stops.moveUndone', { count: done.length }));
  }

  /** Whether the stop was deleted or moved from here. */
  hasSentAway(id: string): boolean {
    return this.#sentAway.includes(id);
  }

  /**
   * @param act is called several times if there are more ids than one call takes
   * @returns the ids for which the action succeeded
   */
  async #each(ids: readonly string[], act: (ids: string[]) => Promise<RowResult[]>): Promise<string[]> {
    if (ids.length === 0) return [];
    this.busy = true;
    try {
      const results = await inParts(
        ids.map((id) => ({ id })),
        atOnce,
        (part) => act(part.map(({ id }) => id)),
      );
      const failed = results.flatMap(({ id, error }) => (error === null ? [] : [{ id, why: errorText(error).what }]));
      const [first] = failed;
      if (first !== undefined && ids.length === 1) toasts.show('error', 'stops.change', first.why);
      else {
        toasts.end('stops.change');
        this.left = failed;
      }
      return results.filter(({ error }) => error === null).map(({ id }) => id);
    } catch (error) {
      toasts.show('error', 'stops.change', errorLine(asAppError(error)));
      return [];
    } finally {
      this.busy = false;
    }
  }
}
