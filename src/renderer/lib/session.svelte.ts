/** The open workspace, kept up to date by main's `session` push. */
import type { Session } from '../../shared/session.ts';
import type { AppError } from '../../shared/errors.ts';
import { asAppError, backend, onPush } from './backend.ts';

class SessionState {
  /** Null until main's first answer. */
  current = $state.raw<Session | null>(null);
  error = $state.raw<AppError | null>(null);

  /** Starts following; return the result from `$effect`. */
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

  /** Applies the session that a call returned, without waiting for the push. */
  take(session: Session): void {
    this.current = session;
  }
}

export const session = new SessionState();
