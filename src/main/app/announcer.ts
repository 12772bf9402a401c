/** What the window is told by main itself: the session's state, changed rows, and what a person should know. */
import type { Notice, ReadableList } from '../../shared/connections.ts';
import type { Changed, PushName, Pushes } from '../../shared/contract.ts';
import type { Session } from '../../shared/session.ts';
import type { System } from '../system.ts';

export type Push = <Name extends PushName>(name: Name, payload: Pushes[Name]) => void;

/** A burst of changes becomes one push. */
const gatherMilliseconds = 15;

export class Announcer {
  private readonly system: System;
  private readonly push: Push;
  private readonly session: () => Session;
  private readonly shown: Notice[];
  private cancelPush: (() => void) | undefined;
  private closed = false;

  /** @param session the session as it is now */
  constructor(system: System, push: Push, session: () => Session, notices: readonly Notice[]) {
    this.system = system;
    this.push = push;
    this.session = session;
    this.shown = [...notices];
  }

  /** Notices that nobody has dismissed, in the order in which they came. */
  get notices(): readonly Notice[] {
    return this.shown;
  }

  stateChanged = (): void => {
    if (this.closed) return;
    this.cancelPush ??= this.system.after(gatherMilliseconds, () => {
      this.cancelPush = undefined;
      if (!this.closed) this.push('session', this.session());
    });
  };

  /** Rows changed; with the outbox's rows the counts in the session change too. */
  changed = (what: Changed[], planId: string | null): void => {
    if (this.closed) return;
    this.push('changed', { what, planId });
    if (what.includes('outbox')) this.stateChanged();
  };

  /** The same notice is shown once. */
  notice = (added: Notice): void => {
    if (!this.shown.some((known) => JSON.stringify(known) === JSON.stringify(added))) this.shown.push(added);
    this.stateChanged();
  };

  dismiss = (kind: string): void => {
    const kept = this.shown.filter((shown) => shown.kind !== kind);
    this.shown.splice(0, this.shown.length, ...kept);
    this.stateChanged();
  };

  /** Lists that a key may not read, as one notice: a list more or less is another thing to say. */
  forbidden = (lists: ReadableList[]): void => {
    this.dismiss('lists-forbidden');
    if (lists.length > 0) this.notice({ kind: 'lists-forbidden', lists });
  };

  close(): void {
    this.closed = true;
    this.cancelPush?.();
  }
}
