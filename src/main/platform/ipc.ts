/** The IPC boundary: checks the caller, then the call's name, then its argument. Errors keep their code. */
import { ipcMain, type BrowserWindow } from 'electron';
import type { z } from 'zod';
import { describeError, type Log } from '../log.ts';
import { channels, type Answer } from '../../shared/channels.ts';
import { contract, type Handlers } from '../../shared/contract.ts';
import { AppError, encodeError } from '../../shared/errors.ts';
import { isOurWindow } from './caller.ts';
import { windowOrigin } from './protocol.ts';

type Handler = (argument: unknown) => Promise<unknown>;

/** Groups that still accept calls while the app closes, to save unfinished forms and imports. */
const takenToTheEnd: ReadonlySet<unknown> = new Set(['drafts', 'orderImports']);

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
  ipcMain.handle(
    channels.call,
    async (event, group: unknown, name: unknown, argument: unknown): Promise<Answer<unknown>> => {
      try {
        if (!isOurWindow(event, window(), windowOrigin)) throw new AppError('call.refused');
        if (isClosing() && !takenToTheEnd.has(group)) throw new AppError('app.closing');
        const schema = schemaOf(group, name);
        const parsed = schema.safeParse(argument);
        if (!parsed.success) {
          const field = parsed.error.issues[0]?.path.join('.') ?? '';
          throw new AppError('input.invalid', { retry: 'after-change', detail: { field: field.slice(0, 200) } });
        }
        const groups = (await handlers()) as unknown as Record<string, Record<string, Handler>>;
        const handler = groups[String(group)]?.[String(name)];
        if (handler === undefined) throw new AppError('call.unknown');
        return { ok: true, value: await handler(parsed.data) };
      } catch (error) {
        // Never log the argument, because it may contain personal data.
        log.warn(`call ${String(group).slice(0, 40)}.${String(name).slice(0, 40)}: ${describeError(error)}`);
        return { ok: false, error: encodeError(error) };
      }
    },
  );
  return () => ipcMain.removeHandler(channels.call);
}

function schemaOf(group: unknown, name: unknown): z.ZodType {
  const groups: Record<string, Record<string, { argument: z.ZodType }>> = contract;
  if (typeof group !== 'string' || typeof name !== 'string') throw new AppError('call.unknown');
  const calls = Object.hasOwn(groups, group) ? groups[group] : undefined;
  const call = calls !== undefined && Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (call === undefined) throw new AppError('call.unknown');
  return call.argument;
}
