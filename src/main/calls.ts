/** Answers a call of the window once it is known to come from there: its name, its size, its argument, its handler. */
import type { z } from 'zod';
import type { Answer } from '../shared/channels.ts';
import { contract, type Handlers } from '../shared/contract.ts';
import { AppError, encodeError } from '../shared/errors.ts';
import { excessOf } from './call-bounds.ts';
import type { CallRate } from './call-rate.ts';
import { describeError, type Log } from './log.ts';

type Handler = (argument: unknown) => Promise<unknown>;

/** Groups that still accept calls while the app closes, to save unfinished forms and imports. */
const takenToTheEnd: ReadonlySet<unknown> = new Set(['drafts', 'imports']);

export interface Call {
  group: unknown;
  name: unknown;
  argument: unknown;
}

export interface Answering {
  handlers: () => Promise<Handlers>;
  /** Tells the window what a call has changed, so that it does not show what was before when the call is answered. */
  tell: () => void;
  /** While true, only unfinished forms and imports are accepted. */
  isClosing: () => boolean;
  rate: CallRate;
  log: Log;
}

/** @param isOurs whether the call comes from the app's window. Never throws: an error is an answer with its code. */
export async function answerCall(
  { handlers, tell, isClosing, rate, log }: Answering,
  isOurs: boolean,
  { group, name, argument }: Call,
): Promise<Answer<unknown>> {
  let excessCalls = 0;
  try {
    const call = isOurs ? callNamed(group, name) : undefined;
    // Names that do not exist count as one channel, and so do calls from elsewhere: each of them would write a line.
    excessCalls = rate.excess(call?.channel ?? (isOurs ? 'unknown' : 'refused'));
    if (!isOurs) throw new AppError('call.refused');
    if (excessCalls > 0) throw new AppError('call.too-many', { retry: 'later' });
    if (call === undefined) throw new AppError('call.unknown');
    if (isClosing() && !takenToTheEnd.has(group)) throw new AppError('app.closing');
    const excess = excessOf(argument, group === 'tables');
    if (excess !== null) throw new AppError('input.invalid', { retry: 'after-change', detail: { cause: excess } });
    const parsed = call.schema.safeParse(argument);
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.join('.') ?? '';
      throw new AppError('input.invalid', { retry: 'after-change', detail: { field: field.slice(0, 200) } });
    }
    const groups = (await handlers()) as unknown as Record<string, Record<string, Handler>>;
    const handler = groups[String(group)]?.[String(name)];
    if (handler === undefined) throw new AppError('call.unknown');
    const value = await handler(parsed.data);
    tell();
    return { ok: true, value };
  } catch (error) {
    // Never log the argument, because it may contain personal data. Of calls beyond the bound the first tells enough.
    if (excessCalls <= 1) log.warn(`call ${nameOf(group)}.${nameOf(name)}: ${describeError(error)}`);
    return { ok: false, error: encodeError(error) };
  }
}

/** Only a text is written: anything else would be turned into one at its own cost. */
const nameOf = (given: unknown): string => (typeof given === 'string' ? given.slice(0, 40) : typeof given);

/** @returns undefined when the contract has no such call */
function callNamed(group: unknown, name: unknown): { channel: string; schema: z.ZodType } | undefined {
  const groups: Record<string, Record<string, { argument: z.ZodType }>> = contract;
  if (typeof group !== 'string' || typeof name !== 'string') return undefined;
  const calls = Object.hasOwn(groups, group) ? groups[group] : undefined;
  const call = calls !== undefined && Object.hasOwn(calls, name) ? calls[name] : undefined;
  return call === undefined ? undefined : { channel: `${group}.${name}`, schema: call.argument };
}
