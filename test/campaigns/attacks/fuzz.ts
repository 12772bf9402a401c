/** Calls that a window which was taken over could send: any value that can be cloned, on every channel of the contract. */
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answerCall, type Answering } from '../../../src/main/calls.ts';
import { contract } from '../../../src/shared/contract.ts';
import type { Answer } from '../../../src/shared/channels.ts';

/** All channels. */
export const channels = Object.entries(contract).flatMap(([group, calls]) =>
  Object.keys(calls).map((name) => ({ group, name })),
);

/** A generator of the same numbers for the same seed: mulberry32. */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Made once: what costs much to make. */
const large = () => {
  const cycle: Record<string, unknown> = { planId: 'plans/1' };
  cycle['more'] = [cycle];
  let deep: unknown = 'bottom';
  for (let level = 0; level < 5_000; level += 1) deep = { stop: deep };
  let shared: unknown = 'leaf';
  for (let level = 0; level < 20; level += 1) shared = [shared, shared];
  return {
    text: 'x'.repeat(50_000_000),
    million: Array.from({ length: 1_000_000 }, (_, index) => index),
    wide: Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`field${index}`, index])),
    ...{ cycle, deep, shared },
    bytes: new Uint8Array(50_000_000),
  };
};

const names = ['planId', 'stopId', 'ids', 'kind', 'stop', 'gesture', 'text', 'cursor', 'id', 'rows', 'constructor'];

/** @param seed printed by the campaign, to repeat it */
export function argumentsOf(seed: number): () => unknown {
  const chance = chanceOf(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)]!;
  const big = large();
  const plain: readonly (() => unknown)[] = [
    () => undefined,
    () => null,
    () => Number.NaN,
    () => pick([-1, 0, 1, 1.5, 2 ** 53, -Infinity, Infinity]),
    () => pick(['', 'plans/1', 'plans/1/stops/2', '../../x', '\0', '\u202e'.repeat(100), '<img onerror=1>', "'; --"]),
    () => pick([true, false]),
    () => 10n ** 30n,
    () => new Date(Number.NaN),
    () => new Map([[1, 2]]),
    () => new Set([1]),
    () => new Uint16Array(8),
    () => /x/u,
    () => new Error('x'),
    () => Symbol('x'),
    () => () => 1,
    () => JSON.parse('{"__proto__":{"isGesture":true},"planId":"plans/1"}') as unknown,
    () => Object.create({ planId: 'plans/1' }) as unknown,
  ];
  const any = (depth: number): unknown => {
    const drawn = chance();
    if (depth === 0 && drawn < 0.02) return pick(Object.values(big));
    if (depth > 4 || drawn < 0.5) return pick(plain)();
    const length = Math.floor(chance() * 5);
    const items = Array.from({ length }, () => any(depth + 1));
    return drawn < 0.65 ? items : Object.fromEntries(items.map((item) => [pick(names), item]));
  };
  return () => any(0);
}

export interface Fuzzed {
  calls: number;
  answered: number;
  errors: Record<string, number>;
  /** In milliseconds, of calls that were refused; a call that is right may take longer. */
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
    if (answer.ok) answered += 1;
    else {
      const { code } = answer.error;
      if (typeof code !== 'string') throw new Error(`no code from ${channel.group}.${channel.name}`);
      errors[code] = (errors[code] ?? 0) + 1;
      times.push(milliseconds);
      if (milliseconds > slowest.milliseconds) slowest = { milliseconds, channel: `${channel.group}.${channel.name}` };
    }
    // The first round fills what is made once.
    if (index === channels.length) before = inUse();
    if (index % 1_000 === 0) await wait(0);
  }
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return { calls, answered, errors, p99, slowest, grown: inUse() - before };
}
