/** Which screen is in front, and the few ways from one to another. */
import type { Session } from '../../shared/session.ts';

export const screens = ['plans', 'drivers', 'orders', 'outbox', 'labels', 'dayClose', 'settings', 'training'] as const;
export type Screen = (typeof screens)[number];

/** The trainer's screen is there in the training depot alone; it comes last, so that the others keep their keys. */
export const screensOf = ({ mode }: Pick<Session, 'mode'>): readonly Screen[] =>
  mode === 'training' ? screens : screens.filter((screen) => screen !== 'training');

/** What the stop form is opened for: a new stop, an unfinished one, one the service refused, or a change of one. */
interface StopFormRequest {
  planId: string;
  entryId: string | null;
  stopId: string | null;
  draftId: string | null;
}

/** What has a form on a screen that is not about one plan's stops. */
type WithForm = 'orders' | 'drivers' | 'plans';

class Navigation {
  screen = $state<Screen>('plans');
  /** The plan that is open on the plans screen; null: the list. */
  planId = $state<string | null>(null);
  /** The plan screen opens the form for it and then clears it. */
  stopFormRequest = $state.raw<StopFormRequest | null>(null);

  /** The batch of labels that the labels screen opens with. */
  #batchId: string | null = null;

  openBatch(batchId: string): void {
    this.#batchId = batchId;
    this.screen = 'labels';
  }

  /** Hands the batch to the labels screen, once. */
  takeBatch(): string | null {
    const batchId = this.#batchId;
    this.#batchId = null;
    return batchId;
  }

  /** Brings a screen to the front; choosing Plans again leads from a plan back to the list. */
  go(screen: Screen): void {
    if (screen === 'plans' && this.screen === 'plans') this.planId = null;
    this.screen = screen;
  }

  /** The beginning: what was open belongs to another workspace. */
  reset(): void {
    this.planId = null;
    this.stopFormRequest = null;
    this.screen = 'plans';
  }

  openPlan(planId: string): void {
    this.planId = planId;
    this.screen = 'plans';
  }

  closePlan(): void {
    this.planId = null;
  }

  /** Opens the plan with its stop form: for correcting an entry, continuing a draft, or a new stop. */
  openStopForm(request: { planId: string; entryId?: string; stopId?: string; draftId?: string }): void {
    this.stopFormRequest = {
      planId: request.planId,
      entryId: request.entryId ?? null,
      stopId: request.stopId ?? null,
      draftId: request.draftId ?? null,
    };
    this.openPlan(request.planId);
  }

  /** What the next screen opens the form of. */
  #form: { of: WithForm; id: string } | null = null;

  /** Opens the form of an order, a driver or a plan on its screen: for correcting it. @param id the service's or ours */
  openForm(of: WithForm, id: string): void {
    this.#form = { of, id };
    if (of === 'plans') this.openPlan(id);
    else this.screen = of;
  }

  /** Hands the id to the screen, once. */
  takeForm(of: WithForm): string | null {
    if (this.#form?.of !== of) return null;
    const { id } = this.#form;
    this.#form = null;
    return id;
  }

  /** Hands the request to the form, once. */
  takeStopFormRequest(planId: string): StopFormRequest | null {
    const request = this.stopFormRequest;
    if (request?.planId !== planId) return null;
    this.stopFormRequest = null;
    return request;
  }
}

export const navigation = new Navigation();
