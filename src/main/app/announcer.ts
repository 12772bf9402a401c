/** Main's push messages to the window: the session's state, changed rows, and notices for the user. */
import type { Notice, ReadableList } from '../../shared/connections.ts';
import type { Changed, PushName, Pushes } from '../../shared/contract.ts';
import type { Session } from '../../shared/session.ts';
import type { System } from '../system.ts';

export type Push = <Name extends PushName>(name: Name, payload: Pushes[Name]) => void;

/** Debounce: a burst of changes becomes one push. */
const gatherMilliseconds = 15;

export class Announcer {
  private readonly system: System;
  private readonly push: Push;
  private readonly session: () => Session;
  private readonly shown: Notice[];
  private cancelPush: (() => void) | undefined;
  /** How many works go on of which the window is told at their end. */
  private works = 0;
  private closed = false;

  /** @param session returns the current session */
  constructor(system: System, push: Push, session: () => Session, notices: readonly Notice[]) {
    this.system = system;
    this.push = push;
    this.session = session;
    this.shown = [...notices];
  }

  /** Notices that were not dismissed, oldest first. */
  get notices(): readonly Notice[] {
    return this.shown;
  }

  stateChanged = (): void => {
    if (this.closed) return;
    this.cancelPush ??= this.system.after(gatherMilliseconds, this.due);
  };

  /** Pushes a state that waits to be pushed. */
  tellNow = (): void => {
    if (this.cancelPush === undefined || this.closed || this.works > 0) return;
    this.cancelPush();
    this.due();
  };

  /** The window is told of the state at the end of a work, and of none between: what that would say is not true yet. */
  asOne = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    this.works += 1;
    try {
      return await work();
    } finally {
      this.works -= 1;
      this.stateChanged();
    }
  };

  private due = (): void => {
    this.cancelPush = undefined;
    if (!this.closed && this.works === 0) this.push('session', this.session());
  };

  /** Announces changed rows. If outbox rows changed, so did the counts in the session. */
  changed = (what: Changed[], planId: string | null): void => {
    if (this.closed) return;
    this.push('changed', { what, planId });
    if (what.includes('outbox')) this.stateChanged();
  };

  /** Shows a notice, the same one only once. */
  notice = (added: Notice): void => {
    if (!this.shown.some((known) => JSON.stringify(known) === JSON.stringify(added))) this.shown.push(added);
    this.stateChanged();
  };

  dismiss = (kind: string): void => {
    const kept = this.shown.filter((shown) => shown.kind !== kind);
    this.shown.splice(0, this.shown.length, ...kept);
    this.stateChanged();
  };

  /** Shows the lists that a key may not read as one notice, which is replaced when they change. */
  forbidden = (lists: ReadableList[]): void => {
    this.dismiss('lists-forbidden');
    if (lists.length > 0) this.notice({ kind: 'lists-forbidden', lists });
  };

  close(): void {
    this.closed = true;
    this.cancelPush?.();
  }
}
