/** User actions on outbox entries, one or many at once. Actions that cannot be undone ask for confirmation. */
import type { EntryRow } from '../../shared/entries.ts';
import { unreachable } from '../../shared/errors.ts';
import type { EntryChoice, Side } from '../../shared/outbox-decisions.ts';
import { asAppError } from '../lib/backend.ts';
import type { Pressed } from '../lib/press.ts';
import { errorLine } from '../lib/error-text.ts';
import { type PlainKey, t } from '../../messages/index.ts';
import { type EntryAction, entryTitle, wholeTitle } from './entry-words.ts';

type OutboxCalls = {
  [Call in 'retry' | 'giveUp' | 'decide' | 'decideAlike']: Pressed<`outbox.${Call}`>;
};

/** The entries of an action. */
interface Target {
  entry: EntryRow;
  /** When above 1, the action applies to all entries with the same reason. */
  count: number;
}

/** A confirmation, for an action that cannot be undone or that needs a plan or a depot. */
interface Question {
  target: Target;
  action: EntryAction;
  title: string;
  /** Names what will be discarded or sent again. */
  text: string;
  confirm: string;
  /** What the user must choose first. */
  choose: 'plan' | 'depot' | null;
}

interface Around {
  /** Opens the form with the entry's content. */
  correct: (entry: EntryRow) => void;
  /** Reports the result. */
  say: (kind: 'info' | 'error', text: string) => void;
}

const doneWords = {
  retry: 'outbox.retried',
  'look-up': 'outbox.retried',
  'give-up': 'outbox.gaveUp',
  'on-service': 'outbox.tookAsSent',
  'send-again': 'outbox.sentAgain',
  live: 'outbox.wentLive',
  'other-plan': 'outbox.wentElsewhere',
  unassigned: 'outbox.wentUnassigned',
  resolve: 'outbox.resolved',
} as const;

interface Done {
  as: keyof typeof doneWords;
  /** Number of entries for which the action succeeded. */
  count: number;
}

interface Asking {
  title: PlainKey;
  text: (what: string) => string;
  confirm: PlainKey;
  choose?: 'plan' | 'depot';
}

const asking: Partial<Readonly<Record<EntryAction, Asking>>> = {
  'give-up': {
    title: 'outbox.giveUpTitle',
    text: (what) => t('outbox.giveUpText', { what }),
    confirm: 'outbox.giveUpConfirm',
  },
  'send-again': {
    title: 'outbox.sendAgainTitle',
    text: (what) => t('outbox.sendAgainText', { what }),
    confirm: 'outbox.sendAgainConfirm',
  },
  live: { title: 'outbox.liveTitle', text: (what) => t('outbox.liveText', { what }), confirm: 'outbox.liveConfirm' },
  'other-plan': {
    title: 'outbox.otherPlanTitle',
    text: (what) => t('outbox.otherPlanText', { what }),
    confirm: 'outbox.otherPlanConfirm',
    choose: 'plan',
  },
  unassigned: {
    title: 'outbox.unassignedTitle',
    text: (what) => t('outbox.unassignedText', { what }),
    confirm: 'outbox.unassignedConfirm',
    choose: 'depot',
  },
};

/**
 * With these reasons an entry is sent again without confirmation, because it cannot create a duplicate on the service.
 */
const harmless = new Set(['service.refused', 'outbox.plan-not-writable', 'outbox.discarded']);

export class EntryActions {
  question = $state.raw<Question | null>(null);
  /** Id of the entry whose action is running. */
  busy = $state<string | null>(null);
  readonly #calls: OutboxCalls;
  readonly #around: Around;

  constructor(calls: OutboxCalls, around: Around) {
    this.#calls = calls;
    this.#around = around;
  }

  /** Runs the action, or asks for confirmation first. */
  async start(target: Target, action: EntryAction): Promise<void> {
    const { entry } = target;
    if (action === 'correct') {
      this.#around.correct(entry);
      return;
    }
    const ask = asking[action];
    const isHarmless = action === 'send-again' && (entry.state === 'refused' || harmless.has(entry.reason?.code ?? ''));
    if (ask === undefined || isHarmless) {
      await this.#run(target, () => this.#send(target, action, null));
      return;
    }
    const what = target.count === 1 ? wholeTitle(entry) : t('outbox.many', { count: target.count });
    const { title, text, confirm, choose = null } = ask;
    this.question = { target, action, title: t(title), text: text(what), confirm: t(confirm), choose };
  }

  /** Runs the confirmed action. @param chosen id of the chosen plan or depot, if one was required */
  async confirm(chosen: string | null = null): Promise<void> {
    const { question } = this;
    this.question = null;
    if (question === null || question.action === 'correct') return;
    const { target, action } = question;
    await this.#run(target, () => this.#send(target, action, chosen));
  }

  /** Resolves a conflicting edit field by field; `others` applies to fields that are not named. */
  async resolve(target: Target, fields: Record<string, Side>, others: Side): Promise<void> {
    await this.#run(target, () => this.#decide(target, { way: 'resolve', fields, others }));
  }

  dismiss(): void {
    this.question = null;
  }

  async #run(target: Target, work: () => Promise<Done>): Promise<void> {
    const { entry } = target;
    if (this.busy !== null) return;
    this.busy = entry.id;
    try {
      const { as, count } = await work();
      const what = target.count === 1 ? entryTitle(entry) : t('outbox.many', { count });
      this.#around.say('info', t(doneWords[as], { what }));
    } catch (error) {
      this.#around.say('error', errorLine(asAppError(error)));
    } finally {
      this.busy = null;
    }
  }

  async #decide({ entry: { id }, count }: Target, choice: EntryChoice): Promise<Done> {
    const { done } =
      count === 1
        ? await this.#calls.decide({ entryIds: [id], choice })
        : await this.#calls.decideAlike({ entryId: id, choice });
    return { as: choice.way, count: done };
  }

  async #send(target: Target, action: Exclude<EntryAction, 'correct'>, chosen: string | null): Promise<Done> {
    const { entry } = target;
    switch (action) {
      case 'retry':
      case 'look-up':
        await this.#calls.retry({ entryId: entry.id });
        return { as: action, count: 1 };
      case 'give-up':
        // An entry that needs a decision is discarded by one; a waiting entry is discarded directly.
        if (entry.ways.includes('give-up')) return this.#decide(target, { way: 'give-up' });
        await this.#calls.giveUp({ entryId: entry.id });
        return { as: action, count: 1 };
      case 'on-service':
      case 'send-again':
      case 'live':
        return this.#decide(target, { way: action });
      case 'other-plan':
        return this.#decide(target, { way: action, planId: chosen ?? '' });
      case 'unassigned':
        return this.#decide(target, { way: action, depot: chosen });
      default:
        return unreachable(action);
    }
  }
}
