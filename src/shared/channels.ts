/** How calls and pushes travel between window and main. Separate from the contract to keep the preload small. */
import type { EncodedError } from './errors.ts';

/** The one channel of calls, the one channel of pushes, and that between main and the preflight process. */
export const channels = {
  call: 'depot-desk:call',
  push: 'depot-desk:push',
  preflight: 'depot-desk:preflight',
} as const;

/** The answer to a call as it is sent over IPC. */
export type Answer<Result> = { ok: true; value: Result } | { ok: false; error: EncodedError };

/** What the preload exposes to the window. */
export interface WindowBackend {
  call(group: string, name: string, argument: unknown): Promise<Answer<unknown>>;
  on(push: string, listener: (payload: unknown) => void): () => void;
}
