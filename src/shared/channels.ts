/** How calls and pushes cross the border. Stands apart from the contract so that the preload stays a few lines. */
import type { EncodedError } from './errors.ts';

/** The one channel of calls and the one channel of pushes. */
export const channels = { call: 'depot-desk:call', push: 'depot-desk:push' } as const;

/** The answer to a call as it crosses the border. */
export type Answer<Result> = { ok: true; value: Result } | { ok: false; error: EncodedError };

/** What the preload puts into the window. */
export interface WindowBackend {
  call(group: string, name: string, argument: unknown): Promise<Answer<unknown>>;
  on(push: string, listener: (payload: unknown) => void): () => void;
}
