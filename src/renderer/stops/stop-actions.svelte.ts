/** Actions on one or many stops of a plan, with a report of the result for each stop. */
import type { RowResult } from '../../shared/stops.ts';
import { asAppError } from '../lib/backend.ts';
import { errorLine, errorText } from '../lib/error-text.ts';
import { withPrimary } from '../lib/shortcuts.ts';
import { t } from '../../messages/index.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import { placeOf, type StopPlace } from './stop-place.ts';

/** A stop that the action failed for, and the reason. */
export interface Left {
  id: string;
  why: string;
}

export class StopActions {
  readonly #place: StopPlace;
  /** Rows that the last action on several stops failed for; shown until the user closes the dialog. */
  left = $state.raw<readonly Left[]>([]);
  /** An action is running. */
  busy = $state(false);
  /** Ids of the last deletion, for undo. */
  #removed: readonly string[] = [];
  /** Ids of stops that were deleted or moved from here. When they are gone, nobody else removed them. */
  #sentAway: readonly string[] = [];

  constructor(planId: string) {
    this.#place = placeOf(planId);
  }

  /** @param name of a single stop, for the toast */
  async remove(ids: readonly string[], name: string | null): Promise<void> {
    const done = await this.#each(ids, (all) => this.#place.remove(all));
    if (done.length === 0) return;
    this.#removed = done;
    this.#sentAway = [...this.#sentAway, ...done];
    const shortcut = withPrimary('Z');
    const text =
      done.length === 1 && name !== null
        ? t('stops.removed', { name, shortcut })
        : t('stops.removedSeveral', { count: done.length, shortcut });
    toasts.show('positive', 'stops.removed', text);
  }

  /** Undoes the last deletion. */
  async undo(): Promise<void> {
    const ids = this.#removed;
    this.#removed = [];
    await this.restore(ids);
  }

  async restore(ids: readonly string[]): Promise<void> {
    const done = await this.#each(ids, (all) => this.#place.restore(all));
    this.#sentAway = this.#sentAway.filter((id) => !done.includes(id));
    if (done.length > 0) toasts.show('positive', 'stops.restored', t('stops.restored', { count: done.length }));
  }

  async move(ids: readonly string[], to: { id: string; title: string }): Promise<void> {
    const done = await this.#each(ids, (all) => this.#place.move(all, to.id));
    if (done.length === 0) return;
    this.#sentAway = [...this.#sentAway, ...done];
    toasts.show('positive', 'stops.moved', t('stops.moved', { count: done.length, plan: to.title }));
  }

  /** Whether the stop was deleted or moved from here. */
  hasSentAway(id: string): boolean {
    return this.#sentAway.includes(id);
  }

  /** @returns the ids for which the action succeeded */
  async #each(ids: readonly string[], act: (ids: string[]) => Promise<RowResult[]>): Promise<string[]> {
    if (ids.length === 0) return [];
    this.busy = true;
    try {
      const results = await act([...ids]);
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
