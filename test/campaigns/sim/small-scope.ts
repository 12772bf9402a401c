/**
 * Complements random testing with an exhaustive search: two entries, and all combinations of a bounded number of
 * crashes and faults.
 */
import type { Found } from './check.ts';
import { walk, type Chooser, type Walked } from './choices-tree.ts';
import { VirtualClock } from '../bench/models/virtual-clock.ts';
import { Disk } from './memory-storage.ts';
import { ServiceModel } from './service-model.ts';
import { pairs, type Pair, type PairName } from './small-pairs.ts';
import { nameOf, type Ahead, type Bounds, type Standing } from './small-state.ts';
import { SmallWorld } from './small-world.ts';

export interface WrongRun {
  /** The choices that led there, one digit each. */
  choices: string;
  found: Found[];
}

export interface SmallResult extends Walked {
  wrong: WrongRun[];
}

export interface SmallOptions {
  /** Called with the name of each end state. */
  ended?: (name: string) => void;
  /** False: every run goes from start to end, and known states are explored again. */
  merges?: boolean;
}

/** Milliseconds between the inputs: the second comes while the first is being prepared, or while it is in flight. */
const between = [50, 150];

/** The initial states of a pair. */
function begins(pair: Pair, left: Bounds): Standing[] {
  return between.map((pause, index) => {
    const clock = new VirtualClock(1);
    const now = clock.now();
    const model = new ServiceModel(clock.now);
    const there = pair.begin(model);
    const ahead: Ahead[] = [
      { what: 'start', at: now },
      { what: 'type', index: 0, at: now + 10 },
      { what: 'type', index: 1, at: now + 10 + pause },
    ];
    const disk = new Disk(1);
    return {
      now,
      quietSince: now,
      left,
      isRunning: false,
      disk,
      model,
      items: [],
      there,
      ahead,
      choices: String(index),
    };
  });
}

/** Explores all combinations of the crashes and faults of `bounds` for a pair. */
export async function walkPair(name: PairName, bounds: Bounds, options: SmallOptions = {}): Promise<SmallResult> {
  const { ended, merges = true } = options;
  const pair = pairs[name];
  const wrong: WrongRun[] = [];
  const walked = await walk<Standing>({
    begins: begins(pair, bounds),
    async run(from, chooser: Chooser) {
      const result = await new SmallWorld(from, { pair, chooser, rests: merges }).run();
      if ('rest' in result) return result.rest;
      if (result.found.length > 0) wrong.push({ choices: result.end.choices, found: result.found });
      ended?.(`${nameOf(result.end)} ${JSON.stringify(result.found)}`);
      return null;
    },
    nameOf,
    coversOf: ({ left }) => covers(left, bounds),
  });
  return { ...walked, wrong };
}

/** One bit for each combination of counts up to the remaining crashes and faults. */
function covers(left: Bounds, bounds: Bounds): number {
  let bits = 0;
  for (let crashes = 0; crashes <= left.crashes; crashes += 1) {
    for (let faults = 0; faults <= left.faults; faults += 1) bits |= 1 << (crashes * (bounds.faults + 1) + faults);
  }
  return bits;
}
