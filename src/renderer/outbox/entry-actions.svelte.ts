/** What a person does with entries of the outbox; what cannot be taken back asks first. */
import type { Backend } from '../../shared/contract.ts';
import type { EntryRow } from '../../shared/entries.ts';
import { unreachable } from '../../shared/errors.ts';
import { asAppError } from '../lib/backend.ts';
import { errorLine } from '../lib/error-text.ts';
import { type PlainKey, t } from '../messages/index.ts';
import { type EntryAction, entryTitle, wholeTitle } from './entry-words.ts';

type OutboxCalls = Pick<Backend['outbox'], 'retry' | 'giveUp' | 'decide'>;

/** A question before something that cannot be taken back. */
interface Question {
  entry: EntryRow;
  action: EntryAction;
  title: string;
  /** Names what will not be sent, or what is sent again. */
  text: string;
  confirm: string;
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
  'decide-give-up': 'outbox.gaveUp',
  'on-service': 'outbox.tookAsSent',
  'send-again': 'outbox.sentAgain',
} as const;

export class EntryActions {
  question = $state.raw<Question | null>(null);
  /** Id of the entry something is being done with. */
  busy = $state<string | null>(null);
  readonly #calls: OutboxCalls;
  readonly #around: Around;

  constructor(calls: OutboxCalls, around: Around) {
    this.#calls = calls;
    this.#around = around;
  }

  /** Does it, or asks first. */
  async start(entry: EntryRow, action: EntryAction): Promise<void> {
    switch (action) {
      case 'correct':
        this.#around.correct(entry);
        return;
      case 'give-up':
      case 'decide-give-up':
        this.#ask(
          entry,
          action,
          'outbox.giveUpTitle',
          t('outbox.giveUpText', { what: wholeTitle(entry) }),
          'outbox.giveUpConfirm',
        );
        return;
      case 'send-again':
        this.#ask(
          entry,
          action,
          'outbox.sendAgainTitle',
          t('outbox.sendAgainText', { what: wholeTitle(entry) }),
          'outbox.sendAgainConfirm',
        );
        return;
      case 'retry':
      case 'look-up':
      case 'on-service':
        await this.#run(entry, action);
        return;
      default:
        unreachable(action);
    }
  }

  /** The person said yes. */
  async confirm(): Promise<void> {
    const { question } = this;
    this.question = null;
    if (question && question.action !== 'correct') await this.#run(question.entry, question.action);
  }

  dismiss(): void {
    this.question = null;
  }

  #ask(entry: EntryRow, action: EntryAction, title: PlainKey, text: string, confirm: PlainKey): void {
    this.question = { entry, action, title: t(title), text, confirm: t(confirm) };
  }

  async #run(entry: EntryRow, action: Exclude<EntryAction, 'correct'>): Promise<void> {
    if (this.busy !== null) return;
    this.busy = entry.id;
    try {
      await this.#send(entry.id, action);
      this.#around.say('info', t(doneWords[action], { what: entryTitle(entry) }));
    } catch (error) {
      this.#around.say('error', errorLine(asAppError(error)));
    } finally {
      this.busy = null;
    }
  }

  #send(entryId: string, action: Exclude<EntryAction, 'correct'>): Promise<void> {
    switch (action) {
      case 'retry':
      case 'look-up':
        return this.#calls.retry({ entryId });
      case 'give-up':
        return this.#calls.giveUp({ entryId });
      case 'decide-give-up':
        return this.#calls.decide({ entryId, choice: 'give-up' });
      case 'on-service':
      case 'send-again':
        return this.#calls.decide({ entryId, choice: action });
      default:
        return unreachable(action);
    }
  }
}
