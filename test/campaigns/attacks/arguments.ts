/** What a window that was taken over could call: every channel, with any value, also one that cannot be cloned. */
import { contract } from '../../../src/shared/contract.ts';

/** All channels. */
export const channels = Object.entries(contract).flatMap(([group, calls]) =>
  Object.keys(calls).map((name) => ({ group, name })),
);

/**
 * A generator of arguments, the same ones for the same seed. It refers to nothing outside itself, because its text runs
 * in the app's window too (test/support/window-fuzz.ts).
 *
 * @param seed printed by the campaign, to repeat it
 * @param largeShare of all arguments, from 0 to 1: the large ones, each of which the window takes long to clone
 */
export function argumentsOf(seed: number, largeShare = 0.02): () => unknown {
  let state = seed >>> 0;
  /** mulberry32 */
  const chance = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)]!;
  const names = ['planId', 'stopId', 'ids', 'kind', 'stop', 'gesture', 'text', 'cursor', 'id', 'rows', 'constructor'];
  const cycle: Record<string, unknown> = { planId: 'plans/1' };
  cycle['more'] = [cycle];
  let [deep, shared]: unknown[] = ['bottom', 'leaf'];
  for (let level = 0; level < 5_000; level += 1) deep = { stop: deep };
  for (let level = 0; level < 20; level += 1) shared = [shared, shared];
  /** Made once, because they cost much to make. */
  const large: readonly unknown[] = [
    'x'.repeat(50_000_000),
    Array.from({ length: 1_000_000 }, (_, index) => index),
    Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`field${index}`, index])),
    ...[cycle, deep, shared],
    new Uint8Array(50_000_000),
  ];
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
    if (depth === 0 && drawn < largeShare) return pick(large);
    if (depth > 4 || drawn < 0.5) return pick(plain)();
    const length = Math.floor(chance() * 5);
    const items = Array.from({ length }, () => any(depth + 1));
    return drawn < 0.65 ? items : Object.fromEntries(items.map((item) => [pick(names), item]));
  };
  return () => any(0);
}
