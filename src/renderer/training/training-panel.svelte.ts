/** State and controls of the training service for its screen. */
import type { Backend } from '../../shared/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import type { FaultKind, FaultRule, PresetName, TrainingView } from '../../shared/training.ts';
import { asAppError } from '../lib/backend.ts';
import { draftOf, newDraft, ruleOf, type FaultDraft } from './fault-draft.ts';

export class TrainingPanel {
  view = $state.raw<TrainingView | null>(null);
  /** When `view` was read; milliseconds since the epoch. */
  readAt = $state(0);
  /** Why reading failed. */
  error = $state.raw<AppError | null>(null);
  /** Why the last change failed. */
  notDone = $state.raw<AppError | null>(null);
  /** The rules as edited. */
  drafts = $state<FaultDraft[]>([]);
  readonly rules = $derived(this.drafts.map(ruleOf));
  /** The edited rules differ from the active ones. */
  readonly isChanged = $derived.by(
    () =>
      JSON.stringify(this.rules) !== JSON.stringify(this.view?.state.faults.rules.map((rule) => ruleOf(draftOf(rule)))),
  );
  readonly isWhole = $derived(this.rules.every((rule) => rule !== undefined));
  readonly #calls: Backend['training'];
  readonly #now: () => number;
  /** The active rules when the fields were last filled. */
  #shown = '';
  #changes = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(calls: Backend['training'], now: () => number = Date.now) {
    this.#calls = calls;
    this.#now = now;
  }

  /** Never throws: a failure is stored in `error`, and the last view is kept. */
  async load(): Promise<void> {
    const changes = this.#changes;
    try {
      const view = await this.#calls.get();
      this.error = null;
      // A read that started before a change is older than the change's own answer.
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

  /** Activates the edited rules; does nothing while a field is invalid. */
  async apply(): Promise<void> {
    const rules = this.rules.filter((rule): rule is FaultRule => rule !== undefined);
    if (rules.length === this.drafts.length) await this.#change(() => this.#calls.setRules({ rules }));
  }

  /** Discards the edits. */
  undo(): void {
    this.drafts = this.view?.state.faults.rules.map(draftOf) ?? [];
  }

  /** Changes are made one after another, as they were pressed: none is refused because another is still under way. */
  #change(make: () => Promise<TrainingView>): Promise<void> {
    this.#changes += 1;
    this.#last = this.#last.then(async () => {
      this.notDone = null;
      try {
        this.#take(await make());
      } catch (error) {
        this.notDone = asAppError(error);
      }
    });
    return this.#last;
  }

  #take(view: TrainingView): void {
    this.view = view;
    this.readAt = this.#now();
    const rules = JSON.stringify(view.state.faults.rules);
    // Fields being edited are only replaced when the active rules change.
    if (rules === this.#shown) return;
    this.#shown = rules;
    this.undo();
  }
}
