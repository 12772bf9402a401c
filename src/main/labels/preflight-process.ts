/** Main's view of the preflight process, which the platform starts. */
import type { PreflightRequest } from '../../preflight/messages.ts';

export interface PreflightProcess {
  send(request: PreflightRequest): void;
  /** The memory in use, in bytes. Null: unknown (yet). */
  memory(): number | null;
  /** Kills it immediately. `ended` is called once it is gone. */
  end(): void;
}

export interface PreflightListener {
  /** @param given what it said, whatever that is */
  said(given: unknown): void;
  /** The process is gone, on request or not. Called once. */
  ended(): void;
}

export type StartPreflight = (listener: PreflightListener) => PreflightProcess;
