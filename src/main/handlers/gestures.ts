/**
 * Makes gestures idempotent: every call with the same id, in this run or after a restart, gets the outcome of the first
 * one (outbox, Rule 14; docs/decisions/gestures.md).
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
/** A handler that runs once per gesture. Only `once` and `onceInRun` create one. */
type Once<Of> = Of & { readonly [isOnce]: true };

/** The handlers that main implements. A gesture handler that could run twice does not compile. */
export type MainHandlers = {
  [G in Group]: {
    [C in keyof Contract[G]]: C extends GestureOf<G> ? Once<Handlers[G][C]> : Handlers[G][C];
  };
};

/** Trusted without validation, because only the same call reads back an outcome that it stored. */
const outcomeOf = <Outcome>() => z.custom<Outcome>((value) => value !== undefined);

type Kept = Pick<OutboxFile, 'entries' | 'drafts' | 'gestures' | 'sentImports'>;

/** The part of a workspace that gestures need. */
interface Desk {
  outboxFile: Kept;
  noticeClock(): void;
}

/** The part of the handlers' context that gestures need. */
interface Around {
  system: Pick<System, 'now'>;
  gestures: GesturesOfRun;
  /** @throws AppError `connection.none` while no workspace is open */
  workspace(): Desk;
  changed(what: Changed[], planId: string | null): void;
}

/** A gesture in progress. @typeParam Outcome JSON that suffices to answer a repeated call */
export interface Gesture<Outcome> {
  /** The outcome so far of an interrupted gesture; otherwise null. */
  readonly before: Outcome | null;
  /**
   * Changes the outbox and stores the outcome, in one transaction.
   *
   * @param work returns the outcome
   * @param progress `begun`: more commits follow
   * @throws AppError `storage.not-saved`, or what `work` throws; then nothing is changed
   */
  commit(work: () => Outcome, progress?: 'begun' | 'done'): Outcome;
}

/** Separates a gesture's work from its answer, because a repeated call only gets the answer. */
interface Deed<Asked, Outcome, Answered> {
  /**
   * Does the work and commits the outcome. A gesture with side effects outside the outbox's file commits `begun` before
   * them and `done` after them. An AppError before the first commit rejects the gesture, which may be tried again.
   */
  work(asked: Asked, gesture: Gesture<Outcome>): Promise<void> | void;
  answer(outcome: Outcome, asked: Asked): Promise<Answered> | Answered;
  /** Answers a gesture that the end of the app interrupted; without it, the call fails with `gesture.interrupted`. */
  interrupted?(outcome: Outcome, asked: Asked): Promise<Answered> | Answered;
  /** Whether an interrupted gesture is resumed, because each of its parts is idempotent. */
  resumes?: boolean;
}

class Doing<Outcome> implements Gesture<Outcome> {
  state: StoredGesture['state'] | 'not-begun';
  outcome: Outcome | null;
  readonly before: Outcome | null;
  private readonly desk: Desk;
  private readonly row: Omit<StoredGesture, 'state' | 'outcome'>;

  constructor(desk: Desk, row: Omit<StoredGesture, 'state' | 'outcome'>, before: Outcome | null) {
    this.desk = desk;
    this.row = row;
    this.before = before;
    this.outcome = before;
    this.state = before === null ? 'not-begun' : 'begun';
  }

  commit(work: () => Outcome, state: 'begun' | 'done' = 'done'): Outcome {
    const { desk } = this;
    const { outboxFile } = desk;
    const outcome = save(() => {
      // In a transaction of its own, because that of the gesture may be rolled back.
      desk.noticeClock();
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

  /** Stores the error as the answer to repeated calls, because it is unknown how far the gesture got. */
  failed(error: unknown): void {
    this.state = 'failed';
    this.desk.outboxFile.gestures.save({
      ...this.row,
      state: 'failed',
      outcome: JSON.stringify(encodeError(error)),
    });
  }
}

/**
 * Creates a handler for a gesture whose outcome the outbox of the open workspace stores.
 *
 * @throws AppError `gesture.other` for an id that was used for a different call; `gesture.interrupted` for a gesture
 *   that the end of the app interrupted, if nothing more is known
 */
export function once<Name extends GestureName, Outcome>(
  context: Around,
  call: Name,
  deed: Deed<GestureArgument<Name>, Outcome, GestureAnswer<Name>>,
): Once<GestureHandler<Name>> {
  async function answer(asked: GestureArgument<Name>, fingerprint: string): Promise<GestureAnswer<Name>> {
    const desk = context.workspace();
    const { outboxFile } = desk;
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
    const doing = new Doing(desk, { id, call, argument: fingerprint, at: context.system.now() }, before);
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
 * Creates a handler for a gesture that opens or leaves workspaces, so that no outbox can store it. It runs once per run
 * of the app. Repeating it after a restart has the same result (docs/decisions/gestures.md).
 *
 * @param isDone false for an answer that reports a failure, so that the next press tries again
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

/** Excludes the gesture's id, and the draft's, because the draft may be stored only after the first attempt to save. */
function fingerprintOf(argument: object): string {
  const { gesture: _gesture, draftId: _draftId, ...rest } = argument as { gesture: string; draftId?: unknown };
  return hash('sha256', JSON.stringify(rest), 'base64url');
}

/** Removes the draft of a saved gesture. It still exists if a disk error was reported although the data was saved. */
function forgetDraft({ drafts }: Kept, asked: object): void {
  const { draftId } = asked as { draftId?: string | null };
  if (draftId == null) return;
  drafts.remove(draftId);
}
