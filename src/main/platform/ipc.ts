/** The IPC boundary: checks the caller, and leaves the rest to calls.ts. */
import { ipcMain, type BrowserWindow } from 'electron';
import { CallRate } from '../call-rate.ts';
import { answerCall } from '../calls.ts';
import type { Log } from '../log.ts';
import { realSystem } from '../system.ts';
import { channels, type Answer } from '../../shared/channels.ts';
import type { Handlers } from '../../shared/contract.ts';
import { isOurWindow } from './caller.ts';
import { windowOrigin } from './protocol.ts';

/**
 * Answers calls of the app's window only.
 *
 * @param state.window returns the only window that may call
 * @param state.isClosing while true, only unfinished forms and imports are accepted
 * @returns a function that stops answering
 */
export function registerHandlers(
  handlers: () => Promise<Handlers>,
  { window, isClosing }: { window: () => BrowserWindow | null; isClosing: () => boolean },
  log: Log,
): () => void {
  const answering = { handlers, isClosing, rate: new CallRate(() => realSystem.elapsed()), log };
  ipcMain.handle(channels.call, (event, group: unknown, name: unknown, argument: unknown): Promise<Answer<unknown>> =>
    answerCall(answering, isOurWindow(event, window(), windowOrigin), { group, name, argument }),
  );
  return () => ipcMain.removeHandler(channels.call);
}
