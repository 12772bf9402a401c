/** The IPC boundary of main: checks how often the window calls, and leaves the rest to calls.ts. */
import { CallRate } from '../call-rate.ts';
import { answerCall, type Answering } from '../calls.ts';
import { realSystem } from '../system.ts';
import type { Answer } from '../../shared/channels.ts';

/** What the window sent: a group of the contract, a name in it, and the argument. */
export type SentCall = readonly [group: unknown, name: unknown, argument: unknown];

/** @param isOurs whether the call came from the app's window when it arrived */
export type AnswerCalls = (isOurs: boolean, call: SentCall) => Promise<Answer<unknown>>;

export function answersCalls(given: Omit<Answering, 'rate'>): AnswerCalls {
  const answering = { ...given, rate: new CallRate(() => realSystem.elapsed()) };
  return (isOurs, [group, name, argument]) => answerCall(answering, isOurs, { group, name, argument });
}
