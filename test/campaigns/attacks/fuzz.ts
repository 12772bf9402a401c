/**
 * Calls with any arguments on every channel of the contract, given to main's own code without a window. Those of a real
 * window to a real main: test/e2e/fuzzed-window.spec.ts.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answerCall, type Answering } from '../../../src/main/calls.ts';
import type { Answer } from '../../../src/shared/channels.ts';
import { argumentsOf, channels } from './arguments.ts';

export interface Fuzzed {
  calls: number;
  answered: number;
  errors: Record<string, number>;
  /** In milliseconds, of all calls: of those that were refused, and of those that were right. */
  p99: number;
  slowest: { milliseconds: number; channel: string };
  /** Bytes in the heap and outside it, more than at the start. */
  grown: number;
}

setFlagsFromString('--expose-gc');
/** Collects garbage: otherwise it would count as memory in use. */
const collect = runInNewContext('gc') as () => void;

const inUse = () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Calls every channel in turn. @throws Error for an answer that is neither a value nor an error with a code */
export async function fuzz(answering: Answering, seed: number, calls: number): Promise<Fuzzed> {
  const next = argumentsOf(seed);
  const errors: Record<string, number> = {};
  const times: number[] = [];
  let [answered, before] = [0, inUse()];
  let slowest = { milliseconds: 0, channel: '' };
  for (let index = 0; index < calls; index += 1) {
    const channel = channels[index % channels.length]!;
    const argument = next();
    const began = performance.now();
    const answer: Answer<unknown> = await answerCall(answering, true, { ...channel, argument });
    const milliseconds = performance.now() - began;
    times.push(milliseconds);
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, channel: `${channel.group}.${channel.name}` };
    if (answer.ok) answered += 1;
    else {
      const { code } = answer.error;
      if (typeof code !== 'string') throw new Error(`no code from ${channel.group}.${channel.name}`);
      errors[code] = (errors[code] ?? 0) + 1;
    }
    // The first round fills what is made once.
    if (index === channels.length) before = inUse();
    if (index % 1_000 === 0) await wait(0);
  }
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return { calls, answered, errors, p99, slowest, grown: inUse() - before };
}
