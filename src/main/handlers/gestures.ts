/**
 * A gesture is done once: however often a call with its id arrives, in this run or after the next start, it is answered
 * with what the first one came to (outbox, Rule 14; docs/decisions/gestures.md).
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { StoredGesture } from '../db/gestures.ts';
import type { OutboxFile } from '../db/outbox-file.ts';
import type { System } from '../system.ts';
import type {
  Changed,
  Contract,
  GestureAnswer,
  GestureArgument,
  GestureHandler,
  GestureName,
  GestureOf,
  Group,
  Handlers,
} from '../../shared/contract.ts';
import { AppError, decodeError, encodeError } from '../../shared/errors.ts';
import { encodedError } from '../outbox-json.ts';
import { fromStored } from '../stored-json.ts';
import { mustBeSame, type GesturesOfRun } from './gestures-of-run.ts';
import { save } from './rows.ts';

declare const isOnce: unique symbol;
/** A handler that does what it does once for each gesture; `once` and `onceInRun` alone make one. */
type Once<Of> = Of & { readonly [isOnce]: true };

/** What main implements: a gesture that could be done twice does not compile. */
export type MainHandlers = {
  [G in Group]: {
    [C in keyof Contract[G]]: C extends GestureOf<G> ? Once<Handlers[G][C]> : Handlers[G][C];
  };
};

/** Only the gesture that wrote an outcome reads it, under the same call's name. */
const outcomeOf = <Outcome>() => z.custom<Outcome>((value) => value !== undefined);

type Kept = Pick<OutboxFile, 'entries' | 'drafts' | 'gestures'>;

/** What a gesture needs of the handlers' context. */
interface Around {
  system: Pick<System, 'now'>;
  gestures: GesturesOfRun;
  /** @throws AppError `connection.none` while no workspace is open */
  workspace(): { outboxFile: Kept };
  changed(what: Changed[], planId: string | null): void;
}

/** A gesture while it is being done. @typeParam Outcome JSON, enough to answer a repetition from */
export interface Gesture<Outcome> {
  /** The outcome so far, when it was interrupted; else null. */
  readonly before: Outcome | null;
  /**
   * Changes the outbox and stores the outcome, in one transaction.
   *
   * @param work returns the outcome
   * @param progress `begun`: more is to come
   * @throws AppError `storage.not-saved`, or what `work` throws; nothing is changed then
   */
  commit(work: () => Outcome, progress?: 'begun' | 'done'): Outcome;
}

/** What a gesture does, and what is answered, apart: a repetition is only answered. */
interface Deed<Asked, Outcome, Answered> {
  /**
   * Does it, and commits the outcome. What has effects outside the outbox's file is committed as begun before them,
   * and as done after them. An AppError before the first commit refuses the gesture, which may be tried again.
   */
  work(asked: Asked, gesture: Gesture<Outcome>): Promise<void> | void;
  answer(outcome: Outcome, asked: Asked): Promise<Answered> | Answered;
  /** What is known of one that the end of the app interrupted; left out: that it was (`gesture.interrupted`). */
  interrupted?(outcome: Outcome, asked: Asked): Promise<Answered> | Answered;
  /** Each of its parts is done at most once by itself: one that was interrupted is resumed. */
  resumes?: boolean;
}

class Doing<Outcome> implements Gesture<Outcome> {
  state: StoredGesture['state'] | 'not-begun';
  outcome: Outcome | null;
  readonly before: Outcome | null;
  private readonly outboxFile: Kept;
  private readonly row: Omit<StoredGesture, 'state' | 'outcome'>;

  constructor(outboxFile: Kept, row: Omit<StoredGesture, 'state' | 'outcome'>, before: Outcome | null) {
    this.outboxFile = outboxFile;
    this.row = row;
    this.before = before;
    this.outcome = before;
    this.state = before === null ? 'not-begun' : 'begun';
  }

  commit(work: () => Outcome, state: 'begun' | 'done' = 'done'): Outcome {
    const { outboxFile } = this;
    const outcome = save(() => {
      let made: Outcome | undefined;
      outboxFile.entries.commit([], () => {
        made = work();
        outboxFile.gestures.save({ ...this.row, state, outcome: JSON.stringify(made) });
      });
      return made as Outcome;
    });
    this.outcome = outcome;
    this.state = state;
    return outcome;
  }

