/** The training service as the screen shows and steers it. */
import type { Backend } from '../../shared/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import type { FaultKind, FaultRule, PresetName, TrainingView } from '../../shared/training.ts';
import { asAppError } from '../lib/backend.ts';
import { draftOf, newDraft, ruleOf, type FaultDraft } from './fault-draft.ts';

export class TrainingPanel {
  view = $state.raw<TrainingView | null>(null);
  /** When it was read, milliseconds since the epoch. */
  readAt = $state(0);
  /** Why it could not be read. */
  error = $state.raw<AppError | null>(null);
  /** Why the last change was not made. */
  notDone = $state.raw<AppError | null>(null);
  /** A change is on its way. */
  busy = $state(false);
  /** The rules as they stand in their fields. */
  drafts = $state<FaultDraft[]>([]);
  readonly rules = $derived(this.drafts.map(ruleOf));
  /** What is in the fields is not what is in force. */
  readonly isChanged = $derived.by(
    () =>
      JSON.stringify(this.rules) !== JSON.stringify(this.view?.state.faults.rules.map((rule) => ruleOf(draftOf(rule)))),
  );
  readonly isWhole = $derived(this.rules.every((rule) => rule !== undefined));
  readonly #calls: Backend['training'];
  readonly #now: () => number;
  /** The rules in force when the fields were last filled. */
  #shown = '';
  #changes = 0;

  constructor(calls: Backend['training'], now: () => number = Date.now) {
    this.#calls = calls;
    this.#now = now;
  }

  /** Never throws: a failure stands in `error`, and what was read before stays. */
  async load(): Promise<void> {
    const changes = this.#changes;
    try {
      const view = await this.#calls.get();
      this.error = null;
      // What was read before a change is older than the change's own answer.
      if (changes === this.#changes) this.#take(view);
    } catch (error) {
      this.error = asAppError(error);
    }
  }

  setPreset(preset: PresetName | null): Promise<void> {
    return this.#change(() => this.#calls.setPreset({ preset }));
  }

  setClock(clock: { now?: number; speed?: number }): Promise<void> {
    return this.#change(() => this.#calls.setClock(clock));
  }

  setSwitch(name: string, choice: string): Promise<void> {
    return this.#change(() => this.#calls.setSwitch({ name, choice }));
  }

  addFault(kind: FaultKind): void {
    this.drafts.push(newDraft(kind));
  }

  removeFault(index: number): void {
    this.drafts.splice(index, 1);
  }

  /** Puts what is in the fields in force; does nothing while a field is wrong. */
  async apply(): Promise<void> {
    const rules = this.rules.filter((rule): rule is FaultRule => rule !== undefined);
    if (rules.length === this.drafts.length) await this.#change(() => this.#calls.setRules({ rules }));
  }

  /** Fills the fields with what is in force. */
  undo(): void {
    this.drafts = this.view?.state.faults.rules.map(draftOf) ?? [];
  }

  async #change(make: () => Promise<TrainingView>): Promise<void> {
    this.busy = true;
    this.notDone = null;
    this.#changes += 1;
    try {
      this.#take(await make());
    } catch (error) {
      this.notDone = asAppError(error);
    } finally {
      this.busy = false;
    }
  }

  #take(view: TrainingView): void {
    this.view = view;
    this.readAt = this.#now();
    const rules = JSON.stringify(view.state.faults.rules);
    // Fields that somebody is typing in are left alone as long as nobody changes the rules behind them.
    if (rules === this.#shown) return;
    this.#shown = rules;
    this.undo();
  }
}
