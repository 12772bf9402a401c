/** The process that looks at label documents, as main sees it; started by the platform. */
import type { PreflightReply, PreflightRequest } from './preflight-program.ts';

export interface PreflightProcess {
  send(request: PreflightRequest): void;
  /** Bytes of memory that it holds; null: not known (yet). */
  memory(): number | null;
  /** Ends it at once, whatever it does; `ended` is told when it is gone. */
  end(): void;
}

export interface PreflightListener {
  said(reply: PreflightReply): void;
  /** It is gone, asked to or not. Told once. */
  ended(): void;
}

export type StartPreflight = (listener: PreflightListener) => PreflightProcess;