  /** What it failed with is its answer from now on: how far it got is not known from here. */
  failed(error: unknown): void {
    this.state = 'failed';
    this.outboxFile.gestures.save({
      ...this.row,
      state: 'failed',
      outcome: JSON.stringify(encodeError(error)),
    });
  }
}

/**
 * A handler for what the outbox of the open workspace keeps.
 *
 * @throws AppError `gesture.other` for an id under which something else was asked for; `gesture.interrupted` for what the
 *   end of the app interrupted, where nothing more is known
 */
export function once<Name extends GestureName, Outcome>(
  context: Around,
  call: Name,
  deed: Deed<GestureArgument<Name>, Outcome, GestureAnswer<Name>>,
): Once<GestureHandler<Name>> {
  async function answer(asked: GestureArgument<Name>, fingerprint: string): Promise<GestureAnswer<Name>> {
    const { outboxFile } = context.workspace();
    const { gesture: id } = asked;
    const known = outboxFile.gestures.find(id);
    if (known !== undefined) {
      mustBeSame({ call: known.call, fingerprint: known.argument }, { call, fingerprint });
      forgetDraft(outboxFile, asked);
      if (known.state === 'failed') throw decodeError(fromStored(encodedError, known.outcome));
      const outcome = fromStored(outcomeOf<Outcome>(), known.outcome);
      if (known.state === 'done') return deed.answer(outcome, asked);
      if (deed.interrupted !== undefined) return deed.interrupted(outcome, asked);
      if (deed.resumes !== true) throw new AppError('gesture.interrupted');
    }
    const before = known === undefined ? null : fromStored(outcomeOf<Outcome>(), known.outcome);
    const doing = new Doing(outboxFile, { id, call, argument: fingerprint, at: context.system.now() }, before);
    try {
      await deed.work(asked, doing);
    } catch (error) {
      if (doing.state === 'begun' && deed.resumes !== true) doing.failed(error);
      throw error;
    }
    if (doing.state !== 'done') throw new Error(`${call} ended without an outcome`);
    return deed.answer(doing.outcome as Outcome, asked);
  }

  const handle = async (asked: GestureArgument<Name>): Promise<GestureAnswer<Name>> => {
    const fingerprint = fingerprintOf(asked);
    return context.gestures.take(
      asked.gesture,
      { call, fingerprint },
      () => false,
      () => answer(asked, fingerprint),
    );
  };
  return handle as unknown as Once<GestureHandler<Name>>;
}

/**
 * A handler for what opens and leaves workspaces, so that no outbox could keep it: once for as long as the app runs. After
 * that, done again it comes to the same (docs/decisions/gestures.md).
 *
 * @param isDone false of an answer that says it could not be done: the next press tries again
 */
export function onceInRun<Name extends GestureName>(
  context: Pick<Around, 'gestures'>,
  call: Name,
  work: (asked: GestureArgument<Name>) => Promise<GestureAnswer<Name>>,
  isDone: (answer: GestureAnswer<Name>) => boolean = () => true,
): Once<GestureHandler<Name>> {
  const handle = async (asked: GestureArgument<Name>): Promise<GestureAnswer<Name>> =>
    context.gestures.take(asked.gesture, { call, fingerprint: fingerprintOf(asked) }, isDone, () => work(asked));
  return handle as unknown as Once<GestureHandler<Name>>;
}

/** Without the gesture itself, and without the draft: it may have been kept only after the first try to save. */
function fingerprintOf(argument: object): string {
  const { gesture: _gesture, draftId: _draftId, ...rest } = argument as { gesture: string; draftId?: unknown };
  return hash('sha256', JSON.stringify(rest), 'base64url');
}

/** A disk error may have been told for what is on the disk after all: its draft has nothing more to say. */
function forgetDraft({ drafts }: Kept, asked: object): void {
  const { draftId } = asked as { draftId?: string | null };
  if (draftId == null) return;
  drafts.remove(draftId);
}
