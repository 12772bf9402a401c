/** The open workspace as the window knows it; kept up to date by main's `session` push. */
import type { Session } from '../../shared/session.ts';
import type { AppError } from '../../shared/errors.ts';
import { asAppError, backend, onPush } from './backend.ts';

class SessionState {
  /** Null until main has answered for the first time. */
  current = $state.raw<Session | null>(null);
  error = $state.raw<AppError | null>(null);

  /** Begins to follow; give the result to `$effect`. */
  start = (): (() => void) => {
    const end = onPush('session', (session) => {
      this.current = session;
    });
    void this.reload();
    return end;
  };

  async reload(): Promise<void> {
    try {
      this.current = await backend.session.get();
      this.error = null;
    } catch (error) {
      this.error = asAppError(error);
    }
  }

  /** Takes over the session a call answered with, without waiting for the push. */
  take(session: Session): void {
    this.current = session;
  }
}

export const session = new SessionState();
