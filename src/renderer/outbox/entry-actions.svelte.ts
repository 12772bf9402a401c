/** What a person does with entries of the outbox, one or many at once; what cannot be taken back asks first. */
import type { Backend } from '../../shared/contract.ts';
import type { EntryRow } from '../../shared/entries.ts';
import { unreachable } from '../../shared/errors.ts';
import type { EntryChoice, Side } from '../../shared/outbox-decisions.ts';
import { asAppError } from '../lib/backend.ts';
import { errorLine } from '../lib/error-text.ts';
import { type PlainKey, t } from '../messages/index.ts';
import { type EntryAction, entryTitle, wholeTitle } from './entry-words.ts';

type OutboxCalls = Pick<Backend['outbox'], 'retry' | 'giveUp' | 'decide'>;

/** A question before something that cannot be taken back, or that needs a plan or a depot. */
interface Question {
  entries: readonly EntryRow[];
  action: EntryAction;
  title: string;
  /** Names what will not be sent, or what is sent again. */
  text: string;
  confirm: string;
  /** What has to be chosen before it can be done. */
  choose: 'plan' | 'depot' | null;
}

interface Around {
  /** Opens the stop form with what was typed. */
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
  /** Id of the entry something is being done with; of several the first. */
  busy = $state<string | null>(null);
  readonly #calls: OutboxCalls;
  readonly #around: Around;

  constructor(calls: OutboxCalls, around: Around) {
    this.#calls = calls;
    this.#around = around;
  }

  /** Does it, or asks first. @param entries for each of which the action is open */
  async start(entries: readonly EntryRow[], action: EntryAction): Promise<void> {
    const [first] = entries;
    if (first === undefined) return;
    if (action === 'correct') {
      this.#around.correct(first);
      return;
    }
    const ask = asking[action];
    const isHarmless = action === 'send-again' && (first.state === 'refused' || harmless.has(first.reason?.code ?? ''));
    if (ask === undefined || isHarmless) {
      await this.#run(entries, () => this.#send(entries, action, null));
      return;
    }
    const what = entries.length === 1 ? wholeTitle(first) : t('outbox.many', { count: entries.length });
    const { title, text, confirm, choose = null } = ask;
    this.question = { entries, action, title: t(title), text: text(what), confirm: t(confirm), choose };
  }

  /** The person said yes. @param chosen the plan's or the depot's id, where one had to be chosen */
  async confirm(chosen: string | null = null): Promise<void> {
    const { question } = this;
    this.question = null;
    if (question === null || question.action === 'correct') return;
    const { entries, action } = question;
    await this.#run(entries, () => this.#send(entries, action, chosen));
  }

  /** Whose each field shall say, of an edit that a colleague crossed; `others` for the fields not named. */
  async resolve(entries: readonly EntryRow[], fields: Record<string, Side>, others: Side): Promise<void> {
    await this.#run(entries, () => this.#decide(entries, { way: 'resolve', fields, others }));
  }

  dismiss(): void {
    this.question = null;
  }

  async #run(entries: readonly EntryRow[], work: () => Promise<keyof typeof doneWords>): Promise<void> {
    const [first] = entries;
    if (this.busy !== null || first === undefined) return;
    this.busy = first.id;
    try {
      const done = await work();
      const what = entries.length === 1 ? entryTitle(first) : t('outbox.many', { count: entries.length });
      this.#around.say('info', t(doneWords[done], { what }));
    } catch (error) {
      this.#around.say('error', errorLine(asAppError(error)));
    } finally {
      this.busy = null;
    }
  }

  async #decide(entries: readonly EntryRow[], choice: EntryChoice): Promise<keyof typeof doneWords> {
    await this.#calls.decide({ entryIds: entries.map(({ id }) => id), choice });
    return choice.way;
  }

  async #send(
    entries: readonly EntryRow[],
    action: Exclude<EntryAction, 'correct'>,
    chosen: string | null,
  ): Promise<keyof typeof doneWords> {
    switch (action) {
      case 'retry':
      case 'look-up':
        for (const { id } of entries) await this.#calls.retry({ entryId: id });
        return action;
      case 'give-up':
        // What waits is given up at once; what asks, by a decision.
        if (entries.every(({ ways }) => ways.includes('give-up'))) return this.#decide(entries, { way: 'give-up' });
        for (const { id } of entries) await this.#calls.giveUp({ entryId: id });
        return action;
      case 'on-service':
      case 'send-again':
      case 'live':
        return this.#decide(entries, { way: action });
      case 'other-plan':
        return this.#decide(entries, { way: action, planId: chosen ?? '' });
      case 'unassigned':
        return this.#decide(entries, { way: action, depot: chosen });
      default:
        return unreachable(action);
    }
  }
}
