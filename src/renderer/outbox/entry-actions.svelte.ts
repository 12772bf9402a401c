/** What a person does with entries of the outbox, one or many at once; what cannot be taken back asks first. */
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

/** What something is done with. */
interface Target {
  entry: EntryRow;
  /** More than one: with all that ask for the same reason. */
  count: number;
}

/** A question before something that cannot be taken back, or that needs a plan or a depot. */
interface Question {
  target: Target;
  action: EntryAction;
  title: string;
  /** Names what will not be sent, or what is sent again. */
  text: string;
  confirm: string;
  /** What has to be chosen before it can be done. */
  choose: 'plan' | 'depot' | null;
}

interface Around {
  /** Opens the form of what was typed. */
  correct: (entry: EntryRow) => void;
  /** Says what was done, or why not. */
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
  /** Entries with which it was done. */
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

/** Sent again without a question: nothing of it can be on the service twice. */
const harmless = new Set(['service.refused', 'outbox.plan-not-writable', 'outbox.discarded']);

export class EntryActions {
  question = $state.raw<Question | null>(null);
  /** Id of the entry something is being done with, alone or with those that are alike. */
  busy = $state<string | null>(null);
  readonly #calls: OutboxCalls;
  readonly #around: Around;

  constructor(calls: OutboxCalls, around: Around) {
    this.#calls = calls;
    this.#around = around;
  }

  /** Does it, or asks first. */
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

  /** The person said yes. @param chosen the plan's or the depot's id, where one had to be chosen */
  async confirm(chosen: string | null = null): Promise<void> {
    const { question } = this;
    this.question = null;
    if (question === null || question.action === 'correct') return;
    const { target, action } = question;
    await this.#run(target, () => this.#send(target, action, chosen));
  }

  /** Whose each field shall say, of an edit that a colleague crossed; `others` for the fields not named. */
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
        // What asks is given up by a decision, what waits at once.
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
