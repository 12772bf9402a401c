/** The current screen, and navigation between screens. */
import type { EntryGroup } from '../../shared/entries.ts';
import type { LabelIssue } from '../../shared/label-content.ts';
import type { Session } from '../../shared/session.ts';

export const screens = ['plans', 'drivers', 'orders', 'outbox', 'labels', 'dayClose', 'settings', 'training'] as const;
export type Screen = (typeof screens)[number];

/**
 * The screens of a workspace. The training screen exists only in the training depot; it comes last, so that the
 * shortcuts of the others do not change.
 */
export const screensOf = ({ mode }: Pick<Session, 'mode'>): readonly Screen[] =>
  mode === 'training' ? screens : screens.filter((screen) => screen !== 'training');

/** What the stop form opens for: a new stop, a draft, an entry to correct, or a stop to edit. */
interface StopFormRequest {
  planId: string;
  entryId: string | null;
  stopId: string | null;
  draftId: string | null;
}

/** Records with a form on a screen of their own. */
type WithForm = 'orders' | 'drivers' | 'plans';

class Navigation {
  screen = $state<Screen>('plans');
  /** The plan open on the plans screen; null: the list. */
  planId = $state<string | null>(null);
  /** The plan screen opens this form and then clears the request. */
  stopFormRequest = $state.raw<StopFormRequest | null>(null);

  /** The batch for the labels screen to open. */
  #batchId: string | null = null;

  openBatch(batchId: string): void {
    this.#batchId = batchId;
    this.screen = 'labels';
  }

  /** Returns the batch for the labels screen, once. */
  takeBatch(): string | null {
    const batchId = this.#batchId;
    this.#batchId = null;
    return batchId;
  }

  /** What the next screen narrows its list to. */
  #narrow: { to: 'plans' } | { to: 'orders'; label: LabelIssue } | { to: 'outbox'; group: EntryGroup } | null = null;

  /** Opens the list of plans with the open ones of today only. */
  openOpenPlans(): void {
    this.#narrow = { to: 'plans' };
    this.planId = null;
    this.screen = 'plans';
  }

  /** Opens the orders with this issue of their labels only. */
  openOrdersWith(label: LabelIssue): void {
    this.#narrow = { to: 'orders', label };
    this.screen = 'orders';
  }

  /** Opens the outbox with the entries of this group only. */
  openEntries(group: EntryGroup): void {
    this.#narrow = { to: 'outbox', group };
    this.screen = 'outbox';
  }

  /** Returns whether the list of plans shows the open ones only, once. */
  takeOpenPlans(): boolean {
    const isAsked = this.#narrow?.to === 'plans';
    if (isAsked) this.#narrow = null;
    return isAsked;
  }

  /** Returns the issue for the orders screen, once. */
  takeLabelIssue(): LabelIssue | null {
    if (this.#narrow?.to !== 'orders') return null;
    const { label } = this.#narrow;
    this.#narrow = null;
    return label;
  }

  /** Returns the group for the outbox screen, once. */
  takeEntryGroup(): EntryGroup | null {
    if (this.#narrow?.to !== 'outbox') return null;
    const { group } = this.#narrow;
    this.#narrow = null;
    return group;
  }

  /** Opens a screen; choosing Plans again returns from a plan to the list. */
  go(screen: Screen): void {
    if (screen === 'plans' && this.screen === 'plans') this.planId = null;
    this.screen = screen;
  }

  /** Back to the start after the workspace has changed. */
  reset(): void {
    this.planId = null;
    this.stopFormRequest = null;
    this.#narrow = null;
    this.screen = 'plans';
  }

  openPlan(planId: string): void {
    this.planId = planId;
    this.screen = 'plans';
  }

  closePlan(): void {
    this.planId = null;
  }

  /** Opens the plan with its stop form, for correcting an entry, editing a stop, resuming a draft, or a new stop. */
  openStopForm(request: { planId: string; entryId?: string; stopId?: string; draftId?: string }): void {
    this.stopFormRequest = {
      planId: request.planId,
      entryId: request.entryId ?? null,
      stopId: request.stopId ?? null,
      draftId: request.draftId ?? null,
    };
    this.openPlan(request.planId);
  }

  /** The record whose form the next screen opens. */
  #form: { of: WithForm; id: string } | null = null;

  /** Opens the form of an order, a driver or a plan on its screen. @param id the service's id or a local one */
  openForm(of: WithForm, id: string): void {
    this.#form = { of, id };
    if (of === 'plans') this.openPlan(id);
    else this.screen = of;
  }

  /** Returns the id for the screen, once. */
  takeForm(of: WithForm): string | null {
    if (this.#form?.of !== of) return null;
    const { id } = this.#form;
    this.#form = null;
    return id;
  }

  /** Returns the request for a plan's stop form, once. */
  takeStopFormRequest(planId: string): StopFormRequest | null {
    const request = this.stopFormRequest;
    if (request?.planId !== planId) return null;
    this.stopFormRequest = null;
    return request;
  }
}

export const navigation = new Navigation();
