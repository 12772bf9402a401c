/** The result of the last optimisation of a plan, read once for each optimisation that ends. */
import type { PlanOutcome } from '../../shared/plans.ts';
import { backend } from '../lib/backend.ts';

export class LastOutcome {
  /** Null: there is none, or it is not known. */
  value = $state.raw<PlanOutcome | null>(null);
  /** When the optimisation ended whose result is here or is being read. */
  #endedAt: number | null = null;

  /**
   * Reads the result of an optimisation, unless it is here already. After a failure the next call reads it again.
   *
   * @param planId the plan, by either of its ids
   * @param endedAt when the optimisation ended, milliseconds since the epoch
   */
  async read(planId: string, endedAt: number): Promise<void> {
    if (endedAt === this.#endedAt) return;
    this.#endedAt = endedAt;
    // The result of the one before says nothing about the routes as they are now.
    this.value = null;
    try {
      const found = await backend.plans.outcome({ planId });
      if (this.#endedAt === endedAt) this.value = found;
    } catch {
      if (this.#endedAt === endedAt) this.#endedAt = null;
    }
  }
}
