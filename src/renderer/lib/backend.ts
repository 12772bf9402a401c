/** The renderer's only connection to the main process: `backend.stops.add(…)`, derived from the contract. */
import type { WindowBackend } from '../../shared/channels.ts';
import type { Backend, PushName, Pushes } from '../../shared/contract.ts';
import { AppError, decodeError } from '../../shared/errors.ts';

declare global {
  interface Window {
    backend?: WindowBackend;
  }
}

function transport(): WindowBackend {
  const found = window.backend;
  if (!found) throw new AppError('call.unknown', { message: 'the preload did not run' });
  return found;
}

/** Makes one call of the contract. Rethrows a failure as the AppError that main threw. */
async function call(group: string, name: string, argument: unknown): Promise<unknown> {
  const answer = await transport().call(group, name, argument);
  if (answer.ok) return answer.value;
  throw decodeError(answer.error);
}

const groupOf = (group: string) =>
  new Proxy({}, { get: (_target, name) => (argument?: unknown) => call(group, String(name), argument) });

/** Every call of the contract. Main validates group, name and argument, so the renderer needs no list of calls. */
export const backend = new Proxy({}, { get: (_target, group) => groupOf(String(group)) }) as Backend;

/**
 * Listens to a push from main.
 * @returns a function that stops listening
 */
export function onPush<Name extends PushName>(name: Name, listener: (payload: Pushes[Name]) => void): () => void {
  return transport().on(name, (payload) => listener(payload as Pushes[Name]));
}

/** Wraps any thrown value in an AppError, so that it can be shown. */
export function asAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('internal', { cause: error });
}
